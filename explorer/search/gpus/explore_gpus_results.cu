/*
 * The results of the parts of a search on several GPUs become those of the search. A process of several has
 * its own states alone, as the ranks of a search on CPUs have (explore.h); counts are those of all.
 */
#include "explorer/search/gpus/explore_gpus_internal.cuh"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/device/device_list.h"
#include "base/ranks/ranks.h"
#include "explorer/search/level_store.h"

static uint64_t lesser(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

void gpus_merge_events(struct gpus *all) {
    struct explore_result *result = &all->found->result;
    const uint64_t labels = model_header(all->found->model)->labels;
    for (unsigned i = all->first; i < all->first + all->here; i++) {
        const struct explore_result *theirs = all->parts[i].search.result;
        result->deadlock_level = lesser(result->deadlock_level, theirs->deadlock_level);
        result->error_level = lesser(result->error_level, theirs->error_level);
        result->fault_level = lesser(result->fault_level, theirs->fault_level);
        result->several_level = lesser(result->several_level, theirs->several_level);
        for (uint64_t l = 0; l < labels && result->label_level != NULL; l++) {
            result->label_level[l] = lesser(result->label_level[l], theirs->label_level[l]);
        }
    }
    if (all->ranks != NULL) {
        uint64_t levels[] = {result->deadlock_level, result->error_level, result->fault_level,
                             result->several_level};
        ranks_least(all->ranks, levels, LENGTH(levels));
        result->deadlock_level = levels[0];
        result->error_level = levels[1];
        result->fault_level = levels[2];
        result->several_level = levels[3];
        if (result->label_level != NULL) {
            ranks_least(all->ranks, result->label_level, labels);
        }
    }
}

/* --- results --- */

/* The last level that a trace may end in; UINT64_MAX: none. */
static uint64_t last_event(const struct exploration *found) {
    const struct explore_result *result = &found->result;
    const uint64_t levels[] = {result->deadlock_level, result->error_level};
    uint64_t last = 0;
    int any = 0;
    for (unsigned i = 0; i < 2; i++) {
        any |= levels[i] != UINT64_MAX;
        last = levels[i] != UINT64_MAX && levels[i] > last ? levels[i] : last;
    }
    const uint64_t labels = result->label_level != NULL ? model_header(found->model)->labels : 0;
    for (uint64_t l = 0; l < labels; l++) {
        any |= result->label_level[l] != UINT64_MAX;
        last = result->label_level[l] != UINT64_MAX && result->label_level[l] > last ? result->label_level[l]
                                                                                     : last;
    }
    return any ? last : UINT64_MAX;
}

uint64_t gpus_wanted_levels(const struct gpus *all) {
    const struct explore_options *options = all->options;
    /* The way to an error of the model is searched again (explore_fault.h). */
    if (!options->keep_levels || all->found->result.outcome == EXPLORE_FAULT) {
        return 0;
    }
    const int for_traces = options->table_unread && options->may_forget;
    const uint64_t last = last_event(all->found);
    if (!for_traces && all->found->result.outcome == EXPLORE_DONE) {
        return UINT64_MAX;
    }
    return last == UINT64_MAX ? 0 : last + 1;
}

/* Joins the levels of the parts here. */
static void join_levels(struct gpus *all, uint64_t levels) {
    struct state_space *space = &all->found->space;
    level_store *stores[OWNERS_MOST];
    uint32_t count = 0;
    for (unsigned i = all->first; i < all->first + all->here; i++) {
        level_store *theirs = all->parts[i].exploration->space.level_store;
        if (theirs != NULL) {
            stores[count++] = theirs;
        }
    }
    space->level_store = count == 0 ? NULL : level_store_join(stores, count, levels);
    space->levels_kept &= space->level_store != NULL;
}

/* The begins of levels: sums of those of the parts here, which may have fewer levels. */
static int merge_begins(struct gpus *all) {
    struct state_space *space = &all->found->space;
    space->level_capacity = space->levels + 1;
    space->level_begin =
        (uint64_t *)memory_allocate_array(all->run->memory, space->level_capacity, sizeof(uint64_t));
    if (space->level_begin == NULL) {
        return -1;
    }
    for (uint64_t level = 0; level <= space->levels; level++) {
        space->level_begin[level] = 0;
        for (unsigned i = all->first; i < all->first + all->here; i++) {
            const struct state_space *theirs = &all->parts[i].exploration->space;
            space->level_begin[level] += theirs->level_begin[level < theirs->levels ? level : theirs->levels];
        }
    }
    return 0;
}

static void name_devices(const struct gpus *all) {
    struct explore_effort *effort = &all->found->effort;
    const char *name = strchr(all->parts[all->first].exploration->effort.device, '(');
    int length = snprintf(effort->device, sizeof effort->device, "cuda");
    for (unsigned i = 0; i < all->owners && all->ranks == NULL; i++) {
        length += snprintf(effort->device + length, sizeof effort->device - (size_t)length, "%s%u",
                           i != 0 ? "," : ":", gpus_device(all, i));
    }
    if (all->ranks != NULL) {
        length += snprintf(effort->device + length, sizeof effort->device - (size_t)length, " (%u processes)",
                           all->owners);
    }
    snprintf(effort->device + length, sizeof effort->device - (size_t)length, " %s",
             name != NULL ? name : "");
}

/* What was read from a checkpoint: all parts have read the same. */
static void add_resumed(struct gpus *all) {
    struct exploration *theirs = all->parts[all->first].exploration;
    all->found->effort.resumed_states = theirs->effort.resumed_states;
    all->found->effort.resumed_transitions = theirs->effort.resumed_transitions;
    all->found->several = theirs->several; /* which it now owns */
    theirs->several = NULL;
}

/* Adds up what the parts here have found and used; their levels: the most of them. */
static void add_parts(struct gpus *all) {
    struct explore_result *result = &all->found->result;
    struct explore_effort *effort = &all->found->effort;
    struct state_space *space = &all->found->space;
    for (unsigned i = all->first; i < all->first + all->here; i++) {
        const struct gpus_part *part = &all->parts[i];
        const struct explore_effort *theirs = &part->exploration->effort;
        const uint64_t levels = part->exploration->space.levels;
        result->outcome = gpus_worse(result->outcome, part->search.result->outcome);
        result->states += part->search.result->states;
        result->transitions += part->search.result->transitions;
        result->choices += part->search.result->choices;
        result->deadlocks += part->search.result->deadlocks;
        space->levels_kept &= part->exploration->space.levels_kept;
        space->levels = levels > space->levels ? levels : space->levels;
        effort->table_load += theirs->table_load / all->here;
        effort->table_bytes += theirs->table_bytes;
        effort->memory_peak += theirs->memory_peak;
        effort->memory_limit += theirs->memory_limit;
        effort->bytes_exchanged += part->bytes_sent;
    }
}

/* Collective: the sums of all processes, and the most levels. */
static void add_ranks(struct gpus *all) {
    struct explore_result *result = &all->found->result;
    struct explore_effort *effort = &all->found->effort;
    uint64_t sums[] = {result->states,    result->transitions, result->choices,
                       result->deadlocks, effort->memory_peak, effort->bytes_exchanged};
    uint64_t levels_not = ~all->found->space.levels;
    ranks_sum(all->ranks, sums, LENGTH(sums));
    ranks_least(all->ranks, &levels_not, 1);
    result->states = sums[0];
    result->transitions = sums[1];
    result->choices = sums[2];
    result->deadlocks = sums[3];
    effort->memory_peak = sums[4];
    effort->bytes_exchanged = sums[5];
    effort->ranks = all->ranks->count;
    all->found->space.levels = ~levels_not;
}

int gpus_merge_results(struct gpus *all, struct error *error) {
    struct explore_effort *effort = &all->found->effort;
    struct state_space *space = &all->found->space;
    effort->on_device = 1;
    effort->gpus = all->owners;
    add_parts(all);
    add_resumed(all);
    if (all->ranks != NULL) {
        add_ranks(all);
    }
    all->found->result.levels = space->levels;
    exploration_add_loops(all->found);
    name_devices(all);
    const int failed = merge_begins(all) != 0;
    exploration_expect(all->found);
    space->levels_kept &= all->found->result.outcome != EXPLORE_FAULT;
    const uint64_t wanted = gpus_wanted_levels(all);
    if (!failed && space->levels_kept && wanted != 0) {
        join_levels(all, wanted < space->levels ? wanted : space->levels);
    }
    if (failed) {
        error_memory(error, "for the levels");
    }
    if (all->ranks == NULL) {
        return failed ? -1 : 0;
    }
    uint64_t agreed[] = {!failed, (uint64_t)space->levels_kept, ~(uint64_t)all->found->result.outcome};
    ranks_least(all->ranks, agreed, LENGTH(agreed));
    space->levels_kept = (int)agreed[1];
    all->found->result.outcome = (enum explore_outcome) ~agreed[2];
    return failed ? -1
           : !agreed[0]
               ? error_set(error, ERROR_LIMIT, "another process has not enough memory for the levels")
               : 0;
}
