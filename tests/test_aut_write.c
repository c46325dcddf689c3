/*
 * Graphs from AUT to AUT in either dialect: random ones, with labels of all sorts, beside the bytes that must
 * be written.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "decompose/mdp_read.h"
#include "decompose/mdp_write.h"
#include "tests/folder.h"
#include "tests/process.h"
#include "tests/testing.h"

#ifdef HEDDLE_SANITIZED
#define CASES 500
#else
#define CASES 2000
#endif
#define TEXT 65536u

static struct test_folder folder;
static struct memory memory;
static struct run run;

static int set_up(void) {
    test_folder_create(&folder);
    memory_init(&memory, (uint64_t)1 << 30);
    run = (struct run){.memory = &memory, .threads = 2};
    return 0;
}

static int tear_down(void) {
    test_folder_remove(&folder);
    return 0;
}

static uint32_t below(uint64_t *random, uint32_t bound) {
    return (uint32_t)(random_next(random) % bound);
}

static const char *const labels[] = {"i",  "tau",      " blank ",     "a",      "PUT !1 !\"x\"", "b,c", "",
                                     "b)", "\xc3\xa4", "a; prob 0.5", "rate 2", "a;prob 3/4",    "I"};
#define LABELS (sizeof labels / sizeof *labels)

struct move {
    uint32_t from, label, to; /* the internal action is label 0, whatever it was called */
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
    uint32_t states = 1 + below(&random, 12), count = below(&random, 64), initial = below(&random, states);
    int mcrl2 = (int)below(&random, 2);
    char in[600], out[600];
    snprintf(in, sizeof in, "%s/graph.aut", folder.path);
    snprintf(out, sizeof out, "%s/graph_out.aut", folder.path);
    FILE *file = fopen(in, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fprintf(file, "des (%u, %u, %u)\n", initial, count, states);
    for (uint32_t i = 0; i < count; i++) {
        moves[i] = (struct move){below(&random, states), below(&random, LABELS), below(&random, states)};
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
    return right && memory_used(&memory) == 0;
}

static void test_graphs(void) {
    uint64_t cases = number_from_environment("HEDDLE_CASES", CASES);
    uint64_t seed = number_from_environment("HEDDLE_SEED", 815);
    int right = 1;
    for (uint64_t i = 0; i < cases && right; i++) {
        right = one_graph(seed + i);
    }
    CU_ASSERT(right);
}

void suite_aut_write(void) {
    CU_pSuite suite = CU_add_suite("aut_write", set_up, tear_down);
    CU_add_test(suite, "random graphs", test_graphs);
}
