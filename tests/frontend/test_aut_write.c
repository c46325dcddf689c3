/*
 * Graphs from AUT to AUT in either dialect: random ones, with labels of all sorts, beside the bytes that must
 * be written.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "frontend/formats/mdp_read.h"
#include "frontend/formats/mdp_write.h"
#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#ifdef HEDDLE_SANITIZED
#define CASES 500
#else
#define CASES 2000
#endif
#define TEXT 65536u

static const char *const labels[] = {"i",  "tau",      " blank ",     "a",      "PUT !1 !\"x\"", "b,c", "",
                                     "b)", "\xc3\xa4", "a; prob 0.5", "rate 2", "a;prob 3/4",    "I"};
#define LABELS LENGTH(labels)

struct move {
    uint32_t from, label, to; /* label 0 is the internal action, whatever its name was */
};

static int compare_moves(const void *a, const void *b) {
    const struct move *left = a, *right = b;
    int order = strcmp(labels[left->label], labels[right->label]);
    return left->from != right->from ? (left->from < right->from ? -1 : 1)
           : order != 0              ? order
           : left->to != right->to   ? (left->to < right->to ? -1 : 1)
                                     : 0;
}

/* The file as it must be, byte for byte. */
static void expected_graph(struct move *moves, uint32_t count, uint32_t initial, uint32_t states, int mcrl2,
                           char *text) {
    uint32_t kept = 0;
    qsort(moves, count, sizeof *moves, compare_moves);
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0 || compare_moves(&moves[i - 1], &moves[i]) != 0) {
            moves[kept++] = moves[i];
        }
    }
    size_t used = (size_t)sprintf(text, "des (%u, %u, %u)\n", initial, kept, states);
    for (uint32_t i = 0; i < kept; i++) {
        const char *label = moves[i].label == 0 && mcrl2 ? "tau" : labels[moves[i].label];
        const char *quote = moves[i].label == 0 && !mcrl2 ? "" : "\"";
        used +=
            (size_t)sprintf(text + used, "(%u,%s%s%s,%u)\n", moves[i].from, quote, label, quote, moves[i].to);
    }
}

static int one_graph(uint64_t seed) {
    static char expected[TEXT];
    struct move moves[64];
    uint64_t random = seed;
    struct error error = {.code = ERROR_NONE};
    uint32_t states = 1 + random_draw(&random, 12), count = random_draw(&random, 64),
             initial = random_draw(&random, states);
    int mcrl2 = (int)random_draw(&random, 2);
    const struct run run = {.memory = &place.memory, .threads = 2};
    char in[PATH_BYTES], out[PATH_BYTES];
    command_path("graph.aut", in);
    command_path("graph_out.aut", out);
    FILE *file = fopen(in, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fprintf(file, "des (%u, %u, %u)\n", initial, count, states);
    for (uint32_t i = 0; i < count; i++) {
        moves[i] = (struct move){random_draw(&random, states), random_draw(&random, LABELS),
                                 random_draw(&random, states)};
        fprintf(file, "(%u, \"%s\", %u)\n", moves[i].from, labels[moves[i].label], moves[i].to);
        moves[i].label = moves[i].label == 1 ? 0 : moves[i].label;
    }
    fclose(file);
    struct mdp *mdp = mdp_read_as(in, &(struct mdp_read_options){.keep = 1, .plain = 1}, &run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mdp);
    expected_graph(moves, count, initial, states, mcrl2, expected);
    int failed = mdp_write_aut(mdp, out, mcrl2 ? MDP_DIALECT_MCRL2 : MDP_DIALECT_CADP, &run, &error);
    char *text = process_read_file(out, NULL);
    int right = failed == 0 && text != NULL && strcmp(text, expected) == 0;
    if (!right) {
        printf("\n  seed %llu (%s)\n  expected:\n%s  found:\n%s", (unsigned long long)seed, in, expected,
               text == NULL ? error.text : text);
    }
    free(text);
    mdp_free(mdp);
    return right && memory_used(&place.memory) == 0;
}

static void test_graphs(void) {
    uint64_t cases = number_of_cases(CASES);
    uint64_t seed = number_from_environment("HEDDLE_SEED", 815);
    int right = 1;
    for (uint64_t i = 0; i < cases && right; i++) {
        right = one_graph(seed + i);
    }
    CU_ASSERT(right);
}

void suite_aut_write(void) {
    suite_add("aut_write", workplace_open, workplace_close, "random graphs", test_graphs, NULL);
}
