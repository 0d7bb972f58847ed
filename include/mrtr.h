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
 * Threads: mrtr_codec, mrtr_form, mrtr_model and mrtr_boundary may be used by many threads at once. mrtr_round,
 * mrtr_responses and mrtr_refusal belong to one call at a time: calls from two threads are safe, and run in an
 * order of their own.
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
     * A payload is not of the type asked for. Not returned by the functions here, which take and give text.
     */
    MRTR_ERR_INVALID_PAYLOAD = 303,
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
 * What every call of one server passes through. Safe to share between threads.
 */
typedef struct mrtr_boundary mrtr_boundary;

/**
 * Mints and verifies tokens with a ring of keys. Safe to share between threads.
 */
typedef struct mrtr_codec mrtr_codec;

/**
 * A checked form. Safe to share between threads.
 */
typedef struct mrtr_form mrtr_form;

/**
 * A full JSON Schema that judges accepted contents. Safe to share between threads.
 */
typedef struct mrtr_model mrtr_model;

/**
 * A call or a result that was refused. The reply says as little as the protocol asks; the reason is for the log.
 */
typedef struct mrtr_refusal mrtr_refusal;

/**
 * Parsed `inputResponses`.
 */
typedef struct mrtr_responses mrtr_responses;

/**
 * One round of one call, between the two doors. For one thread at a time; the lock makes a second one wait.
 */
typedef struct mrtr_round mrtr_round;

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
 * The version of the library that is running, such as "1.2.3". `MRTR_VERSION` is that of the header.
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
 * Opens a token that a server on the Python or the Ruby SDK has minted for a call, and gives its state.
 *
 * `expected_json`: the call as you see it, `{"method","target","arguments","argumentsDigest","audience","principal"}`.
 *
 * MRTR_OK: `*state` is the state's text. MRTR_REFUSED: `*reason` says why, for the log; `reason` may be NULL.
 * Otherwise MRTR_ERR_INVALID_OPTION or MRTR_ERR_INVALID_JSON about `expected_json`, or a code for a malformed
 * argument. `error_json` may be NULL. Any thread.
 */
enum mrtr_result mrtr_codec_open_state(const struct mrtr_codec *codec,
                                       struct mrtr_str token,
                                       struct mrtr_str expected_json,
                                       double now,
                                       struct mrtr_buf *state,
                                       enum mrtr_reason *reason,
                                       struct mrtr_buf *error_json);

/**
 * The digest that binds a token to a call's arguments: `arguments_json` is the JSON text of an object.
 *
 * MRTR_OK: `*digest` is its text. Otherwise MRTR_ERR_INVALID_JSON, MRTR_ERR_DUPLICATE_MEMBER, MRTR_ERR_TOO_DEEP or a
 * code for a malformed argument. `error_json` may be NULL. Any thread.
 */
enum mrtr_result mrtr_arguments_digest(struct mrtr_str arguments_json,
                                       struct mrtr_buf *digest,
                                       struct mrtr_buf *error_json);

/**
 * Parses a form's schema (JSON text), strictly: what MCP does not allow in a form is an error.
 *
 * `options_json`: `{"normalise","allowSensitive","nullAsAbsent","hostModel","ownPatterns","limits"}`, each optional.
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
 * Compiles a full JSON Schema (JSON text; draft 4 to 2020-12), for what no form can say: `pattern`, `multipleOf`, `if`.
 *
 * Parse the same text by `mrtr_form_parse` with the option `hostModel`, which leaves such keywords to the model, and
 * pass each content that the form has accepted to `mrtr_model_check`. Nothing is fetched: a reference that leads out of
 * the schema is refused, and so is a pattern with look-around or a back-reference.
 *
 * MRTR_OK: `*model` is a handle for `mrtr_model_free`. MRTR_ERR_INVALID_FORM: error_json has an issue that says where.
 * Otherwise a code for a malformed argument. `error_json` may be NULL. Any thread.
 */
enum mrtr_result mrtr_model_compile(struct mrtr_str schema_json,
                                    struct mrtr_model **model,
                                    struct mrtr_buf *error_json);

/**
 * Frees a model. NULL does nothing.
 */
void mrtr_model_free(struct mrtr_model *model);

/**
 * What the model refuses in a content that a form has accepted: a JSON array of issues with the code `model`, empty
 * when it takes the content. No issue holds a value.
 *
 * MRTR_OK: `*issues_json` is the text. Otherwise a code for a malformed argument. `error_json` may be NULL. Any thread.
 */
enum mrtr_result mrtr_model_check(const struct mrtr_model *model,
                                  struct mrtr_str content_json,
                                  struct mrtr_buf *issues_json,
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
 * `{"kind":"elicit","action":"accept","content":{...}}`, `{"kind":"sampling","result":{...}}` or
 * `{"kind":"roots","roots":[...]}`.
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
 * Whether the user said yes under `key`: an accept whose content fits the form and holds true in the boolean `field`.
 * Everything else is false: nothing yet, a decline, a cancel, false, an answer that does not fit. To know whether to
 * ask, use `mrtr_responses_answer`.
 *
 * `field` may be absent where the form has one boolean only, and `form` NULL where a field is named.
 *
 * MRTR_OK: `*confirmed` is written. MRTR_ERR_INVALID_ARGUMENT, whatever was answered: a field that is no boolean of the
 * form, a form with none or several and no field, neither of the two. `error_json` may be NULL.
 */
enum mrtr_result mrtr_responses_confirmed(const struct mrtr_responses *responses,
                                          struct mrtr_str key,
                                          const struct mrtr_form *form,
                                          struct mrtr_str field,
                                          bool *confirmed,
                                          struct mrtr_buf *error_json);

/**
 * All answers that may be read, as the JSON text of an object.
 *
 * MRTR_OK: `*responses_json` is the text. `error_json` may be NULL.
 */
enum mrtr_result mrtr_responses_json(const struct mrtr_responses *responses,
                                     struct mrtr_buf *responses_json,
                                     struct mrtr_buf *error_json);

/**
 * Builds a form question: an `elicitation/create` request.
 *
 * `params_json`: `{"message","requestedSchema"}`. `options_json`: as in `mrtr_form_parse`.
 *
 * MRTR_OK: `*request_json` is an entry for `inputRequests`. MRTR_ERR_INVALID_REQUEST or MRTR_ERR_INVALID_FORM:
 * error_json lists the issues. Otherwise a code for a malformed argument. `error_json` may be NULL. Any thread.
 */
enum mrtr_result mrtr_elicit(struct mrtr_str params_json,
                             struct mrtr_str options_json,
                             struct mrtr_buf *request_json,
                             struct mrtr_buf *error_json);

/**
 * Builds a URL question: an `elicitation/create` request of mode "url".
 *
 * `params_json`: `{"message","url"}`. `options_json`: `{"schemes":[...]}` to allow more than https.
 *
 * MRTR_OK: `*request_json` is an entry for `inputRequests`. MRTR_ERR_INVALID_REQUEST: error_json lists the issues.
 * Otherwise a code for a malformed argument. `error_json` may be NULL. Any thread.
 */
enum mrtr_result mrtr_elicit_url(struct mrtr_str params_json,
                                 struct mrtr_str options_json,
                                 struct mrtr_buf *request_json,
                                 struct mrtr_buf *error_json);

/**
 * Builds a sampling question: a `sampling/createMessage` request of the given params.
 *
 * MRTR_OK: `*request_json` is an entry for `inputRequests`. MRTR_ERR_INVALID_REQUEST: error_json lists the issues.
 * Otherwise a code for a malformed argument. `error_json` may be NULL. Any thread.
 */
enum mrtr_result mrtr_create_message(struct mrtr_str params_json,
                                     struct mrtr_buf *request_json,
                                     struct mrtr_buf *error_json);

/**
 * Builds a question for the client's roots: a `roots/list` request.
 *
 * MRTR_OK: `*request_json` is an entry for `inputRequests`. `error_json` may be NULL. Any thread.
 */
enum mrtr_result mrtr_list_roots(struct mrtr_buf *request_json, struct mrtr_buf *error_json);

/**
 * Builds the result that asks: `{"resultType":"input_required",...}`.
 *
 * `spec_json`: `{"inputRequests":{key: request},"requestState":token}`, at least one of the two.
 *
 * MRTR_OK: `*result_json` is the result, for `mrtr_round_leave`. MRTR_ERR_INVALID_INPUT_REQUIRED: error_json lists the
 * issues. Otherwise a code for a malformed argument. `error_json` may be NULL. Any thread.
 */
enum mrtr_result mrtr_input_required(struct mrtr_str spec_json,
                                     struct mrtr_buf *result_json,
                                     struct mrtr_buf *error_json);

/**
 * Makes a boundary.
 *
 * `keys`: `key_count` keys of at least 32 bytes each, copied; the first mints, all of them open. With none, nothing is
 * sealed, answers are not bound to their questions, and rounds have no bound.
 * `options_json`: `{"format","open","ttlSeconds","keyIds","maxRounds","audience","serverName","foreign",
 * "answersWithoutState","allowSensitive","schemes"}`, each optional.
 *
 * MRTR_OK: `*boundary` is a handle for `mrtr_boundary_free`. Otherwise MRTR_ERR_INVALID_KEY, MRTR_ERR_DUPLICATE_KEY,
 * MRTR_ERR_INVALID_OPTION, MRTR_ERR_INVALID_TTL or a code for a malformed argument. `error_json` may be NULL. Any
 * thread.
 */
enum mrtr_result mrtr_boundary_new(const struct mrtr_str *keys,
                                   size_t key_count,
                                   struct mrtr_str options_json,
                                   struct mrtr_boundary **boundary,
                                   struct mrtr_buf *error_json);

/**
 * Frees a boundary. Rounds that came from it live on, and its keys are wiped with the last of them. NULL does nothing.
 */
void mrtr_boundary_free(struct mrtr_boundary *boundary);

/**
 * Whether `method` is one of the three that pass through the doors: tools/call, prompts/get, resources/read.
 *
 * MRTR_OK: `*asks` is written. `error_json` may be NULL. Any thread.
 */
enum mrtr_result mrtr_boundary_asks(struct mrtr_str method, bool *asks, struct mrtr_buf *error_json);

/**
 * The door in: opens the state that came with a call, checks that it was minted for this very call, counts the round
 * and sorts the answers, before your handler runs.
 *
 * `method`: of the request. `params_json`: the text of its params as it arrived; numbers and their digits count.
 * `principal`: who calls, by your own authentication; absent for an anonymous caller, never a placeholder; empty when
 * it could not be told, which is refused.
 * `capabilities_json`: the client's capabilities where the request does not carry them itself; else absent.
 *
 * MRTR_OK: `*round` is a handle for `mrtr_round_free`. MRTR_REFUSED: the handler must not run, and `*refusal` is a
 * handle for `mrtr_refusal_free` that holds what to reply; `refusal` may be NULL. Otherwise a code for a malformed
 * argument. `error_json` may be NULL. Any thread.
 */
enum mrtr_result mrtr_boundary_enter(const struct mrtr_boundary *boundary,
                                     struct mrtr_str method,
                                     struct mrtr_str params_json,
                                     struct mrtr_str principal,
                                     struct mrtr_str capabilities_json,
                                     double now,
                                     struct mrtr_round **round,
                                     struct mrtr_refusal **refusal,
                                     struct mrtr_buf *error_json);

/**
 * Seals a widget token (purpose "view"): state that a user interface carries, which opens on any call of the same
 * principal.
 *
 * MRTR_OK: `*token` is the token. Otherwise MRTR_ERR_NO_KEY, MRTR_ERR_INVALID_JSON, MRTR_ERR_TOO_LARGE,
 * MRTR_ERR_ENTROPY or a code for a malformed argument. `error_json` may be NULL. Any thread.
 */
enum mrtr_result mrtr_boundary_seal(const struct mrtr_boundary *boundary,
                                    struct mrtr_str payload_json,
                                    struct mrtr_str principal,
                                    double now,
                                    struct mrtr_buf *token,
                                    struct mrtr_buf *error_json);

/**
 * Opens a widget token.
 *
 * MRTR_OK: `*payload_json` is the payload's JSON text. MRTR_REFUSED: `*reason` says why, for the log; `reason` may be
 * NULL. Otherwise a code for a malformed argument. `error_json` may be NULL. Any thread.
 */
enum mrtr_result mrtr_boundary_open(const struct mrtr_boundary *boundary,
                                    struct mrtr_str token,
                                    struct mrtr_str principal,
                                    double now,
                                    struct mrtr_buf *payload_json,
                                    enum mrtr_reason *reason,
                                    struct mrtr_buf *error_json);

/**
 * Opens a token that `mrtr_round_seal_url_completion` has sealed and a page has carried back.
 *
 * `method`, `target`: the call that it must be from. `principal`: as in `mrtr_boundary_enter`.
 *
 * MRTR_OK: `*payload_json` is the payload's JSON text and `*flow_id` the flow that sent the user there; `flow_id` may
 * be NULL. MRTR_REFUSED: `*reason` says why, for the log; `reason` may be NULL. Otherwise a code for a malformed
 * argument. `error_json` may be NULL. Any thread.
 */
enum mrtr_result mrtr_boundary_open_url_completion(const struct mrtr_boundary *boundary,
                                                   struct mrtr_str token,
                                                   struct mrtr_str method,
                                                   struct mrtr_str target,
                                                   struct mrtr_str principal,
                                                   double now,
                                                   struct mrtr_buf *payload_json,
                                                   struct mrtr_buf *flow_id,
                                                   enum mrtr_reason *reason,
                                                   struct mrtr_buf *error_json);

/**
 * Frees a round. NULL does nothing.
 */
void mrtr_round_free(struct mrtr_round *round);

/**
 * Everything at once, as JSON:
 * `{"round":1,"roundsLeft":8,"retry":false,"flowId":"...","expiresAt":null,"requestState":...,"notes":[...]}`.
 * "requestState" is left out where there is none; the notes are for the log; the result of a retry, which carried a
 * state or answers, must not be cached: of `resources/read` it has `"ttlMs":0,"cacheScope":"private"`.
 *
 * MRTR_OK: `*round_json` is the text. `error_json` may be NULL.
 */
enum mrtr_result mrtr_round_describe(const struct mrtr_round *round,
                                     struct mrtr_buf *round_json,
                                     struct mrtr_buf *error_json);

/**
 * The number of this round, 1 for the first; 0 for NULL.
 */
uint32_t mrtr_round_number(const struct mrtr_round *round);

/**
 * How often the call may still ask, this round included; 0 for NULL.
 */
uint32_t mrtr_round_rounds_left(const struct mrtr_round *round);

/**
 * The flow id, the same on every round of one call: use it as the idempotency key of what the handler does.
 *
 * MRTR_OK: `*flow_id` is the text. `error_json` may be NULL.
 */
enum mrtr_result mrtr_round_flow_id(const struct mrtr_round *round,
                                    struct mrtr_buf *flow_id,
                                    struct mrtr_buf *error_json);

/**
 * The payload of the verified state that came with the call, as JSON text.
 *
 * MRTR_OK: `*payload_json` is the text, or nothing (data NULL) when no state came. `error_json` may be NULL.
 */
enum mrtr_result mrtr_round_request_state(const struct mrtr_round *round,
                                          struct mrtr_buf *payload_json,
                                          struct mrtr_buf *error_json);

/**
 * The verified state as plain text, for servers that keep something other than JSON in it.
 *
 * MRTR_OK: `*state` is the text, or nothing (data NULL) when no state came. `error_json` may be NULL.
 */
enum mrtr_result mrtr_round_request_state_text(const struct mrtr_round *round,
                                               struct mrtr_buf *state,
                                               struct mrtr_buf *error_json);

/**
 * Whether the client can be asked in this way: `kind` is "form", "url", "sampling" or "roots".
 *
 * MRTR_OK: `*may_ask` is written. `error_json` may be NULL.
 */
enum mrtr_result mrtr_round_may_ask(const struct mrtr_round *round,
                                    struct mrtr_str kind,
                                    bool *may_ask,
                                    struct mrtr_buf *error_json);

/**
 * All answers of this round, bound to the questions that were asked, as the JSON text of an object.
 *
 * MRTR_OK: `*responses_json` is the text. `error_json` may be NULL.
 */
enum mrtr_result mrtr_round_responses(const struct mrtr_round *round,
                                      struct mrtr_buf *responses_json,
                                      struct mrtr_buf *error_json);

/**
 * The view of the answer under `key`, as `mrtr_responses_view`: for sampling, roots and URLs.
 *
 * MRTR_OK: `*view_json` is the text. `error_json` may be NULL.
 */
enum mrtr_result mrtr_round_view(const struct mrtr_round *round,
                                 struct mrtr_str key,
                                 struct mrtr_buf *view_json,
                                 struct mrtr_buf *error_json);

/**
 * Reads the answer under `key` in five ways, as `mrtr_responses_answer`; and with a `form`, an answer to a question
 * that has changed since is MRTR_OUTCOME_MISSING.
 *
 * MRTR_OK: `*outcome` and `*detail_json` are written; `detail_json` may be NULL. `error_json` may be NULL.
 */
enum mrtr_result mrtr_round_answer(const struct mrtr_round *round,
                                   struct mrtr_str key,
                                   const struct mrtr_form *form,
                                   enum mrtr_outcome *outcome,
                                   struct mrtr_buf *detail_json,
                                   struct mrtr_buf *error_json);

/**
 * The short form of `mrtr_round_answer`: the content of an accepted answer, or nothing (data NULL).
 *
 * MRTR_OK: `*content_json` is written. `error_json` may be NULL.
 */
enum mrtr_result mrtr_round_accepted_content(const struct mrtr_round *round,
                                             struct mrtr_str key,
                                             const struct mrtr_form *form,
                                             struct mrtr_buf *content_json,
                                             struct mrtr_buf *error_json);

/**
 * Whether the user said yes under `key`, as `mrtr_responses_confirmed`; and with a `form`, an answer to a question that
 * has changed since is no yes.
 *
 * MRTR_OK: `*confirmed` is written. Otherwise as `mrtr_responses_confirmed`. `error_json` may be NULL.
 */
enum mrtr_result mrtr_round_confirmed(const struct mrtr_round *round,
                                      struct mrtr_str key,
                                      const struct mrtr_form *form,
                                      struct mrtr_str field,
                                      bool *confirmed,
                                      struct mrtr_buf *error_json);

/**
 * What a result that ends the call must tell caches: members to set in it, whatever the handler has said.
 *
 * MRTR_OK: `*hints_json` is the JSON text of an object, or nothing (data NULL) where the handler decides. `error_json` may
 * be NULL.
 */
enum mrtr_result mrtr_round_cache_hints(const struct mrtr_round *round,
                                        struct mrtr_buf *hints_json,
                                        struct mrtr_buf *error_json);

/**
 * Mints the state for the next round, bound to this call. Put the token into `requestState` of the result.
 *
 * MRTR_OK: `*token` is the token. Otherwise MRTR_ERR_NO_KEY, MRTR_ERR_ILLEGAL_STATE (the round has left),
 * MRTR_ERR_INVALID_JSON, MRTR_ERR_TOO_DEEP, MRTR_ERR_TOO_LARGE, MRTR_ERR_ENTROPY or a code for a malformed argument.
 * `error_json` may be NULL.
 */
enum mrtr_result mrtr_round_seal_request_state(struct mrtr_round *round,
                                               struct mrtr_str payload_json,
                                               double now,
                                               struct mrtr_buf *token,
                                               struct mrtr_buf *error_json);

/**
 * Seals a payload into a token that a page may carry back to this server: it names the call and its flow, and passes
 * neither for a requestState nor for a widget token. `mrtr_boundary_open_url_completion` opens it.
 *
 * MRTR_OK: `*token` is the token. Otherwise as `mrtr_round_seal_request_state`. `error_json` may be NULL.
 */
enum mrtr_result mrtr_round_seal_url_completion(const struct mrtr_round *round,
                                                struct mrtr_str payload_json,
                                                double now,
                                                struct mrtr_buf *token,
                                                struct mrtr_buf *error_json);

/**
 * The door out: checks each question of an `input_required` result, the client's capabilities and the bound on rounds,
 * and seals the state. Any other result passes unchanged.
 *
 * MRTR_OK: `*sent_json` is the result to send. MRTR_REFUSED: the result must not be sent, and `*refusal` is a handle
 * for `mrtr_refusal_free` that holds what to reply instead; `refusal` may be NULL. Otherwise a code for a malformed
 * argument. `error_json` may be NULL.
 */
enum mrtr_result mrtr_round_leave(struct mrtr_round *round,
                                  struct mrtr_str result_json,
                                  double now,
                                  struct mrtr_buf *sent_json,
                                  struct mrtr_refusal **refusal,
                                  struct mrtr_buf *error_json);

/**
 * Frees a refusal. NULL does nothing.
 */
void mrtr_refusal_free(struct mrtr_refusal *refusal);

/**
 * The JSON-RPC error to reply with: `{"code":...,"message":...,"data":...}`, the value of "error".
 *
 * MRTR_OK: `*reply_json` is the text. `error_json` may be NULL.
 */
enum mrtr_result mrtr_refusal_error_json(const struct mrtr_refusal *refusal,
                                         struct mrtr_buf *reply_json,
                                         struct mrtr_buf *error_json);

/**
 * The tool result to reply with instead of an error, where the refusal is one that a model should read (such as the
 * bound on rounds).
 *
 * MRTR_OK: `*result_json` is the value of "result", or nothing (data NULL): then reply with the error. `error_json`
 * may be NULL.
 */
enum mrtr_result mrtr_refusal_tool_result_json(const struct mrtr_refusal *refusal,
                                               struct mrtr_buf *result_json,
                                               struct mrtr_buf *error_json);

/**
 * The JSON-RPC code of the error, such as -32602; 0 for NULL.
 */
int64_t mrtr_refusal_code(const struct mrtr_refusal *refusal);

/**
 * Why a state was refused, for the log only; MRTR_REASON_NONE where the state is not the cause, and for NULL.
 */
enum mrtr_reason mrtr_refusal_reason(const struct mrtr_refusal *refusal);

/**
 * The stable name of the cause, for the log only: that of the reason, or "params", "capability", "rounds", "unasked",
 * "principal", or the name of a result code where the server made the mistake.
 *
 * MRTR_OK: `*cause` is the text. `error_json` may be NULL.
 */
enum mrtr_result mrtr_refusal_cause(const struct mrtr_refusal *refusal,
                                    struct mrtr_buf *cause,
                                    struct mrtr_buf *error_json);

/**
 * A sentence for the log: what was refused and why; it holds no token, no payload and no answer. Never send it.
 *
 * MRTR_OK: `*detail` is the text. `error_json` may be NULL.
 */
enum mrtr_result mrtr_refusal_detail(const struct mrtr_refusal *refusal,
                                     struct mrtr_buf *detail,
                                     struct mrtr_buf *error_json);

/**
 * The method of the call that was refused, for the log.
 *
 * MRTR_OK: `*method` is the text. `error_json` may be NULL.
 */
enum mrtr_result mrtr_refusal_method(const struct mrtr_refusal *refusal,
                                     struct mrtr_buf *method,
                                     struct mrtr_buf *error_json);

/**
 * The target of the call that was refused (tool, prompt or URI), for the log.
 *
 * MRTR_OK: `*target` is the text. `error_json` may be NULL.
 */
enum mrtr_result mrtr_refusal_target(const struct mrtr_refusal *refusal,
                                     struct mrtr_buf *target,
                                     struct mrtr_buf *error_json);

/**
 * The questions of a result that `mrtr_round_leave` has passed, its "inputRequests", in the words of an older revision
 * of the protocol, such as "2025-06-18". Put each to the client as a request, and call again with the answers.
 *
 * MRTR_OK: `*questions_json` is the JSON text of an object, or nothing (data NULL) for a revision whose clients are not
 * asked so. MRTR_REFUSED: the revision cannot say one of them; nothing may be asked, and `*refusal` is a handle for
 * `mrtr_refusal_free` that holds what to reply; `refusal` may be NULL. Otherwise a code for a malformed argument.
 * `error_json` may be NULL.
 */
enum mrtr_result mrtr_round_older(const struct mrtr_round *round,
                                  struct mrtr_str revision,
                                  struct mrtr_str input_requests_json,
                                  struct mrtr_buf *questions_json,
                                  struct mrtr_refusal **refusal,
                                  struct mrtr_buf *error_json);

/**
 * What a call is answered whose client was not asked: there is no session to ask it in (`key` without data), or the
 * question under `key` has no answer, and `why` says what the client or the host of it said.
 *
 * MRTR_OK: `*refusal` is a handle for `mrtr_refusal_free`. `error_json` may be NULL.
 */
enum mrtr_result mrtr_round_unasked(const struct mrtr_round *round,
                                    struct mrtr_str key,
                                    struct mrtr_str why,
                                    struct mrtr_refusal **refusal,
                                    struct mrtr_buf *error_json);

/**
 * A refusal of `mrtr_round_leave` in the words for a client of 2025, whose revisions know no error for missing
 * capabilities: it becomes a tool result, or an internal error for prompts and resources. Every other refusal is the same.
 *
 * MRTR_OK: `*reworded` is another handle for `mrtr_refusal_free`; the first one stays. `error_json` may be NULL.
 */
enum mrtr_result mrtr_refusal_for_2025(const struct mrtr_refusal *refusal,
                                       struct mrtr_refusal **reworded,
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

#if defined(MRTR_TESTING)
/**
 * Puts `bytes` in the place of randomness on this thread, absent takes them away again; when they are used up, what
 * needs more is MRTR_ERR_ENTROPY. Only in a library built for tests.
 *
 * MRTR_OK: `*left` is how many of the earlier bytes were not used; `left` may be NULL. `error_json` may be NULL.
 */
enum mrtr_result mrtr_testing_entropy(struct mrtr_str bytes,
                                      size_t *left,
                                      struct mrtr_buf *error_json);
#endif

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

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

#endif /* MRTR_H */
