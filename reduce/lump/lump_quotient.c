/* The graph of the classes, whose labels have the sums. */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "base/text/text_buffer.h"
#include "model/mdp_names.h"
#include "explorer/graph/graph.h"
#include "base/fraction.h"
#include "reduce/lump/lump_internal.h"

/* What a vertex has of a part and a block. */
struct block_weight {
    uint64_t pair; /* part << 32 | block */
    refine_weight weight;
};

/* An edge of the quotient. */
struct lumped_edge {
    uint32_t label, target, choice; /* label: a name, until names are sorted */
};

struct lump_quotient {
    const struct graph *graph, *expanded;
    const struct lump_labels *labels;
    const struct partition *classes;
    const struct run *run;
    struct error *error;
    struct lumping *lumping;
    mdp_names *names;
    GROWING(struct block_weight) row;  /* of one vertex */
    GROWING(struct lumped_edge) edges; /* of all classes so far */
    GROWING(uint32_t) distributions;   /* classes of these, of one vertex */
    GROWING(uint32_t) parts;           /* the actions of these */
    struct text_buffer text;
    uint64_t *offsets;   /* [classes + 1] */
    uint32_t *vertex_of; /* [classes of the expanded graph]: the least vertex */
};

/* Adds up the edges of a vertex, and lists the classes of its distributions. 0, or -1 when memory runs out.
 */
static int add_up(struct lump_quotient *quotient, uint32_t vertex) {
    const struct graph *expanded = quotient->expanded;
    const struct lump_labels *labels = quotient->labels;
    struct memory *memory = quotient->run->memory;
    int failed = 0;
    quotient->row.count = quotient->distributions.count = 0;
    for (uint64_t edge = expanded->offsets[vertex]; edge < expanded->offsets[vertex + 1] && !failed; edge++) {
        const uint32_t label = expanded->labels[edge];
        const uint32_t block = quotient->classes->block[expanded->targets[edge]];
        const struct block_weight lumped = {(uint64_t)labels->part[label] << 32 | block,
                                            labels->weight[label]};
        failed = label == labels->count ? GROWING_ADD(memory, quotient->distributions, block)
                                        : GROWING_ADD(memory, quotient->row, lumped);
    }
    struct block_weight *row = quotient->row.data;
    uint64_t kept = 0;
    sort_items(row, quotient->row.count, sizeof *row, sort_compare_long);
    for (uint64_t i = 0; i < quotient->row.count && !failed; i++) {
        if (kept > 0 && row[kept - 1].pair == row[i].pair) {
            row[kept - 1].weight += row[i].weight;
        } else {
            row[kept++] = row[i];
        }
    }
    quotient->row.count = kept;
    return failed;
}

/* The name of the label of a part with this weight; MDP_NO_NAME when memory runs out. */
static uint32_t name_of(struct lump_quotient *quotient, uint32_t part, refine_weight weight) {
    const struct lump_labels *labels = quotient->labels;
    const char *text = quotient->graph->label_text[part];
    struct memory *memory = quotient->run->memory;
    struct text_buffer *buffer = &quotient->text;
    if (weight == 0) {
        return mdp_names_intern(quotient->names, text, strlen(text));
    }
    char number[FRACTION_TEXT];
    fraction_write(weight, labels->units, number);
    buffer->length = 0;
    const int failed =
        (labels->internal[part] ? text_buffer_add(memory, buffer, "i")
                                : text_buffer_append(memory, buffer, text, labels->action[part])) != 0 ||
        (labels->action[part] > 0 && text_buffer_add(memory, buffer, "; ") != 0) ||
        text_buffer_add(memory, buffer, labels->kind[part] == LABEL_PROB ? "prob " : "rate ") != 0 ||
        text_buffer_add(memory, buffer, number) != 0;
    return failed ? MDP_NO_NAME : mdp_names_intern(quotient->names, buffer->data, buffer->length);
}

/* Adds the edges of the row. 0, or -1 when memory runs out. */
static int add_edges(struct lump_quotient *quotient, uint32_t choice) {
    int failed = 0;
    for (uint64_t i = 0; i < quotient->row.count && !failed; i++) {
        const struct block_weight *lumped = &quotient->row.data[i];
        const struct lumped_edge edge = {name_of(quotient, (uint32_t)(lumped->pair >> 32), lumped->weight),
                                         (uint32_t)lumped->pair, choice};
        failed = edge.label == MDP_NO_NAME || GROWING_ADD(quotient->run->memory, quotient->edges, edge) != 0;
    }
    return failed ? -1 : 0;
}

/* Adds the distributions of a class, each once, and notes whether two have the same action. */
static int add_distributions(struct lump_quotient *quotient, uint32_t block) {
    struct memory *memory = quotient->run->memory;
    const uint64_t count = quotient->distributions.count;
    uint32_t *own = memory_allocate_array(memory, count, sizeof *own), choice = 0;
    int failed = own == NULL && count > 0;
    quotient->parts.count = 0;
    if (!failed && count > 0) {
        memcpy(own, quotient->distributions.data, count * sizeof *own);
        sort_numbers(own, count);
    }
    for (uint64_t i = 0; i < count && !failed; i++) {
        if (i > 0 && own[i] == own[i - 1]) {
            continue;
        }
        failed = add_up(quotient, quotient->vertex_of[own[i]]) != 0 || add_edges(quotient, choice++) != 0 ||
                 GROWING_ADD(memory, quotient->parts, (uint32_t)(quotient->row.data[0].pair >> 32)) != 0;
    }
    sort_numbers(quotient->parts.data, quotient->parts.count);
    for (uint64_t i = 1; i < quotient->parts.count && quotient->lumping->twofold == LUMP_NONE; i++) {
        if (quotient->parts.data[i] == quotient->parts.data[i - 1]) {
            quotient->lumping->twofold = block;
        }
    }
    memory_free(memory, own, count * sizeof *own);
    return failed ? -1 : 0;
}

static int add_classes(struct lump_quotient *quotient) {
    const uint64_t blocks = quotient->lumping->partition.blocks;
    for (uint64_t block = 0; block < blocks; block++) {
        if (block % 4096 == 0) {
            run_tell(quotient->run, "making the quotient", block, blocks, "classes");
            if (run_should_stop(quotient->run)) {
                return error_set(quotient->error, ERROR_INTERRUPTED, "interrupted");
            }
        }
        if (add_up(quotient, quotient->vertex_of[block]) != 0 || add_edges(quotient, UINT32_MAX) != 0 ||
            add_distributions(quotient, (uint32_t)block) != 0) {
            return error_memory(quotient->error, "for the quotient");
        }
        quotient->offsets[block + 1] = quotient->edges.count;
    }
    return 0;
}

static int compare_edges(const void *a, const void *b) {
    const struct lumped_edge *first = a, *second = b;
    return first->label != second->label     ? sort_compare(first->label, second->label)
           : first->target != second->target ? sort_compare(first->target, second->target)
                                             : sort_compare(first->choice, second->choice);
}

/* Makes the graph of the edges. */
static int make_graph(struct lump_quotient *quotient) {
    struct lumping *lumping = quotient->lumping;
    struct memory *memory = quotient->run->memory;
    const uint32_t count = mdp_names_count(quotient->names);
    const uint64_t blocks = lumping->partition.blocks, edges = quotient->edges.count;
    uint32_t *rank = memory_allocate_array(memory, count, sizeof *rank);
    lumping->texts = rank == NULL ? NULL : mdp_names_sorted(quotient->names, rank);
    lumping->text_count = lumping->texts == NULL ? 0 : count;
    if (lumping->texts != NULL) {
        lumping->quotient = graph_create_labelled(blocks, (const char *const *)lumping->texts, count,
                                                  quotient->run, quotient->error);
    }
    struct graph *made = lumping->quotient;
    int failed = made == NULL || (quotient->labels->has_probabilities && graph_add_choices(made) != 0) ||
                         graph_extend(made, edges) != 0
                     ? error_memory(quotient->error, "for the quotient")
                     : 0;
    for (uint64_t i = 0; i < edges && !failed; i++) {
        quotient->edges.data[i].label = rank[quotient->edges.data[i].label];
    }
    for (uint64_t block = 0; block < blocks && !failed; block++) {
        const uint64_t first = quotient->offsets[block], end = quotient->offsets[block + 1];
        sort_items(quotient->edges.data + first, end - first, sizeof *quotient->edges.data, compare_edges);
        for (uint64_t edge = first; edge < end; edge++) {
            made->labels[edge] = quotient->edges.data[edge].label;
            made->targets[edge] = quotient->edges.data[edge].target;
            if (made->choices != NULL) {
                made->choices[edge] = quotient->edges.data[edge].choice;
            }
        }
        made->offsets[block + 1] = end;
    }
    if (!failed) {
        made->edges = edges;
        made->initial = lumping->partition.block[quotient->graph->initial];
        made->initial_count = partition_initial_classes(&lumping->partition, quotient->graph->initial_count);
    }
    memory_free(memory, rank, count * sizeof *rank);
    return failed;
}

int lump_quotient(const struct graph *graph, const struct graph *expanded, const struct lump_labels *labels,
                  const struct partition *classes, const struct run *run, struct lumping *lumping,
                  struct error *error) {
    struct memory *memory = run->memory;
    const uint64_t blocks = lumping->partition.blocks;
    struct lump_quotient quotient = {.graph = graph,
                                     .expanded = expanded,
                                     .labels = labels,
                                     .classes = classes,
                                     .run = run,
                                     .error = error,
                                     .lumping = lumping,
                                     .names = mdp_names_create(memory)};
    quotient.offsets = memory_allocate_zeroed(memory, (blocks + 1) * sizeof *quotient.offsets);
    quotient.vertex_of = memory_allocate_array(memory, classes->blocks, sizeof *quotient.vertex_of);
    int failed = quotient.names == NULL || quotient.offsets == NULL || quotient.vertex_of == NULL
                     ? error_memory(error, "for the quotient")
                     : 0;
    for (uint64_t vertex = expanded->vertices; vertex-- > 0 && !failed;) {
        quotient.vertex_of[classes->block[vertex]] = (uint32_t)vertex;
    }
    failed = failed || add_classes(&quotient) != 0 || make_graph(&quotient) != 0 ? -1 : 0;
    memory_free(memory, quotient.vertex_of, classes->blocks * sizeof *quotient.vertex_of);
    memory_free(memory, quotient.offsets, (blocks + 1) * sizeof *quotient.offsets);
    GROWING_FREE(memory, quotient.row);
    GROWING_FREE(memory, quotient.edges);
    GROWING_FREE(memory, quotient.distributions);
    GROWING_FREE(memory, quotient.parts);
    text_buffer_free(memory, &quotient.text);
    mdp_names_free(quotient.names);
    return failed;
}
