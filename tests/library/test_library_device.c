/*
 * libheddle on a GPU: state spaces, their states and transitions, and results of properties are those of the
 * CPU. Without a GPU, two CPU threads are compared with one.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "explorer/backend.h"
#include "include/heddle.h"
#include "library/library.h"
#include "tests/support/command.h"
#include "tests/support/testing.h"

static const struct {
    const char *path, *constants;
} models[] = {
    {"order/order.exp", ""},          {"multilevel/logger.exp", ""},           {"peterson/late.exp", ""},
    {"prism/coin.prism", "K=2"},      {"prism/tandem.prism", "c=3"},           {"prism/herman.prism", ""},
    {"shared_coin-2-1/coin.exp", ""}, {"philosophers-5/philosophers.exp", ""},
};

static const struct heddle_property properties[] = {
    {HEDDLE_DEADLOCK_FREE, NULL},
    {HEDDLE_NEVER, "'deliver|done|log.*'"},
    {HEDDLE_NO_LIVELOCK, NULL},
    {HEDDLE_NO_STARVATION, "'pay|put.*|done'"},
    {HEDDLE_NO_FAIR_CYCLE, "fail,beep"},
    {HEDDLE_FORMULA, "[true*] <true> true"},
    {HEDDLE_FORMULA, "nu X . mu Y . ([\"deliver\"] X and [not \"deliver\"] Y)"},
    {HEDDLE_FORMULA, "<true*> <'done|beep'> true"},
};

static int put_state(void *user, uint64_t state, const uint32_t *local_states, uint32_t components) {
    fprintf(user, "%llu:", (unsigned long long)state);
    for (uint32_t i = 0; i < components; i++) {
        fprintf(user, " %u", local_states[i]);
    }
    return fputc('\n', user) == EOF;
}

static int put_transition(void *user, uint64_t from, const char *label, uint64_t to) {
    return fprintf(user, "%llu %s %llu\n", (unsigned long long)from, label, (unsigned long long)to) < 0;
}

static void put_space(heddle_network *network, FILE *out) {
    struct heddle_counts counts;
    CU_ASSERT_EQUAL_FATAL(heddle_explore(network, &counts), 0);
    fprintf(out, "%llu states, %llu deadlocks\n", (unsigned long long)counts.states,
            (unsigned long long)counts.deadlocks);
    heddle_space *space = heddle_space_create(network, &counts);
    CU_ASSERT_PTR_NOT_NULL_FATAL(space);
    fprintf(out, "%llu initial, %llu transitions, %llu choices, %llu levels\n",
            (unsigned long long)counts.initial, (unsigned long long)counts.transitions,
            (unsigned long long)counts.choices, (unsigned long long)counts.levels);
    CU_ASSERT_EQUAL(heddle_space_visit_states(space, put_state, out), 0);
    CU_ASSERT_EQUAL(heddle_space_visit_transitions(space, put_transition, out), 0);
    for (uint32_t label = 0; label < heddle_network_state_labels(network); label++) {
        for (uint64_t state = 0; state < heddle_space_states(space); state++) {
            fputs(heddle_space_has_label(space, state, label) == 1 ? "1" : "0", out);
        }
    }
    heddle_space_free(space);
}

static void put_result(void *user, const struct heddle_result *result) {
    const struct heddle_trace *trace = result->trace;
    fprintf(user, "\n%s: %d%s%s", result->name, result->verdict, result->vacuous ? ", vacuous" : "",
            result->why != NULL ? result->why->whole : "");
    for (uint64_t i = 0; trace != NULL && i < trace->steps; i++) {
        fprintf(user, ", %s", trace->labels[i]);
    }
    for (uint64_t i = 0; trace != NULL && i < (trace->steps + 1) * trace->components; i++) {
        fprintf(user, " %u", trace->local_states[i]);
    }
}

/* All that the library says of a model, as text that the caller frees. */
static char *text_of(const char *path, const char *constants, const char *device, unsigned threads) {
    char whole[PATH_BYTES], *text = NULL;
    size_t size;
    FILE *out = test_present(open_memstream(&text, &size));
    heddle_context *context = heddle_create();
    CU_ASSERT_PTR_NOT_NULL_FATAL(context);
    CU_ASSERT_EQUAL_FATAL(heddle_set_device(context, device), 0);
    CU_ASSERT_EQUAL(heddle_set_threads(context, threads), 0);
    CU_ASSERT(*constants == '\0' || heddle_set_constants(context, constants) == 0);
    heddle_network *network = heddle_network_open(context, command_example(path, whole));
    CU_ASSERT_PTR_NOT_NULL_FATAL(network);
    put_space(network, out);
    CU_ASSERT_EQUAL(heddle_check(network, properties, LENGTH(properties), put_result, out), 0);
    heddle_network_close(network);
    CU_ASSERT_EQUAL(memory_used(&context->job.memory), 0);
    heddle_free(context);
    CU_ASSERT_EQUAL(fclose(out), 0);
    return text;
}

static void compare_with(const char *device, unsigned threads) {
    for (size_t i = 0; i < LENGTH(models); i++) {
        char *here = text_of(models[i].path, models[i].constants, "cpu", 1);
        char *there = text_of(models[i].path, models[i].constants, device, threads);
        CU_ASSERT_TRUE(strlen(here) > 500);
        if (strcmp(here, there) != 0) {
            size_t at = 0;
            while (here[at] == there[at]) {
                at++;
            }
            printf("\n  %s: '%.60s' on the CPU, '%.60s' on %s", models[i].path, here + at, there + at,
                   device);
            CU_FAIL("another result");
        }
        free(here);
        free(there);
    }
}

static void test_threads(void) {
    compare_with("cpu", 2);
}

static void test_gpu(void) {
    compare_with("cuda", 1);
}

void suite_library_device(void) {
    const char *reason = "this build has no cuda backend";
    const struct backend *cuda = backend_find("cuda");
    CU_pSuite suite = command_suite("library on devices", "threads", test_threads, NULL);
    if (suite == NULL) {
        return;
    }
    if (cuda != NULL && cuda->available(&reason)) {
        CU_add_test(suite, "a GPU", test_gpu);
    } else {
        test_skip("the library on a GPU", reason);
    }
}
