/*
 * A GPU that two processes use at the same time, on a machine that has one: both searches find all states.
 * Tokens move around a ring of places, each to the next place if that is free; the vectors are folded, so
 * both searches also number pairs of words (intern_core.h).
 */
#include <CUnit/Basic.h>
#include <stdio.h>

#include "tests/support/command.h"
#include "tests/support/device_fault.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

#define PLACES 300u
#define TOKENS 4u
#define STATES 330791175u       /* PLACES over TOKENS */
#define TRANSITIONS 1309888800u /* PLACES times (PLACES - 2 over TOKENS - 1) */
#define PAIRS 4u

static char ring[PATH_BYTES];

static void put_ring(void) {
    command_put_file("free.aut", "des (0, 2, 2)\n(0, receive, 1)\n(1, send, 0)\n");
    command_put_file("taken.aut", "des (1, 2, 2)\n(0, receive, 1)\n(1, send, 0)\n");
    FILE *file = fopen(command_path("ring.exp", ring), "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs("par using\n", file);
    for (unsigned rule = 0; rule < PLACES; rule++) {
        for (unsigned place = 0; place < PLACES; place++) {
            fprintf(file, "%s%s", place == 0 ? "  " : " * ",
                    place == rule                  ? "send"
                    : place == (rule + 1) % PLACES ? "receive"
                                                   : "_");
        }
        fprintf(file, " -> pass%s\n", rule + 1 < PLACES ? "," : "");
    }
    fputs("in\n", file);
    for (unsigned place = 0; place < PLACES; place++) {
        fprintf(file, "%s\"%s.aut\"\n", place == 0 ? "  " : "  || ", place < TOKENS ? "taken" : "free");
    }
    fputs("end par\n", file);
    CU_ASSERT_EQUAL(fclose(file), 0);
}

static void test_two(void) {
    static const char *const outs[] = {"left.out", "right.out"}, *const errs[] = {"left.err", "right.err"};
    for (unsigned pair = 0; pair < PAIRS; pair++) {
        pid_t pids[2];
        char out[2][PATH_BYTES], err[2][PATH_BYTES];
        for (unsigned i = 0; i < 2; i++) {
            pids[i] = command_start(command_path(outs[i], out[i]), command_path(errs[i], err[i]), "explore",
                                    "--json", "--device=cuda", "--memory=48G", ring, (const char *)NULL);
        }
        for (unsigned i = 0; i < 2; i++) {
            struct process process;
            process_finish(pids[i], out[i], err[i], &process);
            command_expect(&process, 0, NULL);
            json_t *object = command_json(process.out);
            CU_ASSERT_EQUAL(command_number(object, "states"), STATES);
            CU_ASSERT_EQUAL(command_number(object, "transitions"), TRANSITIONS);
            json_decref(object);
            process_free(&process);
        }
    }
}

void suite_gpu_shared(void) {
    if (!device_fault_is_testable("a GPU of two processes")) {
        return;
    }
    suite_add("a GPU of two processes", command_open, command_close, "the network", put_ring, "two searches",
              test_two, NULL);
}
