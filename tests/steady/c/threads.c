#define _POSIX_C_SOURCE 200809L
/*
 * Eight threads on the handles that one server has:
 *
 *     threads TURNS [handles | race]
 *
 * Each thread does what a thread by itself does, and is told the same, byte for byte. Then all of them at one round at
 * once: it leaves for one of them. With `handles`, that is left out, for valgrind: it knows the locks of pthreads alone,
 * and a round has one of Rust's. With `race`, the threads write to one place without a lock, which valgrind and
 * ThreadSanitizer must see.
 */
#include "server.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 8 };

#define ASKING                                                                                                         \
    "{\"resultType\":\"input_required\",\"inputRequests\":{\"confirm\":{\"method\":\"elicitation/create\","            \
    "\"params\":{\"message\":\"?\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"ok\":{\"type\":"         \
    "\"boolean\"}}}}}}}"

static struct server server;
static long turns;
static mrtr_round *shared;
static bool racing;
static long raced;

static void *serve(void *given)
{
    struct client *client = given;
    long turn;

    for (turn = 0; turn < turns; turn++) {
        server_turn(&server, client, turn);
        if (racing)
            raced++;
    }
    return NULL;
}

/* Looks at the round that all share, seals with it, and leaves through it: the result of that. */
static void *leave(void *given)
{
    mrtr_buf text = {NULL, 0};
    mrtr_refusal *refusal = NULL;
    mrtr_result sealed, *left = given;

    if (mrtr_round_describe(shared, &text, NULL) != MRTR_OK)
        return NULL;
    mrtr_buf_free(&text);
    sealed = mrtr_round_seal_request_state(shared, mrtr_str_of("{}"), 1790001000.0, &text, NULL);
    mrtr_buf_free(&text);
    *left = mrtr_round_leave(shared, mrtr_str_of(ASKING), 1790001000.0, &text, &refusal, NULL);
    mrtr_buf_free(&text);
    mrtr_refusal_free(refusal);
    /* No state is sealed after the round has left. */
    if (sealed != MRTR_OK && sealed != MRTR_ERR_ILLEGAL_STATE)
        *left = MRTR_ERR_INTERNAL;
    return NULL;
}

/* Runs one body in all threads, each with its own place in an array. */
static void together(void *(*body)(void *), void *places, size_t size)
{
    pthread_t ids[THREADS];
    size_t at;

    for (at = 0; at < THREADS; at++)
        if (pthread_create(&ids[at], NULL, body, (char *)places + at * size) != 0)
            exit(2);
    for (at = 0; at < THREADS; at++)
        if (pthread_join(ids[at], NULL) != 0)
            exit(2);
}

/* How many left through one round, of those who were at it at once; -1 where one was told something else. */
static int at_one_round(void)
{
    mrtr_result left[THREADS];
    int at, count = 0;

    for (at = 0; at < THREADS; at++)
        left[at] = MRTR_ERR_INTERNAL;
    if (mrtr_boundary_enter(server.boundary, mrtr_str_of("tools/call"), mrtr_str_of("{\"name\":\"delete\"}"),
                            mrtr_str_of(NULL), mrtr_str_of("{\"elicitation\":{}}"), 1790001000.0, &shared, NULL,
                            NULL) != MRTR_OK)
        return -1;
    together(leave, left, sizeof left[0]);
    mrtr_round_free(shared);
    for (at = 0; at < THREADS; at++) {
        if (left[at] != MRTR_OK && left[at] != MRTR_REFUSED)
            return -1;
        count += left[at] == MRTR_OK ? 1 : 0;
    }
    return count;
}

int main(int argc, char **argv)
{
    struct client clients[THREADS], alone;
    const char *what = argc > 2 ? argv[2] : "";
    const int rounds = strcmp(what, "handles") == 0 ? 0 : THREADS;
    int at, right = 0, once = 0;

    turns = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
    if (turns < 8) {
        fputs("threads TURNS [handles | race]\n", stderr);
        return 2;
    }
    racing = strcmp(what, "race") == 0;
    memset(clients, 0, sizeof clients);
    memset(&alone, 0, sizeof alone);
    server_open(&server);
    serve(&alone);
    together(serve, clients, sizeof clients[0]);
    for (at = 0; at < THREADS; at++)
        right += clients[at].wrong == 0 && clients[at].told == alone.told ? 1 : 0;
    for (at = 0; at < rounds; at++)
        once += at_one_round() == 1 ? 1 : 0;
    server_close(&server);
    printf("c: %d of %d were told the same in %ld turns; of %d at one round, one left, %d times of %d\n", right,
           (int)THREADS, turns, (int)THREADS, once, rounds);
    return alone.wrong == 0 && alone.told != 0 && right == THREADS && once == rounds ? 0 : 1;
}
