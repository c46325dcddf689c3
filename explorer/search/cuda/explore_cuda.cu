/*
 * The CUDA search engine: breadth-first search with queue, visited set and interner in device memory. One
 * cooperative kernel (search_kernel.cuh) runs level after level. It returns to the host a few times a second,
 * and when something must grow, a limit is reached, or a watched event occurred.
 */
#include "explorer/search/explore.h"

#include <string.h>

#include "base/device/device.h"
#include "base/device/device_check.cuh"
#include "base/run.h"
#include "explorer/model/data/data_model_core.h"
#include "explorer/model/network.h"
#include "explorer/model/stubborn.h"
#include "explorer/search/cuda/explore_cuda_saved.cuh"
#include "explorer/search/reduction_trial.h"

/*
 * Sets the list of batches to repeat: batches for which there was no room in this launch, and batches of the
 * old list that no block took.
 */
static int carry_redo(struct cuda_search *search) {
    struct search_control *state = &search->state;
    uint64_t taken = state->redo_taken < state->redo_count ? state->redo_taken : state->redo_count;
    uint64_t left = state->redo_count - taken;
    if (left != 0 && DEVICE_CHECK(cudaMemcpy(search->redo_next + 2 * state->redo_next_count,
                                             search->redo + 2 * taken, left * 16, cudaMemcpyDeviceToDevice),
                                  search->error)) {
        return -1;
    }
    uint64_t *swap = search->redo;
    search->redo = search->redo_next;
    search->redo_next = swap;
    state->redo_count = state->redo_next_count + left;
    state->redo_taken = state->redo_next_count = 0;
    return 0;
}

static int heed_run(struct cuda_search *search) {
    enum explore_outcome outcome = exploration_outcome(search->run);
    if (outcome != EXPLORE_DONE) {
        search->result->outcome = outcome;
    }
    return outcome != EXPLORE_DONE;
}

static void report_progress(struct cuda_search *search) {
    const struct search_control *state = &search->state;
    struct progress progress = {"exploring",
                                state->tail,
                                0,
                                "states",
                                state->transitions,
                                state->level,
                                state->level_end - state->level_first,
                                memory_used(&search->space->device->memory)};
    run_tell_search(search->run, &progress);
}

/* The host's decision at the end of a level. Non-zero ends the search. */
static int decide_level(struct cuda_search *search) {
    struct explore_result *result = search->result;
    const struct explore_options *options = search->options;
    result->deadlock_level = search->state.deadlock_level;
    result->error_level = search->state.error_level;
    if (result->label_level != NULL && device_download(result->label_level, search->label_level,
                                                       search->header->labels * 8, search->error) != 0) {
        return -1;
    }
    if (options->decided != NULL && options->decided(options->decided_context, search->exploration)) {
        result->outcome = EXPLORE_VIOLATED;
        return 1;
    }
    if (search->stubborn != NULL && search->state.level >= search->reduce_until) {
        result->reduced_until = search->reduce_until;
        if (search_end_reduction(search) != 0) {
            return -1;
        }
    }
    if (search->state.level >= options->max_depth) {
        result->outcome = EXPLORE_LIMIT;
        return 1;
    }
    return 0;
}

/* After a launch: 0 go on, 1 the search has ended, -1 failed. */
static int look_in(struct cuda_search *search) {
    struct search_control *state = &search->state;
    struct explore_result *result = search->result;
    int ok = 1;
    report_progress(search);
    if (state->pause & SEARCH_FAULT) {
        result->fault_level = state->fault_level;
        result->outcome = EXPLORE_FAULT;
        return 1;
    }
    if (state->pause & SEARCH_END) {
        return 1;
    }
    if (state->pause & SEARCH_LEVEL) {
        int ended = decide_level(search);
        if (ended != 0) {
            return ended;
        }
    }
    if (state->pause & SEARCH_STATES) {
        result->outcome = EXPLORE_LIMIT;
        return 1;
    }
    if (state->pause & SEARCH_LEVELS) {
        ok = search_grow_levels(search);
    }
    if (ok > 0 && (state->pause & (SEARCH_GROW | SEARCH_TABLE_FULL) || !search_is_roomy(search))) {
        ok = search_grow(search);
    }
    if (ok > 0 && state->pause & SEARCH_SETS) {
        ok = search_grow_sets(search);
    }
    if (ok > 0 && state->pause & SEARCH_INTERN_FULL) {
        ok = search_grow_interner(search);
    }
    if (ok == 0) {
        result->outcome = EXPLORE_FULL;
        (void)heed_run(search);
        return 1;
    }
    state->pause = 0;
    return ok < 0 || carry_redo(search) != 0 ? -1 : heed_run(search);
}

static int run_search(struct cuda_search *search) {
    const int failed = search_is_resumed(search) ? search_restore(search) : search_put_first(search);
    int ended = failed ? -1 : decide_level(search);
    if (ended == 0) {
        ended = heed_run(search);
    }
    while (ended == 0) {
        if (search_checkpoint_is_due(search->checkpoint) && search_write_checkpoint(search) != 0) {
            return -1;
        }
        ended = search_launch(search) != 0 ? -1 : look_in(search);
    }
    return ended < 0 || search_write_last_checkpoint(search) != 0 ? -1 : search_hand_over(search);
}

/* --- results --- */

static int take_results(struct cuda_search *search) {
    struct explore_result *result = search->result;
    struct explore_effort *effort = &search->exploration->effort;
    const struct search_control *state = &search->state;
    result->states = state->tail;
    result->transitions = state->transitions;
    result->deadlocks = state->deadlocks;
    result->choices = state->choices;
    result->reduced = state->reduced;
    exploration_add_loops(search->exploration);
    result->deadlock_level = state->deadlock_level;
    result->error_level = state->error_level;
    result->several_level = state->several_level;
    effort->table_load = (double)state->tail / (double)space_device_slots(search->space);
    effort->table_bytes = space_device_table_bytes(search->space);
    if (result->label_level != NULL && device_download(result->label_level, search->label_level,
                                                       search->header->labels * 8, search->error) != 0) {
        return -1;
    }
    int failed = search_take_levels(search);
    result->levels = search->exploration->space.levels;
    exploration_expect(search->exploration);
    return failed;
}

int explore_cuda_refuse(const model *model, struct error *error) {
    const struct data_header *data = model_network(model)->data;
    return data == NULL || data->portable
               ? 0
               : error_set(error, ERROR_DEVICE,
                           "powers and logarithms of reals have other last bits on a GPU: use --device cpu");
}

struct exploration *explore_cuda(const model *model, const struct explore_options *options,
                                 const struct run *run, struct error *error) {
    struct cuda_search search;
    double opened = run_clock();
    memset(&search, 0, sizeof search);
    search.options = options;
    search.run = run;
    search.error = error;
    if (explore_cuda_refuse(model, error) != 0) {
        return NULL;
    }
    const char *refusal = options->partial_order ? stubborn_device_refusal(model_network(model)) : NULL;
    if (refusal != NULL) {
        error_set(error, ERROR_DEVICE, "--partial-order: a GPU does not reduce %s: use --device cpu",
                  refusal);
        return NULL;
    }
    struct exploration *found = exploration_create(model, options, run, error);
    if (found == NULL) {
        return NULL;
    }
    search.exploration = found;
    search.result = &found->result;
    int failed =
        (options->partial_order && reduction_decide(model, options, run, &search.reduce_until, error) != 0) ||
        search_open(&search) != 0 || search_open_checkpoint(&search, options->checkpoint) != 0;
    double begin_seconds = run_clock();
    found->effort.start_seconds = begin_seconds - opened;
    failed = failed || run_search(&search) != 0;
    found->effort.seconds = run_clock() - begin_seconds;
    failed = failed || take_results(&search) != 0;
    search_close_checkpoint(&search);
    search_close(&search);
    if (failed) {
        exploration_free(found);
        return NULL;
    }
    return found;
}

int explore_cuda_available(const char **reason) {
    return device_count(reason) > 0;
}
