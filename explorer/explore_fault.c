/* Errors of models with data: the state in which a search found one, and the way to it. */
#include "explorer/explore_fault.h"

#include "base/memory.h"
#include "base/run.h"
#include "explorer/model/network.h"
#include "explorer/trace/trace_rebuild.h"

/* The search up to the level of the fault, with all levels, on the host. */
static struct exploration *search_again(const struct exploration *found, uint64_t level,
                                        uint32_t bucket_integers, const struct run *run,
                                        struct error *error) {
    const struct explore_options how = {
        .keep_levels = 1, .max_depth = level, .bucket_integers = bucket_integers};
    struct exploration *again = explore_cpu(found->model, &how, run, error);
    if (again != NULL) {
        again->result.fault_level = level;
    }
    return again;
}

static void describe(struct exploration *exploration, const struct trace_goal *goal, const struct run *run,
                     struct error *error) {
    const struct network *network = model_network(exploration->model);
    struct trace trace = {.components = network->component_count, .lasso = TRACE_NO_LASSO};
    if (trace_rebuild_cpu(exploration, goal, run, &trace, error) == 0) {
        network->describe_fault(network, &trace, run, error);
    }
    trace_free(run->memory, &trace);
}

static int has_levels(const struct exploration *found) {
    return found->space.levels_kept && found->space.device == NULL;
}

void explore_describe_fault(struct exploration *found, const struct trace_goal *goal, const struct run *run,
                            struct error *error) {
    if (has_levels(found)) {
        describe(found, goal, run, error);
        return;
    }
    exploration_drop_states(found);
    struct exploration *again = search_again(found, goal->level, 0, run, error);
    if (again != NULL) {
        describe(again, goal, run, error);
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
    if (again != NULL) {
        found->several = again->several;
        again->several = NULL;
        exploration_free(again);
    }
}

struct exploration *explore_settle_fault(struct exploration *found, const struct explore_options *options,
                                         const struct run *run, struct error *error) {
    const struct trace_goal goal = {.kind = TRACE_TO_FAULT};
    if (found == NULL || found->result.outcome != EXPLORE_FAULT) {
        return found;
    }
    if (has_levels(found)) {
        describe(found, &goal, run, error);
        exploration_free(found);
        return NULL;
    }
    exploration_drop_states(found);
    struct exploration *again =
        search_again(found, found->result.fault_level, options->bucket_integers, run, error);
    exploration_free(found);
    if (again != NULL) {
        describe(again, &goal, run, error);
        exploration_free(again);
    }
    return NULL;
}
