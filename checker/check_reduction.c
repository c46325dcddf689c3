/* Searches with partial-order reduction: what their traces are, and shorter ones. */
#include "base/memory.h"
#include "base/run.h"
#include "checker/check_internal.h"
#include "space/space.h"

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
static void take_traces(struct shortening *shortening, struct space *space, int complete) {
    const struct exploration *exploration = space->exploration;
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
                check_find_trace(checking, target, space);
            }
        }
    }
}

/* Whether a search of all states saw all up to this depth. */
static int is_complete(const struct explore_options *explore, const struct explore_result *result) {
    return result->outcome == EXPLORE_DONE || result->outcome == EXPLORE_VIOLATED ||
           (result->outcome == EXPLORE_LIMIT && result->levels > explore->max_depth &&
            (explore->max_states == 0 || result->states <= explore->max_states));
}

void check_shorten(struct checking *checking, uint32_t search, const struct space *reduced) {
    struct shortening shortening = {checking, search};
    const struct check_options *options = checking->options;
    struct space_request request = {
        .backend = space_backend(reduced), .model = reduced->model, .explore = options->explore};
    struct explore_options *explore = &request.explore;
    const double begun = run_clock();
    struct space all;
    struct error error;
    explore->max_depth = depth_to_search(checking, search);
    if (explore->max_depth == 0) {
        return;
    }
    explore->partial_order = 0;
    explore->keep_levels = !options->no_traces;
    explore->may_forget = 1;
    explore->table_unread = 1;
    explore->watched = reduced->exploration->result.label_level != NULL ? checking->watched : NULL;
    explore->decided = has_found;
    explore->decided_context = &shortening;
    const int failed = space_open(&all, &request, checking->run, &error);
    checking->check->evidence_seconds += run_clock() - begun;
    if (failed == 0) {
        exploration_drop_table(all.exploration);
        take_traces(&shortening, &all, is_complete(explore, &all.exploration->result));
        space_close(&all);
    }
}
