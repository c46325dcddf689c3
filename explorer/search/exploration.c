/* The result of a search: opens it, and frees its parts on the host and on a GPU. */
#include "explorer/search/explore.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/distributed/owner.h"
#include "explorer/search/level_store.h"
#include "explorer/search/owner_mask.h"
#include "explorer/model/model_core.h"
#include "explorer/model/network.h"
#include "hashtable/intern.h"
#include "hashtable/table.h"

#define UNEVEN_TIMES                                                                                         \
    16u /* with more than so many times the states from which parts may be uneven, too much is lost */
#define CLEARLY 8u /* a level that is smaller by one part in so many than the largest one is past it */

#ifdef HEDDLE_CUDA
#include "explorer/search/cuda/space_device.h"
#endif

/* Of result.label_level, and of what is watched. */
static uint64_t labels_bytes(const model *model) {
    return model_header(model)->labels * (sizeof(uint64_t) + 1);
}

struct exploration *exploration_create(const model *model, const struct explore_options *options,
                                       const struct run *run, struct error *error) {
    const uint32_t labels = model_header(model)->labels;
    struct exploration *exploration = memory_allocate_zeroed(run->memory, sizeof *exploration);
    uint64_t *label_level =
        options->watched == NULL ? NULL : memory_allocate(run->memory, labels_bytes(model));
    if (exploration == NULL || (options->watched != NULL && label_level == NULL)) {
        memory_free(run->memory, exploration, sizeof *exploration);
        memory_free(run->memory, label_level, labels_bytes(model));
        error_memory(error, "to begin the search");
        return NULL;
    }
    if (label_level != NULL) {
        memset(label_level, 0xff, labels * sizeof *label_level);
        exploration->watched = memcpy(label_level + labels, options->watched, labels);
    }
    exploration->partial_order = options->partial_order;
    exploration->model = model;
    exploration->memory = run->memory;
    exploration->result.label_level = label_level;
    exploration->result.deadlock_level = exploration->result.error_level = UINT64_MAX;
    exploration->result.fault_level = exploration->result.several_level = UINT64_MAX;
    exploration->result.reduced_until = UINT64_MAX;
    exploration->space.levels_kept = options->keep_levels;
    exploration->effort.threads = run->threads;
    error->code = ERROR_NONE;
    return exploration;
}

int exploration_choose_owners(struct exploration *exploration, uint32_t owners,
                              const struct explore_options *options, const struct run *run,
                              struct error *error) {
    const uint32_t words = model_header(exploration->model)->words;
    if (exploration->owner_mask == NULL) {
        exploration->owner_mask = memory_allocate_array(exploration->memory, words, sizeof(uint64_t));
    }
    if (exploration->owner_mask == NULL) {
        return error_memory(error, "to begin the search");
    }
    for (uint32_t w = 0; w < words; w++) {
        const int all = options->by_all_components || options->owner_seed == 0;
        exploration->owner_mask[w] = OWNER_ALL_BITS & (all ? UINT64_MAX : core_mix(options->owner_seed + w));
    }
    return options->by_all_components || options->owner_seed != 0
               ? 0
               : owner_mask_choose(exploration->model, owners, run, exploration->owner_mask, error);
}

int exploration_is_uneven(const struct explore_options *options, enum explore_outcome outcome, uint64_t least,
                          uint64_t most, uint64_t all, uint32_t owners) {
    const uint64_t mean = all / owners;
    least = options->uneven_states != 0 ? options->uneven_states : least;
    if (options->by_all_components || options->checkpoint != NULL) {
        return 0;
    }
    return outcome == EXPLORE_FULL
               ? most > mean + mean / 8
               : outcome == EXPLORE_DONE && all >= least && all / UNEVEN_TIMES < least && most > mean / 2 * 3;
}

void exploration_expect(struct exploration *exploration) {
    const struct state_space *space = &exploration->space;
    const uint64_t *begin = space->level_begin;
    if (exploration->result.outcome != EXPLORE_FULL || begin == NULL || space->levels < 2 ||
        begin[space->levels] == 0) {
        return;
    }
    const uint64_t levels = space->levels - 1; /* the last one is not complete, or was not expanded */
    uint64_t largest = 0;
    for (uint64_t i = 1; i < levels; i++) {
        /* Of a rank with a checkpoint whose levels are not kept, a begin may be that of all ranks. */
        const uint64_t states = begin[i + 1] > begin[i] ? begin[i + 1] - begin[i] : 0;
        largest = states > begin[largest + 1] - begin[largest] ? i : largest;
    }
    const uint64_t most = begin[largest + 1] - begin[largest];
    const uint64_t last = begin[levels] > begin[levels - 1] ? begin[levels] - begin[levels - 1] : 0;
    if (last > most - most / CLEARLY) {
        exploration->result.expected_states = UINT64_MAX;
        return;
    }
    const uint64_t past = levels - 1 - largest; /* levels after the largest one */
    const double all = (double)begin[levels] + (double)(past <= largest ? begin[largest - past] : 0);
    /* Of several ranks, level_begin has the states of this one alone. */
    exploration->result.expected_states =
        (uint64_t)(all / (double)begin[space->levels] * (double)exploration->result.states);
}

void exploration_add_loops(struct exploration *exploration) {
    struct explore_result *result = &exploration->result;
    if (network_is_weighted(model_network(exploration->model)) &&
        model_header(exploration->model)->observer_states == 0) {
        result->transitions += result->deadlocks;
        result->choices += result->deadlocks;
    }
}

enum explore_outcome exploration_outcome(const struct run *run) {
    if (run->stop != NULL && __atomic_load_n(run->stop, __ATOMIC_RELAXED) != 0) {
        return EXPLORE_INTERRUPTED;
    }
    return run->deadline > 0 && run_clock() >= run->deadline ? EXPLORE_TIMEOUT : EXPLORE_DONE;
}

uint64_t exploration_own_states(const struct exploration *exploration) {
    const struct state_space *space = &exploration->space;
    return exploration->effort.ranks != 0 ? space->level_begin[space->levels] : exploration->result.states;
}

const uint64_t *exploration_pairs(const struct exploration *exploration) {
    const struct interner *interner = exploration->space.interner;
    return interner == NULL ? NULL : interner_view(interner)->pairs;
}

int exploration_fetch(struct exploration *exploration, const struct run *run, struct error *error) {
#ifdef HEDDLE_CUDA
    return space_device_fetch(exploration, run, error);
#else
    (void)exploration;
    (void)run;
    (void)error;
    return 0;
#endif
}

int exploration_check_kept(const struct exploration *exploration, const char *what, struct error *error) {
    const struct explore_effort *effort = &exploration->effort;
    if (exploration->space.levels_kept) {
        return 0;
    }
    return effort->gpus != 0
               ? error_set(
                     error, ERROR_FULL,
                     "the memory of the host has no room for the states of all GPUs, which it needs %s: "
                     "use a machine with more memory, or several machines with mpirun",
                     what)
               : error_memory(error, what);
}

void exploration_drop_table(struct exploration *exploration) {
    table_free(exploration->space.table);
    exploration->space.table = NULL;
#ifdef HEDDLE_CUDA
    if (exploration->space.device != NULL) {
        table_device_free(exploration->space.device->table);
        exploration->space.device->table = NULL;
        half_device_free(exploration->space.device->half);
        exploration->space.device->half = NULL;
    }
#endif
}

void exploration_drop_device(struct exploration *exploration) {
#ifdef HEDDLE_CUDA
    space_device_free(exploration->space.device);
#endif
    exploration->space.device = NULL;
}

void exploration_drop_states(struct exploration *exploration) {
    struct state_space *space = &exploration->space;
    exploration_drop_device(exploration);
    table_free(space->table);
    level_store_free(space->level_store);
    interner_free(space->interner);
    space->table = NULL;
    space->level_store = NULL;
    space->interner = NULL;
}

void exploration_free(struct exploration *exploration) {
    if (exploration != NULL) {
        struct memory *memory = exploration->memory;
        struct state_space *space = &exploration->space;
        exploration_drop_states(exploration);
        memory_free(memory, exploration->result.label_level, labels_bytes(exploration->model));
        memory_free(memory, exploration->several,
                    model_header(exploration->model)->components * sizeof *exploration->several);
        memory_free(memory, exploration->owner_mask,
                    model_header(exploration->model)->words * sizeof *exploration->owner_mask);
        memory_free(memory, space->level_begin, space->level_capacity * sizeof *space->level_begin);
        memory_free(memory, exploration, sizeof *exploration);
    }
}
