/*
 * mCRL2's distributions in minimise and compare, in random graphs.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/testing.h"

#define CASES 25u

/* A random MDP in mCRL2's dialect: probabilities are multiples of 1/8. */
static void put_distributions(uint64_t seed, const char *name) {
    uint64_t random = seed;
    char text[4000];
    const uint32_t states = 2 + random_draw(&random, 5), transitions = 1 + random_draw(&random, 12);
    int used =
        snprintf(text, sizeof text, "des (%u,%u,%u)\n", random_draw(&random, states), transitions, states);
    for (uint32_t i = 0; i < transitions; i++) {
        used +=
            snprintf(text + used, sizeof text - (size_t)used, "(%u,\"%c\",%u", random_draw(&random, states),
                     "abi"[random_draw(&random, 3)], random_draw(&random, states));
        for (uint32_t left = 8; left > 1 && random_draw(&random, 3) > 0;) {
            const uint32_t part = 1 + random_draw(&random, left - 1);
            left -= part;
            used += snprintf(text + used, sizeof text - (size_t)used, " %u/8 %u", part,
                             random_draw(&random, states));
        }
        used += snprintf(text + used, sizeof text - (size_t)used, ")\n");
    }
    command_put_file(name, text);
}

static void expect_equal(const char *first, const char *second, int code) {
    char paths[3][PATH_BYTES];
    struct process process;
    command_run(&process, "compare", "-q", "-e", "probabilistic", command_path(first, paths[0]),
                command_path(second, paths[1]), "--evidence", command_path("compared.json", paths[2]));
    command_ends(&process, code, NULL);
    command_confirms(paths[2], code == 0 ? "both inputs are equivalent (probabilistic)"
                                         : "they are not equivalent (probabilistic)");
}

/* The smallest model is equivalent, in all formats, and so is the same model in DRN. */
static void judge_distributions(uint64_t seed, void *context) {
    uint64_t *mismatches = context;
    const unsigned before = CU_get_number_of_failures();
    char paths[2][PATH_BYTES];
    struct process process;
    put_distributions(seed, "drawn.aut");
    command_run(&process, "convert", "-q", command_path("drawn.aut", paths[0]),
                command_path("drawn.drn", paths[1]));
    command_ends(&process, 0, NULL);
    expect_equal("drawn.aut", "drawn.drn", 0);
    command_run(&process, "minimise", "-q", "-e", "probabilistic", paths[0], "-o",
                command_path("less.aut", paths[1]));
    command_ends(&process, 0, NULL);
    expect_equal("drawn.aut", "less.aut", 0);
    *mismatches += CU_get_number_of_failures() > before;
}

static void test_distributions(void) {
    uint64_t mismatches = 0;
    judge_seeds(CASES, 1, judge_distributions, &mismatches, &mismatches);
}

void suite_number_commands(void) {
    command_suite("number_commands", "mCRL2's distributions", test_distributions, NULL);
}
