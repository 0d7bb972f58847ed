/* What a server does, over and over, on handles that its threads share. */
#ifndef MRTR_TESTS_SERVER_H
#define MRTR_TESTS_SERVER_H

#include <mrtr.h>

/* The handles, made once. */
struct server {
    mrtr_boundary *boundary;
    mrtr_codec *codec;
    mrtr_form *form;
    mrtr_model *model;
    mrtr_responses *responses;
};

/* What one thread keeps between its turns. */
struct client {
    /* The state that the last first round has sent. */
    char state[1024];
    /* Rounds are kept, on purpose. */
    bool leaks;
    /* What went otherwise than it must. */
    long wrong;
    /* Everything that was told and must be the same in every thread, added up. */
    uint64_t told;
};

void server_open(struct server *server);
void server_close(struct server *server);

/* One turn; the turns are those of the other languages (tests/steady/memory.mjs). */
void server_turn(const struct server *server, struct client *client, long turn);

#endif
