/* NULL: every handle and every place that may not be NULL, and those that may. */
#include "misuse.h"

#include <string.h>

#define BAD(call) EXPECT(MRTR_ERR_INVALID_ARGUMENT, call)

void nulls(void)
{
    mrtr_str ring = S(KEY_TEXT), text = S("{}");
    mrtr_outcome outcome = MRTR_OUTCOME_CANCELLED;
    mrtr_reason reason = MRTR_REASON_NONE;
    uint8_t digest[MRTR_FORM_DIGEST_LEN];
    mrtr_codec *new_codec = NULL;
    mrtr_boundary *new_boundary = NULL;
    mrtr_form *new_form = NULL;
    mrtr_responses *new_responses = NULL;
    mrtr_round *new_round = NULL;
    mrtr_refusal *new_refusal = NULL;
    bool flag = false;

    BAD(mrtr_codec_new(&ring, 1, NO_STR, NULL, &error));
    BAD(mrtr_codec_new(NULL, 1, NO_STR, &new_codec, &error));
    BAD(mrtr_codec_new(&ring, (size_t)-1, NO_STR, &new_codec, &error));
    BAD(mrtr_codec_new((const mrtr_str *)(const void *)&sentinel[1], (size_t)-1 / sizeof(mrtr_str), NO_STR, &new_codec,
                       &error));
    BAD(mrtr_codec_mint(NULL, text, NO_STR, NOW, &out, &error));
    BAD(mrtr_codec_mint(codec, text, NO_STR, NOW, NULL, &error));
    BAD(mrtr_codec_verify(NULL, text, NO_STR, NOW, &out, &reason, &error));
    BAD(mrtr_codec_verify(codec, text, NO_STR, NOW, NULL, &reason, &error));
    BAD(mrtr_codec_seal_bytes(NULL, text, NO_STR, NOW, &out, &error));
    BAD(mrtr_codec_seal_bytes(rs_codec, text, NO_STR, NOW, NULL, &error));
    BAD(mrtr_codec_open_bytes(NULL, text, NO_STR, NOW, &out, &reason, &error));
    BAD(mrtr_codec_open_bytes(rs_codec, text, NO_STR, NOW, NULL, &reason, &error));
    BAD(mrtr_codec_open_state(NULL, text, S(EXPECTED), NOW, &out, &reason, &error));
    BAD(mrtr_codec_open_state(codec, text, S(EXPECTED), NOW, NULL, &reason, &error));
    BAD(mrtr_arguments_digest(text, NULL, &error));
    BAD(mrtr_form_parse(S(SCHEMA), NO_STR, NULL, &error));
    BAD(mrtr_form_wire(NULL, &out, &error));
    BAD(mrtr_form_wire(form, NULL, &error));
    BAD(mrtr_form_digest(NULL, &digest, &error));
    BAD(mrtr_form_digest(form, NULL, &error));
    BAD(mrtr_form_lints(NULL, &out, &error));
    BAD(mrtr_form_lints(form, NULL, &error));
    BAD(mrtr_form_accept(NULL, text, &outcome, &out, &error));
    BAD(mrtr_form_accept(form, text, NULL, &out, &error));
    BAD(mrtr_form_fill_defaults(NULL, text, &outcome, &out, &error));
    BAD(mrtr_form_fill_defaults(form, text, NULL, &out, &error));
    BAD(mrtr_model_compile(S(MODEL), NULL, &error));
    BAD(mrtr_model_check(NULL, text, &out, &error));
    BAD(mrtr_model_check(model, text, NULL, &error));
    BAD(mrtr_responses_parse(text, NULL, &error));
    BAD(mrtr_responses_view(NULL, text, &out, &error));
    BAD(mrtr_responses_view(responses, text, NULL, &error));
    BAD(mrtr_responses_answer(NULL, text, form, &outcome, &out, &error));
    BAD(mrtr_responses_answer(responses, text, form, NULL, &out, &error));
    BAD(mrtr_responses_accepted_content(NULL, text, form, &out, &error));
    BAD(mrtr_responses_accepted_content(responses, text, form, NULL, &error));
    BAD(mrtr_responses_confirmed(NULL, S("confirm"), form, NO_STR, &flag, &error));
    BAD(mrtr_responses_confirmed(responses, S("confirm"), form, NO_STR, NULL, &error));
    BAD(mrtr_responses_confirmed(responses, S("confirm"), NULL, NO_STR, &flag, &error));
    BAD(mrtr_responses_json(NULL, &out, &error));
    BAD(mrtr_responses_json(responses, NULL, &error));
    BAD(mrtr_elicit(S(ELICIT), NO_STR, NULL, &error));
    BAD(mrtr_elicit_url(S(URL), NO_STR, NULL, &error));
    BAD(mrtr_create_message(S(SAMPLING), NULL, &error));
    BAD(mrtr_list_roots(NULL, &error));
    BAD(mrtr_input_required(S(SPEC), NULL, &error));
    BAD(mrtr_boundary_new(&ring, 1, NO_STR, NULL, &error));
    BAD(mrtr_boundary_new(NULL, 1, NO_STR, &new_boundary, &error));
    BAD(mrtr_boundary_asks(S("tools/call"), NULL, &error));
    BAD(mrtr_boundary_enter(NULL, S("tools/call"), S(PARAMS), NO_STR, NO_STR, NOW, &new_round, NULL, &error));
    BAD(mrtr_boundary_enter(boundary, S("tools/call"), S(PARAMS), NO_STR, NO_STR, NOW, NULL, NULL, &error));
    BAD(mrtr_boundary_seal(NULL, text, NO_STR, NOW, &out, &error));
    BAD(mrtr_boundary_seal(boundary, text, NO_STR, NOW, NULL, &error));
    BAD(mrtr_boundary_open(NULL, text, NO_STR, NOW, &out, &reason, &error));
    BAD(mrtr_boundary_open(boundary, text, NO_STR, NOW, NULL, &reason, &error));
    BAD(mrtr_boundary_open_url_completion(NULL, text, text, text, NO_STR, NOW, &out, &out, &reason, &error));
    BAD(mrtr_boundary_open_url_completion(boundary, text, text, text, NO_STR, NOW, NULL, &out, &reason, &error));
    BAD(mrtr_round_describe(NULL, &out, &error));
    BAD(mrtr_round_describe(a_round, NULL, &error));
    BAD(mrtr_round_flow_id(NULL, &out, &error));
    BAD(mrtr_round_flow_id(a_round, NULL, &error));
    BAD(mrtr_round_request_state(NULL, &out, &error));
    BAD(mrtr_round_request_state(a_round, NULL, &error));
    BAD(mrtr_round_request_state_text(NULL, &out, &error));
    BAD(mrtr_round_request_state_text(a_round, NULL, &error));
    BAD(mrtr_round_may_ask(NULL, S("form"), &flag, &error));
    BAD(mrtr_round_may_ask(a_round, S("form"), NULL, &error));
    BAD(mrtr_round_responses(NULL, &out, &error));
    BAD(mrtr_round_responses(a_round, NULL, &error));
    BAD(mrtr_round_answer(NULL, text, form, &outcome, &out, &error));
    BAD(mrtr_round_answer(a_round, text, form, NULL, &out, &error));
    BAD(mrtr_round_accepted_content(NULL, text, form, &out, &error));
    BAD(mrtr_round_accepted_content(a_round, text, form, NULL, &error));
    BAD(mrtr_round_confirmed(NULL, S("confirm"), form, NO_STR, &flag, &error));
    BAD(mrtr_round_confirmed(a_round, S("confirm"), form, NO_STR, NULL, &error));
    BAD(mrtr_round_view(NULL, S("confirm"), &out, &error));
    BAD(mrtr_round_view(a_round, S("confirm"), NULL, &error));
    BAD(mrtr_round_seal_request_state(NULL, text, NOW, &out, &error));
    BAD(mrtr_round_seal_request_state(a_round, text, NOW, NULL, &error));
    BAD(mrtr_round_seal_url_completion(NULL, text, NOW, &out, &error));
    BAD(mrtr_round_seal_url_completion(a_round, text, NOW, NULL, &error));
    BAD(mrtr_round_leave(NULL, text, NOW, &out, NULL, &error));
    BAD(mrtr_round_leave(a_round, text, NOW, NULL, NULL, &error));
    BAD(mrtr_round_cache_hints(NULL, &out, &error));
    BAD(mrtr_round_cache_hints(a_round, NULL, &error));
    BAD(mrtr_round_older(NULL, S("2025-06-18"), text, &out, NULL, &error));
    BAD(mrtr_round_older(a_round, S("2025-06-18"), text, NULL, NULL, &error));
    BAD(mrtr_round_unasked(NULL, NO_STR, NO_STR, &new_refusal, &error));
    BAD(mrtr_round_unasked(a_round, NO_STR, NO_STR, NULL, &error));
    BAD(mrtr_refusal_for_2025(NULL, &new_refusal, &error));
    BAD(mrtr_refusal_for_2025(refusal, NULL, &error));
    BAD(mrtr_refusal_error_json(NULL, &out, &error));
    BAD(mrtr_refusal_error_json(refusal, NULL, &error));
    BAD(mrtr_refusal_tool_result_json(NULL, &out, &error));
    BAD(mrtr_refusal_tool_result_json(refusal, NULL, &error));
    BAD(mrtr_refusal_cause(NULL, &out, &error));
    BAD(mrtr_refusal_cause(refusal, NULL, &error));
    BAD(mrtr_refusal_detail(NULL, &out, &error));
    BAD(mrtr_refusal_detail(refusal, NULL, &error));
    BAD(mrtr_refusal_method(NULL, &out, &error));
    BAD(mrtr_refusal_method(refusal, NULL, &error));
    BAD(mrtr_refusal_target(NULL, &out, &error));
    BAD(mrtr_refusal_target(refusal, NULL, &error));
    CHECK(out.data == NULL && new_codec == NULL && new_boundary == NULL && new_form == NULL && new_responses == NULL &&
          new_round == NULL && new_refusal == NULL && outcome == MRTR_OUTCOME_CANCELLED && reason == MRTR_REASON_NONE && !flag);

    /* Values in place of codes, and places that may be left out. */
    CHECK(mrtr_round_number(NULL) == 0 && mrtr_round_number(a_round) == 1);
    CHECK(mrtr_round_rounds_left(NULL) == 0 && mrtr_round_rounds_left(a_round) == 8);
    CHECK(mrtr_refusal_code(NULL) == 0 && mrtr_refusal_code(refusal) == -32602);
    CHECK(mrtr_refusal_reason(NULL) == MRTR_REASON_NONE && mrtr_refusal_reason(refusal) == MRTR_REASON_MALFORMED);
    CHECK(mrtr_codec_verify(codec, text, NO_STR, NOW, &out, NULL, NULL) == MRTR_REFUSED && out.data == NULL);
    CHECK(mrtr_form_accept(form, text, &outcome, NULL, NULL) == MRTR_OK && outcome == MRTR_OUTCOME_INVALID);
    CHECK(mrtr_codec_mint(NULL, text, NO_STR, NOW, &out, NULL) == MRTR_ERR_INVALID_ARGUMENT && out.data == NULL);
    EXPECT(MRTR_ERR_NO_KEY, mrtr_codec_new(NULL, 0, NO_STR, &new_codec, &error));
    EXPECT(MRTR_OK, mrtr_boundary_new(NULL, 0, NO_STR, &new_boundary, &error));
    EXPECT(MRTR_ERR_NO_KEY, mrtr_boundary_seal(new_boundary, text, NO_STR, NOW, &out, &error));
    mrtr_boundary_free(new_boundary);

    /* A place off its boundary is no place; one place for result and error is one place. */
    BAD(mrtr_form_wire(form, (mrtr_buf *)(void *)((char *)&out + 1), &error));
    CHECK(mrtr_form_wire(form, &out, &out) == MRTR_OK && same(S(SCHEMA), &out));
    mrtr_buf_free(&out);
    CHECK(mrtr_form_wire(NULL, &out, &out) == MRTR_ERR_INVALID_ARGUMENT && out.data != NULL);
    mrtr_buf_free(&out);

    /* Freed: nothing, and nothing twice. */
    mrtr_codec_free(NULL);
    mrtr_form_free(NULL);
    mrtr_model_free(NULL);
    mrtr_responses_free(NULL);
    mrtr_boundary_free(NULL);
    mrtr_round_free(NULL);
    mrtr_refusal_free(NULL);
    mrtr_buf_free(NULL);
    mrtr_buf_free((mrtr_buf *)(void *)((char *)&out + 1));
    mrtr_buf_free(&out);
    mrtr_buf_free(&out);
    CHECK(out.data == NULL && out.len == 0);
    CHECK(mrtr_result_name(12345) == NULL && mrtr_result_name(-1) == NULL);
    CHECK(mrtr_reason_name(12345) == NULL && strcmp(mrtr_reason_name(MRTR_REASON_NONE), "none") == 0);
    CHECK(strcmp(mrtr_version(), MRTR_VERSION) == 0 && mrtr_abi_version() == MRTR_ABI_VERSION);
}
