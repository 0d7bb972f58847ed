#define _POSIX_C_SOURCE 200809L
/*
 * What a server may rely on: a changed token never opens; a ring of keys turns without a refused token; keys are copied,
 * and nothing is ever printed; the log learns reason, method and target, and nothing of state and answers. Against the
 * library that people get.
 *
 *     safety [tests/vectors]
 */
#include "safety.h"

#include <stdio.h>
#include <string.h>

enum { CHECKS = 16353 };

const char *const formats[FORMATS] = {"signed", "encrypted", "rs1", "rs2"};

static int checks, failures;

void check_at(const char *file, int line, const char *what, bool good)
{
    checks++;
    if (!good) {
        failures++;
        fprintf(stderr, "%s:%d: %s\n", file, line, what);
    }
}

int main(int argc, char **argv)
{
    tampering();
    rings(argc > 1 ? argv[1] : "tests/vectors");
    silence();
    the_log();
    printf("c: safety: %d checks, %d as wanted\n", checks, checks - failures);
    if (checks != CHECKS)
        fprintf(stderr, "c: safety: %d checks were to be made\n", CHECKS);
    return failures == 0 && checks == CHECKS ? 0 : 1;
}
