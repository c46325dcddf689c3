/*
 * The engine `auto`: starts on the CPU, and uses a GPU if the state space turns out to be large. While the
 * CPU searches, a thread initialises the GPU. When that is done and the CPU has found a certain number of
 * states, the CPU's search is abandoned and the GPU starts from the beginning: that takes it a moment, while
 * the CPU's states would have to be sorted before a transfer.
 */
#include "explorer/explore_auto.h"

#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/quantity.h"
#include "base/run.h"
#include "explorer/search/level_store.h"
#include "explorer/model/model_core.h"
#include "hashtable/intern.h"

#define LATE_MICROSECONDS 1000 /* between two checks whether a device is ready */

/* A device that was lost stays lost for later searches. */
static void note_failure(const struct auto_engines *engines, const struct error *why) {
    if (why->code == ERROR_DEVICE) {
        device_start_fail(engines->device_start, why);
    }
}

/* --- the search --- */

struct departure {
    const struct auto_engines *engines;
    unsigned number;
};

/* The callback explore_options.leave. */
static int wants_to_leave(void *context, uint64_t states) {
    const struct departure *departure = context;
    const struct auto_engines *engines = departure->engines;
    if (states < engines->start_states) {
        return 0;
    }
    enum device_state state = device_start_state(engines->device_start);
    if (state == DEVICE_IDLE) {
        device_start_begin(engines->device_start, departure->number, engines->device->available,
                           engines->start);
    }
    return state == DEVICE_READY && states >= engines->leave_states;
}

/*
 * The host is out of memory, and the requested device may just not be ready yet: waits until that is known.
 * Returns whether it is ready.
 */
static int comes_late(const struct auto_engines *engines, const struct run *run) {
    while (device_start_state(engines->device_start) == DEVICE_STARTING && !run_should_stop(run)) {
        run_tell(run, "waiting for the GPU", 0, 0, NULL);
        usleep(LATE_MICROSECONDS);
    }
    return device_start_state(engines->device_start) == DEVICE_READY;
}

/* Searches on the device; NULL with *why filled if the host must search instead. */
static struct exploration *explore_on_device(const struct auto_engines *engines, const model *model,
                                             const struct explore_options *options, const struct run *run,
                                             struct error *why) {
    struct exploration *found = engines->device->explore(model, options, run, why);
    if (found == NULL) {
        note_failure(engines, why);
        return NULL;
    }
    if (found->result.outcome == EXPLORE_FULL && run->memory->limit > found->effort.memory_limit) {
        char text[QUANTITY_TEXT];
        error_set(why, ERROR_FULL, "%s: its memory (%s) is full", found->effort.device,
                  quantity_bytes(found->effort.memory_limit, text));
        exploration_free(found);
        return NULL;
    }
    *why = (struct error){.code = ERROR_NONE}; /* its failure did not matter */
    return found;
}

struct exploration *auto_explore(const struct auto_engines *engines, const model *model,
                                 const struct explore_options *options, const struct run *run,
                                 struct error *error) {
    struct departure departure = {engines, run->device};
    struct explore_options first = *options;
    double begun = run_clock();
    if (engines->device != NULL &&
        (options->max_states == 0 || options->max_states > engines->leave_states)) {
        first.leave = wants_to_leave;
        first.leave_context = &departure;
    }
    struct exploration *found = engines->host->explore(model, &first, run, error);
    if (found == NULL) {
        return NULL;
    }
    if (found->result.outcome == EXPLORE_LEFT ||
        (found->result.outcome == EXPLORE_FULL && first.leave != NULL && comes_late(engines, run))) {
        struct error why = {.code = ERROR_NONE};
        exploration_free(found);
        found = explore_on_device(engines, model, options, run, &why);
        if (found == NULL) {
            found = engines->host->explore(model, options, run, error);
        }
        if (found == NULL) {
            return NULL;
        }
        found->effort.fallback = why;
    } else if (first.leave != NULL && found->result.states >= engines->leave_states &&
               device_start_state(engines->device_start) == DEVICE_FAILED) {
        found->effort.fallback = engines->device_start->error;
    }
    found->engines = engines;
    found->effort.seconds = run_clock() - begun;
    found->effort.start_seconds = 0;
    return found;
}

/* --- after the search --- */

static uint64_t deeper_of(uint64_t deepest, uint64_t level) {
    return level != UINT64_MAX && level > deepest ? level : deepest;
}

/* The deepest level at which a trace can end. */
static uint64_t deepest_sight(const struct exploration *exploration) {
    const struct explore_result *result = &exploration->result;
    uint32_t labels = result->label_level == NULL ? 0 : model_header(exploration->model)->labels;
    uint64_t deepest = deeper_of(deeper_of(0, result->deadlock_level), result->error_level);
    for (uint32_t i = 0; i < labels; i++) {
        deepest = deeper_of(deepest, result->label_level[i]);
    }
    return deepest;
}

/* Keeps the result of `exploration`, and takes the states of `again`; frees `again` and the old states. */
static void replace_states(struct exploration *exploration, struct exploration *again) {
    struct state_space had = exploration->space;
    exploration->space = again->space;
    again->space = had;
    again->effort.seconds += exploration->effort.seconds;
    exploration->effort = again->effort;
    exploration_free(again);
}

static int describe_end(enum explore_outcome outcome, struct error *error) {
    switch (outcome) {
    case EXPLORE_DONE:
    case EXPLORE_LIMIT:
        return 0;
    case EXPLORE_FULL:
        return error_memory(error, "to search once more on the CPU");
    default:
        return error_set(error, ERROR_INTERRUPTED, "interrupted while the CPU searched once more");
    }
}

/*
 * The device failed with *error when its states were needed: the host searches again, as far as traces go, or
 * everything if the search was complete. 0, or -1 with *error unchanged or overwritten.
 */
static int search_again(struct exploration *exploration, const struct run *run, struct error *error) {
    struct error why = *error;
    if (why.code != ERROR_DEVICE) {
        return -1;
    }
    struct explore_options options = {
        .keep_levels = 1,
        .max_depth = exploration->result.outcome == EXPLORE_DONE ? UINT64_MAX : deepest_sight(exploration)};
    note_failure(exploration->engines, &why);
    exploration_drop_states(exploration); /* some levels may have been transferred */
    exploration->space.levels_kept = 0;
    struct exploration *again = exploration->engines->host->explore(exploration->model, &options, run, error);
    if (again == NULL) {
        return -1;
    }
    if (describe_end(again->result.outcome, error) != 0) {
        exploration_free(again);
        return -1;
    }
    replace_states(exploration, again);
    exploration->effort.fallback = why;
    return 0;
}

int auto_trace(struct exploration *exploration, const struct trace_goal *goal, const struct run *run,
               struct trace *trace, struct error *error) {
    const struct auto_engines *engines = exploration->engines;
    if (exploration->space.device != NULL) {
        int failed = engines->device->trace(exploration, goal, run, trace, error);
        if (!failed || search_again(exploration, run, error) != 0) {
            return failed;
        }
    }
    return engines->host->trace(exploration, goal, run, trace, error);
}

struct graph *auto_graph(struct exploration *exploration, const struct graph_options *options,
                         const struct run *run, struct error *error) {
    const struct auto_engines *engines = exploration->engines;
    if (exploration->space.device != NULL) {
        struct graph *graph = engines->device->graph(exploration, options, run, error);
        if (graph != NULL || search_again(exploration, run, error) != 0) {
            return graph;
        }
    }
    return engines->host->graph(exploration, options, run, error);
}

int auto_fetch(struct exploration *exploration, const struct run *run, struct error *error) {
    const struct auto_engines *engines = exploration->engines;
    if (exploration->space.device != NULL) {
        int failed = engines->device->fetch(exploration, run, error);
        if (!failed || search_again(exploration, run, error) != 0) {
            return failed;
        }
    }
    return engines->host->fetch(exploration, run, error);
}
