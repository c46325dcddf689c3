/* The smallest deterministic graph with the same sequences of labels. */
#include "reduce/traces/traces.h"

#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/graph/graph.h"
#include "reduce/quotient/minimal.h"
#include "reduce/traces/subsets.h"

#define TELL_SETS 4096u

struct subset_rows {
    GROWING(uint64_t) begin; /* of each row, and the end of the last */
    GROWING(struct subset_move) moves;
};

/* The rows of all sets that the first one reaches. 0, or -1 with *error filled. */
static int collect_rows(subsets *subsets, struct subset_rows *rows, const struct run *run,
                        struct error *error) {
    for (uint32_t set = 0; set < subsets_count(subsets); set++) {
        const struct subset_move *moves;
        uint64_t count;
        if (set % TELL_SETS == 0) {
            run_tell(run, "making it deterministic", set, 0, "sets of states");
        }
        if (subsets_moves(subsets, set, &moves, &count, error) != 0) {
            return -1;
        }
        if (GROWING_ADD(run->memory, rows->begin, rows->moves.count) != 0 ||
            MEMORY_GROW(run->memory, &rows->moves.data, &rows->moves.capacity, rows->moves.count + count) !=
                0) {
            return error_memory(error, "for the deterministic graph");
        }
        if (count > 0) {
            memcpy(rows->moves.data + rows->moves.count, moves, count * sizeof *moves);
        }
        rows->moves.count += count;
    }
    return GROWING_ADD(run->memory, rows->begin, rows->moves.count) == 0
               ? 0
               : error_memory(error, "for the deterministic graph");
}

static struct graph *graph_of_rows(const struct graph *like, const struct subset_rows *rows,
                                   const struct run *run, struct error *error) {
    uint64_t vertices = rows->begin.count - 1;
    struct graph *made = graph_create_labelled(vertices, like->label_text, like->label_count, run, error);
    if (made == NULL) {
        return NULL;
    }
    if (graph_extend(made, rows->moves.count) != 0) {
        graph_free(made);
        error_memory(error, "for the deterministic graph");
        return NULL;
    }
    for (uint64_t edge = 0; edge < rows->moves.count; edge++) {
        made->labels[edge] = rows->moves.data[edge].label;
        made->targets[edge] = rows->moves.data[edge].set;
    }
    memcpy(made->offsets, rows->begin.data, (vertices + 1) * sizeof *made->offsets);
    made->edges = rows->moves.count;
    return made;
}

/* The deterministic graph; its vertices are sets, numbered breadth first by label. NULL with *error filled.
 */
static struct graph *determinise(const struct graph *graph, int weak, uint64_t most, const struct run *run,
                                 struct error *error) {
    struct graph *made = NULL;
    struct subset_rows rows = {{0}, {0}};
    uint32_t first;
    subsets *subsets = subsets_create(graph, weak, most, run, error);
    const int several = graph->initial_count > 1;
    if (subsets != NULL &&
        subsets_find(subsets, several ? 0 : graph->initial, several ? graph->initial_count : 1, &first,
                     error) == 0 &&
        collect_rows(subsets, &rows, run, error) == 0) {
        made = graph_of_rows(graph, &rows, run, error);
    }
    subsets_free(subsets);
    GROWING_FREE(run->memory, rows.begin);
    GROWING_FREE(run->memory, rows.moves);
    return made;
}

struct graph *traces_minimise(const struct graph *graph, enum equivalence equivalence, uint64_t most,
                              const struct run *run, struct error *error) {
    int weak = equivalence == EQUIVALENCE_WEAKTRACE;
    struct graph *quotient =
        minimal_graph(graph, weak ? EQUIVALENCE_BRANCHING : EQUIVALENCE_STRONG, run, NULL, error);
    struct graph *deterministic = quotient == NULL ? NULL : determinise(quotient, weak, most, run, error);
    graph_free(quotient);
    /* A class is numbered by its least vertex, so the classes are numbered as the sets are. */
    struct graph *least =
        deterministic == NULL ? NULL : minimal_graph(deterministic, EQUIVALENCE_STRONG, run, NULL, error);
    graph_free(deterministic);
    return least;
}
