/*
 * The engine `auto`: searches on the CPU, and on a GPU, too, if the state space turns out to be large. While
 * the CPU searches, a thread initialises the GPU. When that is done, both search until one of them has the
 * result (explore_race.c). The GPU starts from the initial state: that takes little time, and the CPU's
 * states would have to be sorted before a transfer.
 */
#include "explorer/explore_auto.h"

#include <string.h>

#include "base/run.h"
#include "explorer/explore_race.h"
#include "explorer/search/level_store.h"
#include "explorer/model/data/data_model_core.h"
#include "explorer/model/model_core.h"
#include "explorer/model/network.h"
#include "explorer/model/stubborn.h"
#include "hashtable/intern.h"

/* --- the search --- */

struct exploration *auto_explore(const struct auto_engines *engines, const model *model,
                                 const struct explore_options *options, const struct run *run,
                                 struct error *error) {
    const struct network *network = model_network(model);
    int may_race = engines->device != NULL && (network->data == NULL || network->data->portable) &&
                   (!options->partial_order || stubborn_device_refusal(network) == NULL) &&
                   (options->max_states == 0 || options->max_states > engines->leave_states);
    struct error why = {.code = ERROR_NONE};
    double begun = run_clock();
    struct exploration *found = may_race ? race_explore(engines, model, options, run, &why, error)
                                         : engines->host->explore(model, options, run, error);
    if (found == NULL) {
        return NULL;
    }
    if (may_race && why.code == ERROR_NONE && !found->effort.on_device &&
        found->result.states >= engines->leave_states &&
        device_start_state(engines->device_start) == DEVICE_FAILED) {
        why = engines->device_start->error;
    }
    found->engines = engines;
    found->effort.fallback = why;
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
    device_start_fail(exploration->engines->device_start, &why); /* it stays lost for later searches */
    exploration_drop_states(exploration);                        /* some levels may have been transferred */
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
