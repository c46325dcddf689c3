/*
 * Checks a solution of a parity game. First it checks each vertex: strategies are edges that stay in their
 * player's winning region, and losers cannot leave. Then it checks the cycles of the graph in which winners
 * follow their strategies and losers use any edge: the highest priority of each must be of the winner's
 * parity.
 *
 * The weight of an edge is the priority of its source, so the highest weight of a cycle is its highest
 * priority. The level of an edge is the lowest bound such that the edge lies on a cycle of edges whose
 * weights do not exceed the bound; that cycle has an edge of this weight. So the winner loses a cycle exactly
 * if some edge has a level of the loser's parity. The range of weights is halved to find levels (as in
 * Tarjan's clustering by components, 1982): the strongly connected components of the edges up to the middle
 * divide the edges into those inside a component, whose level does not exceed the middle, and those between
 * components, which are single vertices from then on. Each edge is in one part at a time, so the work is
 * linear in the edges times the bits of a weight.
 */
#include "base/arena.h"
#include "base/error.h"
#include "base/run.h"
#include "decompose/scc/scc.h"
#include "parity/game/game.h"

#define CHECK_VERTICES 65536u
#define MOST_PARTS 72u /* each halving of a range of 31 bits adds one part */

struct play_edge {
    uint32_t from, to; /* vertices, or representatives of their components */
    uint32_t source;   /* the vertex itself */
};

struct play_part {
    uint64_t begin, end; /* edges */
    uint32_t least;      /* a lower bound of the levels */
};

struct solution_verification {
    const struct game *game;
    const struct solution *solution;
    struct run run; /* the caller's, without progress */
    struct play_edge *edges;
    uint64_t count;
    /* The graph of the current part, with vertices renumbered, and its components. */
    uint32_t *number, *members, *component;
    uint64_t used;
    uint64_t *offsets;
    uint32_t *targets;
};

/* --- vertex by vertex --- */

static const char *check_strategy(const struct game *game, const struct solution *solution, uint64_t v) {
    uint32_t strategy = solution->strategy[v];
    if (strategy == SOLUTION_NONE) {
        return "the owner wins here and has no strategy";
    }
    for (uint64_t edge = game->offsets[v]; edge < game->offsets[v + 1]; edge++) {
        if (game->targets[edge] == strategy) {
            return solution->winner[strategy] == solution->winner[v]
                       ? NULL
                       : "the strategy leaves the vertices that its player wins";
        }
    }
    return "the strategy is not a successor";
}

static const char *check_vertex(const struct game *game, const struct solution *solution, uint64_t v) {
    if (solution->winner[v] != PLAYER_EVEN && solution->winner[v] != PLAYER_ODD) {
        return "the winner is neither of the players";
    }
    if (solution->winner[v] == game->owner[v]) {
        return check_strategy(game, solution, v);
    }
    if (solution->strategy[v] != SOLUTION_NONE) {
        return "the owner does not win here and has a strategy";
    }
    for (uint64_t edge = game->offsets[v]; edge < game->offsets[v + 1]; edge++) {
        if (solution->winner[game->targets[edge]] != solution->winner[v]) {
            return "the owner is said to lose here, and can move to a vertex that it wins";
        }
    }
    return NULL;
}

/* Counts the edges that remain when winners follow their strategies. */
static uint64_t count_edges(const struct game *game, const struct solution *solution, uint64_t v) {
    return solution->winner[v] == game->owner[v] ? 1 : game->offsets[v + 1] - game->offsets[v];
}

/* Returns 1 when all vertices are right, with the number of remaining edges; 0; -1 when interrupted. */
static int check_vertices(const struct game *game, const struct solution *solution, const struct run *run,
                          uint64_t *count, const char **wrong, uint64_t *vertex) {
    *count = 0;
    for (uint64_t v = 0; v < game->vertices; v++) {
        if (v % CHECK_VERTICES == 0) {
            if (run_should_stop(run)) {
                return -1;
            }
            run_tell(run, "verifying the solution", v, game->vertices, "vertices");
        }
        *wrong = check_vertex(game, solution, v);
        if (*wrong != NULL) {
            *vertex = v;
            return 0;
        }
        *count += count_edges(game, solution, v);
    }
    return 1;
}

/* --- cycles --- */

static uint32_t weight_of(const struct solution_verification *verification, const struct play_edge *edge) {
    return verification->game->priority[edge->source];
}

/* Whether the stated winner loses cycles on which the edge has the highest weight. */
static int is_bad(const struct solution_verification *verification, const struct play_edge *edge) {
    return weight_of(verification, edge) % 2 != verification->solution->winner[edge->source];
}

static int has_number(const struct solution_verification *verification, uint32_t vertex) {
    uint32_t number = verification->number[vertex];
    return number < verification->used && verification->members[number] == vertex;
}

static uint32_t number_of(struct solution_verification *verification, uint32_t vertex) {
    if (!has_number(verification, vertex)) {
        verification->number[vertex] = (uint32_t)verification->used;
        verification->members[verification->used] = vertex;
        verification->used++;
        verification->offsets[verification->used + 1] = 0;
    }
    return verification->number[vertex];
}

/* Finds the components of the part's edges whose weight is at most `most`. Returns 0, or -1 with *error
 * filled. */
static int decompose(struct solution_verification *verification, struct play_part part, uint32_t most,
                     struct error *error) {
    uint64_t *offsets = verification->offsets, count = 0;
    verification->used = 0;
    offsets[0] = offsets[1] = 0;
    for (uint64_t i = part.begin; i < part.end; i++) {
        const struct play_edge *edge = &verification->edges[i];
        if (weight_of(verification, edge) <= most) {
            uint32_t from = number_of(verification, edge->from);
            number_of(verification, edge->to);
            offsets[(uint64_t)from + 2]++;
            count++;
        }
    }
    for (uint64_t i = 0; i < verification->used; i++) {
        offsets[i + 2] += offsets[i + 1];
    }
    for (uint64_t i = part.begin; i < part.end; i++) {
        const struct play_edge *edge = &verification->edges[i];
        if (weight_of(verification, edge) <= most) {
            uint64_t row = verification->number[edge->from];
            verification->targets[offsets[row + 1]++] = verification->number[edge->to];
        }
    }
    const struct digraph graph = {verification->used, count, offsets, verification->targets, NULL, NULL};
    const struct scc_options options = {.algorithm = SCC_TARJAN};
    struct scc_report report;
    return scc_cpu(&graph, &options, &verification->run, verification->component, &report, error);
}

/* Returns the representative of the component that contains the vertex. */
static uint32_t contract(const struct solution_verification *verification, uint32_t vertex) {
    return has_number(verification, vertex)
               ? verification->members[verification->component[verification->number[vertex]]]
               : vertex;
}

/*
 * Divides the edges by the components that decompose found: *inside has the edges of levels up to `middle`,
 * *between those between components. A heavier edge inside a component closes a cycle on which it has the
 * highest weight, so its level is known: the edge is dropped. Returns such an edge that is bad, or NULL.
 */
static const struct play_edge *divide(struct solution_verification *verification, struct play_part part,
                                      uint32_t middle, struct play_part *inside, struct play_part *between) {
    struct play_edge *edges = verification->edges;
    uint64_t begin = part.begin, end = part.end;
    for (uint64_t i = begin; i < end;) {
        struct play_edge edge = edges[i];
        uint32_t from = contract(verification, edge.from), to = contract(verification, edge.to);
        if (from != to) {
            edges[i] = edges[--end];
            edges[end] = (struct play_edge){from, to, edge.source};
        } else if (weight_of(verification, &edge) <= middle) {
            edges[i++] = edges[begin];
            edges[begin++] = edge;
        } else if (is_bad(verification, &edge)) {
            return &edges[i];
        } else {
            i++;
        }
    }
    *inside = (struct play_part){part.begin, begin, part.least};
    *between = (struct play_part){end, part.end, middle + 1};
    return NULL;
}

/* Finds the range of the part's levels. Returns whether some edge is bad. */
static int find_range(const struct solution_verification *verification, struct play_part part,
                      uint32_t *least, uint32_t *most) {
    int bad = 0;
    *least = UINT32_MAX;
    *most = part.least;
    for (uint64_t i = part.begin; i < part.end; i++) {
        uint32_t weight = weight_of(verification, &verification->edges[i]);
        *least = weight < *least ? weight : *least;
        *most = weight > *most ? weight : *most;
        bad |= is_bad(verification, &verification->edges[i]);
    }
    *least = *least < part.least ? part.least : *least;
    return bad;
}

/* Returns a bad edge of this weight in a part whose levels are all equal to it; NULL: none. */
static const struct play_edge *find_bad(const struct solution_verification *verification,
                                        struct play_part part, uint32_t level) {
    for (uint64_t i = part.begin; i < part.end; i++) {
        const struct play_edge *edge = &verification->edges[i];
        if (weight_of(verification, edge) == level && is_bad(verification, edge)) {
            return edge;
        }
    }
    return NULL;
}

/* Returns 1 with a vertex of a cycle that its winner loses; 0: there is none; -1 with *error filled. */
static int find_lost_cycle(struct solution_verification *verification, const struct run *told,
                           uint64_t *vertex, struct error *error) {
    struct play_part parts[MOST_PARTS], all = {0, verification->count, 0}, ignored;
    /* Edges on no cycle at all are dropped first. */
    if (decompose(verification, all, UINT32_MAX, error) != 0) {
        return -1;
    }
    const struct play_edge *lost = divide(verification, all, UINT32_MAX, &parts[0], &ignored);
    for (unsigned count = 1; lost == NULL && count > 0;) {
        struct play_part part = parts[--count];
        uint32_t least, most;
        run_tell(told, "verifying the cycles", 0, 0, NULL);
        if (!find_range(verification, part, &least, &most)) {
            continue;
        }
        if (least == most) {
            lost = find_bad(verification, part, most);
            continue;
        }
        uint32_t middle = least + (most - least) / 2;
        if (decompose(verification, part, middle, error) != 0) {
            return -1;
        }
        lost = divide(verification, part, middle, &parts[count + 1], &parts[count]);
        count += 2;
    }
    if (lost == NULL) {
        return 0;
    }
    *vertex = lost->source;
    return 1;
}

static void fill_edges(struct solution_verification *verification) {
    const struct game *game = verification->game;
    const struct solution *solution = verification->solution;
    for (uint64_t v = 0; v < game->vertices; v++) {
        int follows = solution->winner[v] == game->owner[v];
        const uint32_t *targets = follows ? &solution->strategy[v] : &game->targets[game->offsets[v]];
        uint64_t count = count_edges(game, solution, v);
        for (uint64_t i = 0; i < count; i++) {
            verification->edges[verification->count++] =
                (struct play_edge){(uint32_t)v, targets[i], (uint32_t)v};
        }
    }
}

/* `edges`: how many remain when winners follow their strategies. */
static int allocate_arrays(struct solution_verification *verification, arena *arena, uint64_t edges,
                           struct error *error) {
    uint64_t n = verification->game->vertices;
    verification->edges = arena_allocate(arena, edges * sizeof *verification->edges);
    verification->targets = arena_allocate(arena, edges * sizeof *verification->targets);
    /* has_number reads entries that were never written: any number will do. */
    verification->number = arena_allocate(arena, n * sizeof *verification->number);
    verification->members = arena_allocate(arena, n * sizeof *verification->members);
    verification->component = arena_allocate(arena, n * sizeof *verification->component);
    verification->offsets = arena_allocate(arena, (n + 2) * sizeof *verification->offsets);
    return arena_failed(arena) ? error_memory(error, "to verify a solution") : 0;
}

int solution_verify(const struct game *game, const struct solution *solution, const struct run *run,
                    const char **wrong, uint64_t *vertex, struct error *error) {
    struct solution_verification verification = {.game = game, .solution = solution, .run = *run};
    verification.run.progress = NULL;
    uint64_t edges;
    int right = check_vertices(game, solution, run, &edges, wrong, vertex);
    if (right < 0) {
        return error_set(error, ERROR_INTERRUPTED, "interrupted while verifying a solution");
    }
    if (right == 0) {
        return 0;
    }
    arena *arena = arena_create(run->memory);
    int found = allocate_arrays(&verification, arena, edges, error);
    if (found == 0) {
        fill_edges(&verification);
        found = find_lost_cycle(&verification, run, vertex, error);
    }
    arena_free(arena);
    if (found < 0 && error->code == ERROR_INTERRUPTED) {
        return error_set(error, ERROR_INTERRUPTED, "interrupted while verifying a solution");
    }
    if (found > 0) {
        *wrong = "this vertex has the highest priority of a cycle that the winner cannot avoid, and it is "
                 "the other player's";
    }
    return found < 0 ? -1 : !found;
}
