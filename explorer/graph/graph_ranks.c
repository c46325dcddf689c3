/*
 * The graph of states that several ranks have, in the one numbering (graph_ranks.h).
 *
 * When the states have numbers (graph_ranks_number.c), the ranks go through windows of numbers
 * together. Each expands its own sources of the window, asks all for the numbers of targets that it does not
 * own, and gives rank 0 its rows, which are merged there. So every rank sees all states once and all edges
 * between ranks once, which takes less than writing the text of all edges in one rank does.
 */
#include "explorer/graph/graph_ranks.h"

#include <string.h>

#include "base/error.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "explorer/distributed/owner.h"
#include "explorer/graph/graph_order.h"
#include "explorer/graph/graph_ranks_internal.h"
#include "explorer/graph/graph_table.h"
#include "explorer/model/model.h"
#include "explorer/model/network.h"
#include "explorer/search/explore.h"
#include "hashtable/table.h"

#define WINDOW_EDGES 65536u
#define CHUNK_WORDS 65536u
#define NOT_ASKED UINT64_MAX

static uint64_t number_of(const struct rank_rows *rows, const uint64_t *key, uint64_t hash) {
    uint64_t slot = 0;
    table_put(&rows->expansion.table, key, rows->header->key_words, hash, &slot);
    return ((const uint64_t *)rows->by_slot.base)[slot];
}

static void number_slots(struct rank_rows *rows) {
    const struct table_view *table = &rows->expansion.table;
    for (uint64_t i = 0; i < rows->count; i++) {
        const uint64_t *key = rows->keys + i * rows->header->key_words;
        uint64_t slot = 0;
        table_put(table, key, rows->header->key_words, table_hash(table, key), &slot);
        ((uint64_t *)rows->by_slot.base)[slot] = rows->numbers[i];
    }
}

/* --- rows --- */

static int compare_edges(const void *a, const void *b) {
    const struct ranks_edge *left = a, *right = b;
    return left->label != right->label ? sort_compare(left->label, right->label)
                                       : sort_compare(left->target, right->target);
}

/* Sorts the edges of each source of the window. */
static void sort_rows(struct rank_rows *rows) {
    for (uint64_t begin = 0, end = 0; begin < rows->edge_count; begin = end) {
        while (end < rows->edge_count && rows->edges[end].source == rows->edges[begin].source) {
            end++;
        }
        sort_items(rows->edges + begin, end - begin, sizeof *rows->edges, compare_edges);
    }
}

/* Adds the row's edges to the window, and questions for the targets of others. 0, or -1 without memory. */
static int store_row(struct rank_rows *rows, uint64_t source, uint64_t length) {
    struct memory *memory = rows->run->memory;
    const uint32_t words = rows->header->words;
    const uint64_t need = rows->edge_count + length;
    if (MEMORY_GROW(memory, &rows->edges, &rows->edge_capacity, need) != 0 ||
        MEMORY_GROW(memory, &rows->asked, &rows->asked_capacity, need) != 0 ||
        graph_ranks_grow(rows, &rows->question, 1 + (rows->questions + length) * words) != 0) {
        return -1;
    }
    for (uint64_t i = 0; i < length; i++) {
        const struct successor *successor = &rows->row.items[i];
        const uint64_t *vector = successor_vector(&rows->expansion, successor);
        struct ranks_edge *edge = &rows->edges[rows->edge_count];
        uint64_t *asked = &rows->asked[rows->edge_count++];
        *edge = (struct ranks_edge){.source = source, .label = successor->label};
        *asked = NOT_ASKED;
        if (owner_of(owner_hash(vector, rows->exploration->owner_mask, words), rows->ranks->count) ==
            rows->ranks->rank) {
            edge->target = number_of(rows, successor->key, rows->expansion.hashes[successor->at]);
            continue;
        }
        *asked = rows->questions;
        uint64_t *out = rows->question.words + 1 + rows->questions++ * words;
        for (uint32_t w = 0; w < words; w++) {
            out[w] = vector[w] & ~TABLE_USED;
        }
    }
    return 0;
}

/*
 * Expands this rank's states with numbers below `end`. Adds the number of edges to *edges; keeps: non-zero to
 * put them into the window. 0, or -1 with the error filled.
 */
static int expand_window(struct rank_rows *rows, uint64_t end, int keeps, uint64_t *edges) {
    struct expansion *expansion = &rows->expansion;
    uint64_t last = rows->next;
    while (last < rows->count && rows->numbers[last] < end) {
        last++;
    }
    while (rows->next < last) {
        uint64_t begin = 0;
        if (run_should_stop(rows->run)) {
            return error_set(rows->error, ERROR_INTERRUPTED, "interrupted while writing the states");
        }
        if (expansion_batch(expansion, rows->keys + rows->next * rows->header->key_words,
                            last - rows->next) != 0 ||
            expansion->sources == 0) {
            return error_memory(rows->error, "for the rows of the graph");
        }
        for (uint32_t source = 0; source < expansion->sources; source++, rows->next++) {
            const uint64_t length = successor_row_make(&rows->row, expansion, begin, expansion->ends[source]);
            if (length == UINT64_MAX || (keeps && store_row(rows, rows->numbers[rows->next], length) != 0)) {
                return error_memory(rows->error, "for the rows of the graph");
            }
            *edges += length;
            begin = expansion->ends[source];
        }
    }
    return 0;
}

/* --- windows --- */

/* Answers the questions of all ranks, and takes the answers to this rank's. `most`: of a rank. 0 or -1. */
static int ask_all(struct rank_rows *rows, uint64_t most) {
    const struct ranks *ranks = rows->ranks;
    const uint32_t words = rows->header->words;
    const uint64_t each = 1 + most * words;
    uint64_t none = 0;
    int failed = graph_ranks_grow(rows, &rows->question, each) != 0 ||
                 graph_ranks_grow(rows, &rows->all, each * ranks->count) != 0 ||
                 graph_ranks_grow(rows, &rows->answers, most * ranks->count + 1) != 0;
    if (graph_ranks_agree(rows, failed, &none) != 0) {
        return -1;
    }
    rows->question.words[0] = rows->questions;
    memset(rows->question.words + 1 + rows->questions * words, 0,
           (most - rows->questions) * words * sizeof(uint64_t));
    ranks_gather(ranks, rows->question.words, rows->all.words, each);
    memset(rows->answers.words, 0, most * ranks->count * sizeof(uint64_t));
    for (uint32_t r = 0; r < ranks->count; r++) {
        const uint64_t *theirs = rows->all.words + r * each;
        for (uint64_t i = 0; i < theirs[0] && r != ranks->rank; i++) {
            const uint64_t *vector = theirs + 1 + i * words;
            uint64_t key[MODEL_KEY_WORDS];
            if (owner_of(owner_hash(vector, rows->exploration->owner_mask, words), ranks->count) ==
                ranks->rank) {
                expansion_key(&rows->expansion, vector, key); /* its pairs are known since the search */
                rows->answers.words[r * most + i] =
                    number_of(rows, key, table_hash(&rows->expansion.table, key));
            }
        }
    }
    ranks_sum(ranks, rows->answers.words, most * ranks->count);
    for (uint64_t i = 0; i < rows->edge_count; i++) {
        if (rows->asked[i] != NOT_ASKED) {
            rows->edges[i].target = rows->answers.words[ranks->rank * most + rows->asked[i]];
        }
    }
    return 0;
}

/* Of rank 0: gives the sink the edges of all ranks. A source is of one rank. 0 or -1. */
static int merge(const struct rank_rows *rows, const struct graph_sink *sink, uint64_t each) {
    const struct network *network = model_network(rows->exploration->model);
    uint64_t *left = rows->answers.words; /* [ranks] edges that were given; there is room */
    memset(left, 0, rows->ranks->count * sizeof *left);
    for (;;) {
        const struct ranks_edge *least = NULL;
        uint64_t of = 0, count = 0;
        for (uint32_t r = 0; r < rows->ranks->count; r++) {
            const uint64_t *theirs = rows->all.words + r * each;
            const struct ranks_edge *edge = (const struct ranks_edge *)(theirs + 1) + left[r];
            if (left[r] < theirs[0] && (least == NULL || edge->source < least->source)) {
                least = edge;
                of = r;
                count = theirs[0];
            }
        }
        if (least == NULL) {
            return 0;
        }
        const uint64_t source = least->source;
        for (; left[of] < count && least->source == source; left[of]++, least++) {
            if (sink->edge(sink->context, source, network->labels[least->label].text, least->target,
                           rows->error) != 0) {
                return -1;
            }
        }
    }
}

/* One window; 0 or -1. */
static int pass_window(struct rank_rows *rows, const struct graph_sink *sink, uint64_t end) {
    const struct ranks *ranks = rows->ranks;
    uint64_t edges = 0, most, each;
    rows->edge_count = rows->questions = 0;
    int failed = expand_window(rows, end, 1, &edges);
    most = rows->questions;
    if (graph_ranks_agree(rows, failed, &most) != 0 || (most != 0 && ask_all(rows, most) != 0)) {
        return -1;
    }
    each = rows->edge_count;
    failed = graph_ranks_agree(rows, 0, &each) != 0;
    if (failed) {
        return -1;
    }
    each = 1 + each * (sizeof(struct ranks_edge) / sizeof(uint64_t));
    failed = graph_ranks_grow(rows, &rows->shared, each) != 0 ||
             graph_ranks_grow(rows, &rows->all, each * ranks->count) != 0 ||
             graph_ranks_grow(rows, &rows->answers, ranks->count) != 0;
    if (graph_ranks_agree(rows, failed, &most) != 0) {
        return -1;
    }
    if (rows->edge_count != 0) {
        sort_rows(rows);
        memcpy(rows->shared.words + 1, rows->edges, rows->edge_count * sizeof *rows->edges);
    }
    rows->shared.words[0] = rows->edge_count;
    memset(rows->shared.words + 1 + rows->edge_count * 3, 0,
           (each - 1 - rows->edge_count * 3) * sizeof(uint64_t));
    ranks_gather(ranks, rows->shared.words, rows->all.words, each);
    failed = ranks->rank == 0 && merge(rows, sink, each) != 0;
    return graph_ranks_agree(rows, failed, &most);
}

/* Counts the edges, then goes through the windows. 0 or -1. */
static int pass_rows(struct rank_rows *rows, const struct graph_sink *sink, uint64_t *edges) {
    const uint64_t states = rows->exploration->result.states;
    uint64_t none = 0;
    *edges = 0;
    if (graph_ranks_agree(rows, expand_window(rows, UINT64_MAX, 0, edges), &none) != 0) {
        return -1;
    }
    ranks_sum(rows->ranks, edges, 1);
    int failed =
        rows->ranks->rank == 0 && sink->begin(sink->context, *edges, states, rows->error) != 0 ? -1 : 0;
    failed = graph_ranks_agree(rows, failed, &none);
    rows->next = 0;
    const double window = sink->window_edges != 0 ? (double)sink->window_edges : WINDOW_EDGES;
    const uint64_t step = 1 + (uint64_t)((double)states / (double)(*edges + 1) * window);
    for (uint64_t end = step; !failed; end += step) {
        failed = pass_window(rows, sink, end);
        run_tell(rows->run, "writing", end < states ? end : states, states, "states");
        if (end >= states) {
            break;
        }
    }
    return failed;
}

/* --- the whole --- */

static int open_rows(struct rank_rows *rows, struct memory_range *keys) {
    struct exploration *exploration = rows->exploration;
    const struct state_space *space = &exploration->space;
    rows->count = space->level_begin[space->levels];
    if (rows->count != 0 && graph_order_keys(exploration, rows->run, keys, rows->error) != 0) {
        return -1;
    }
    rows->keys = keys->base;
    if (graph_restore_table(exploration, rows->keys, rows->count, rows->run, rows->error) != 0) {
        return -1;
    }
    const struct table_view view = table_view_of(space->table);
    const uint64_t slots = (view.buckets + view.pad) << view.bucket_bits;
    return expansion_init(&rows->expansion, exploration, rows->run, 1) != 0 ||
                   memory_range_fill(rows->run->memory, &rows->by_slot, slots * sizeof(uint64_t)) != 0
               ? error_memory(rows->error, "to number the states")
               : 0;
}

static void close_rows(struct rank_rows *rows) {
    struct memory *memory = rows->run->memory;
    struct growing *all[] = {&rows->question, &rows->answers, &rows->shared, &rows->all};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        memory_free(memory, all[i]->words, all[i]->capacity * sizeof *all[i]->words);
    }
    memory_free(memory, rows->edges, rows->edge_capacity * sizeof *rows->edges);
    memory_free(memory, rows->asked, rows->asked_capacity * sizeof *rows->asked);
    successor_row_free(&rows->row, memory);
    memory_free(memory, rows->numbers, (rows->count + 1) * sizeof *rows->numbers);
    memory_range_close(memory, &rows->by_slot);
    expansion_free(&rows->expansion);
}

int graph_ranks_rows(struct exploration *exploration, const struct graph_sink *sink, uint64_t *edges,
                     const struct run *run, struct error *error) {
    struct rank_rows rows = {.exploration = exploration,
                             .run = run,
                             .ranks = run->ranks,
                             .error = error,
                             .header = model_header(exploration->model)};
    struct memory_range keys = {0};
    const uint64_t chunk = sink != NULL && sink->chunk_words != 0 ? sink->chunk_words : CHUNK_WORDS;
    rows.chunk = chunk > rows.header->words ? chunk : rows.header->words;
    const int opened = sink == NULL ? -1 : open_rows(&rows, &keys);
    int failed =
        ranks_meet(run->ranks, RANKS_GRAPH, 0, opened != 0, error) != 0 || graph_ranks_number(&rows) != 0;
    if (!failed) {
        number_slots(&rows);
        failed = pass_rows(&rows, sink, edges) != 0;
    }
    if (rows.expansion.memory == NULL) {
        rows.expansion.memory = run->memory; /* it was not opened */
    }
    close_rows(&rows);
    memory_range_close(run->memory, &keys);
    return failed ? -1 : 0;
}
