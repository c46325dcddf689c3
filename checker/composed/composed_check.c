/* Checks properties on smaller networks. */
#include "checker/composed/composed_check.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/composed/composed_internal.h"
#include "explorer/model/network.h"

static int memory_error(struct composed_work *work) {
    return error_memory(work->error, "for the properties");
}

/* --- the results of all checks --- */

/* Makes room for more searches. 0 or -1. */
static int grow_searches(struct composed_work *work, uint32_t more) {
    struct check *check = work->composed->check;
    const uint32_t capacity = check->search_count + more;
    struct check_search *searches = memory_allocate_zeroed(work->run->memory, capacity * sizeof *searches);
    if (searches == NULL) {
        return memory_error(work);
    }
    if (check->search_count > 0) {
        memcpy(searches, check->searches, check->search_count * sizeof *searches);
    }
    memory_free(work->run->memory, check->searches, check->search_capacity * sizeof *searches);
    check->searches = searches;
    check->search_capacity = capacity;
    return 0;
}

static void take_searches(struct check *check, struct check *part) {
    for (uint32_t i = 0; i < part->search_count; i++) {
        check->searches[check->search_count++] = part->searches[i];
        part->searches[i].several = NULL;
        part->searches[i].several_bytes = 0;
    }
}

static void take_result(struct composed_work *work, uint32_t number, struct check_result *result,
                        uint32_t first) {
    struct check *check = work->composed->check;
    check->results[number] = *result;
    if (result->vacuous == VACUITY_UNFIRED && work->properties[number].part_count == 0) {
        check->results[number].antecedent.label = &work->properties[number]; /* not a copy of it */
    }
    if (result->search != CHECK_NO_SEARCH) {
        check->results[number].search += first;
    }
    result->evidence = NULL;
    result->trace = (struct trace){0};
}

static void take_times(struct check *check, const struct check *part) {
    check->graph_seconds += part->graph_seconds;
    check->evidence_seconds += part->evidence_seconds;
    check->vacuity_seconds += part->vacuity_seconds;
    if (part->scheduled || part->scheduler_error.code != ERROR_NONE) {
        check->scheduled = part->scheduled;
        check->scheduler_error = part->scheduler_error;
    }
    if (part->produced || part->product_error.code != ERROR_NONE) {
        check->produced = part->produced;
        check->product_error = part->product_error;
    }
}

int composed_adopt(struct composed_work *work, struct check *part, const uint32_t *numbers,
                   int decided_only) {
    struct check *check = work->composed->check;
    const uint32_t first = check->search_count;
    int failed = grow_searches(work, part->search_count);
    if (!failed) {
        take_searches(check, part);
        take_times(check, part);
    }
    for (uint32_t i = 0; i < part->property_count && !failed; i++) {
        if (!decided_only || part->results[i].verdict != VERDICT_UNDECIDED) {
            take_result(work, numbers[i], &part->results[i], first);
        }
    }
    check_free(part, work->run);
    return failed;
}

static int open_check(struct composed_work *work) {
    struct memory *memory = work->run->memory;
    struct composed_check *composed = work->composed;
    composed->properties = work->count;
    composed->labels = work->network->label_count;
    for (uint32_t i = 0; i < work->network->label_count; i++) {
        composed->visible_labels += work->network->labels[i].kind != LABEL_INTERNAL;
    }
    composed->groups = memory_allocate_zeroed(memory, work->count * sizeof *composed->groups);
    composed->check = memory_allocate_zeroed(memory, sizeof *composed->check);
    if (composed->groups == NULL || composed->check == NULL) {
        return memory_error(work);
    }
    composed->check->property_count = work->count;
    composed->check->results = memory_allocate_zeroed(memory, work->count * sizeof *composed->check->results);
    if (composed->check->results == NULL) {
        return memory_error(work);
    }
    for (uint32_t i = 0; i < work->count; i++) {
        composed->check->results[i].verdict = VERDICT_UNDECIDED;
        composed->check->results[i].search = CHECK_NO_SEARCH;
    }
    return 0;
}

/* --- checks --- */

struct check *composed_check_whole(struct composed_work *work, uint32_t property, uint64_t max_depth,
                                   struct error *error) {
    struct check_options options = *work->options;
    options.shortest = 0;
    options.scheduler = options.write_product = NULL;
    options.witnesses = 1;
    if (max_depth < options.explore.max_depth) {
        options.explore.max_depth = max_depth;
    }
    return check_run(work->network, &work->properties[property], 1, &options, work->run, error);
}

/* Checks some of the properties on a network; NULL with the error. */
static struct check *check_some(struct composed_work *work, const struct network *network,
                                const uint32_t *numbers, uint32_t count,
                                const struct check_options *options) {
    struct memory *memory = work->run->memory;
    struct property *some = memory_allocate_array(memory, count, sizeof *some);
    if (some == NULL) {
        memory_error(work);
        return NULL;
    }
    for (uint32_t i = 0; i < count; i++) {
        some[i] = work->properties[numbers[i]];
    }
    struct check *check = check_run(network, some, count, options, work->run, work->error);
    memory_free(memory, some, count * sizeof *some);
    return check;
}

/* The numbers of properties that are undecided; their count. */
static uint32_t find_open(const struct composed_work *work, uint32_t *numbers) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < work->count; i++) {
        if (work->composed->check->results[i].verdict == VERDICT_UNDECIDED) {
            numbers[count++] = i;
        }
    }
    return count;
}

int composed_is_open(const struct composed_work *work, const struct composed_group *group) {
    for (uint32_t i = 0; i < group->count; i++) {
        if (work->composed->check->results[group->properties[i]].verdict == VERDICT_UNDECIDED) {
            return 1;
        }
    }
    return 0;
}

/* Takes what a search of limited states decided, if it did, or if there is no time for another one. */
static int take_limited(struct composed_work *work, struct check *check, const uint32_t *numbers) {
    uint32_t decided = 0;
    for (uint32_t i = 0; i < check->property_count; i++) {
        decided += check->results[i].verdict != VERDICT_UNDECIDED;
    }
    for (uint32_t i = 0; i < check->search_count; i++) {
        const enum explore_outcome outcome = check->searches[i].result.outcome;
        check->searches[i].is_first = outcome == EXPLORE_LIMIT || outcome == EXPLORE_FULL;
    }
    if (decided > 0 || run_should_stop(work->run)) {
        return composed_adopt(work, check, numbers, 0);
    }
    check_free(check, work->run);
    return 0;
}

int composed_try_whole(struct composed_work *work, uint64_t states) {
    struct memory *memory = work->run->memory;
    struct check_options options = *work->options;
    if (states == 0 || (options.explore.max_states != 0 && options.explore.max_states <= states)) {
        return 0;
    }
    options.explore.max_states = states;
    options.shortest = 0;
    work->tried = states;
    uint32_t *numbers = memory_allocate_array(memory, work->count, sizeof *numbers);
    const uint32_t count = numbers == NULL ? 0 : find_open(work, numbers);
    struct check *check = NULL;
    int failed = numbers == NULL ? memory_error(work) : 0;
    if (count > 0) {
        check = check_some(work, work->network, numbers, count, &options);
        failed = check == NULL || take_limited(work, check, numbers) != 0 ? -1 : 0;
    }
    memory_free(memory, numbers, work->count * sizeof *numbers);
    return failed;
}

/* A group whose network could not be made remains undecided. */
static void give_up(struct composed_work *work, const struct composed_group *group, const struct error *why) {
    for (uint32_t i = 0; i < group->count; i++) {
        struct check_result *result = &work->composed->check->results[group->properties[i]];
        if (result->verdict == VERDICT_UNDECIDED) {
            result->why = *why;
        }
    }
}

/* Drops properties from the group that are decided by now. */
static void keep_open(const struct composed_work *work, struct composed_group *group) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < group->count; i++) {
        if (work->composed->check->results[group->properties[i]].verdict == VERDICT_UNDECIDED) {
            group->properties[kept++] = group->properties[i];
        }
    }
    group->count = kept;
}

static int check_group(struct composed_work *work, struct composed_group *group) {
    struct check_options options = *work->options;
    struct error why;
    const struct network *network = composed_group_open(work, group, &why);
    if (network == NULL) {
        if (why.code == ERROR_INPUT && work->composing->plan != NULL) {
            *work->error = why;
            return -1;
        }
        if (why.code != ERROR_NONE) {
            give_up(work, group, &why);
        }
        return 0;
    }
    options.scheduler = options.write_product = NULL;
    options.lacks_steps = group->equivalence != EQUIVALENCE_STRONG;
    options.witnesses = 1; /* their lengths are those of the whole network, too */
    options.walker = NULL;
    options.no_walker = NULL;
    options.no_files = 1;
    options.shortest = 0;
    keep_open(work, group);
    struct check *check = check_some(work, network, group->properties, group->count, &options);
    if (check == NULL || composed_adopt(work, check, group->properties, 0) != 0) {
        return -1;
    }
    for (uint32_t i = 0; i < group->count; i++) {
        composed_trace_place(work, group, group->properties[i]);
    }
    return 0;
}

/* Groups what is undecided; what has no group is checked on the whole network. */
static int check_open(struct composed_work *work) {
    struct memory *memory = work->run->memory;
    struct composed_check *composed = work->composed;
    uint32_t *refused = memory_allocate_array(memory, work->count, sizeof *refused), count = 0;
    int failed = refused == NULL ? memory_error(work) : 0;
    for (uint32_t i = 0; i < work->count && !failed; i++) {
        int is_refused = 0;
        if (composed->check->results[i].verdict == VERDICT_UNDECIDED) {
            failed = composed_group_property(work, i, &is_refused);
        }
        if (is_refused) {
            refused[count++] = i;
        }
    }
    for (uint32_t i = 0; i < composed->group_count && !failed; i++) {
        if (composed_is_open(work, &composed->groups[i])) {
            failed = check_group(work, &composed->groups[i]);
        }
    }
    if (count > 0 && !failed) {
        struct check *check = check_some(work, work->network, refused, count, work->options);
        failed = check == NULL ? -1 : composed_adopt(work, check, refused, 0);
    }
    memory_free(memory, refused, work->count * sizeof *refused);
    return failed;
}

int composed_check_run(const struct network *network, const struct property *properties, uint32_t count,
                       const struct check_options *options, const struct composed_options *composing,
                       const struct run *run, struct composed_check *composed, struct error *error) {
    struct composed_work work = {network, properties, count, options, composing, run, composed, error, 0};
    *composed = (struct composed_check){0};
    if (open_check(&work) != 0 ||
        (!options->keep_going && composed_try_whole(&work, composing->first_states) != 0)) {
        return -1;
    }
    return run_should_stop(run) ? 0 : check_open(&work);
}

void composed_check_free(struct composed_check *composed, const struct run *run) {
    check_free(composed->check, run);
    composed_groups_free(composed, run);
}
