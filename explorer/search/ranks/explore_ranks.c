/*
 * The CPU search by several ranks (base/ranks/ranks.h). A hash gives each state an owner, which stores and
 * expands it. The threads of a rank expand its part of a level as they do alone, but insert only what the
 * rank owns; the rest goes to its owners in blocks, while the expansion goes on
 * (explorer/distributed/exchange.h). Source: Stern and Dill, Parallelizing the Murphi verifier, 1997, here
 * with levels: at the end of one the ranks meet, and know the same.
 */
#include "explorer/search/cpu/explore_internal.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/moment.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "explorer/distributed/exchange.h"
#include "explorer/model/model.h"
#include "explorer/search/explore_checkpoint.h"
#include "explorer/search/level_store.h"

#define PART 256u                         /* successors that are parted by owner together */
#define GROUP 64u                         /* vectors whose slots are prefetched together */
#define UNEVEN_STATES ((uint64_t)1 << 24) /* found in some seconds */
#define POLL_BATCHES 4u                   /* batches between two polls */

int explore_ranks_open(struct search *search) {
    struct ranks *ranks = search->run->ranks;
    if (ranks == NULL) {
        return 0;
    }
    if (exploration_choose_owners(search->exploration, ranks->count, search->options, search->run,
                                  search->error) != 0) {
        return -1;
    }
    search->exchange = exchange_create(ranks, search->run->memory,
                                       model_header(search->exploration->model)->words, search->run->threads);
    return search->exchange == NULL ? -1 : 0;
}

int exploration_begin_together(const model *model, const struct explore_options *options,
                               const struct run *run, uint64_t more, int failed, struct error *error) {
    struct ranks *ranks = run->ranks;
    if (ranks == NULL || failed) {
        if (ranks != NULL) {
            ranks_meet(ranks, RANKS_SEARCH, 0, 1, error);
        }
        return failed ? -1 : 0;
    }
    const struct model_header *header = model_header(model);
    const uint64_t wanted[] = {options->keep_levels != 0, options->max_states, options->max_depth,
                               options->watched != NULL, options->checkpoint != NULL};
    uint64_t fingerprint = ranks_fingerprint(more, header, header->bytes);
    fingerprint = ranks_fingerprint(fingerprint, wanted, sizeof wanted);
    return ranks_meet(ranks, RANKS_SEARCH, fingerprint, 0, error);
}

int explore_ranks_begin(const struct search *search, int failed) {
    const int resumes = !failed && explore_is_resumed(search);
    const uint64_t saved = !resumes
                               ? 0
                               : ranks_fingerprint(0, checkpoint_reader_header(search->checkpoint->reader),
                                                   sizeof(struct checkpoint_header));
    return exploration_begin_together(failed ? NULL : search->exploration->model, search->options,
                                      search->run, saved, failed, search->error);
}

int explore_ranks_own(const struct search *search, const uint64_t *vector) {
    const struct ranks *ranks = search->run->ranks;
    const uint64_t hash =
        owner_hash(vector, search->exploration->owner_mask, model_header(search->exploration->model)->words);
    return owner_of(hash, ranks->count) == ranks->rank;
}

/* --- successors --- */

/* Successors of a batch, apart: those that this rank owns, and the others with their owners. */
struct parted {
    uint32_t owned, others;
    uint64_t own[PART], other[PART];
    uint32_t owner[PART];
};

/* Parts `count` successors from `at` on, without branches: nobody can foretell owners. */
CORE_FUNCTION void part_successors(const struct ranks *ranks, const uint64_t *mask, const uint64_t *vectors,
                                   uint64_t stride, const uint32_t words, uint64_t at, uint64_t count,
                                   struct parted *parted) {
    uint32_t owned = 0, others = 0;
    for (uint64_t i = at; i < at + count; i++) {
        const uint32_t owner = owner_of(owner_hash(vectors + i * stride, mask, words), ranks->count);
        parted->own[owned] = i;
        owned += owner == ranks->rank;
        parted->other[others] = i;
        parted->owner[others] = owner;
        others += owner != ranks->rank;
    }
    parted->owned = owned;
    parted->others = others;
}

/* words: of a vector; folded vectors come from rows, others are the keys. */
CORE_FUNCTION uint32_t insert_or_send(struct worker *worker, struct level_writer *writer,
                                      const uint32_t key_words, const uint32_t words, const int folded) {
    struct search *search = worker->search;
    const struct expansion *expansion = &worker->expansion;
    const struct table_view table = expansion->table;
    const uint64_t *keys = expansion->keys, *hashes = expansion->hashes;
    const uint64_t *vectors = folded ? expansion->rows.data : keys;
    const uint64_t stride = folded ? expansion->stride : words;
    const uint64_t all = expansion->sources == 0 ? 0 : expansion->ends[expansion->sources - 1];
    struct exchange_sender *sender = exchange_sender_of(search->exchange, worker->index);
    uint64_t *out = writer->at;
    uint64_t at = 0, fresh = 0;
    int full = 0;
    for (; at < all && !full; at += PART) {
        struct parted parted;
        part_successors(search->run->ranks, search->exploration->owner_mask, vectors, stride, words, at,
                        all - at < PART ? all - at : PART, &parted);
        for (uint32_t i = 0; i < parted.owned; i++) {
            table_prefetch(&table, hashes[parted.own[i]]);
        }
        for (uint32_t i = 0; i < parted.others && !full; i++) {
            if (exchange_send(search->exchange, sender, parted.owner[i], hashes[parted.other[i]],
                              vectors + parted.other[i] * stride, words) != 0) {
                __atomic_store_n(&search->memory_full, 1, __ATOMIC_RELAXED);
                explore_ask_pause(search, PAUSE_GROW);
                full = 1;
            }
        }
        for (uint32_t i = 0; i < parted.owned && !full; i++) {
            const uint64_t *key = keys + parted.own[i] * key_words;
            const enum table_result result = table_put(&table, key, key_words, hashes[parted.own[i]], NULL);
            if (result == TABLE_NEW) {
                for (uint32_t w = 0; w < key_words; w++) {
                    *out++ = key[w];
                }
                fresh++;
            } else if (result == TABLE_FULL) {
                explore_note_full(search);
                full = 1;
            }
        }
    }
    writer->at = out;
    worker->states += fresh;
    worker->unreported += fresh;
    /* A source is done when all its successors are; the part where something was full is done again. */
    uint32_t done = expansion->sources;
    for (at -= full ? PART : 0; full && done > 0 && expansion->ends[done - 1] > at; done--) {
    }
    return done;
}

uint32_t explore_ranks_insert(struct worker *worker, struct level_writer *writer) {
    const struct model_header *header = worker->expansion.model.header;
    if (header->fold_levels != 0) {
        return insert_or_send(worker, writer, header->key_words, header->words, 1);
    }
    return header->words == 1   ? insert_or_send(worker, writer, 1, 1, 0)
           : header->words == 2 ? insert_or_send(worker, writer, 2, 2, 0)
                                : insert_or_send(worker, writer, 4, 4, 0);
}

/* --- what arrives --- */

/* Makes the keys of the next vectors of the worker's block. Returns how many. */
static uint64_t make_keys(struct worker *worker, uint64_t *keys, uint64_t *hashes) {
    struct search *search = worker->search;
    const struct model_header *header = worker->expansion.model.header;
    const struct table_view table = worker->expansion.table;
    const uint64_t *vectors =
        exchange_block_vectors(worker->incoming) + worker->incoming_done * header->words;
    uint64_t count = exchange_block_count(worker->incoming) - worker->incoming_done;
    count = count < GROUP ? count : GROUP;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t *key = keys + i * header->key_words;
        if (header->fold_levels == 0) {
            for (uint32_t w = 0; w < header->words; w++) {
                key[w] = vectors[i * header->words + w] | TABLE_USED;
            }
        } else if (expansion_key(&worker->expansion, vectors + i * header->words, key) == TABLE_FULL) {
            __atomic_store_n(&search->intern_full, 1, __ATOMIC_RELAXED);
            explore_ask_pause(search, PAUSE_GROW);
            return i;
        }
        hashes[i] = table_hash(&table, key);
        table_prefetch(&table, hashes[i]);
    }
    return count;
}

/* Stores vectors of the worker's block: all of them unless something is full. */
static void store_block(struct worker *worker) {
    struct search *search = worker->search;
    struct level_writer *writer = &search->writers[worker->index];
    const uint32_t key_words = search->key_words;
    const struct table_view table = worker->expansion.table;
    uint64_t keys[GROUP * MODEL_KEY_WORDS], hashes[GROUP];
    while (worker->incoming_done < exchange_block_count(worker->incoming)) {
        if (level_writer_room(search->space->level_store, writer, GROUP) != 0) {
            __atomic_store_n(&search->memory_full, 1, __ATOMIC_RELAXED);
            explore_ask_pause(search, PAUSE_GROW);
            return;
        }
        const uint64_t count = make_keys(worker, keys, hashes);
        for (uint64_t i = 0; i < count; i++) {
            const uint64_t *key = keys + i * key_words;
            const enum table_result result = table_put(&table, key, key_words, hashes[i], NULL);
            if (result == TABLE_FULL) {
                explore_note_full(search);
                return;
            }
            worker->incoming_done++;
            if (result == TABLE_NEW) {
                memcpy(writer->at, key, key_words * sizeof *key);
                writer->at += key_words;
                worker->states++;
                worker->unreported++;
            }
        }
        if (count == 0) {
            return;
        }
    }
    exchange_return(search->exchange, worker->incoming);
    worker->incoming = NULL;
}

int explore_ranks_receive(struct worker *worker) {
    struct search *search = worker->search;
    struct exchange *exchange = search->exchange;
    if (worker->chunk.count == 0 || ++worker->batches % POLL_BATCHES == 0) {
        exchange_poll(exchange);
    }
    if (exchange_is_stopped(exchange)) {
        explore_ask_pause(search, PAUSE_STOP);
        return 1;
    }
    if (worker->incoming == NULL) {
        worker->incoming = exchange_take(exchange);
        worker->incoming_done = 0;
    }
    if (worker->incoming == NULL) {
        const int congested = exchange_is_congested(exchange);
        if (congested) {
            moment_poll_again(&worker->idle);
        }
        return congested;
    }
    worker->idle.polls = 0;
    store_block(worker);
    if (worker->unreported >= search->report_at) {
        explore_report_states(worker);
    }
    return 1;
}

int explore_ranks_waits(struct worker *worker) {
    const exchange *exchange = worker->search->exchange;
    if (exchange == NULL || !exchange_has_ended_level(exchange) || exchange_is_complete(exchange)) {
        return 0;
    }
    moment_poll_again(&worker->idle);
    return 1;
}

/* --- levels --- */

int explore_ranks_level_is_complete(struct search *search) {
    if (!exchange_has_ended_level(search->exchange)) {
        exchange_end_level(search->exchange, 0);
    }
    return exchange_is_complete(search->exchange);
}

void explore_ranks_stop(struct search *search) {
    for (unsigned i = 0; i < search->run->threads; i++) {
        if (search->workers[i].incoming != NULL) {
            exchange_return(search->exchange, search->workers[i].incoming);
            search->workers[i].incoming = NULL;
        }
    }
    if (!exchange_has_ended_level(search->exchange)) {
        exchange_end_level(search->exchange, 1);
    }
    exchange_drain(search->exchange);
}

/* The least of each in all ranks. Outcomes: the greatest. Returns the states of the rank that has most. */
static uint64_t share_least(struct search *search) {
    const struct ranks *ranks = search->run->ranks;
    struct explore_result *result = search->result;
    uint64_t values[] = {~(uint64_t)result->outcome,
                         result->deadlock_level,
                         search->watch.error_level,
                         result->fault_level,
                         (uint64_t)search->space->levels_kept,
                         ~search->states};
    ranks_least(ranks, values, sizeof values / sizeof *values);
    result->outcome = (enum explore_outcome) ~values[0];
    result->deadlock_level = values[1];
    result->error_level = search->watch.error_level = values[2];
    result->fault_level = values[3];
    search->space->levels_kept = (int)values[4];
    if (result->label_level != NULL) {
        ranks_least(ranks, result->label_level, model_header(search->exploration->model)->labels);
    }
    return ~values[5];
}

uint64_t explore_ranks_meet(struct search *search, uint64_t keys) {
    const uint64_t most = search->options->max_states;
    uint64_t sums[] = {keys == UINT64_MAX ? 0 : keys, search->states, keys == UINT64_MAX};
    const uint64_t largest = share_least(search);
    ranks_sum(search->run->ranks, sums, sizeof sums / sizeof *sums);
    search->elsewhere = sums[1] - search->states;
    if (most != 0 && sums[1] > most) {
        explore_stop(search, EXPLORE_LIMIT);
    } else if (exploration_is_uneven(search->options, search->result->outcome, UNEVEN_STATES, largest,
                                     sums[1], search->run->ranks->count)) {
        search->uneven = 1;
        explore_stop(search, EXPLORE_LIMIT);
    }
    exchange_begin_level(search->exchange);
    return sums[2] != 0 ? UINT64_MAX : sums[0];
}

/* --- the whole search --- */

void explore_ranks_tell_several(struct search *search) {
    struct exploration *exploration = search->exploration;
    struct memory *memory = search->run->memory;
    const struct ranks *ranks = search->run->ranks;
    const uint64_t components = model_header(exploration->model)->components;
    const uint64_t bytes = components * sizeof *exploration->several;
    uint64_t *all = memory_allocate_array(memory, components * ranks->count, sizeof *all);
    uint64_t there = exploration->several != NULL;
    if (!there && (exploration->several = memory_allocate(memory, bytes)) != NULL) {
        memset(exploration->several, 0xff, bytes); /* greater than any state */
    }
    uint64_t able = all != NULL && exploration->several != NULL;
    ranks_sum(ranks, &there, 1);
    ranks_least(ranks, &able, 1); /* where memory is short, the state is left out */
    if (able) {
        ranks_gather(ranks, exploration->several, all, components);
    }
    for (uint64_t r = 0; r < ranks->count && able; r++) {
        const uint64_t *state = all + r * components;
        int order = 0;
        for (uint64_t c = 0; c < components && order == 0; c++) {
            order = state[c] < exploration->several[c] ? -1 : state[c] > exploration->several[c];
        }
        if (order < 0) {
            memcpy(exploration->several, state, bytes);
        }
    }
    if (!able || there == 0) {
        memory_free(memory, exploration->several, bytes);
        exploration->several = NULL;
    }
    memory_free(memory, all, components * ranks->count * sizeof *all);
}

void explore_ranks_total(struct search *search) {
    struct ranks *ranks = search->run->ranks;
    struct explore_result *result = search->result;
    struct explore_effort *effort = &search->exploration->effort;
    if (search->exchange != NULL && search->error->code == ERROR_NONE) {
        uint64_t sums[] = {result->states,    result->transitions, result->choices,
                           result->deadlocks, effort->memory_peak, exchange_bytes(search->exchange)};
        ranks_sum(ranks, sums, sizeof sums / sizeof *sums);
        result->states = sums[0];
        result->transitions = sums[1];
        result->choices = sums[2];
        result->deadlocks = sums[3];
        effort->memory_peak = sums[4];
        effort->bytes_exchanged = sums[5];
        effort->ranks = ranks->count;
        snprintf(effort->device, sizeof effort->device, "cpu (%u processes)", ranks->count);
    }
    exchange_free(search->exchange);
    search->exchange = NULL;
}
