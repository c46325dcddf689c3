/*
 * The engine `auto`: searches on the CPU, and on a GPU, too, if the state space turns out to be large. While
 * the CPU searches, a thread initialises the GPU. When that is done, both search until one of them has the
 * result (explore_race.c). The GPU starts from the initial state: that takes little time, and the CPU's
 * states would have to be sorted before a transfer.
 */
#include "explorer/explore_auto.h"

#include <string.h>

#include "base/run.h"
#include "explorer/explore_again.h"
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

/* The device failed: the host searches once more, and the device stays lost for later searches. */
static int search_again(struct exploration *exploration, const struct run *run, struct error *error) {
    const struct auto_engines *engines = exploration->engines;
    exploration->effort.fallback = *error;
    if (error->code == ERROR_DEVICE) {
        device_start_fail(engines->device_start, error);
    }
    return explore_again(exploration, engines->host, run, error);
}

static int search_if_lost(struct exploration *exploration, const struct run *run, struct error *error) {
    return error->code == ERROR_DEVICE ? search_again(exploration, run, error) : -1;
}

int auto_trace(struct exploration *exploration, const struct trace_goal *goal, const struct run *run,
               struct trace *trace, struct error *error) {
    const struct auto_engines *engines = exploration->engines;
    if (exploration->space.device != NULL) {
        int failed = engines->device->trace(exploration, goal, run, trace, error);
        if (!failed || search_if_lost(exploration, run, error) != 0) {
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
        if (graph != NULL || search_if_lost(exploration, run, error) != 0) {
            return graph;
        }
    }
    return engines->host->graph(exploration, options, run, error);
}

int auto_fetch(struct exploration *exploration, const struct run *run, struct error *error) {
    const struct auto_engines *engines = exploration->engines;
    if (exploration->space.device != NULL) {
        int failed = engines->device->fetch(exploration, run, error);
        if (!failed || search_if_lost(exploration, run, error) != 0) {
            return failed;
        }
    }
    return engines->host->fetch(exploration, run, error);
}

int auto_recover(struct exploration *exploration, const struct run *run, struct error *error) {
    return error->code == ERROR_DEVICE || error->code == ERROR_MEMORY ? search_again(exploration, run, error)
                                                                      : -1;
}
