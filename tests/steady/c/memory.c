/*
 * The turns of a server, and the memory of this program meanwhile:
 *
 *     memory TURNS [leak]
 *
 * Prints it at the end of the warm-up and of each tenth of the turns, in kB. With `leak`, every round is kept.
 */
#include "server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 10 };

/* What this program holds of memory that is not a file's; -1 elsewhere than on Linux. */
static long resident(void)
{
    FILE *file = fopen("/proc/self/smaps_rollup", "r");
    char line[256];
    long size = -1;

    while (file != NULL && size < 0 && fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "Anonymous: %ld kB", &size) != 1)
            size = -1;
    if (file != NULL)
        fclose(file);
    return size;
}

int main(int argc, char **argv)
{
    long turns = argc > 1 ? strtol(argv[1], NULL, 10) : 0, warm_up = turns / 10 > 1000 ? turns / 10 : 1000, turn = 0;
    struct server server;
    struct client client = {"", false, 0, 0};
    int part;

    if (turns < 1) {
        fputs("memory TURNS [leak]\n", stderr);
        return 2;
    }
    client.leaks = argc > 2 && strcmp(argv[2], "leak") == 0;
    server_open(&server);
    for (turn = 0; turn < warm_up; turn++)
        server_turn(&server, &client, turn);
    printf("{\"turns\":%ld,\"kB\":[%ld", turns, resident());
    for (part = 0; part < SAMPLES; part++) {
        for (turn = part * turns / SAMPLES; turn < (part + 1) * turns / SAMPLES; turn++)
            server_turn(&server, &client, turn);
        printf(",%ld", resident());
    }
    printf("]}\n");
    server_close(&server);
    return client.wrong == 0 ? 0 : 1;
}
