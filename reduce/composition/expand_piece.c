/* The graphs of pieces, made again to expand paths. */
#include "reduce/composition/expand_piece.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "explorer/graph/graph.h"
#include "explorer/graph/graph_states.h"
#include "explorer/model/model.h"
#include "explorer/model/network.h"
#include "explorer/search/explore.h"
#include "reduce/composition/composition_internal.h"

static int memory_error(struct error *error) {
    return error_memory(error, "to expand a path of the composed network");
}

/* --- making --- */

/* Searches the product of the node's parts, which was small enough before. */
static int search(struct expand_piece *piece, const struct composition *composition,
                  const struct composition_node *node, struct error *error) {
    const struct explore_options options = {.keep_levels = 1, .max_depth = UINT64_MAX};
    const struct graph_options arrays = {GRAPH_LABELS, &piece->states};
    const struct run *run = composition->run;
    model *model = model_compile(node->network, &(struct model_options){.labels = 1}, run, error);
    struct exploration *exploration = model == NULL ? NULL : explore_cpu(model, &options, run, error);
    if (exploration != NULL && exploration->result.outcome != EXPLORE_DONE) {
        if (exploration->result.outcome == EXPLORE_FULL) {
            memory_error(error);
        } else {
            error_set(error, ERROR_INTERRUPTED, "interrupted while a path was expanded");
        }
    } else if (exploration != NULL) {
        piece->graph = graph_build_cpu(exploration, &arrays, run, error);
    }
    exploration_free(exploration);
    model_free(model);
    return piece->graph == NULL ? -1 : 0;
}

static int allocate(struct expand_piece *piece, struct memory *memory, uint32_t classes) {
    const uint64_t vertices = piece->graph->vertices;
    piece->label_number = classes;
    piece->label_of = memory_allocate_array(memory, classes, sizeof *piece->label_of);
    piece->queue = memory_allocate_array(memory, vertices, sizeof *piece->queue);
    piece->before = memory_allocate_array(memory, vertices, sizeof *piece->before);
    piece->seen = memory_allocate_zeroed(memory, vertices * sizeof *piece->seen);
    return piece->label_of == NULL || piece->queue == NULL || piece->before == NULL || piece->seen == NULL
               ? -1
               : 0;
}

static void name_labels(struct expand_piece *piece, const struct composition_piece *made,
                        const struct network *network) {
    piece->internal = UINT32_MAX;
    for (uint32_t i = 0; i < made->label_count; i++) {
        if (network->labels[i].kind == LABEL_INTERNAL) {
            piece->internal = i;
        }
        if (made->class_of[i] != NETWORK_DEAD_CLASS) {
            piece->label_of[made->class_of[i]] = i;
        }
    }
}

int expand_piece_make(struct expand_piece *piece, const struct composition *composition,
                      const struct composition_node *node, struct error *error) {
    const struct composition_piece *made = &composition->pieces.data[node->piece];
    if (search(piece, composition, node, error) != 0 ||
        refine_cpu(piece->graph, made->equivalence, NULL, composition->run, &piece->partition, error) != 0) {
        return -1;
    }
    if (allocate(piece, composition->memory, made->lts->label_count) != 0) {
        return memory_error(error);
    }
    name_labels(piece, made, node->network);
    piece->has_inert = made->equivalence != EQUIVALENCE_STRONG;
    return 0;
}

void expand_piece_free(struct expand_piece *piece, const struct composition *composition) {
    struct memory *memory = composition->memory;
    const uint64_t vertices = piece->graph == NULL ? 0 : piece->graph->vertices;
    memory_free(memory, piece->label_of, piece->label_number * sizeof *piece->label_of);
    memory_free(memory, piece->queue, vertices * sizeof *piece->queue);
    memory_free(memory, piece->before, vertices * sizeof *piece->before);
    memory_free(memory, piece->seen, vertices * sizeof *piece->seen);
    partition_free(&piece->partition, memory);
    graph_free(piece->graph);
    graph_states_free(piece->states);
}

/* --- steps --- */

struct step_search {
    struct expand_piece *piece;
    uint32_t label, target_class, found; /* states in the queue */
};

static void visit_edge(struct step_search *search, uint32_t vertex, uint32_t before) {
    struct expand_piece *piece = search->piece;
    if (piece->seen[vertex] != piece->search) {
        piece->seen[vertex] = piece->search;
        piece->before[search->found] = before;
        piece->queue[search->found++] = vertex;
    }
}

/* Looks for the step among those of a state, and adds its inert ones to the queue. */
static int look(struct step_search *search, uint32_t place, struct expand_step *step) {
    struct expand_piece *piece = search->piece;
    const struct graph *graph = piece->graph;
    const uint32_t *block = piece->partition.block, vertex = piece->queue[place];
    for (uint64_t i = graph->offsets[vertex]; i < graph->offsets[vertex + 1]; i++) {
        const uint32_t target = graph->targets[i];
        if (graph->labels[i] == search->label && block[target] == search->target_class) {
            *step = (struct expand_step){place, target};
            return 1;
        }
        if (piece->has_inert && graph->labels[i] == piece->internal && block[target] == block[vertex]) {
            visit_edge(search, target, place);
        }
    }
    return 0;
}

int expand_piece_find(struct expand_piece *piece, uint32_t vertex, uint32_t label, uint32_t target_class,
                      struct expand_step *step) {
    struct step_search search = {piece, label, target_class, 0};
    int found = 0;
    if (++piece->search == 0) { /* the numbers of searches start again */
        memset(piece->seen, 0, piece->graph->vertices * sizeof *piece->seen);
        piece->search = 1;
    }
    visit_edge(&search, vertex, 0);
    for (uint32_t place = 0; place < search.found && !found; place++) {
        found = look(&search, place, step);
    }
    return found;
}
