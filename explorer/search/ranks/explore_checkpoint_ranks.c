/*
 * Checkpoints of a search by several ranks: rank 0 writes one file, which is that of one process, so any
 * number of processes can continue it. Collective functions; between levels, or after the search. The keys of
 * a section go to rank 0 (gathering.h). If vectors are folded, each rank has ids of its own. Then vectors go
 * there, twice: first rank 0 adds the pairs of all to its own, because the file begins with these; then it
 * folds the vectors again.
 */
#include <string.h>

#include "base/error.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "base/scope.h"
#include "explorer/model/fold_core.h"
#include "explorer/search/explore_checkpoint.h"
#include "explorer/search/cpu/explore_internal.h"
#include "explorer/search/level_store.h"
#include "hashtable/intern.h"

struct rank_saving {
    struct search *search;
    uint64_t *begin; /* [level + 2]: of all ranks */
    struct gathering gathering;
    uint64_t *row; /* of a folded vector; or NULL */
    int writes;    /* folded vectors go to the file; before that, rank 0 learns their pairs */
};

/* Of folded vectors, the vectors are given: each rank has ids of its own. */
static int give_vectors(void *context, const uint64_t *keys, uint64_t count, struct error *error) {
    struct rank_saving *saving = context;
    const struct search *search = saving->search;
    const struct model_header *header = model_header(search->exploration->model);
    const uint64_t *pairs = exploration_pairs(search->exploration);
    (void)error;
    for (uint64_t at = 0; at < count; at += search->key_words) {
        fold_undo(header, pairs, keys + at, saving->row);
        gathering_give(&saving->gathering, saving->row, header->words);
    }
    return 0;
}

static void end_vectors(void *context) {
    struct rank_saving *saving = context;
    gathering_end(&saving->gathering);
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

/* Folds the vectors of all ranks; their keys go to the file, once it has begun. */
static int fold_vectors(void *context, const uint64_t *words, uint64_t count, struct error *error) {
    const struct rank_saving *saving = context;
    const struct words_sink file = search_checkpoint_sink(saving->search->checkpoint);
    const uint32_t each = model_header(saving->search->exploration->model)->words;
    uint64_t key[MODEL_KEY_WORDS];
    int failed = 0;
    for (uint64_t at = 0; at < count && !failed; at += each) {
        failed = fold_vector(saving, words + at, key, error) != 0 ||
                 (saving->writes && file.put(file.context, key, saving->search->key_words, error) != 0);
    }
    return failed ? -1 : 0;
}

/* Of folded vectors: rank 0 learns all pairs, before it writes them. Collective; 0 in all ranks, or -1. */
static int gather_pairs(struct rank_saving *saving, const struct search_content *content) {
    struct gathering *gathering = &saving->gathering;
    struct error error = {.code = ERROR_NONE};
    const struct words_sink nowhere = {0}, folded = {.put = fold_vectors, .context = saving};
    gathering->to = saving->search->run->ranks->rank == 0 ? folded : nowhere;
    gathering->error = &error;
    (void)state_source_put(&content->source, content->header, content->sink, &error);
    uint64_t able = !gathering->failed;
    gathering->to = folded;
    gathering->failed = 0;
    saving->writes = 1;
    ranks_least(gathering->ranks, &able, 1);
    content->header->pairs = shared64_load(interner_view(saving->search->space->interner)->next);
    return able ? 0 : -1;
}

/* 0, or -1 if memory runs out in some rank; collective. */
static int write_all(struct rank_saving *saving) {
    struct search *search = saving->search;
    struct gathering *gathering = &saving->gathering;
    struct checkpoint_header header = explore_checkpoint_header(search);
    struct search_content content = {&header, saving->begin, explore_checkpoint_source(search), gathering,
                                     gathering_sink(gathering)};
    memcpy(saving->begin, search->space->level_begin, (header.level + 2) * sizeof *saving->begin);
    search_checkpoint_sum(&header, saving->begin, gathering->ranks);
    gathering->to = search_checkpoint_sink(search->checkpoint);
    if (saving->row != NULL) {
        content.sink = (struct words_sink){give_vectors, saving, end_vectors, NULL};
        if (gather_pairs(saving, &content) != 0) {
            return -1;
        }
    }
    search_checkpoint_write(search->checkpoint, &content);
    return 0;
}

void explore_checkpoint_ranks_write(struct search *search) {
    struct scope scope = {.memory = search->run->memory};
    const struct model_header *header = model_header(search->exploration->model);
    const int folded = header->fold_levels != 0;
    struct rank_saving saving = {.search = search};
    saving.begin = scope_array(&scope, search->begin_level + 2, sizeof *saving.begin);
    saving.row = folded ? scope_array(&scope, fold_stride(header), sizeof *saving.row) : NULL;
    uint64_t able = gathering_open(&saving.gathering, search->run->ranks, scope.memory,
                                   folded ? header->words : search->key_words) == 0 &&
                    !scope.failed && !search->unclosed && (!search->torn || search->space->levels_kept);
    ranks_least(search->run->ranks, &able, 1);
    if (!able || write_all(&saving) != 0) {
        search_checkpoint_tell(search->checkpoint, 1,
                               "no checkpoint: memory ran out; the last one, if any, stays");
    }
    scope_close(&scope);
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
