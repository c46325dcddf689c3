/* The traces of properties that smaller networks decided, as traces of the whole network. */
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/composed/composed_internal.h"
#include "explorer/model/network.h"
#include "reduce/composition/expand.h"

static struct check_result *result_of(struct composed_work *work, uint32_t property) {
    return &work->composed->check->results[property];
}

static void drop_trace(struct composed_work *work, struct check_result *result) {
    trace_free(work->run->memory, &result->trace);
    result->trace = (struct trace){0};
    result->has_trace = 0;
}

/* The length of traces of which none can be shorter. */
static uint64_t least_length(const struct check_result *result) {
    return !result->ends_in_deadlock;
}

/* Expands the trace. 0, or -1 with the reason in the result. */
static int expand(struct composed_work *work, const struct composed_group *group,
                  struct check_result *result) {
    struct trace whole;
    const struct expand_task task = {.network = work->network,
                                     .hidden = group->hidden,
                                     .path = &result->trace,
                                     .to_deadlock = result->ends_in_deadlock,
                                     .most_steps = work->composing->most_steps};
    const int failed = composition_expand(group->composition, &task, &whole, &result->why);
    drop_trace(work, result);
    if (failed) {
        return -1;
    }
    result->trace = whole;
    result->has_trace = 1;
    result->length = whole.steps;
    result->cycle_length = whole.lasso == TRACE_NO_LASSO ? 0 : whole.steps - whole.lasso;
    result->reduced = whole.lasso != TRACE_NO_LASSO || whole.steps > least_length(result);
    return 0;
}

/* Looks for a trace in a search of the whole network. */
static void find_in_whole(struct composed_work *work, uint32_t property) {
    struct error error;
    struct check *check = composed_check_whole(work, property, UINT64_MAX, &error);
    struct check_result *result = result_of(work, property);
    if (check != NULL && check->results[0].verdict == VERDICT_VIOLATED) {
        composed_adopt(work, check, &property, 1);
        return;
    }
    check_free(check, work->run);
    error_set(&result->why, ERROR_LIMIT,
              "a smaller network decided the property, and the search of the whole network did not end");
}

/* A violation without a trace: one is looked for if it is to be written. */
static void miss_trace(struct composed_work *work, uint32_t property) {
    struct check_result *result = result_of(work, property);
    result->is_unlocated = 1;
    if (!work->options->no_files && !run_should_stop(work->run)) {
        find_in_whole(work, property);
    } else if (result->why.code == ERROR_NONE) {
        error_set(&result->why, ERROR_LIMIT,
                  "a smaller network decided the property; --trace FILE searches the whole network for one");
    }
}

/* Looks for a shorter trace, no deeper in the whole network than this one goes. */
static void shorten(struct composed_work *work, uint32_t property) {
    struct check_result *result = result_of(work, property);
    const uint64_t depth = result->length - least_length(result);
    const uint64_t most = work->options->explore.max_states;
    struct error error;
    struct check *check = composed_check_whole(work, property, depth, &error);
    const struct check_result *other = check == NULL ? NULL : &check->results[0];
    if (other == NULL) {
        work->composed->lacked_memory |= error.code == ERROR_MEMORY;
        return;
    }
    work->composed->lacked_memory |= other->why.code == ERROR_MEMORY;
    if (other->verdict == result->verdict && other->has_trace) {
        drop_trace(work, result);
        composed_adopt(work, check, &property, 1);
        return;
    }
    if (other->search != CHECK_NO_SEARCH) {
        const struct explore_result *search = &check->searches[other->search].result;
        const int is_complete =
            search->outcome == EXPLORE_DONE || (search->outcome == EXPLORE_LIMIT && search->levels > depth &&
                                                (most == 0 || search->states <= most));
        result->reduced &= !is_complete;
        work->composed->lacked_memory |= search->outcome == EXPLORE_FULL;
    }
    check_free(check, work->run);
}

/* What a smaller network lacks, the whole network may have. */
static void place_grounds(struct composed_work *work, uint32_t property) {
    struct check_result *result = result_of(work, property);
    if (result->vacuous == VACUITY_LABELS) {
        result->vacuous = VACUITY_NONE;
    }
    if (result->grounds == GROUNDS_LABELS) {
        result->grounds = GROUNDS_ABSENT;
    }
}

void composed_trace_place(struct composed_work *work, const struct composed_group *group, uint32_t property) {
    const struct check_options *options = work->options;
    struct check_result *result = result_of(work, property);
    const double begun = run_clock();
    const int is_violated = result->verdict == VERDICT_VIOLATED;
    place_grounds(work, property);
    if (result->verdict == VERDICT_UNDECIDED) {
        return;
    }
    if (result->has_trace && expand(work, group, result) != 0 && !is_violated) {
        result->grounds = GROUNDS_SEVERAL; /* a witness that cannot be shown */
        result->why.code = ERROR_NONE;
    }
    if (!result->has_trace && is_violated && !options->no_traces &&
        (work->properties[property].formula == NULL || result->grounds == GROUNDS_REACHED ||
         result->grounds == GROUNDS_GAME)) {
        miss_trace(work, property);
    }
    if (result->has_trace && result->reduced && options->shortest &&
        !property_is_of_cycles(work->properties[property].kind)) {
        shorten(work, property);
    }
    if (result->has_trace && !is_violated && !options->witnesses) {
        drop_trace(work, result);
    }
    work->composed->check->evidence_seconds += run_clock() - begun;
}
