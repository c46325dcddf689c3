/*
 * Checkpoints of a search by several ranks: rank 0 writes one file, which is that of one process, so any
 * number of processes can continue it. Collective functions; between levels, or after the search. The keys of
 * a section go to rank 0 (gathering.h). If vectors are folded, each rank has ids of its own. Then vectors go
 * there, twice: first rank 0 adds the pairs of all to its own, because the file begins with these; then it
 * folds the vectors again.
 */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "explorer/model/fold_core.h"
#include "explorer/search/explore_checkpoint.h"
#include "explorer/search/cpu/explore_internal.h"
#include "explorer/search/level_store.h"
#include "hashtable/intern.h"

struct rank_saving {
    struct search *search;
    uint64_t *begin; /* [level + 2]: of all ranks */
    struct gathering gathering;
    checkpoint_writer *writer; /* of rank 0 */
    int done;                  /* all keys were gathered */
    uint64_t *row;             /* of a folded vector; or NULL */
};

/* Gives keys; of folded vectors, the vectors: each rank has ids of its own. */
static void give_keys(struct rank_saving *saving, const uint64_t *keys, uint64_t count) {
    const struct search *search = saving->search;
    const struct model_header *header = model_header(search->exploration->model);
    if (header->fold_levels == 0) {
        gathering_give(&saving->gathering, keys, count * search->key_words);
        return;
    }
    const uint64_t *pairs = exploration_pairs(search->exploration);
    for (uint64_t i = 0; i < count; i++) {
        fold_undo(header, pairs, keys + i * search->key_words, saving->row);
        gathering_give(&saving->gathering, saving->row, header->words);
    }
}

static void give_level(struct rank_saving *saving, uint64_t level) {
    const struct search *search = saving->search;
    if (level < level_store_levels(search->space->level_store)) {
        uint64_t count;
        const struct level_segment *segments =
            level_store_segments(search->space->level_store, level, &count);
        for (uint64_t i = 0; i < count; i++) {
            give_keys(saving, segments[i].keys, segments[i].count);
        }
    }
    gathering_end(&saving->gathering);
}

static void give_table(struct rank_saving *saving) {
    const struct table_view view = table_view_of(saving->search->space->table);
    const uint64_t slots = (view.buckets + view.pad) << view.bucket_bits;
    for (uint64_t slot = 0; slot < slots; slot++) {
        const uint64_t *key = view.slots + slot * view.words;
        if (key[0] != 0) {
            give_keys(saving, key, 1);
        }
    }
    gathering_end(&saving->gathering);
}

static void give_all(struct rank_saving *saving, const struct checkpoint_header *header) {
    if (!header->levels_kept) {
        give_table(saving);
    }
    for (uint64_t level = header->levels_kept ? 0 : header->level; level <= header->level + 1; level++) {
        give_level(saving, level);
    }
}

/* --- rank 0 --- */

static int grow_interner(struct search *search) {
    struct interner *interner = search->space->interner;
    if (interner_grow_begin(interner, 1) != 0) {
        return -1;
    }
    interner_grow_work(interner, 0, 1, NULL);
    const int failed = interner_grow_end(interner);
    if (failed) { /* it may have lost pairs */
        explore_stop(search, EXPLORE_FULL);
    }
    return failed;
}

/* Folds a vector with the ids of this rank. 0, or -1 with *error filled. */
static int fold_vector(const struct rank_saving *saving, const uint64_t *vector, uint64_t *key,
                       struct error *error) {
    struct search *search = saving->search;
    while (expansion_key(&search->workers[0].expansion, vector, key) == TABLE_FULL) {
        if (grow_interner(search) != 0) {
            return error_memory(error, "to fold the states of other processes");
        }
    }
    return 0;
}

/* Before a checkpoint is begun: rank 0 learns the pairs of all vectors. */
static int learn_pairs(void *context, const uint64_t *words, uint64_t count, struct error *error) {
    const struct rank_saving *saving = context;
    const uint32_t each = model_header(saving->search->exploration->model)->words;
    uint64_t key[MODEL_KEY_WORDS];
    int failed = 0;
    for (uint64_t at = 0; at < count && !failed; at += each) {
        failed = fold_vector(saving, words + at, key, error);
    }
    return failed;
}

static int put_folded(void *context, const uint64_t *words, uint64_t count, struct error *error) {
    const struct rank_saving *saving = context;
    const uint32_t each = model_header(saving->search->exploration->model)->words;
    uint64_t key[MODEL_KEY_WORDS];
    int failed = 0;
    for (uint64_t at = 0; at < count && !failed; at += each) {
        failed = fold_vector(saving, words + at, key, error) != 0 ||
                         checkpoint_writer_put(saving->writer, key, saving->search->key_words, error) != 0
                     ? -1
                     : 0;
    }
    return failed;
}

static int put_states(void *context, checkpoint_writer *writer, const struct checkpoint_header *header,
                      struct error *error) {
    struct rank_saving *saving = context;
    saving->writer = writer;
    saving->done = 1;
    const int failed = checkpoint_writer_put(writer, exploration_pairs(saving->search->exploration),
                                             2 * header->pairs, error);
    saving->gathering.error = error;
    saving->gathering.to = failed                ? (struct words_sink){NULL, NULL}
                           : saving->row != NULL ? (struct words_sink){put_folded, saving}
                                                 : search_checkpoint_sink(writer);
    give_all(saving, header);
    saving->gathering.to.put = NULL;
    return failed || saving->gathering.failed ? -1 : 0;
}

/* The header, of all ranks. */
static struct checkpoint_header sum_header(const struct search *search, uint64_t level) {
    const struct explore_result *result = search->result;
    const struct search_counts *counts = &search->begin_counts;
    uint64_t sums[] = {0, 0, counts->transitions, counts->choices, counts->deadlocks};
    for (unsigned i = 0; i < search->run->threads; i++) {
        sums[0] += search->workers[i].states;
    }
    sums[1] = sums[0] - search->space->level_begin[level + 1];
    ranks_sum(search->run->ranks, sums, sizeof sums / sizeof *sums);
    return (struct checkpoint_header){.key_words = search->key_words,
                                      .levels_kept = search->space->levels_kept != 0,
                                      .states = sums[0],
                                      .level = level,
                                      .next = sums[1],
                                      .transitions = sums[2],
                                      .choices = sums[3],
                                      .deadlocks = sums[4],
                                      .deadlock_level = result->deadlock_level,
                                      .error_level = search->watch.error_level,
                                      .several_level = result->several_level};
}

/* Of folded vectors: rank 0 learns all pairs, before it writes them. Collective; 0 in all ranks, or -1. */
static int gather_pairs(struct rank_saving *saving, struct checkpoint_header *header) {
    struct search *search = saving->search;
    struct error error = {.code = ERROR_NONE};
    if (saving->row == NULL) {
        return 0;
    }
    if (search->run->ranks->rank == 0) {
        saving->gathering.to = (struct words_sink){learn_pairs, saving};
        saving->gathering.error = &error;
    }
    give_all(saving, header);
    saving->gathering.to.put = NULL;
    uint64_t able = !saving->gathering.failed;
    saving->gathering.failed = 0;
    ranks_least(search->run->ranks, &able, 1);
    header->pairs = shared64_load(interner_view(search->space->interner)->next);
    return able ? 0 : -1;
}

/* 0, or -1 if memory runs out in some rank; collective. */
static int write_all(struct rank_saving *saving) {
    struct search *search = saving->search;
    const uint64_t level = search->begin_level;
    struct checkpoint_header header = sum_header(search, level);
    memcpy(saving->begin, search->space->level_begin, (level + 2) * sizeof *saving->begin);
    ranks_sum(search->run->ranks, saving->begin, level + 2);
    if (gather_pairs(saving, &header) != 0) {
        return -1;
    }
    if (search->checkpoint->writer != NULL) {
        const struct search_content content = {&header, saving->begin, put_states, saving};
        search_checkpoint_write(search->checkpoint, &content);
    }
    if (!saving->done) { /* other ranks; or rank 0, if it could not begin to write */
        give_all(saving, &header);
    }
    return 0;
}

void explore_checkpoint_ranks_write(struct search *search) {
    struct memory *memory = search->run->memory;
    const struct model_header *header = model_header(search->exploration->model);
    const uint64_t noted = search->begin_level + 2;
    const uint64_t row = header->fold_levels != 0 ? fold_stride(header) : 0;
    struct rank_saving saving = {.search = search};
    saving.begin = memory_allocate_array(memory, noted, sizeof *saving.begin);
    saving.row = row != 0 ? memory_allocate_array(memory, row, sizeof *saving.row) : NULL;
    uint64_t able = gathering_open(&saving.gathering, search->run->ranks, memory,
                                   row != 0 ? header->words : search->key_words) == 0 &&
                    saving.begin != NULL && (row == 0 || saving.row != NULL) && !search->unclosed &&
                    (!search->torn || search->space->levels_kept);
    ranks_least(search->run->ranks, &able, 1);
    if (!able || write_all(&saving) != 0) {
        search_checkpoint_tell(search->checkpoint, 1,
                               "no checkpoint: memory ran out; the last one, if any, stays");
    }
    memory_free(memory, saving.begin, noted * sizeof *saving.begin);
    memory_free(memory, saving.row, row * sizeof *saving.row);
    gathering_close(&saving.gathering);
    uint64_t outcome = ~(uint64_t)search->result->outcome; /* rank 0 may have run out of memory */
    ranks_least(search->run->ranks, &outcome, 1);
    if ((enum explore_outcome) ~outcome != search->result->outcome) {
        explore_stop(search, (enum explore_outcome) ~outcome);
    }
}

int explore_checkpoint_ranks_agree(const struct search *search, int wanted) {
    uint64_t sum = search->checkpoint->writer != NULL && wanted; /* rank 0 decides */
    ranks_sum(search->run->ranks, &sum, 1);
    return sum != 0;
}
