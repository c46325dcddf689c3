/*
 * Every command that has --device, with its options alone and in pairs, on a CPU and on a GPU: both exit with
 * the same status, print the same and write the same files; what one of them cannot do, it refuses by the
 * name of the option. Without a GPU, a sample is compared on a CPU with other threads and layouts, which
 * shows that the table of command lines and the comparison are right.
 *
 * HEDDLE_OTHER: another build of heddle. Then both builds run the command lines on a CPU, and must do the
 * same: so a change that moves code is compared with the program before it.
 *
 * HEDDLE_COMMANDS: how many command lines on the GPU, or by two builds; those of one option come first, then
 * pairs in random order. HEDDLE_AT_ONCE: how many at a time.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explorer/backend.h"
#include "tests/support/command.h"
#include "tests/support/command_grid.h"
#include "tests/support/command_twins.h"
#include "tests/support/testing.h"
#include "tests/support/twin_text.h"

#define ON_A_GPU 1000u
#define GPU_AT_ONCE 6u /* CUDA starts one process after the other, in 0.2 s: that takes most of the time */
#define SAMPLE 60u
#define LONG_SAMPLE 1200u
#define MOST_AT_ONCE 16u
#define MOST_SHOWN 100u
#define LINE_BYTES 1024
#define WHY_BYTES 4096
#define SEED 20240611u

struct comparison {
    int on_gpu;
    const char *other; /* the build that runs on the left side; NULL: this one */
    unsigned at_once;
    uint64_t run, differ, refused;
};

struct pair {
    const struct grid_case *one;
    struct twin twins[2];
};

static const char *side_of(const struct comparison *comparison, const struct grid_case *one, int side) {
    const int solves = strcmp(one->base->command, "solve") == 0;
    return side == 0 || comparison->other != NULL ? "--device cpu -j 1"
           : comparison->on_gpu                   ? "--device cuda --memory 4G"
           : solves                               ? "--device cpu -j 3"
                                                  : "--device cpu -j 3 --words 5";
}

/* Two builds leave the same evidence, too. */
static enum grid_compared compared_of(const struct comparison *comparison, const struct grid_case *one) {
    return comparison->other != NULL ? GRID_ALL : grid_compared_of(one);
}

static void start_pair(const struct comparison *comparison, struct pair *pair, uint64_t number,
                       const struct grid_case *one) {
    char line[LINE_BYTES], folder[40];
    pair->one = one;
    for (int side = 0; side < 2; side++) {
        grid_line(one, side_of(comparison, one, side), line, sizeof line);
        snprintf(folder, sizeof folder, "%s-%llu", side == 0 ? "left" : "right", (unsigned long long)number);
        twin_start(&pair->twins[side], folder, side == 0 ? comparison->other : NULL, line,
                   compared_of(comparison, one));
    }
}

static void tell(struct comparison *comparison, const struct grid_case *one, const char *why) {
    char line[LINE_BYTES];
    grid_line(one, side_of(comparison, one, 1), line, sizeof line);
    if (comparison->differ++ < MOST_SHOWN) {
        printf("\n  heddle %s\n  %s\n", line, why);
    }
}

/* Whether a side refuses the command line, as it must: 1; 0: it must not. */
static int is_refused(struct comparison *comparison, const struct pair *pair) {
    for (int side = 0; side < 2; side++) {
        const enum grid_side where = side == 1 && comparison->on_gpu ? GRID_CUDA : GRID_CPU;
        const char *message = grid_refusal(pair->one, where);
        const struct process *process = &pair->twins[side].process;
        if (message == NULL) {
            continue;
        }
        const struct process *other = &pair->twins[1 - side].process;
        const int is_wrong = other->code == 2; /* wherever it runs */
        if (process->code != 2 || (!is_wrong && strstr(process->err, message) == NULL)) {
            tell(comparison, pair->one, "should be refused, with the name of the option");
        } else if (other->code < 0 || other->code > 3) {
            tell(comparison, pair->one,
                 "should not be refused, but end well or write evidence that is confirmed");
        }
        comparison->refused++;
        return 1;
    }
    return 0;
}

static void finish_pair(struct comparison *comparison, struct pair *pair) {
    char why[WHY_BYTES];
    twin_finish(&pair->twins[0]);
    twin_finish(&pair->twins[1]);
    comparison->run++;
    if ((comparison->other != NULL || !is_refused(comparison, pair)) &&
        twins_differ(&pair->twins[0], &pair->twins[1], compared_of(comparison, pair->one), why, sizeof why)) {
        tell(comparison, pair->one, why);
    }
    twin_remove(&pair->twins[0]);
    twin_remove(&pair->twins[1]);
}

static void compare_cases(struct comparison *comparison, const struct grid_case *cases, uint64_t count) {
    struct pair pairs[MOST_AT_ONCE];
    const unsigned at_once = comparison->at_once;
    for (uint64_t i = 0; i < count + at_once; i++) {
        struct pair *pair = &pairs[i % at_once];
        if (i >= at_once && i - at_once < count) {
            finish_pair(comparison, pair);
        }
        if (i < count) {
            start_pair(comparison, pair, i, &cases[i]);
        }
    }
    report_counts("command lines", comparison->run, "refused", comparison->refused, "different",
                  comparison->differ, NULL);
    CU_ASSERT_EQUAL(comparison->differ, 0);
    CU_ASSERT_EQUAL(comparison->run, count);
}

static void shuffle(struct grid_case *cases, uint64_t count) {
    uint64_t state = number_from_environment("HEDDLE_SEED", SEED);
    for (uint64_t i = count; i > 1; i--) {
        const uint64_t other = random_draw(&state, (uint32_t)i);
        const struct grid_case moved = cases[i - 1];
        cases[i - 1] = cases[other];
        cases[other] = moved;
    }
}

/* Those of one option first, and then pairs; or any of them, of which a sample is taken. */
static void compare_some(struct comparison *comparison, uint64_t most, int sample) {
    uint64_t count, single;
    struct grid_case *cases = grid_cases(&count, &single);
    const uint64_t kept = sample ? 0 : single;
    report_counts("of", count, "of one option", single, NULL);
    shuffle(cases + kept, count - kept);
    compare_cases(comparison, cases, most < count ? most : count);
    free(cases);
}

static void test_cpu(void) {
    struct comparison comparison = {.at_once = 2};
    compare_some(&comparison, test_is_short() ? SAMPLE / 6 : test_is_long() ? LONG_SAMPLE : SAMPLE, 1);
}

static void test_builds(void) {
    struct comparison comparison = {.other = getenv("HEDDLE_OTHER"), .at_once = 2};
    if (comparison.other != NULL) {
        compare_some(&comparison, number_from_environment("HEDDLE_COMMANDS", ON_A_GPU), 0);
    }
}

static void test_gpu(void) {
    const uint64_t wanted = number_from_environment("HEDDLE_AT_ONCE", GPU_AT_ONCE);
    struct comparison comparison = {.on_gpu = 1,
                                    .at_once = wanted < 1              ? 1
                                               : wanted > MOST_AT_ONCE ? MOST_AT_ONCE
                                                                       : (unsigned)wanted};
    compare_some(&comparison, number_from_environment("HEDDLE_COMMANDS", test_is_short() ? SAMPLE : ON_A_GPU),
                 0);
}

/* Differences are seen, and what depends on the engine is not. */
static void test_twins(void) {
    char text[] =
        "{\n  \"device\": \"cuda:0\",\n  \"states\": 3,\n  \"seconds\": 0.5,\n  \"table_load\": 1\n}";
    twin_normalise(text);
    CU_ASSERT_STRING_EQUAL(text, "{\n \"states\": 3\n}");
    char shown[] = "device       cuda\nstates          3\nsearch time  0.1 s\nspeed        1 M states/s\n"
                   "             2 M transitions/s\nmemory       3 MiB\nwritten      o.aut\n";
    twin_normalise(shown);
    CU_ASSERT_STRING_EQUAL(shown, "states 3\nwritten o.aut\n");
    char message[] = "heddle: checkpoint in c: 37 states, 1.01 KiB in 0.02 s\n<testcase time=\"0.1\"/>\n";
    twin_normalise(message);
    CU_ASSERT_STRING_EQUAL(message, "heddle: checkpoint in c: 37 states\n<testcase/>\n");
    static const struct {
        const char *lines[2];
        int differ;
        enum grid_compared compared;
    } cases[] = {
        {{"explore -j 1 ../in/user.aut -o o.aut", "explore -j 2 ../in/user.aut -o o.aut"}, 0, GRID_ALL},
        {{"explore ../in/user.aut -o o.aut", "explore ../in/user.aut -o o.dot"}, 1, GRID_ALL},
        {{"explore -q ../in/user.aut -o o.aut", "explore -q ../in/user.aut -o o.aut --minimise weak"},
         1,
         GRID_ALL},
        {{"explore -q ../in/user.aut -o o.aut", "explore -q ../in/user.aut -o o.aut --minimise strong"},
         0,
         GRID_ALL},
        {{"explore -q ../in/rated.exp -o o.aut", "explore -q ../in/mixed.exp -o o.aut"}, 1, GRID_ALL},
        {{"check ../in/user.aut -D", "check ../in/user.aut -n work"}, 1, GRID_ALL},
        {{"check ../in/user.aut -D -R r.html", "check ../in/user.aut -D -j 1 -R r.html"}, 0, GRID_ALL},
        {{"explore ../in/user.aut", "explore ../in/user.aut --max-depth 1"}, 1, GRID_ALL},
        {{"explore ../in/user.aut", "explore -q ../in/user.aut"}, 0, GRID_FILES},
        {{"explore ../in/user.aut -o o.aut", "explore ../in/user.aut -o o.dot"}, 0, GRID_EXIT},
        {{"solve -q --solver spm ../in/game.pg -o o.sol", "solve -q ../in/game.pg -o o.sol"}, 0, GRID_ALL},
        {{"solve -q ../in/nested.pg -o o.sol", "solve -q --min ../in/nested.pg -o o.sol"}, 1, GRID_ALL},
        {{"check ../in/user.aut -D -T t.json", "check ../in/user.aut -D -T t.json -j 1"}, 0, GRID_WINNERS},
        {{"check -q ../in/user.aut -D; echo 1 >t.json", "check -q ../in/user.aut -D; echo 1 >t.json"},
         1,
         GRID_WINNERS},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct twin twins[2];
        char why[WHY_BYTES];
        for (int k = 0; k < 2; k++) {
            twin_start(&twins[k], k == 0 ? "one" : "other", NULL, cases[i].lines[k], cases[i].compared);
        }
        twin_finish(&twins[0]);
        twin_finish(&twins[1]);
        if (twins_differ(&twins[0], &twins[1], cases[i].compared, why, sizeof why) != cases[i].differ) {
            printf("\n  %s: %s", cases[i].lines[0], cases[i].differ ? "no difference" : why);
            CU_FAIL("wrong comparison");
        }
        twin_remove(&twins[0]);
        twin_remove(&twins[1]);
    }
}

void suite_every_command(void) {
    CU_pSuite suite = command_suite("every command", "inputs", grid_put_inputs, "the comparison", test_twins,
                                    "a sample on a CPU", test_cpu, "by two builds", test_builds, NULL);
    if (suite == NULL) {
        return;
    }
    const struct backend *cuda = backend_find("cuda");
    const char *reason = "this build has no cuda backend";
    if (cuda != NULL && cuda->available(&reason)) {
        CU_add_test(suite, "on a CPU and on a GPU", test_gpu);
    } else {
        test_skip("every command on a GPU", reason);
    }
}
