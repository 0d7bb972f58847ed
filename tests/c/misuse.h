/* What the parts of misuse share: the checks, and the handles that everything is done with. */
#ifndef MRTR_TESTS_MISUSE_H
#define MRTR_TESTS_MISUSE_H

#define MRTR_TESTING
#include "support.h"

#define S(text) mrtr_str_of(text)
#define NOW 1790001000.0
#define KEY_TEXT "a key that nobody may see: evil-key 0123456789"
#define SCHEMA "{\"type\":\"object\",\"properties\":{\"ok\":{\"type\":\"boolean\"}},\"required\":[\"ok\"]}"
/* What no form can say is left to the model. */
#define MODEL                                                                                                          \
    "{\"type\":\"object\",\"properties\":{\"zip\":{\"type\":\"string\",\"pattern\":\"^[0-9]{5}$\"}},\"required\":[\"zip\"]}"
#define CAPABILITIES "{\"elicitation\":{\"form\":{},\"url\":{}},\"sampling\":{},\"roots\":{}}"
#define PARAMS "{\"name\":\"tool\",\"arguments\":{\"a\":1}}"
#define ELICIT "{\"message\":\"Sure?\",\"requestedSchema\":" SCHEMA "}"
#define URL "{\"message\":\"Go\",\"url\":\"https://example.com/\"}"
#define SAMPLING                                                                                                       \
    "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"hi\"}}],\"maxTokens\":5}"
#define SPEC "{\"inputRequests\":{\"confirm\":{\"method\":\"elicitation/create\",\"params\":" ELICIT "}}}"
#define RESPONSES "{\"confirm\":{\"action\":\"accept\",\"content\":{\"ok\":true}}}"
#define EXPECTED "{\"method\":\"tools/call\",\"target\":\"tool\"}"

/* Counts, and says what is not so. */
void check_at(const char *file, int line, const char *what, bool good);
#define CHECK(condition) check_at(__FILE__, __LINE__, #condition, (condition))

/* The code is the one wanted; the error tells it, holds nothing of the caller's, and is freed. */
void expect_at(const char *file, int line, const char *what, mrtr_result got, mrtr_result wanted, mrtr_buf *error);
#define EXPECT(wanted, call) expect_at(__FILE__, __LINE__, #call, (call), (wanted), &error)

extern mrtr_buf out, error;
extern mrtr_codec *codec;     /* signed */
extern mrtr_codec *rs_codec;  /* rs1, which seals bytes */
extern mrtr_form *form;
extern mrtr_model *model;
extern mrtr_responses *responses;
extern mrtr_boundary *boundary;
extern mrtr_round *a_round;   /* the first of a call */
extern mrtr_refusal *refusal; /* of a malformed state */

/* A place that nobody may write to. */
extern char sentinel[64];

/* Lets a call of the tool in; NULL when refused. */
mrtr_round *enter(const char *params);

void texts(void);
void nulls(void);
void left_out(void);
void keys_and_clocks(void);
void out_of_turn(void);
void frozen_refusal(void);
void clients_of_2025(void);
void host_model(void);
void panics(void);
void threads(void);

#endif
