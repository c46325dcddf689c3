/* Searches with partial-order reduction: what their traces are, and shorter ones. */
#include "base/memory.h"
#include "base/run.h"
#include "checker/check_internal.h"
#include "explorer/backend.h"

static int is_reached(const struct check_target *target, uint32_t search) {
    return target->search == search && target->finding == FINDING_REACHED && target->reduced;
}

/* The length of traces of which none can be shorter. */
static uint64_t shortest_length(const struct check_target *target) {
    return target->kind != TRACE_TO_DEADLOCK;
}

void check_note_reduction(struct checking *checking, uint32_t search, const struct exploration *exploration) {
    for (uint64_t t = 0; t < checking->target_count; t++) {
        struct check_target *target = &checking->targets[t];
        target->reduced |= target->search == search && exploration->result.reduced != 0 &&
                           target->length > shortest_length(target);
    }
}

struct shortening {
    struct checking *checking;
    uint32_t search;
};

/* Whether the search of all states has found all that the one before found. */
static int has_found(void *context, const struct exploration *exploration) {
    const struct shortening *shortening = context;
    const struct checking *checking = shortening->checking;
    for (uint64_t t = 0; t < checking->target_count; t++) {
        const struct check_target *target = &checking->targets[t];
        struct trace_goal goal = check_target_goal(target);
        if (is_reached(target, shortening->search) && trace_length(exploration, &goal) == UINT64_MAX) {
            return 0;
        }
    }
    return 1;
}

/* The depth of the states to expand, in which shorter traces than those known would be found. */
static uint64_t depth_to_search(const struct checking *checking, uint32_t search) {
    uint64_t depth = 0;
    for (uint64_t t = 0; t < checking->target_count; t++) {
        const struct check_target *target = &checking->targets[t];
        if (is_reached(target, search)) {
            uint64_t needed = target->length - shortest_length(target);
            depth = needed > depth ? needed : depth;
        }
    }
    return depth;
}

/* Takes the shorter traces; all others are shortest ones, if the search saw all up to its depth. */
static void take_traces(struct shortening *shortening, struct exploration *exploration, int complete) {
    struct checking *checking = shortening->checking;
    for (uint64_t t = 0; t < checking->target_count; t++) {
        struct check_target *target = &checking->targets[t];
        struct trace_goal goal = check_target_goal(target);
        uint64_t length = trace_length(exploration, &goal);
        if (!is_reached(target, shortening->search)) {
            continue;
        }
        target->reduced = length == UINT64_MAX && !complete;
        if (length < target->length) {
            target->length = length;
            if (target->has_trace) {
                trace_free(checking->run->memory, &target->trace);
                check_find_trace(checking, target, exploration);
            }
        }
    }
}

void check_shorten(struct checking *checking, uint32_t search, const struct exploration *exploration) {
    struct shortening shortening = {checking, search};
    struct explore_options explore = checking->options->explore;
    uint64_t depth = depth_to_search(checking, search);
    double begun = run_clock();
    struct error error;
    if (depth == 0) {
        return;
    }
    explore.partial_order = 0;
    explore.max_depth = depth;
    explore.keep_levels = !checking->options->no_traces;
    explore.may_forget = 1;
    explore.table_unread = 1;
    explore.watched = exploration->result.label_level != NULL ? checking->watched : NULL;
    explore.decided = has_found;
    explore.decided_context = &shortening;
    struct exploration *all =
        checking->options->backend->explore(exploration->model, &explore, checking->run, &error);
    checking->check->evidence_seconds += run_clock() - begun;
    if (all != NULL) {
        enum explore_outcome outcome = all->result.outcome;
        int complete = outcome == EXPLORE_DONE || outcome == EXPLORE_VIOLATED ||
                       (outcome == EXPLORE_LIMIT && all->result.levels > depth &&
                        (explore.max_states == 0 || all->result.states <= explore.max_states));
        exploration_drop_table(all);
        take_traces(&shortening, all, complete);
        exploration_free(all);
    }
}
