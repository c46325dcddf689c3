/* Continues a search on the CPU from a checkpoint: fills the visited set, the levels and the counts. Levels
 * that the file has, but the search does not keep, are dropped as they are read. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "base/scope.h"
#include "explorer/model/fold_core.h"
#include "explorer/search/explore_checkpoint.h"
#include "explorer/search/cpu/explore_internal.h"
#include "explorer/search/level_store.h"
#include "hashtable/intern.h"

#define BUFFER_KEYS ((uint64_t)1 << 15)
#define AHEAD 16u /* keys whose slots are prefetched */

int explore_is_resumed(const struct search *search) {
    return search->checkpoint != NULL && search->checkpoint->reader != NULL;
}

static int fill_pairs(void *context, uint64_t *pairs, struct error *error) {
    const struct search_checkpoint *own = context;
    (void)error; /* that of the search */
    return search_checkpoint_read(own, pairs, 2 * own->header.pairs, 0);
}

int explore_restore_levels(struct search *search) {
    const struct checkpoint_header *header = &search->checkpoint->header;
    const uint32_t integers = search->options->bucket_integers;
    if (search_checkpoint_restore(search->checkpoint, 0) != 0) {
        return -1;
    }
    search->level = search->begin_level = header->level;
    search->watch.error_level = search->result->error_level;
    if (header->pairs != 0) {
        search->space->interner =
            interner_restore(search->run->memory, integers != 0 ? integers : TABLE_HOST_INTEGERS,
                             header->pairs, fill_pairs, search->checkpoint, search->error);
    }
    return header->pairs != 0 && search->space->interner == NULL ? -1 : 0;
}

/* --- the states --- */

/* Keys that go into the visited set. */
struct key_insertion {
    struct search *search;
    struct table_view view;
    const uint64_t *keys;
    uint64_t count, fresh;
    uint64_t skipped; /* states of other ranks that were read with those to be inserted */
    uint64_t *done;   /* [threads]: keys of each thread's part that are there */
    uint64_t *row;    /* of ranks: of a folded vector; or NULL */
    int full;
};

static void insert_part(void *context, unsigned thread) {
    struct key_insertion *insertion = context;
    const struct table_view view = insertion->view;
    const unsigned threads = insertion->search->run->threads;
    const uint32_t words = insertion->search->key_words;
    uint64_t first = insertion->count * thread / threads, end = insertion->count * (thread + 1) / threads;
    uint64_t hashes[AHEAD], at = first + insertion->done[thread], fresh = 0;
    for (uint64_t ahead = at; at < end; at++) {
        for (; ahead < end && ahead < at + AHEAD; ahead++) {
            hashes[ahead % AHEAD] = table_hash_key(insertion->keys + ahead * words, words);
            table_prefetch(&view, hashes[ahead % AHEAD]);
        }
        enum table_result result =
            table_put(&view, insertion->keys + at * words, words, hashes[at % AHEAD], NULL);
        if (result == TABLE_FULL) {
            __atomic_store_n(&insertion->full, 1, __ATOMIC_RELAXED);
            break;
        }
        fresh += result == TABLE_NEW;
    }
    insertion->done[thread] = at - first;
    shared64_add(&insertion->fresh, fresh);
}

static int grow_table(struct search *search) {
    struct table *table = search->space->table;
    if (table_grow_begin(table, table_next_slots(table)) == 0 ||
        (explore_spill_levels(search) && table_grow_begin(table, table_next_slots(table)) == 0)) {
        table_grow_work(table, 0, 1, NULL);
        if (table_grow_end(table) == 0) {
            explore_set_grow_at(search);
            return 0;
        }
    }
    return error_memory(search->error, "to continue the search: raise --memory");
}

static int insert(struct key_insertion *insertion) {
    struct search *search = insertion->search;
    memset(insertion->done, 0, search->run->threads * sizeof *insertion->done);
    do {
        insertion->full = 0;
        insertion->view = explore_table_view(search);
        parallel_run(search->run->threads, insert_part, insertion);
        if (insertion->full && grow_table(search) != 0) {
            return -1;
        }
    } while (insertion->full);
    return 0;
}

/* Keeps the keys of this rank. Returns their number. */
static uint64_t keep_own(const struct key_insertion *insertion, uint64_t *keys, uint64_t count) {
    const struct search *search = insertion->search;
    const struct model_header *header = model_header(search->exploration->model);
    const uint64_t *pairs = exploration_pairs(search->exploration);
    const uint32_t words = search->key_words;
    uint64_t kept = 0;
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t *vector = keys + i * words;
        if (insertion->row != NULL) {
            fold_undo(header, pairs, vector, insertion->row);
            vector = insertion->row;
        }
        if (explore_ranks_own(search, vector)) {
            memmove(keys + kept++ * words, keys + i * words, words * sizeof *keys);
        }
    }
    return kept;
}

/* Reads keys to the buffer. */
static int read_keys(struct key_insertion *insertion, uint64_t *keys, uint64_t count) {
    const struct search *search = insertion->search;
    if (search_checkpoint_read(search->checkpoint, keys, count * search->key_words, insertion->fresh) != 0) {
        return -1;
    }
    for (uint64_t i = 0; i < count * search->key_words; i++) {
        keys[i] |= TABLE_USED;
    }
    insertion->keys = keys;
    insertion->count = search->exchange == NULL ? count : keep_own(insertion, keys, count);
    return 0;
}

/* Reads `count` keys, to the visited set if `inserts`, and to the level under construction if `stores`. */
static int restore_keys(struct key_insertion *insertion, uint64_t *buffer, uint64_t count, int inserts,
                        int stores) {
    struct search *search = insertion->search;
    struct level_writer *writer = &search->writers[0];
    for (uint64_t part; count != 0; count -= part) {
        part = count < BUFFER_KEYS ? count : BUFFER_KEYS;
        if (read_keys(insertion, buffer, part) != 0 || (inserts && insert(insertion) != 0)) {
            return -1;
        }
        const uint64_t kept = insertion->count;
        insertion->skipped += inserts ? part - kept : 0;
        for (uint64_t at = 0, some; stores && at < kept; at += some) {
            some = kept - at < EXPANSION_SUCCESSORS ? kept - at : EXPANSION_SUCCESSORS;
            while (level_writer_room(search->space->level_store, writer, some) != 0) {
                if (explore_spill_levels(search)) {
                    continue;
                }
                return error_memory(search->error, "to continue the search: raise --memory");
            }
            memcpy(writer->at, buffer + at * search->key_words, some * search->key_words * sizeof *buffer);
            writer->at += some * search->key_words;
        }
    }
    return 0;
}

/* Ends the level; of ranks, level_begin becomes this one's, unless nobody knows who owned the level's states.
 */
static int end_level(struct search *search, int known) {
    const uint64_t keys =
        level_store_end_level(search->space->level_store, search->writers, search->run->threads);
    if (keys == UINT64_MAX) {
        return error_memory(search->error, "to continue the search: raise --memory");
    }
    if (search->exchange != NULL && known) {
        uint64_t *begin = search->space->level_begin + search->level;
        begin[1] = begin[0] + keys;
    }
    return 0;
}

/* Of ranks, if nobody knows whose states older levels had: rank 0 counts them. */
static void forget_owners(const struct search *search, uint64_t level) {
    for (uint64_t i = 0; i <= level && search->run->ranks->rank != 0; i++) {
        search->space->level_begin[i] = 0;
    }
}

static int restore_all(struct key_insertion *insertion, uint64_t *buffer) {
    struct search *search = insertion->search;
    const struct checkpoint_header *header = &search->checkpoint->header;
    const uint64_t *begin = search->space->level_begin;
    const int kept = header->levels_kept != 0;
    const uint64_t last = begin[header->level + 1] - begin[header->level]; /* states of the level */
    uint64_t before = 0;
    int failed = kept ? 0 : restore_keys(insertion, buffer, header->states, 1, 0);
    if (search->exchange != NULL && !kept) {
        forget_owners(search, header->level);
    }
    for (uint64_t level = 0; level <= header->level && !failed; level++) {
        const uint64_t end = begin[level + 1];
        const uint64_t count = level == header->level ? last : kept ? end - before : 0;
        before = end;
        search->level = level; /* those before it may leave the memory of the search */
        failed = restore_keys(insertion, buffer, count, kept, 1) != 0 ||
                 end_level(search, kept || level == header->level) != 0;
        if (!search->space->levels_kept && level < header->level && !failed) {
            level_store_drop(search->space->level_store, level);
        }
    }
    return failed || restore_keys(insertion, buffer, header->next, kept, 1) != 0
               ? -1
               : search_checkpoint_restored(search->checkpoint, insertion->fresh + insertion->skipped);
}

/* own: the states of this rank. */
static void take_counts(struct search *search, const struct checkpoint_header *header, uint64_t own) {
    struct worker *first = &search->workers[0];
    struct search_counts *counts = &search->begin_counts;
    if (search->exchange == NULL || search->run->ranks->rank == 0) {
        *counts = (struct search_counts){header->transitions, header->choices, header->deadlocks};
    }
    first->states = search->states = own;
    search->elsewhere = header->states - own;
    first->transitions = counts->transitions;
    first->choices = counts->choices;
    first->deadlocks = counts->deadlocks;
    for (unsigned i = 0; i < search->run->threads; i++) {
        search->workers[i].expansion.seeks_several &=
            search->exploration->several == NULL && search->result->several_level == UINT64_MAX;
        search->workers[i].expansion.table = explore_table_view(search);
    }
    if (search->options->max_states != 0 && header->states > search->options->max_states) {
        explore_stop(search, EXPLORE_LIMIT);
    }
}

int explore_restore_states(struct search *search) {
    struct scope scope = {.memory = search->run->memory};
    const struct checkpoint_header *header = &search->checkpoint->header;
    const struct model_header *model = model_header(search->exploration->model);
    const uint64_t keys = header->states < BUFFER_KEYS ? header->states : BUFFER_KEYS;
    struct key_insertion insertion = {.search = search};
    uint64_t *buffer = scope_array(&scope, keys * search->key_words, sizeof *buffer);
    insertion.done = scope_array(&scope, search->run->threads, sizeof *insertion.done);
    if (search->exchange != NULL && model->fold_levels != 0) {
        insertion.row = scope_array(&scope, fold_stride(model), sizeof *insertion.row);
    }
    const int failed = scope_check(&scope, "to continue the search: raise --memory", search->error) != 0 ||
                       restore_all(&insertion, buffer) != 0;
    scope_close(&scope);
    if (!failed) {
        take_counts(search, header, insertion.fresh);
    }
    return failed ? -1 : 0;
}
