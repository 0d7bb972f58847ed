/* The tool of the examples, as a server's author would write it: it deletes a report, after asking. */
#ifndef MRTR_TESTS_TOOL_H
#define MRTR_TESTS_TOOL_H

#include <jansson.h>
#include <mrtr.h>
#include <stdbool.h>

/* A request as a server has it in hand. Texts are as they arrived; absent ones are NULL with length 0. */
struct request {
    mrtr_str method, params, principal, capabilities;
    double now;
};

/* What one request came to. */
struct reply {
    json_t *body;     /* {"result": ...} or {"error": ...}, to send */
    bool refused;     /* by one of the doors */
    char cause[64];   /* why, for the log alone */
    bool handler_ran; /* whether the handler was entered */
};

/* One request through both doors, the handler between them. */
struct reply serve(const mrtr_boundary *boundary, const struct request *request);

/* What a door has refused, as a reply. Takes the refusal. */
struct reply refused_reply(mrtr_refusal *refusal);

#endif
