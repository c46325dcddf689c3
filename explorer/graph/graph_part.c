/*
 * A rank's part of a graph (graph_part.h). In a window, each rank expands some of its states, sends the
 * vectors of targets that it does not own to their owners, and gets back their numbers.
 */
#include "explorer/graph/graph_part.h"

#include <string.h>

#include "base/error.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "base/sort.h"
#include "explorer/distributed/mail.h"
#include "explorer/distributed/owner.h"
#include "explorer/graph/graph.h"
#include "explorer/graph/graph_order.h"
#include "explorer/graph/graph_table.h"
#include "explorer/graph/successor_row.h"
#include "explorer/model/fold_core.h"
#include "explorer/search/explore.h"
#include "hashtable/table.h"

#define WINDOW_EDGES 65536u /* edges to other ranks in a window, unless a state has more */
#define ASKER_SHIFT 40u     /* a question: the rank that asks, and the place of the edge in the window */
#define ASKER_MASK (((uint64_t)1 << ASKER_SHIFT) - 1)

struct building {
    struct graph_part *part;
    const struct run *run;
    struct error *error;
    mail *mail;
    const uint64_t *owner_mask; /* the exploration's */
    struct expansion expansion;
    struct memory_range by_slot; /* vertices by slot of the table */
    struct successor_row row;
    uint64_t *item; /* a question */
    uint64_t window_edges, distinct;
    uint64_t next;     /* the next vertex */
    uint64_t begin;    /* the first edge of the window */
    uint64_t *answers; /* asker and vertex */
    uint64_t answer_count, answer_capacity;
};

/* --- numbers --- */

static uint32_t *slot_number(const struct building *building, const uint64_t *key, uint64_t hash) {
    uint64_t slot = 0;
    table_put(&building->expansion.table, key, building->part->header->key_words, hash, &slot);
    return (uint32_t *)building->by_slot.base + slot;
}

static void number_slots(const struct building *building) {
    const struct graph_part *part = building->part;
    for (uint64_t i = 0; i < part->vertices; i++) {
        const uint64_t *key = part->keys + i * part->header->key_words;
        *slot_number(building, key, table_hash(&building->expansion.table, key)) = (uint32_t)i;
    }
}

/* --- windows --- */

/* Another rank asks for the number of a vector. */
static int take_question(void *context, const uint64_t *item) {
    struct building *building = context;
    uint64_t key[MODEL_KEY_WORDS];
    if (MEMORY_GROW(building->run->memory, &building->answers, &building->answer_capacity,
                    building->answer_count + 2) != 0) {
        return error_memory(building->error, "for the graph");
    }
    expansion_key(&building->expansion, item + 1, key); /* its pairs are known since the search */
    building->answers[building->answer_count++] = item[0];
    building->answers[building->answer_count++] =
        *slot_number(building, key, table_hash(&building->expansion.table, key));
    return 0;
}

static int take_number(void *context, const uint64_t *item) {
    struct building *building = context;
    building->part->targets[building->begin + item[0]] |= item[1];
    return 0;
}

/* Appends the row's edges; asks for the numbers of targets that others own, and adds how many to *asked. */
static int append_row(struct building *building, uint64_t length, uint64_t *asked) {
    struct graph_part *part = building->part;
    const uint32_t words = part->header->words;
    const struct successor *before = NULL;
    if (memory_range_extend(part->memory, &part->target_range,
                            (part->edges + length) * sizeof *part->targets) != 0 ||
        memory_range_extend(part->memory, &part->label_range,
                            (part->edges + length) * sizeof *part->labels) != 0) {
        return error_memory(building->error, "for the graph");
    }
    for (uint64_t i = 0; i < length; i++) {
        const struct successor *successor = &building->row.items[i];
        const int repeated = before != NULL && before->label == successor->label &&
                             memcmp(before->key, successor->key, sizeof before->key) == 0;
        before = successor;
        if (repeated) {
            continue; /* it differs in its choice */
        }
        const uint64_t *vector = successor_vector(&building->expansion, successor);
        const uint32_t owner = owner_of(owner_hash(vector, building->owner_mask, words), part->ranks);
        const uint64_t edge = part->edges++;
        part->labels[edge] = (uint32_t)successor->label;
        part->targets[edge] = graph_part_vertex(owner, 0);
        if (owner == part->rank) {
            part->targets[edge] |=
                *slot_number(building, successor->key, building->expansion.hashes[successor->at]);
            continue;
        }
        building->item[0] = (uint64_t)part->rank << ASKER_SHIFT | (edge - building->begin);
        for (uint32_t w = 0; w < words; w++) {
            building->item[1 + w] = vector[w] & ~TABLE_USED;
        }
        ++*asked;
        if (mail_send(building->mail, owner, building->item) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Expands states until enough was asked. 0 or -1. */
static int expand_window(struct building *building) {
    struct graph_part *part = building->part;
    struct expansion *expansion = &building->expansion;
    uint64_t asked = 0;
    while (building->next < part->vertices && asked < building->window_edges) {
        uint64_t begin = 0;
        if (run_should_stop(building->run)) {
            return error_set(building->error, ERROR_INTERRUPTED, "interrupted while building the graph");
        }
        if (expansion_batch(expansion, part->keys + building->next * part->header->key_words,
                            part->vertices - building->next) != 0 ||
            expansion->sources == 0) {
            return error_memory(building->error, "for the graph");
        }
        for (uint32_t source = 0; source < expansion->sources; source++) {
            const uint64_t length =
                successor_row_make(&building->row, expansion, begin, expansion->ends[source]);
            if (length == UINT64_MAX) {
                return error_memory(building->error, "for the graph");
            }
            if (append_row(building, length, &asked) != 0) {
                return -1;
            }
            building->distinct += length;
            part->offsets[++building->next] = part->edges;
            begin = expansion->ends[source];
        }
    }
    return 0;
}

/* One window; *left becomes how many ranks have more. 0 or -1. */
static int build_window(struct building *building, uint64_t *left) {
    int failed = 0;
    building->begin = building->part->edges;
    building->answer_count = 0;
    mail_begin(building->mail, take_question, building);
    if (mail_end(building->mail, expand_window(building), NULL, 0) != 0) {
        return -1;
    }
    mail_begin(building->mail, take_number, building);
    for (uint64_t i = 0; i < building->answer_count && !failed; i += 2) {
        building->item[0] = building->answers[i] & ASKER_MASK;
        building->item[1] = building->answers[i + 1];
        failed = mail_send(building->mail, (uint32_t)(building->answers[i] >> ASKER_SHIFT), building->item);
    }
    run_tell(building->run, "building the graph", building->next, building->part->vertices, "states");
    *left = building->next < building->part->vertices;
    return mail_end(building->mail, failed, left, 1);
}

static int build_windows(struct building *building) {
    uint64_t left = 1;
    while (left != 0) {
        if (build_window(building, &left) != 0) {
            return -1;
        }
    }
    ranks_sum(building->run->ranks, &building->distinct, 1);
    building->part->all_edges = building->distinct;
    return 0;
}

/* --- the whole --- */

static int open_part(struct building *building, struct exploration *exploration) {
    struct graph_part *part = building->part;
    struct memory *memory = part->memory;
    if (part->vertices > GRAPH_MOST_VERTICES) {
        return error_set(building->error, ERROR_LIMIT,
                         "a process can have at most %llu states of a graph, not %llu: start more processes",
                         (unsigned long long)GRAPH_MOST_VERTICES, (unsigned long long)part->vertices);
    }
    if (part->vertices != 0 &&
        graph_order_keys(exploration, building->run, &part->key_range, building->error) != 0) {
        return -1;
    }
    part->keys = part->key_range.base;
    if (graph_restore_table(exploration, part->keys, part->vertices, building->run, building->error) != 0) {
        return -1;
    }
    const struct table_view view = table_view_of(exploration->space.table);
    const uint64_t slots = (view.buckets + view.pad) << view.bucket_bits;
    part->offsets = memory_allocate_zeroed(memory, (part->vertices + 1) * sizeof *part->offsets);
    part->scratch = memory_allocate_array(memory, fold_stride(part->header), sizeof *part->scratch);
    building->item = memory_allocate_zeroed(memory, (part->header->words + 2) * sizeof *building->item);
    if (part->offsets == NULL || part->scratch == NULL || building->item == NULL ||
        memory_range_open(memory, &part->target_range, 1, UINT64_MAX) != 0 ||
        memory_range_open(memory, &part->label_range, 1, UINT64_MAX) != 0 ||
        memory_range_fill(memory, &building->by_slot, slots * sizeof(uint32_t)) != 0 ||
        expansion_init(&building->expansion, exploration, building->run, 1) != 0) {
        return error_memory(building->error, "for the graph");
    }
    part->targets = part->target_range.base;
    part->labels = part->label_range.base;
    return 0;
}

static struct graph_part *create_part(const struct exploration *exploration, const struct run *run) {
    struct graph_part *part = memory_allocate_zeroed(run->memory, sizeof *part);
    if (part != NULL) {
        const struct state_space *space = &exploration->space;
        *part = (struct graph_part){.rank = run->ranks->rank,
                                    .ranks = run->ranks->count,
                                    .vertices = space->level_begin[space->levels],
                                    .levels = space->levels,
                                    .level_begin = space->level_begin,
                                    .header = model_header(exploration->model),
                                    .pairs = exploration_pairs(exploration),
                                    .memory = run->memory};
    }
    return part;
}

struct graph_part *graph_part_build(struct exploration *exploration, uint64_t window_edges,
                                    const struct run *run, struct error *error) {
    const struct model_header *header = model_header(exploration->model);
    struct building building = {.part = create_part(exploration, run),
                                .run = run,
                                .error = error,
                                .owner_mask = exploration->owner_mask,
                                .row.with_choices = header->choices != 0,
                                .window_edges = window_edges != 0 ? window_edges : WINDOW_EDGES};
    struct graph_part *part = building.part;
    building.expansion.memory = run->memory; /* in case it is not opened */
    const int opened =
        part == NULL ? error_memory(error, "for the graph") : open_part(&building, exploration);
    building.mail = mail_create(run, header->words + 1 < 2 ? 2 : header->words + 1, opened, error);
    int failed = building.mail == NULL;
    if (!failed) {
        number_slots(&building);
        failed = build_windows(&building) != 0;
    }
    mail_free(building.mail);
    expansion_free(&building.expansion);
    successor_row_free(&building.row, run->memory);
    memory_range_close(run->memory, &building.by_slot);
    memory_free(run->memory, building.answers, building.answer_capacity * sizeof *building.answers);
    memory_free(run->memory, building.item, (header->words + 2) * sizeof *building.item);
    exploration_drop_table(exploration);
    if (failed) {
        graph_part_free(part);
        return NULL;
    }
    return part;
}

void graph_part_free(struct graph_part *part) {
    if (part == NULL) {
        return;
    }
    struct memory *memory = part->memory;
    memory_range_close(memory, &part->key_range);
    memory_range_close(memory, &part->target_range);
    memory_range_close(memory, &part->label_range);
    memory_free(memory, part->offsets, (part->vertices + 1) * sizeof *part->offsets);
    memory_free(memory, part->scratch, fold_stride(part->header) * sizeof *part->scratch);
    memory_free(memory, part, sizeof *part);
}

uint64_t graph_part_level(const struct graph_part *part, uint64_t index) {
    return sort_part(part->level_begin, part->levels, index);
}

void graph_part_vector(const struct graph_part *part, uint64_t index, uint64_t *vector) {
    fold_undo(part->header, part->pairs, part->keys + index * part->header->key_words, part->scratch);
    memcpy(vector, part->scratch, part->header->words * sizeof *vector);
}
