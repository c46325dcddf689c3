/* Whether partial-order reduction saves enough states (reduction_trial.h). */
#include "explorer/search/reduction_trial.h"

#include <string.h>

#include "base/array.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/model/fold_core.h"
#include "explorer/search/cpu/explore_internal.h"
#include "explorer/search/level_store.h"
#include "hashtable/table_find.h"

#define SAMPLE 8u                           /* one in so many states is looked at */
#define FACTOR UINT64_C(0x9e3779b97f4a7c15) /* odd, so no local state is lost but by chance */

/* When the search has found so many states, it must miss `share` / 64 successors for each state looked at. At
 * each of these stages, a share of 0.28 and less was seen where less than an eighth of the states was saved
 * at last, 0.32 and more where more than half were. At the first stage nothing at all was missed in the
 * former, and 0.5 in the latter; it is early, as the search may end soon after. */
static const struct stage {
    uint64_t states, share;
} stages[] = {{256, 2}, {1024, 6}, {2048, 10}, {4096, 12}, {16384, 14}, {65536, 16}};

/* Where no state has had a set when the search has found so many states, it hardly pays later: the trial ends
 * before it takes long. */
#define HOPELESS_STATES 64u

struct sampled_level {
    uint64_t states; /* states of the search up to this level */
    uint64_t looked; /* states looked at, up to this level */
    uint64_t keys;   /* successors of those of which not all moves were made, up to this level */
};

struct reduction_trial {
    struct expansion expansion;  /* without reduction */
    uint64_t *keys, *row, *work; /* work: of stubborn_choose */
    uint64_t count, capacity, looked;
    GROWING(struct sampled_level) levels;
    uint32_t stage;
};

reduction_trial *reduction_trial_create(const struct search *search) {
    struct memory *memory = search->run->memory;
    const struct model_header *header = model_header(search->exploration->model);
    reduction_trial *trial = memory_allocate_zeroed(memory, sizeof *trial);
    if (trial == NULL) {
        return NULL;
    }
    trial->row = memory_allocate_array(memory, fold_stride(header), sizeof *trial->row);
    trial->work = memory_allocate_array(memory, stubborn_work_words(search->stubborn), sizeof *trial->work);
    if (expansion_init(&trial->expansion, search->exploration, search->run, 0) != 0 || trial->row == NULL ||
        trial->work == NULL) {
        reduction_trial_free(trial, search);
        return NULL;
    }
    return trial;
}

void reduction_trial_free(reduction_trial *trial, const struct search *search) {
    struct memory *memory = search->run->memory;
    if (trial != NULL) {
        const struct model_header *header = model_header(search->exploration->model);
        expansion_free(&trial->expansion);
        memory_free(memory, trial->row, fold_stride(header) * sizeof *trial->row);
        memory_free(memory, trial->work, stubborn_work_words(search->stubborn) * sizeof *trial->work);
        memory_free(memory, trial->keys, trial->capacity * sizeof *trial->keys);
        GROWING_FREE(memory, trial->levels);
        memory_free(memory, trial, sizeof *trial);
    }
}

/* Whether the state is looked at. Its local states decide, for keys depend on threads and on the layout. */
static int is_chosen(const reduction_trial *trial, const struct search *search, const uint64_t *key) {
    const struct model_view *model = &trial->expansion.model;
    const struct model_header *header = model->header;
    const uint32_t components = header->components + (header->observer_states != 0);
    uint64_t hash = 0;
    fold_undo(header, exploration_pairs(search->exploration), key, trial->row);
    for (uint32_t c = 0; c < components; c++) {
        hash = hash * FACTOR + model_field(model->component + c, trial->row);
    }
    return core_mix(hash) % SAMPLE == 0;
}

/* Makes room in the interner, as for any state. Levels before search->level may be moved then, but not the
 * one that is looked at. 0, or -1 when memory runs out. */
static int grow_interner(reduction_trial *trial, struct search *search) {
    search->intern_full = 1;
    search->level--;
    explore_decide_growth(search);
    int grows = search->intern_grows;
    if (search->table_grows || search->intern_grows) {
        explore_work_growth(search, 0, 1);
        explore_end_growth(search);
    }
    search->level++;
    trial->expansion.table = explore_table_view(search);
    return grows ? 0 : -1;
}

/*
 * Keeps all successors of a state, which is in trial->row, too; but none where all moves were made, for the
 * search has found them. 0, or -1 when memory runs out.
 */
static int look_at(reduction_trial *trial, struct search *search, const uint64_t *key) {
    struct expansion *expansion = &trial->expansion;
    const uint32_t words = search->key_words;
    trial->looked++;
    if (stubborn_choose(search->stubborn, trial->row, trial->work) == NULL) {
        return 0;
    }
    int failed = expansion_batch(expansion, key, 1);
    while (!failed && expansion->full) {
        failed = grow_interner(trial, search) != 0 || expansion_batch(expansion, key, 1) != 0;
    }
    if (failed) {
        return -1;
    }
    if (MEMORY_GROW(search->run->memory, &trial->keys, &trial->capacity,
                    (trial->count + expansion->count) * words) != 0) {
        return -1;
    }
    if (expansion->count > 0) {
        memcpy(trial->keys + trial->count * words, expansion->keys,
               expansion->count * words * sizeof *trial->keys);
    }
    trial->count += expansion->count;
    return 0;
}

static int look_at_level(reduction_trial *trial, struct search *search, uint64_t level) {
    const uint32_t words = search->key_words;
    uint64_t count;
    const struct level_segment *segments = level_store_segments(search->space->level_store, level, &count);
    trial->expansion.table = explore_table_view(search);
    for (uint64_t i = 0; i < count; i++) {
        for (uint64_t k = 0; k < segments[i].count; k++) {
            const uint64_t *key = segments[i].keys + k * words;
            if (is_chosen(trial, search, key) && look_at(trial, search, key) != 0) {
                return -1;
            }
        }
    }
    return GROWING_ADD(
        search->run->memory, trial->levels,
        (struct sampled_level){search->space->level_begin[level + 1], trial->looked, trial->count});
}

/*
 * Whether the search misses enough of the successors of its first states, half of all: it may still find
 * those of later ones.
 */
static int misses(const reduction_trial *trial, const struct search *search, uint64_t states,
                  uint64_t share) {
    const struct table_view table = table_view_of(search->space->table);
    struct sampled_level half = {0};
    uint64_t missed = 0;
    for (uint64_t i = 0; i < trial->levels.count && (i == 0 || trial->levels.data[i].states <= states / 2);
         i++) {
        half = trial->levels.data[i];
    }
    for (uint64_t i = 0; i < half.keys; i++) {
        const uint64_t *key = trial->keys + i * search->key_words;
        missed += !table_find(&table, key, table_hash(&table, key));
    }
    return missed * 64 >= share * half.looked;
}

static uint64_t count_reduced(const struct search *search) {
    uint64_t count = 0;
    for (unsigned i = 0; i < search->run->threads; i++) {
        count += search->workers[i].reduced;
    }
    return count;
}

int reduction_trial_level(reduction_trial *trial, struct search *search, uint64_t level, int *saves) {
    const uint64_t states = search->space->level_begin[search->space->levels];
    *saves = states < HOPELESS_STATES || count_reduced(search) != 0;
    if (!*saves || look_at_level(trial, search, level) != 0) {
        return 1;
    }
    while (trial->stage < LENGTH(stages) && states >= stages[trial->stage].states) {
        *saves = misses(trial, search, states, stages[trial->stage++].share);
        if (!*saves) {
            return 1;
        }
    }
    return trial->stage == LENGTH(stages);
}

static int is_made(struct reduction_decision *decision) {
    return decision != NULL && __atomic_load_n(&decision->made, __ATOMIC_ACQUIRE);
}

/* The callback explore_options.leave. */
static int leave_when_made(void *context, uint64_t states) {
    (void)states;
    return is_made(context);
}

int reduction_decide(const model *model, const struct explore_options *options, const struct run *run,
                     uint64_t *until, struct error *error) {
    struct reduction_decision decision = {.until = UINT64_MAX};
    const struct explore_options trial = {.max_depth = options->max_depth,
                                          .watched = options->watched,
                                          .partial_order = 1,
                                          .decision = &decision,
                                          .leave = leave_when_made,
                                          .leave_context = &decision};
    if (!is_made(options->decision)) {
        struct exploration *found = explore_cpu(model, &trial, run, error);
        if (found == NULL) {
            return -1;
        }
        exploration_free(found);
    }
    *until = is_made(options->decision) ? options->decision->until : decision.until;
    return 0;
}
