/*
 * Checkpoints of a search by several ranks: rank 0 writes one file, which is that of one process, so any
 * number of processes can continue it. Collective functions; between levels, or after the search. The keys of
 * a section go to rank 0 in rounds, in each of which a rank gives a part of its own until all have given
 * everything.
 */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "explorer/search/explore_checkpoint.h"
#include "explorer/search/explore_internal.h"
#include "explorer/search/level_store.h"

#define PART 8192u /* most words that a rank gives in a round */

struct gathering {
    struct search *search;
    uint64_t *begin;           /* [level + 2]: of all ranks */
    uint64_t *own, *all;       /* [PART]; [ranks * PART] */
    uint64_t *counts;          /* [ranks] */
    uint64_t used;             /* words in `own` */
    checkpoint_writer *writer; /* NULL: in other ranks, or after a failure */
    int done;                  /* all keys were gathered */
    int failed;
};

/* Gives what is in `own`. Returns whether any rank has given something. */
static int run_round(struct gathering *gathering) {
    const struct ranks *ranks = gathering->search->run->ranks;
    uint64_t most = 0;
    ranks_gather(ranks, &gathering->used, gathering->counts, 1);
    for (unsigned r = 0; r < ranks->count; r++) {
        most = gathering->counts[r] > most ? gathering->counts[r] : most;
    }
    if (most == 0) {
        return 0;
    }
    ranks_gather(ranks, gathering->own, gathering->all, most);
    for (unsigned r = 0; r < ranks->count && gathering->writer != NULL; r++) {
        if (checkpoint_writer_put(gathering->writer, gathering->all + r * most, gathering->counts[r],
                                  gathering->search->error) != 0) {
            gathering->failed = 1;
            gathering->writer = NULL; /* the others go on giving */
        }
    }
    gathering->used = 0;
    return 1;
}

static void give(struct gathering *gathering, const uint64_t *words, uint64_t count) {
    for (uint64_t part; count != 0; count -= part, words += part) {
        part = count < PART - gathering->used ? count : PART - gathering->used;
        memcpy(gathering->own + gathering->used, words, part * sizeof *words);
        gathering->used += part;
        if (gathering->used == PART) {
            run_round(gathering);
        }
    }
}

/* Ends a section. */
static void give_rest(struct gathering *gathering) {
    while (run_round(gathering)) {
    }
}

static void give_level(struct gathering *gathering, uint64_t level) {
    const struct search *search = gathering->search;
    if (level < level_store_levels(search->space->level_store)) {
        uint64_t count;
        const struct level_segment *segments =
            level_store_segments(search->space->level_store, level, &count);
        for (uint64_t i = 0; i < count; i++) {
            give(gathering, segments[i].keys, segments[i].count * search->key_words);
        }
    }
    give_rest(gathering);
}

static void give_table(struct gathering *gathering) {
    const struct table_view view = table_view_of(gathering->search->space->table);
    const uint64_t slots = (view.buckets + view.pad) << view.bucket_bits;
    for (uint64_t slot = 0; slot < slots; slot++) {
        const uint64_t *key = view.slots + slot * view.words;
        if (key[0] != 0) {
            give(gathering, key, view.words);
        }
    }
    give_rest(gathering);
}

static void give_all(struct gathering *gathering, const struct checkpoint_header *header) {
    gathering->done = 1;
    if (!header->levels_kept) {
        give_table(gathering);
    }
    for (uint64_t level = header->levels_kept ? 0 : header->level; level <= header->level + 1; level++) {
        give_level(gathering, level);
    }
}

static int put_states(void *context, checkpoint_writer *writer, const struct checkpoint_header *header,
                      struct error *error) {
    struct gathering *gathering = context;
    (void)error; /* that of the search */
    gathering->writer = writer;
    give_all(gathering, header);
    return gathering->failed ? -1 : 0;
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

static void write_all(struct gathering *gathering) {
    struct search *search = gathering->search;
    const uint64_t level = search->begin_level;
    struct checkpoint_header header = sum_header(search, level);
    memcpy(gathering->begin, search->space->level_begin, (level + 2) * sizeof *gathering->begin);
    ranks_sum(search->run->ranks, gathering->begin, level + 2);
    if (search->checkpoint->writer != NULL) {
        const struct search_content content = {&header, gathering->begin, put_states, gathering};
        search_checkpoint_write(search->checkpoint, &content);
    }
    if (!gathering->done) { /* other ranks; or rank 0, if it could not begin to write */
        gathering->writer = NULL;
        give_all(gathering, &header);
    }
}

void explore_checkpoint_ranks_write(struct search *search) {
    struct memory *memory = search->run->memory;
    const uint64_t ranks = search->run->ranks->count, noted = search->begin_level + 2;
    struct gathering gathering = {.search = search};
    gathering.begin = memory_allocate_array(memory, noted, sizeof *gathering.begin);
    gathering.own = memory_allocate_array(memory, PART, sizeof *gathering.own);
    gathering.all = memory_allocate_array(memory, PART * ranks, sizeof *gathering.all);
    gathering.counts = memory_allocate_array(memory, ranks, sizeof *gathering.counts);
    uint64_t able = gathering.begin != NULL && gathering.own != NULL && gathering.all != NULL &&
                    gathering.counts != NULL && !search->unclosed &&
                    (!search->torn || search->space->levels_kept);
    ranks_least(search->run->ranks, &able, 1);
    if (able) {
        write_all(&gathering);
    } else {
        search_checkpoint_tell(search->checkpoint, 1,
                               "no checkpoint: memory ran out; the last one, if any, stays");
    }
    memory_free(memory, gathering.begin, noted * sizeof *gathering.begin);
    memory_free(memory, gathering.own, PART * sizeof *gathering.own);
    memory_free(memory, gathering.all, PART * ranks * sizeof *gathering.all);
    memory_free(memory, gathering.counts, ranks * sizeof *gathering.counts);
}

int explore_checkpoint_ranks_agree(const struct search *search, int wanted) {
    uint64_t sum = search->checkpoint->writer != NULL && wanted; /* rank 0 decides */
    ranks_sum(search->run->ranks, &sum, 1);
    return sum != 0;
}
