/*
 * `heddle compare -e probabilistic` and its evidence: random PRISM models with rewards, whose verdicts are
 * those of the definition, and random distributions of mCRL2, which are minimised and converted.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>

#include "tests/oracle/oracle_measured.h"
#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

#define CASES 60u
#define DISTRIBUTIONS 25u

/* Compares two files of the suite's folder and verifies the evidence. */
static void compare_files(const char *first, const char *second, int differ) {
    char paths[2][PATH_BYTES], evidence[PATH_BYTES];
    command_exits(differ, NULL, "compare", "-q", "-e", "probabilistic", command_path(first, paths[0]),
                  command_path(second, paths[1]), "--evidence", command_path("evidence.json", evidence));
    command_confirms(evidence, differ ? "they are not equivalent (probabilistic)"
                                      : "both inputs are equivalent (probabilistic)");
}

static void put_model(uint64_t *random, const struct drawn_measured *drawn, const char *name) {
    char path[PATH_BYTES];
    FILE *file = test_present(fopen(command_path(name, path), "w"));
    random_measured_write_prism(random, drawn, file);
    CU_ASSERT_FATAL(fclose(file) == 0);
}

static void judge_models(uint64_t seed, void *context) {
    uint64_t *counts = context, random = seed * 0x9e3779b97f4a7c15u + 7;
    uint32_t class_of[ORACLE_MEASURED_STATES];
    struct drawn_measured drawn[2];
    struct oracle_measured both;
    do {
        random_measured_make(&random, &drawn[0]);
    } while (drawn[0].kind == MEASURED_STEP);
    random_measured_add_rewards(&random, &drawn[0]);
    drawn[1] = drawn[0];
    random_measured_unfold(&random, &drawn[1]);
    for (uint32_t changes = random_draw(&random, 2) == 0 ? 0 : 4; changes > 0; changes--) {
        random_measured_change(&random, &drawn[1]);
    }
    oracle_measured_join(&drawn[0], &drawn[1], &both);
    const int differ = oracle_measured_refine(&both, class_of) != UINT32_MAX;
    put_model(&random, &drawn[0], "one.prism");
    put_model(&random, &drawn[1], "other.prism");
    const unsigned before = CU_get_number_of_failures();
    compare_files("one.prism", "other.prism", differ);
    counts[0] += CU_get_number_of_failures() > before;
    counts[1 + differ]++;
}

static void test_random(void) {
    uint64_t counts[3] = {0};
    const uint64_t cases = judge_seeds(CASES, 1, judge_models, counts, &counts[0]);
    report_counts("pairs", cases, "equivalent", counts[1], "different", counts[2], NULL);
    CU_ASSERT(cases < CASES || (counts[1] * 5 > cases && counts[2] * 5 > cases));
}

/* A random MDP in mCRL2's dialect: probabilities are multiples of 1/8. */
static void put_distributions(uint64_t seed, const char *name) {
    uint64_t random = seed;
    char text[4000];
    const uint32_t states = 2 + random_draw(&random, 5), transitions = 1 + random_draw(&random, 12);
    snprintf(text, sizeof text, "des (%u,%u,%u)\n", random_draw(&random, states), transitions, states);
    for (uint32_t i = 0; i < transitions; i++) {
        text_append(text, sizeof text, "(%u,\"%c\",%u", random_draw(&random, states),
                    "abi"[random_draw(&random, 3)], random_draw(&random, states));
        for (uint32_t left = 8; left > 1 && random_draw(&random, 3) > 0;) {
            const uint32_t part = 1 + random_draw(&random, left - 1);
            left -= part;
            text_append(text, sizeof text, " %u/8 %u", part, random_draw(&random, states));
        }
        text_append(text, sizeof text, ")\n");
    }
    command_put_file(name, text);
}

/* The smallest model is equivalent, in all formats, and so is the same model in DRN. */
static void judge_distributions(uint64_t seed, void *context) {
    uint64_t *mismatches = context;
    const unsigned before = CU_get_number_of_failures();
    char paths[2][PATH_BYTES];
    put_distributions(seed, "drawn.aut");
    command_exits(0, NULL, "convert", "-q", command_path("drawn.aut", paths[0]),
                  command_path("drawn.drn", paths[1]));
    compare_files("drawn.aut", "drawn.drn", 0);
    command_exits(0, NULL, "minimise", "-q", "-e", "probabilistic", paths[0], "-o",
                  command_path("less.aut", paths[1]));
    compare_files("drawn.aut", "less.aut", 0);
    *mismatches += CU_get_number_of_failures() > before;
}

static void test_distributions(void) {
    uint64_t mismatches = 0;
    judge_seeds(DISTRIBUTIONS, 1, judge_distributions, &mismatches, &mismatches);
}

void suite_compare_numbers(void) {
    command_suite("compare with numbers", "random models", test_random, "mCRL2's distributions",
                  test_distributions, NULL);
}
