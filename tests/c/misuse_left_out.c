/* Places that may be left out: NULL there changes no code, whether there is something to write or not. */
#include "misuse.h"

#define BAD(call) CHECK((call) == MRTR_ERR_INVALID_ARGUMENT)

/* No error is wanted. */
static void errors(void)
{
    mrtr_str ring = S(KEY_TEXT), text = S("{}");
    mrtr_outcome outcome = MRTR_OUTCOME_MISSING;
    mrtr_reason reason = MRTR_REASON_NONE;
    uint8_t digest[MRTR_FORM_DIGEST_LEN];
    mrtr_codec *new_codec = NULL;
    mrtr_boundary *new_boundary = NULL;
    mrtr_form *new_form = NULL;
    mrtr_model *new_model = NULL;
    mrtr_responses *new_responses = NULL;
    mrtr_refusal *given = NULL;
    bool flag = false;

    CHECK(mrtr_codec_new(&ring, 1, S("{\"evil\":1}"), &new_codec, NULL) == MRTR_ERR_INVALID_OPTION);
    CHECK(mrtr_boundary_new(&ring, 1, S("{\"evil\":1}"), &new_boundary, NULL) == MRTR_ERR_INVALID_OPTION);
    CHECK(mrtr_form_parse(text, NO_STR, &new_form, NULL) == MRTR_ERR_INVALID_FORM);
    CHECK(mrtr_model_compile(S("evil"), &new_model, NULL) == MRTR_ERR_INVALID_FORM);
    CHECK(mrtr_responses_parse(S("evil"), &new_responses, NULL) == MRTR_ERR_INVALID_JSON);
    BAD(mrtr_codec_seal_bytes(NULL, text, NO_STR, NOW, &out, NULL));
    BAD(mrtr_codec_open_bytes(NULL, text, NO_STR, NOW, &out, &reason, NULL));
    BAD(mrtr_codec_open_state(NULL, text, S(EXPECTED), NOW, &out, &reason, NULL));
    CHECK(mrtr_arguments_digest(S("evil"), &out, NULL) == MRTR_ERR_INVALID_JSON);
    BAD(mrtr_form_wire(NULL, &out, NULL));
    BAD(mrtr_form_digest(NULL, &digest, NULL));
    BAD(mrtr_form_lints(NULL, &out, NULL));
    BAD(mrtr_form_fill_defaults(NULL, text, &outcome, &out, NULL));
    BAD(mrtr_model_check(NULL, text, &out, NULL));
    BAD(mrtr_responses_view(NULL, text, &out, NULL));
    BAD(mrtr_responses_answer(NULL, text, form, &outcome, &out, NULL));
    BAD(mrtr_responses_accepted_content(NULL, text, form, &out, NULL));
    BAD(mrtr_responses_confirmed(NULL, text, form, NO_STR, &flag, NULL));
    BAD(mrtr_responses_json(NULL, &out, NULL));
    CHECK(mrtr_elicit(S("evil"), NO_STR, &out, NULL) == MRTR_ERR_INVALID_JSON);
    CHECK(mrtr_elicit_url(S("evil"), NO_STR, &out, NULL) == MRTR_ERR_INVALID_JSON);
    CHECK(mrtr_create_message(S("evil"), &out, NULL) == MRTR_ERR_INVALID_JSON);
    BAD(mrtr_list_roots(NULL, NULL));
    CHECK(mrtr_input_required(S("evil"), &out, NULL) == MRTR_ERR_INVALID_JSON);
    BAD(mrtr_boundary_asks(NO_STR, &flag, NULL));
    BAD(mrtr_boundary_open(NULL, text, NO_STR, NOW, &out, &reason, NULL));
    BAD(mrtr_boundary_open_url_completion(NULL, text, text, text, NO_STR, NOW, &out, &out, &reason, NULL));
    BAD(mrtr_round_flow_id(NULL, &out, NULL));
    BAD(mrtr_round_request_state(NULL, &out, NULL));
    BAD(mrtr_round_request_state_text(NULL, &out, NULL));
    BAD(mrtr_round_may_ask(NULL, S("form"), &flag, NULL));
    BAD(mrtr_round_responses(NULL, &out, NULL));
    BAD(mrtr_round_view(NULL, text, &out, NULL));
    BAD(mrtr_round_answer(NULL, text, form, &outcome, &out, NULL));
    BAD(mrtr_round_accepted_content(NULL, text, form, &out, NULL));
    BAD(mrtr_round_confirmed(NULL, text, form, NO_STR, &flag, NULL));
    BAD(mrtr_round_cache_hints(NULL, &out, NULL));
    BAD(mrtr_round_seal_request_state(NULL, text, NOW, &out, NULL));
    BAD(mrtr_round_seal_url_completion(NULL, text, NOW, &out, NULL));
    BAD(mrtr_round_leave(NULL, text, NOW, &out, &given, NULL));
    BAD(mrtr_round_older(NULL, text, text, &out, &given, NULL));
    BAD(mrtr_round_unasked(NULL, text, text, &given, NULL));
    BAD(mrtr_refusal_error_json(NULL, &out, NULL));
    BAD(mrtr_refusal_tool_result_json(NULL, &out, NULL));
    BAD(mrtr_refusal_cause(NULL, &out, NULL));
    BAD(mrtr_refusal_detail(NULL, &out, NULL));
    BAD(mrtr_refusal_method(NULL, &out, NULL));
    BAD(mrtr_refusal_target(NULL, &out, NULL));
    BAD(mrtr_refusal_for_2025(NULL, &given, NULL));
    CHECK(mrtr_testing_fail(NULL) == MRTR_ERR_INTERNAL);
    CHECK(out.data == NULL && given == NULL && new_codec == NULL && new_boundary == NULL && new_form == NULL &&
          new_model == NULL && new_responses == NULL);
}

/* Details that nobody wants, and forms that nobody has. */
static void details(void)
{
    mrtr_outcome outcome = MRTR_OUTCOME_MISSING;
    bool flag = true;

    EXPECT(MRTR_OK, mrtr_form_fill_defaults(form, S("{\"ok\":true}"), &outcome, NULL, &error));
    CHECK(outcome == MRTR_OUTCOME_ACCEPTED);
    EXPECT(MRTR_OK, mrtr_responses_answer(responses, S("confirm"), NULL, &outcome, NULL, &error));
    CHECK(outcome == MRTR_OUTCOME_ACCEPTED);
    EXPECT(MRTR_OK, mrtr_round_answer(a_round, S("confirm"), NULL, &outcome, NULL, &error));
    CHECK(outcome == MRTR_OUTCOME_MISSING);
    EXPECT(MRTR_ERR_INVALID_ARGUMENT, mrtr_round_confirmed(a_round, S("confirm"), NULL, NO_STR, &flag, &error));
    CHECK(flag);
}

/* Randomness is a test's, or the system's again. */
static void entropy(mrtr_str text)
{
    static const char bytes[] = "0123456789abcdef";
    size_t left = 0;

    CHECK(mrtr_testing_entropy(S(bytes), NULL, NULL) == MRTR_OK);
    EXPECT(MRTR_OK, mrtr_testing_entropy(text, &left, &error));
    CHECK(left == sizeof bytes - 1);
    CHECK(mrtr_testing_entropy(NO_STR, NULL, NULL) == MRTR_OK);
}

void left_out(void)
{
    errors();
    details();
    entropy(S("\xff"));
    CHECK(mrtr_now() > NOW / 2);
}
