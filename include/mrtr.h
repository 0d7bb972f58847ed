/*
 * mrtr: decides what an MCP server may believe in a multi round-trip request (protocol revision 2026-07-28).
 *
 * Generated from bindings-c/src. Do not edit: run `cargo run -p mrtr-c --example header -- include/mrtr.h`.
 *
 * What holds for every function:
 *
 * Text and bytes going in are mrtr_str, pointer and length, borrowed for the duration of the call and copied where
 * kept. A NULL pointer with length 0 is absent; any other pointer with length 0 is empty; a NULL pointer with a
 * length is MRTR_ERR_INVALID_ARGUMENT. Text must be UTF-8; it may hold NUL bytes. Absent options are the defaults.
 *
 * Text and bytes coming out are mrtr_buf, owned by the caller, freed with mrtr_buf_free. A NUL byte follows the
 * last byte, outside the length.
 *
 * Out parameters come last and are written only when they are named for the code returned: results on MRTR_OK,
 * a reason or a refusal on MRTR_REFUSED, error_json on any other code. Otherwise they are left as they were, so
 * initialise them. A required one that is NULL is MRTR_ERR_INVALID_ARGUMENT; error_json, reason, refusal and
 * detail may be NULL where the function says so.
 *
 * error_json receives {"code":"invalid_form","message":"...","issues":[{"pointer","code","message"}]} ("issues"
 * where there are any). It never holds a key, a token or a user's value.
 *
 * Handles come from one function and go back to one _free, which takes NULL and does nothing then. A handle given
 * as NULL elsewhere is MRTR_ERR_INVALID_ARGUMENT. Freeing a handle twice, or during a call that uses it, is the
 * one mistake that the library cannot catch.
 *
 * Threads: mrtr_codec, mrtr_form and mrtr_boundary may be used by many threads at once. mrtr_round, mrtr_responses
 * and mrtr_refusal belong to one call at a time: calls from two threads are safe, and run in an order of their own.
 * There is no global state and no last error.
 *
 * Time is Unix seconds as a double; mrtr_now() is the system's clock.
 *
 * A defect inside the library comes back as MRTR_ERR_INTERNAL; the process goes on.
 */


#ifndef MRTR_H
#define MRTR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The version of this header; mrtr_version() is that of the library. */
#define MRTR_VERSION "0.1.0"
#define MRTR_VERSION_MAJOR 0
#define MRTR_VERSION_MINOR 1
#define MRTR_VERSION_PATCH 0


/**
 * The number in the shared library's name; a program runs with a libmrtr of the number it was linked with.
 */
#define MRTR_ABI_VERSION 0

/**
 * How many bytes the digest of a form has.
 */
#define MRTR_FORM_DIGEST_LEN 6

/**
 * What every call returns. Numbers are stable, come in families with gaps, and are never used again once retired.
 *
 * The same codes have the same names in every language of mrtr; `mrtr_result_name` gives them.
 */
typedef enum mrtr_result {
    /**
     * Done: the results are written.
     */
    MRTR_OK = 0,
    /**
     * No error: a token or a call that must not be believed. The reason or the refusal is written.
     */
    MRTR_REFUSED = 1,
    /**
     * An argument is NULL, absent or out of range.
     */
    MRTR_ERR_INVALID_ARGUMENT = 100,
    /**
     * Bytes that should be UTF-8 are not.
     */
    MRTR_ERR_INVALID_UTF8 = 101,
    /**
     * A text that should be JSON is not.
     */
    MRTR_ERR_INVALID_JSON = 102,
    /**
     * An input is longer than its limit.
     */
    MRTR_ERR_TOO_LARGE = 103,
    /**
     * JSON nests deeper than its limit.
     */
    MRTR_ERR_TOO_DEEP = 104,
    /**
     * A JSON object names a member twice.
     */
    MRTR_ERR_DUPLICATE_MEMBER = 105,
    /**
     * The method is not one that passes through the boundary.
     */
    MRTR_ERR_UNKNOWN_METHOD = 106,
    /**
     * A key is too short, or a key id is malformed.
     */
    MRTR_ERR_INVALID_KEY = 200,
    /**
     * Two keys of a ring are equal or share an id.
     */
    MRTR_ERR_DUPLICATE_KEY = 201,
    /**
     * An option is unknown, of the wrong type, or out of range.
     */
    MRTR_ERR_INVALID_OPTION = 202,
    /**
     * The lifetime is not finite or not positive.
     */
    MRTR_ERR_INVALID_TTL = 203,
    /**
     * A requestState was refused. Not returned by the functions here, which return MRTR_REFUSED.
     */
    MRTR_ERR_INVALID_REQUEST_STATE = 300,
    /**
     * A widget token was refused. Not returned by the functions here, which return MRTR_REFUSED.
     */
    MRTR_ERR_SEALED_STATE_INVALID = 301,
    /**
     * A payload looks like a token of the boundary and is not minted by a codec alone.
     */
    MRTR_ERR_RESERVED_PAYLOAD = 302,
    /**
     * Arguments hold an integer that this host cannot tell from its neighbour.
     */
    MRTR_ERR_UNSAFE_INTEGER = 304,
    /**
     * The operation needs a key and none is configured.
     */
    MRTR_ERR_NO_KEY = 305,
    /**
     * A form's schema breaks the restricted grammar; the issues list where.
     */
    MRTR_ERR_INVALID_FORM = 400,
    /**
     * An input request is malformed; the issues list where.
     */
    MRTR_ERR_INVALID_REQUEST = 401,
    /**
     * An input_required result is malformed; the issues list where.
     */
    MRTR_ERR_INVALID_INPUT_REQUIRED = 402,
    /**
     * A door was used out of turn.
     */
    MRTR_ERR_ILLEGAL_STATE = 500,
    /**
     * A defect of this library, caught at the language border.
     */
    MRTR_ERR_INTERNAL = 900,
    /**
     * The source of randomness failed.
     */
    MRTR_ERR_ENTROPY = 901,
} mrtr_result;

/**
 * Why a token was refused: for the operator's log, never for the wire. Numbers are stable.
 */
typedef enum mrtr_reason {
    /**
     * No token was refused.
     */
    MRTR_REASON_NONE = 0,
    /**
     * Not a token of a format that is opened here, or one with a second spelling.
     */
    MRTR_REASON_MALFORMED = 1,
    /**
     * The tag does not fit: forged, changed, or minted under another key.
     */
    MRTR_REASON_MAC = 2,
    /**
     * Past its lifetime, or without one.
     */
    MRTR_REASON_EXPIRED = 3,
    /**
     * The binding of a codec used alone does not fit, or stands on one side only.
     */
    MRTR_REASON_BIND = 4,
    /**
     * Minted for another purpose: a widget token as requestState, say.
     */
    MRTR_REASON_PURPOSE = 5,
    /**
     * Minted for another method or target.
     */
    MRTR_REASON_OPERATION = 6,
    /**
     * Minted for other arguments.
     */
    MRTR_REASON_ARGUMENTS = 7,
    /**
     * Minted by another service, or the audience stands on one side only.
     */
    MRTR_REASON_AUDIENCE = 8,
    /**
     * Minted for another principal, or the principal stands on one side only.
     */
    MRTR_REASON_PRINCIPAL = 9,
    /**
     * No key of the ring has the token's key id.
     */
    MRTR_REASON_UNKNOWN_KEY = 10,
    /**
     * Minted more than a minute ahead of this clock.
     */
    MRTR_REASON_FUTURE = 11,
    /**
     * Minted by another SDK under the same key, which is not listed as welcome.
     */
    MRTR_REASON_FOREIGN = 12,
    /**
     * Its round lies beyond the bound.
     */
    MRTR_REASON_ROUNDS = 13,
    /**
     * Longer than the limit.
     */
    MRTR_REASON_TOO_LARGE = 14,
    /**
     * A reason that this header does not know.
     */
    MRTR_REASON_OTHER = 99,
} mrtr_reason;

/**
 * What has become of a question. Numbers are stable.
 */
typedef enum mrtr_outcome {
    /**
     * No answer, or one to another question: ask.
     */
    MRTR_OUTCOME_MISSING = 0,
    /**
     * The user agreed, and what came fits the question.
     */
    MRTR_OUTCOME_ACCEPTED = 1,
    /**
     * The user said no. Do not ask again.
     */
    MRTR_OUTCOME_DECLINED = 2,
    /**
     * The user closed the question without an answer.
     */
    MRTR_OUTCOME_CANCELLED = 3,
    /**
     * The user agreed, and what came does not fit the question: ask again.
     */
    MRTR_OUTCOME_INVALID = 4,
} mrtr_outcome;

/**
 * Mints and verifies tokens with a ring of keys. Safe to share between threads.
 */
typedef struct mrtr_codec mrtr_codec;

/**
 * A checked form. Safe to share between threads.
 */
typedef struct mrtr_form mrtr_form;

/**
 * Parsed `inputResponses`.
 */
typedef struct mrtr_responses mrtr_responses;

/**
 * Text or bytes that the caller owns: free with `mrtr_buf_free`, and do not change the fields before that.
 *
 * A NUL byte follows the last byte, outside the length. `data` is NULL where a function documents "nothing".
 */
typedef struct mrtr_buf {
    /**
     * The first byte, or NULL for nothing.
     */
    char *data;
    /**
     * How many bytes, without the NUL byte.
     */
    size_t len;
} mrtr_buf;

/**
 * Text or bytes that the library borrows during a call: pointer and length, no terminator needed.
 *
 * NULL with length 0 is absent, any other pointer with length 0 is empty.
 */
typedef struct mrtr_str {
    /**
     * The first byte, or NULL for absent.
     */
    const char *data;
    /**
     * How many bytes.
     */
    size_t len;
} mrtr_str;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The version of the library that is running, as "0.1.0". `MRTR_VERSION` is that of the header.
 *
 * Returns a NUL-terminated text owned by the library. Any thread.
 */
const char *mrtr_version(void);

/**
 * The `MRTR_ABI_VERSION` of the library that is running. Any thread.
 */
uint32_t mrtr_abi_version(void);

/**
 * The system's clock as Unix seconds, for the `now` of the other functions. Any thread.
 */
double mrtr_now(void);

/**
 * Frees the text or bytes in `buf` and sets it to nothing, so that freeing it again does nothing.
 *
 * NULL, and a buffer whose data is NULL, are fine. The mrtr_buf itself remains the caller's.
 */
void mrtr_buf_free(struct mrtr_buf *buf);

/**
 * The stable name of a result: "ok", "refused", or the code's name such as "invalid_form", as in error_json.
 *
 * Takes any number; an unknown one is NULL. Returns a NUL-terminated text owned by the library. Any thread.
 */
const char *mrtr_result_name(int32_t result);

/**
 * The stable name of a reason such as "expired", for the log; "none" for MRTR_REASON_NONE.
 *
 * Takes any number; an unknown one is NULL. Returns a NUL-terminated text owned by the library. Any thread.
 */
const char *mrtr_reason_name(int32_t reason);

/**
 * Makes a codec.
 *
 * `keys`: `key_count` keys of at least 32 bytes each, copied; the first mints, all of them open. `options_json`:
 * `{"format","open","ttlSeconds","keyIds"}`, each optional; absent for the defaults (format "signed", which alone is
 * opened, and 600 seconds).
 *
 * MRTR_OK: `*codec` is a handle for `mrtr_codec_free`. Otherwise MRTR_ERR_INVALID_KEY (shorter than 32 bytes),
 * MRTR_ERR_DUPLICATE_KEY, MRTR_ERR_INVALID_OPTION, MRTR_ERR_INVALID_TTL, MRTR_ERR_NO_KEY or a code for a malformed
 * argument. `error_json` may be NULL. Any thread.
 */
enum mrtr_result mrtr_codec_new(const struct mrtr_str *keys,
                                size_t key_count,
                                struct mrtr_str options_json,
                                struct mrtr_codec **codec,
                                struct mrtr_buf *error_json);

/**
 * Frees a codec and wipes its keys. NULL does nothing.
 */
void mrtr_codec_free(struct mrtr_codec *codec);

/**
 * Mints a token around `payload_json`, whose text is kept as it is; absent for a token without a payload.
 *
 * `bind`: who or what the token belongs to, wanted again when it is verified; absent for unbound (empty is a binding).
 *
 * MRTR_OK: `*token` is the token. Otherwise MRTR_ERR_INVALID_JSON, MRTR_ERR_DUPLICATE_MEMBER, MRTR_ERR_TOO_DEEP,
 * MRTR_ERR_TOO_LARGE (a token over 64 KiB), MRTR_ERR_RESERVED_PAYLOAD (what only a boundary may mint),
 * MRTR_ERR_ENTROPY or a code for a malformed argument. `error_json` may be NULL. Any thread.
 */
enum mrtr_result mrtr_codec_mint(const struct mrtr_codec *codec,
                                 struct mrtr_str payload_json,
                                 struct mrtr_str bind,
                                 double now,
                                 struct mrtr_buf *token,
                                 struct mrtr_buf *error_json);

/**
 * Verifies a token, which comes from an attacker until this says otherwise.
 *
 * `bind`: as when it was minted, absent for an unbound token.
 *
 * MRTR_OK: `*payload_json` is the payload's JSON text, or nothing (data NULL) for a token without one. MRTR_REFUSED:
 * `*reason` says why, for the operator's log and nobody else; `reason` may be NULL. Otherwise a code for a malformed
 * argument. A token that is not UTF-8 is refused as malformed. `error_json` may be NULL. Any thread.
 */
enum mrtr_result mrtr_codec_verify(const struct mrtr_codec *codec,
                                   struct mrtr_str token,
                                   struct mrtr_str bind,
                                   double now,
                                   struct mrtr_buf *payload_json,
                                   enum mrtr_reason *reason,
                                   struct mrtr_buf *error_json);

/**
 * Seals bytes under associated data: the bare layer under formats whose claims somebody else writes (rs1, rs2, and the
 * encryption of "encrypted").
 *
 * `associated_data` is wanted again when opening, and is not in the token; absent is empty.
 *
 * MRTR_OK: `*token` is the token. Otherwise MRTR_ERR_INVALID_ARGUMENT (also for a format without such a layer),
 * MRTR_ERR_TOO_LARGE, MRTR_ERR_ENTROPY or a code for a malformed argument. `error_json` may be NULL. Any thread.
 */
enum mrtr_result mrtr_codec_seal_bytes(const struct mrtr_codec *codec,
                                       struct mrtr_str payload,
                                       struct mrtr_str associated_data,
                                       double now,
                                       struct mrtr_buf *token,
                                       struct mrtr_buf *error_json);

/**
 * Opens what `mrtr_codec_seal_bytes` sealed.
 *
 * MRTR_OK: `*payload` is the bytes. MRTR_REFUSED: `*reason` says why, for the log; `reason` may be NULL. Otherwise a
 * code for a malformed argument. `error_json` may be NULL. Any thread.
 */
enum mrtr_result mrtr_codec_open_bytes(const struct mrtr_codec *codec,
                                       struct mrtr_str token,
                                       struct mrtr_str associated_data,
                                       double now,
                                       struct mrtr_buf *payload,
                                       enum mrtr_reason *reason,
                                       struct mrtr_buf *error_json);

/**
 * Parses a form's schema (JSON text), strictly: what MCP does not allow in a form is an error.
 *
 * `options_json`: `{"normalise","allowSensitive","nullAsAbsent","ownPatterns","limits"}`, each optional.
 *
 * MRTR_OK: `*form` is a handle for `mrtr_form_free`. MRTR_ERR_INVALID_FORM: error_json lists an issue for every place.
 * Otherwise MRTR_ERR_INVALID_OPTION or a code for a malformed argument. `error_json` may be NULL. Any thread.
 */
enum mrtr_result mrtr_form_parse(struct mrtr_str schema_json,
                                 struct mrtr_str options_json,
                                 struct mrtr_form **form,
                                 struct mrtr_buf *error_json);

/**
 * Frees a form. NULL does nothing.
 */
void mrtr_form_free(struct mrtr_form *form);

/**
 * The canonical schema, as it goes over the wire in `requestedSchema`.
 *
 * MRTR_OK: `*wire_json` is the text. `error_json` may be NULL. Any thread.
 */
enum mrtr_result mrtr_form_wire(const struct mrtr_form *form,
                                struct mrtr_buf *wire_json,
                                struct mrtr_buf *error_json);

/**
 * The digest of what constrains an answer (without titles, descriptions and defaults): equal for one and the same
 * question in every language, and sealed into tokens.
 *
 * MRTR_OK: `*digest` is the digest. `error_json` may be NULL. Any thread.
 */
enum mrtr_result mrtr_form_digest(const struct mrtr_form *form,
                                  uint8_t (*digest)[MRTR_FORM_DIGEST_LEN],
                                  struct mrtr_buf *error_json);

/**
 * What is allowed in the form and yet looks like a mistake: a JSON array of issues, often empty.
 *
 * MRTR_OK: `*issues_json` is the text. `error_json` may be NULL. Any thread.
 */
enum mrtr_result mrtr_form_lints(const struct mrtr_form *form,
                                 struct mrtr_buf *issues_json,
                                 struct mrtr_buf *error_json);

/**
 * Checks a client's content against the form.
 *
 * MRTR_OK: `*outcome` is MRTR_OUTCOME_ACCEPTED, and `*detail_json` the canonical content (declared members only, in
 * the form's order), or MRTR_OUTCOME_INVALID, and `*detail_json` a JSON array of issues. `detail_json` may be NULL.
 * Content that is no JSON is invalid too. Otherwise a code for a malformed argument. `error_json` may be NULL. Any
 * thread.
 */
enum mrtr_result mrtr_form_accept(const struct mrtr_form *form,
                                  struct mrtr_str content_json,
                                  enum mrtr_outcome *outcome,
                                  struct mrtr_buf *detail_json,
                                  struct mrtr_buf *error_json);

/**
 * As `mrtr_form_accept`, then adds the defaults of fields that the content leaves out. A default neither stands in
 * for a required field nor replaces a given value.
 *
 * Results and codes: as in `mrtr_form_accept`. Any thread.
 */
enum mrtr_result mrtr_form_fill_defaults(const struct mrtr_form *form,
                                         struct mrtr_str content_json,
                                         enum mrtr_outcome *outcome,
                                         struct mrtr_buf *detail_json,
                                         struct mrtr_buf *error_json);

/**
 * Parses `inputResponses` (JSON text of the object).
 *
 * MRTR_OK: `*responses` is a handle for `mrtr_responses_free`. Otherwise a code for a malformed argument.
 * `error_json` may be NULL. Any thread.
 */
enum mrtr_result mrtr_responses_parse(struct mrtr_str responses_json,
                                      struct mrtr_responses **responses,
                                      struct mrtr_buf *error_json);

/**
 * Frees responses. NULL does nothing.
 */
void mrtr_responses_free(struct mrtr_responses *responses);

/**
 * The view of the answer under `key`, as the official SDKs give it: `{"kind":"missing"}`,
 * `{"kind":"elicit","action":"accept","content":{…}}`, `{"kind":"sampling","result":{…}}` or
 * `{"kind":"roots","roots":[…]}`.
 *
 * MRTR_OK: `*view_json` is the text. `error_json` may be NULL.
 */
enum mrtr_result mrtr_responses_view(const struct mrtr_responses *responses,
                                     struct mrtr_str key,
                                     struct mrtr_buf *view_json,
                                     struct mrtr_buf *error_json);

/**
 * Reads the answer under `key` in five ways. A decline is never taken for consent, nor asked again by accident.
 *
 * `form`: what the content is checked against; NULL takes content of any plain values.
 *
 * MRTR_OK: `*outcome` says which. `*detail_json` is the canonical content with MRTR_OUTCOME_ACCEPTED (nothing where
 * the kind has none, such as a URL), a JSON array of issues with MRTR_OUTCOME_INVALID, and nothing otherwise.
 * `detail_json` may be NULL. Otherwise a code for a malformed argument. `error_json` may be NULL.
 */
enum mrtr_result mrtr_responses_answer(const struct mrtr_responses *responses,
                                       struct mrtr_str key,
                                       const struct mrtr_form *form,
                                       enum mrtr_outcome *outcome,
                                       struct mrtr_buf *detail_json,
                                       struct mrtr_buf *error_json);

/**
 * The short form: the content of an accepted answer under `key`, or nothing (a buffer whose data is NULL) for every
 * other outcome.
 *
 * `form`: as in `mrtr_responses_answer`. MRTR_OK: `*content_json` is written. `error_json` may be NULL.
 */
enum mrtr_result mrtr_responses_accepted_content(const struct mrtr_responses *responses,
                                                 struct mrtr_str key,
                                                 const struct mrtr_form *form,
                                                 struct mrtr_buf *content_json,
                                                 struct mrtr_buf *error_json);

/**
 * All answers that may be read, as the JSON text of an object.
 *
 * MRTR_OK: `*responses_json` is the text. `error_json` may be NULL.
 */
enum mrtr_result mrtr_responses_json(const struct mrtr_responses *responses,
                                     struct mrtr_buf *responses_json,
                                     struct mrtr_buf *error_json);

#if defined(MRTR_TESTING)
/**
 * Panics in the core. Returns MRTR_ERR_INTERNAL, and the process goes on. Only in a library built for tests.
 */
enum mrtr_result mrtr_testing_panic(struct mrtr_buf *error_json);
#endif

#if defined(MRTR_TESTING)
/**
 * Fails in the core, and returns the code of the failure. Only in a library built for tests.
 */
enum mrtr_result mrtr_testing_fail(struct mrtr_buf *error_json);
#endif

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* MRTR_H */

/** A NUL-terminated text as a mrtr_str; NULL is absent. */
static inline mrtr_str mrtr_str_of(const char *text)
{
    mrtr_str str;
    str.data = text;
    str.len = text == NULL ? 0 : strlen(text);
    return str;
}

/** What a buffer holds as a mrtr_str, borrowed from it; nothing is absent. */
static inline mrtr_str mrtr_buf_str(const mrtr_buf *buf)
{
    mrtr_str str;
    str.data = buf->data;
    str.len = buf->len;
    return str;
}
