/* Searches in parts, with checkpoints. */
#include "tests/support/search_part.h"

#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/device/device_list.h"
#include "model/trace.h"
#include "tests/support/backend_test.h"
#include "tests/support/same_trace.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#define MOST_STATES 20000
#define DEVICE_BYTES ((uint64_t)1 << 28) /* unless `place` says something else */

const struct halt never_halt = {.states = UINT64_MAX};

const char *const search_cube = "mdp module a x:[0..99]; [] x<99 -> (x'=x+1); endmodule\n"
                                "module b = a [x=y] endmodule module c = a [x=z] endmodule\n";

int search_has_device(void) {
    static int told;
    for (unsigned i = 0; backends[i] != NULL; i++) {
        if (backends[i]->on_device && backend_is_testable(backends[i])) {
            return 1;
        }
    }
    if (backend_find("cuda") == NULL && !told) {
        told = 1;
        test_skip("searches on GPUs", "this build has no cuda backend");
    }
    return 0;
}

static struct device_list gpus;

void search_choose_gpus(unsigned count, const char *exchange) {
    gpus = (struct device_list){.count = count};
    place.run.devices = count > 1 ? &gpus : NULL;
    if (count > 1) {
        setenv("HEDDLE_EXCHANGE", exchange, 1);
    } else {
        unsetenv("HEDDLE_EXCHANGE");
    }
}

int halt_after(void *context, uint64_t states) {
    struct halt *halt = context;
    if (states >= halt->states) {
        __atomic_store_n(&halt->stop, 1, __ATOMIC_RELAXED);
    }
    return 0;
}

void drawn_search_open(struct drawn_search *drawn, struct placed_model *placed,
                       int (*decided)(void *context, const struct exploration *exploration), uint64_t *seed) {
    static const uint32_t words[] = {0, 0, 2, 4, 5};
    const struct model_options layout = {.words = words[random_draw(seed, LENGTH(words))],
                                         .labels = (int)random_draw(seed, 2)};
    const uint32_t labels = model_header(placed_model_compile(placed, &layout))->labels;
    drawn->watched = test_allocate(labels, 1);
    memset(drawn->watched, 1, labels);
    drawn->options = (struct explore_options){.max_depth = UINT64_MAX, .max_states = MOST_STATES};
    drawn->options.keep_levels = (int)random_draw(seed, 2);
    drawn->options.first_slots = random_draw(seed, 2) * 64;
    drawn->options.watched = random_draw(seed, 2) ? drawn->watched : NULL;
    drawn->options.decided = random_draw(seed, 2) ? decided : NULL;
}

void drawn_search_close(struct drawn_search *drawn) {
    free(drawn->watched);
}

static void note_telling(void *context, int warns, const char *text) {
    struct telling *telling = context;
    const int wrote = !warns && strncmp(text, "checkpoint in ", 14) == 0;
    telling->written += wrote;
    telling->failed += warns;
    snprintf(telling->last, sizeof telling->last, "%s", text);
    if (telling->halt != NULL && wrote && --telling->halt->written == 0) {
        __atomic_store_n(&telling->halt->stop, 1, __ATOMIC_RELAXED);
    }
}

struct checkpoint checkpoint_in(const char *folder, struct telling *telling) {
    return (struct checkpoint){.folder = folder,
                               .resume = folder,
                               .interval = 1e9,
                               .identity = {.input = "model", .network = "sum", .options = "test"},
                               .tell = note_telling,
                               .tell_context = telling};
}

void empty_checkpoints(char folder[SEARCH_PART_PATH]) {
    char command[SEARCH_PART_PATH + 32];
    snprintf(folder, SEARCH_PART_PATH, "%s", test_folder_path(&place.folder, "checkpoints"));
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    CU_ASSERT_EQUAL(system(command), 0);
}

struct exploration *explore_part(const struct backend *backend, const model *model,
                                 struct explore_options options, struct checkpoint *checkpoint,
                                 struct halt halt) {
    struct telling *telling = checkpoint->tell_context;
    struct run run = place.run;
    run.stop = &halt.stop;
    run.device_bytes = run.device_bytes != 0 ? run.device_bytes : DEVICE_BYTES;
    options.leave = halt_after;
    options.leave_context = &halt;
    options.checkpoint = checkpoint;
    telling->halt = &halt;
    CU_ASSERT_EQUAL_FATAL(checkpoint_open(checkpoint, &place.error), 0);
    struct exploration *found = backend->explore(model, &options, &run, &place.error);
    checkpoint_close(checkpoint);
    telling->halt = NULL;
    telling->halted = __atomic_load_n(&halt.stop, __ATOMIC_RELAXED) != 0;
    return found;
}

const char *compare_counts(const struct exploration *one, const struct exploration *other) {
    const struct explore_result *a = &one->result, *b = &other->result;
    return a->outcome != b->outcome                 ? "the outcome"
           : a->states != b->states                 ? "states"
           : a->transitions != b->transitions       ? "transitions"
           : a->choices != b->choices               ? "choices"
           : a->deadlocks != b->deadlocks           ? "deadlocks"
           : a->levels != b->levels                 ? "levels"
           : a->deadlock_level != b->deadlock_level ? "the level of a deadlock"
           : a->error_level != b->error_level       ? "the level of an error"
           : a->label_level != NULL && memcmp(a->label_level, b->label_level,
                                              model_header(one->model)->labels * sizeof(uint64_t)) != 0
               ? "levels of labels"
           : (one->several == NULL) != (other->several == NULL) ? "several commands in a state"
                                                                : NULL;
}

const char *compare_results(const struct exploration *one, const struct exploration *other) {
    const char *what = compare_counts(one, other);
    const uint64_t levels = one->result.levels + 1;
    return what != NULL ? what
           : memcmp(one->space.level_begin, other->space.level_begin, levels * sizeof(uint64_t)) != 0
               ? "begins of levels"
           : one->several != NULL && memcmp(one->several, other->several,
                                            model_header(one->model)->components * sizeof *one->several) != 0
               ? "several commands in a state"
               : NULL;
}

const char *compare_traces(struct exploration *one, struct exploration *other,
                           const struct backend *backend) {
    const struct trace_goal goal = {.kind = TRACE_TO_DEADLOCK};
    struct trace traces[2] = {{0}, {0}};
    if (one->result.deadlocks == 0) {
        return NULL;
    }
    CU_ASSERT_EQUAL(backends[0]->trace(one, &goal, &place.run, &traces[0], &place.error), 0);
    CU_ASSERT_EQUAL(backend->trace(other, &goal, &place.run, &traces[1], &place.error), 0);
    const int same = same_trace(&traces[0], &traces[1]);
    trace_free(&place.memory, &traces[0]);
    trace_free(&place.memory, &traces[1]);
    return same ? NULL : "traces";
}

const char *compare_products(struct exploration *one, struct exploration *other,
                             const struct backend *backend) {
    const char *what = compare_traces(one, other, backend);
    struct graph *a = backends[0]->graph(one, NULL, &place.run, &place.error);
    struct graph *b = backend->graph(other, NULL, &place.run, &place.error);
    CU_ASSERT_FATAL(a != NULL && b != NULL);
    if (a->vertices != b->vertices || a->edges != b->edges ||
        memcmp(a->offsets, b->offsets, (a->vertices + 1) * sizeof *a->offsets) != 0 ||
        (a->edges != 0 && (memcmp(a->targets, b->targets, a->edges * sizeof *a->targets) != 0 ||
                           memcmp(a->labels, b->labels, a->edges * sizeof *a->labels) != 0))) {
        what = "graphs";
    }
    graph_free(a);
    graph_free(b);
    return what;
}
