/* The order of components and the cuts in it, for certificates (component_certificate.h): Tarjan's algorithm
 * divides each block of vertices into its strongly connected components in the required order, and choices
 * that lead from one into another are removed. */
#include "decompose/components/component_order.h"

#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/graph/digraph_tarjan.h"

struct blocks {
    const struct digraph *graph;
    const struct reversed *reversed;
    const struct run *run;
    struct component_order *order;
    uint32_t *live; /* MECs: bitmap of the graph's live edges */
    uint32_t time;  /* the time of the last cut */
    uint64_t steps;

    struct scope scope; /* of what follows, but `waiting` */
    uint32_t *place;    /* by vertex: position in the line */
    uint32_t *block;    /* by vertex: where its component begins in the line, since the last division */
    uint32_t *left;     /* MECs, by vertex: number of live choices */
    struct tarjan search;
    struct {
        uint32_t begin, end; /* places */
    } * waiting;             /* blocks to divide further */
    uint64_t waiting_count, waiting_capacity;
};

/* --- strongly connected components of a block --- */

/* Sorts the block [begin, end) of the line by its components, each before those that lead to it, with cuts
 * between them. No live edge leaves the block. Sets *parted to whether there are several components. 0 or -1.
 */
static int part_block(struct blocks *blocks, uint64_t begin, uint64_t end, int *parted, struct error *error) {
    static const struct tarjan_rows rows = {digraph_row_begin, digraph_row_end, digraph_live_target, NULL};
    struct component_order *order = blocks->order;
    struct tarjan *search = &blocks->search;
    uint32_t *line = order->line + begin;
    search->room = end - begin;
    tarjan_start(search);
    for (uint64_t k = 0; k < search->room; k++) {
        if (search->number[line[k]] == 0) {
            tarjan_enter(search, &rows, line[k]);
        }
        while (search->depth > 0) {
            tarjan_step(search, &rows);
            if (certificate_check_stop(blocks->run, ++blocks->steps, 0, error) != 0) {
                return -1;
            }
        }
    }
    const uint32_t *sorted = tarjan_sort(search, search->latest, search->room);
    *parted = tarjan_components(search) > 1;
    blocks->time += (uint32_t)*parted;
    for (uint64_t k = 0, first = 0; k < search->room; k++) {
        uint32_t vertex = sorted[k];
        if (k > 0 && search->number[vertex] != search->number[sorted[k - 1]]) {
            order->cut[begin + k] = blocks->time;
            first = k;
        }
        line[k] = vertex;
        blocks->place[vertex] = (uint32_t)(begin + k);
        blocks->block[vertex] = (uint32_t)(begin + first);
    }
    for (uint64_t k = 0; k < search->room; k++) {
        search->number[line[k]] = 0;
    }
    return 0;
}

/* --- taking choices away --- */

/* Removes the choice of the vertex that contains the edge. */
static void remove_choice(struct blocks *blocks, uint32_t vertex, uint64_t edge) {
    digraph_remove_choice(blocks->graph, edge, blocks->graph->offsets[vertex + 1], blocks->live);
    blocks->left[vertex]--;
}

/* Removes the choices of the vertex that lead out of its component. */
static void remove_leaving(struct blocks *blocks, uint32_t vertex) {
    const struct digraph *graph = blocks->graph;
    uint64_t row_end = graph->offsets[vertex + 1], end;
    for (uint64_t edge = graph->offsets[vertex]; edge < row_end; edge = end) {
        end = digraph_choice_end(graph, edge, row_end);
        int leaves = 0;
        for (uint64_t e = edge; e < end && bitmap_has(blocks->live, edge); e++) {
            leaves |= blocks->block[graph->targets[e]] != blocks->block[vertex];
        }
        if (leaves) {
            remove_choice(blocks, vertex, edge);
        }
    }
}

/* Moves a vertex of the block to the position `front`. */
static void bring_forward(struct blocks *blocks, uint32_t vertex, uint64_t front) {
    uint32_t *line = blocks->order->line, other = line[front];
    line[blocks->place[vertex]] = other;
    blocks->place[other] = blocks->place[vertex];
    line[front] = vertex;
    blocks->place[vertex] = (uint32_t)front;
}

/* Removes the choices that can lead to the vertex; vertices that lose their last choice move to `front`. */
static uint64_t remove_entering(struct blocks *blocks, uint32_t vertex, uint64_t front) {
    const struct reversed *reversed = blocks->reversed;
    for (uint64_t k = reversed->offsets[vertex]; k < reversed->offsets[vertex + 1]; k++) {
        uint64_t edge = reversed->edges[k];
        uint32_t source = reversed->sources[k];
        if (!bitmap_has(blocks->live, edge)) {
            continue;
        }
        remove_choice(blocks, source, edge);
        if (blocks->left[source] == 0) {
            bring_forward(blocks, source, front++);
        }
    }
    return front;
}

/* Separates the vertices without choices from the block [begin, end), one by one, and those that lose their
 * last choice meanwhile. Returns where the rest of the block begins. */
static uint64_t peel(struct blocks *blocks, uint64_t begin, uint64_t end) {
    struct component_order *order = blocks->order;
    uint64_t front = begin;
    for (uint64_t k = begin; k < end; k++) {
        if (blocks->left[order->line[k]] == 0) {
            bring_forward(blocks, order->line[k], front++);
        }
    }
    for (uint64_t k = begin; k < front; k++) {
        front = remove_entering(blocks, order->line[k], front);
        if (k + 1 < end) {
            order->cut[k + 1] = ++blocks->time;
        }
    }
    return front;
}

static int push_waiting(struct blocks *blocks, uint64_t begin, uint64_t end, struct error *error) {
    if (MEMORY_GROW(blocks->run->memory, &blocks->waiting, &blocks->waiting_capacity,
                    blocks->waiting_count + 1) != 0) {
        return error_memory(error, "for evidence of the components");
    }
    blocks->waiting[blocks->waiting_count].begin = (uint32_t)begin;
    blocks->waiting[blocks->waiting_count++].end = (uint32_t)end;
    return 0;
}

/* The components of a divided block become blocks, without the vertices that have no choices left. */
static int divide_further(struct blocks *blocks, uint64_t begin, uint64_t end, struct error *error) {
    const uint32_t *line = blocks->order->line;
    /* First remove the choices between components: peeling looks at a single component. */
    for (uint64_t k = begin; k < end; k++) {
        remove_leaving(blocks, line[k]);
    }
    for (uint64_t k = begin, next; k < end; k = next) {
        uint32_t block = blocks->block[line[k]];
        for (next = k + 1; next < end && blocks->block[line[next]] == block;) {
            next++;
        }
        uint64_t rest = peel(blocks, k, next);
        if (rest < next && push_waiting(blocks, rest, next, error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* --- the order --- */

static int open_blocks(struct blocks *blocks, struct error *error) {
    struct component_order *order = blocks->order;
    const uint64_t vertices = blocks->graph->vertices, word = sizeof(uint32_t);
    struct scope *scope = &blocks->scope;
    order->vertices = vertices;
    scope->memory = order->scope.memory = blocks->run->memory;
    order->line = scope_zeroed(&order->scope, vertices, word);
    order->cut = scope_zeroed(&order->scope, vertices, word);
    blocks->place = scope_zeroed(scope, vertices, word);
    blocks->block = scope_zeroed(scope, vertices, word);
    blocks->left = scope_zeroed(scope, vertices, word);
    blocks->search.number = scope_zeroed(scope, vertices, word);
    blocks->search.vertices = scope_zeroed(scope, vertices, word);
    blocks->search.latest = scope_zeroed(scope, vertices, word);
    blocks->search.places = scope_array(scope, vertices, sizeof *blocks->search.places);
    blocks->search.graph = blocks->graph;
    if (scope->failed || order->scope.failed) {
        return error_memory(error, "for evidence of the components");
    }
    for (uint64_t vertex = 0; vertex < vertices; vertex++) {
        blocks->order->line[vertex] = blocks->place[vertex] = (uint32_t)vertex;
    }
    return 0;
}

static void close_blocks(struct blocks *blocks) {
    scope_close(&blocks->scope);
    memory_free(blocks->run->memory, blocks->waiting, blocks->waiting_capacity * sizeof *blocks->waiting);
}

void component_order_free(struct component_order *order) {
    scope_close(&order->scope);
    *order = (struct component_order){0};
}

int component_order_scc(const struct digraph *graph, const struct run *run, struct component_order *order,
                        struct error *error) {
    struct blocks blocks = {.graph = graph, .run = run, .order = order};
    int parted,
        failed = open_blocks(&blocks, error) != 0 ||
                 (graph->vertices > 0 && part_block(&blocks, 0, graph->vertices, &parted, error) != 0);
    close_blocks(&blocks);
    return failed ? -1 : 0;
}

int component_order_mec(const struct digraph *graph, uint32_t *live, const struct reversed *reversed,
                        const struct run *run, struct component_order *order, struct error *error) {
    struct blocks blocks = {.graph = graph, .reversed = reversed, .run = run, .order = order, .live = live};
    int failed = open_blocks(&blocks, error) != 0;
    if (!failed) {
        digraph_count_choices(graph, live, blocks.left);
        uint64_t rest = peel(&blocks, 0, graph->vertices);
        failed = rest < graph->vertices && push_waiting(&blocks, rest, graph->vertices, error) != 0;
    }
    while (!failed && blocks.waiting_count > 0) {
        uint64_t begin = blocks.waiting[--blocks.waiting_count].begin,
                 end = blocks.waiting[blocks.waiting_count].end;
        int parted = 0;
        failed = part_block(&blocks, begin, end, &parted, error) != 0 ||
                 (parted && divide_further(&blocks, begin, end, error) != 0);
    }
    close_blocks(&blocks);
    return failed ? -1 : 0;
}
