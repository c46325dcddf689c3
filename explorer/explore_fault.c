/* Errors of models with data: the state in which a search found one, and the way to it. */
#include "explorer/explore_fault.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/model/data/data_model.h"
#include "explorer/model/network.h"
#include "model/observer.h"
#include "explorer/trace/trace_fault.h"
#include "explorer/trace/trace_rebuild.h"

#define NO_PREDICATE UINT32_MAX

/* The search up to the level of the fault, with all levels, on the host. Where the first one left out states,
 * there may be a fault in an earlier level. */
static struct exploration *search_again(const struct exploration *found, uint64_t level,
                                        uint32_t bucket_integers, const struct run *run,
                                        struct error *error) {
    const struct explore_options how = {
        .keep_levels = 1, .max_depth = level, .bucket_integers = bucket_integers};
    struct exploration *again = explore_cpu(found->model, &how, run, error);
    if (again != NULL && again->result.outcome != EXPLORE_FAULT) {
        again->result.fault_level = level;
    }
    return again;
}

/* The predicate that a state of the observer tests; NO_PREDICATE if it tests none. */
static uint32_t tested_predicate(const struct model *model, uint32_t state) {
    const struct data_header *data = model_network(model)->data;
    const struct model_view view = model_view_of(model_image(model));
    if (state == MODEL_NONE || (view.observer_state[state].kind != OBSERVER_TEST &&
                                view.observer_state[state].kind != OBSERVER_PASS)) {
        return NO_PREDICATE;
    }
    uint32_t predicate = 0;
    while (data_predicates(data)[predicate] != view.observer_state[state].predicate) {
        predicate++;
    }
    return predicate;
}

/* Describes the predicate; if there is none, what is wrong where the goal, a TRACE_TO_FAULT, is. */
static void describe(struct exploration *exploration, const struct trace_goal *goal, uint32_t predicate,
                     const struct run *run, struct error *error) {
    const struct network *network = model_network(exploration->model);
    struct trace trace = {.components = network->component_count, .lasso = TRACE_NO_LASSO};
    uint32_t observer = MODEL_NONE;
    struct trace_goal wanted = *goal;
    wanted.observer = &observer;
    if (trace_rebuild_cpu(exploration, &wanted, run, &trace, error) == 0) {
        predicate = predicate != NO_PREDICATE ? predicate : tested_predicate(exploration->model, observer);
        if (predicate == NO_PREDICATE) {
            network->describe_fault(network, &trace, run, error);
        } else {
            network->describe_predicate(network, trace_state(&trace, trace.steps), predicate, run, error);
            trace_fault_path(network, &trace, error);
        }
    }
    trace_free(run->memory, &trace);
}

static int has_levels(const struct exploration *found) {
    return found->space.levels_kept && found->space.device == NULL;
}

void explore_describe_predicate(struct exploration *found, const struct trace_goal *goal, uint32_t predicate,
                                const struct run *run, struct error *error) {
    if (has_levels(found)) {
        describe(found, goal, predicate, run, error);
        return;
    }
    exploration_drop_states(found);
    struct exploration *again = search_again(found, goal->level, 0, run, error);
    if (again != NULL) {
        describe(again, goal, predicate, run, error);
        exploration_free(again);
    }
}

void explore_settle_several(struct exploration *found, const struct explore_options *options,
                            const struct run *run) {
    struct error ignored = {.code = ERROR_NONE};
    const struct explore_options how = {.max_depth = found->result.several_level + 1,
                                        .bucket_integers = options->bucket_integers};
    if (found->result.several_level == UINT64_MAX) {
        return;
    }
    struct exploration *again = explore_cpu(found->model, &how, run, &ignored);
    if (again != NULL && (again->result.outcome == EXPLORE_DONE || again->result.outcome == EXPLORE_LIMIT)) {
        found->several = again->several; /* else some states may have been left out */
        again->several = NULL;
    }
    exploration_free(again);
}

struct exploration *explore_settle_fault(struct exploration *found, const struct explore_options *options,
                                         const struct run *run, struct error *error) {
    const struct trace_goal goal = {.kind = TRACE_TO_FAULT};
    if (found == NULL || found->result.outcome != EXPLORE_FAULT) {
        return found;
    }
    if (has_levels(found)) {
        describe(found, &goal, NO_PREDICATE, run, error);
        exploration_free(found);
        return NULL;
    }
    exploration_drop_states(found);
    struct exploration *again =
        search_again(found, found->result.fault_level, options->bucket_integers, run, error);
    exploration_free(found);
    if (again != NULL) {
        describe(again, &goal, NO_PREDICATE, run, error);
        exploration_free(again);
    }
    return NULL;
}
