/*
 * Makes a smaller game of the undecided vertices. A vertex with a single successor is removed, and edges to
 * it are redirected to that successor, when its priority never matters: a play that visits it infinitely
 * often also visits a vertex above it infinitely often, either its successor or one of its predecessors,
 * which are all above it. Above: of a higher level, or of the same level and a higher number. So the highest
 * vertex of a cycle is kept, and each removed vertex leads to one that is kept. Before that, vertices that no
 * cycle leads to are trimmed: no play visits them twice, so they are decided last, each when all its
 * successors are.
 *
 * The smaller game is numbered along its edges, so that vertices that follow each other are mostly neighbours
 * in memory, whatever their numbers were.
 */
#include "parity/solver/solving.h"

#define NOWHERE UINT32_MAX
#define WAITING (UINT32_MAX - 1) /* in `next`: the vertex is still to be examined */

struct reduction {
    struct solving *solving;
    uint32_t *next;     /* the successor of a removed vertex; NOWHERE for others */
    uint32_t *number;   /* numbers in the smaller game: of the vertex, or of the kept vertex that it leads to;
                           NOWHERE: decided */
    uint32_t *vertices; /* vertices by number */
    uint64_t trimmed;
    struct game game;
    uint64_t *offsets;
    uint32_t *targets, *priority;
    uint8_t *owner;
    struct solution solution;
    void *memory;
    uint64_t memory_bytes;
};

/* --- vertices that no cycle leads to --- */

#define COUNTLESS UINT32_MAX /* the vertex has too many incoming edges to count */

static inline void lose_edge(const struct solving *solving, uint32_t vertex) {
    solving->seen[vertex] -= solving->seen[vertex] != COUNTLESS;
}

/* Counts the edges from undecided vertices to each vertex. */
static int count_ways(struct solving *solving) {
    const struct game *game = solving->game;
    for (uint64_t vertex = 0; vertex < game->vertices; vertex++) {
        uint64_t ways = solving->in_begin[vertex + 1] - solving->in_begin[vertex];
        solving->seen[vertex] = ways < COUNTLESS ? (uint32_t)ways : COUNTLESS;
        if (solving_look_at_item(solving, vertex) != 0) {
            return -1;
        }
    }
    for (uint64_t i = 0; i < solving->decided; i++) {
        uint32_t vertex = solving->queue[i];
        for (uint64_t edge = game->offsets[vertex]; edge < game->offsets[vertex + 1]; edge++) {
            lose_edge(solving, game->targets[edge]);
        }
    }
    return 0;
}

/*
 * Finds the undecided vertices that no cycle of undecided vertices leads to. They fill the end of `queue`;
 * among them, edges lead only to earlier ones. In `seen`, the other undecided vertices have a number other
 * than 0.
 */
static int trim(struct solving *solving, uint64_t *trimmed) {
    const struct game *game = solving->game;
    uint64_t first = game->vertices; /* trimmed vertices fill the queue from its end */
    if (count_ways(solving) != 0) {
        return -1;
    }
    for (uint64_t v = 0; v < game->vertices; v++) {
        if (solving->seen[v] == 0 && is_undecided(solving, (uint32_t)v)) {
            solving->queue[--first] = (uint32_t)v;
        }
    }
    for (uint64_t at = game->vertices; at > first; at--) {
        uint32_t vertex = solving->queue[at - 1];
        for (uint64_t edge = game->offsets[vertex]; edge < game->offsets[vertex + 1]; edge++) {
            uint32_t target = game->targets[edge];
            if (is_undecided(solving, target)) {
                lose_edge(solving, target);
                if (solving->seen[target] == 0) {
                    solving->queue[--first] = target;
                }
            }
        }
        if (solving_look_at_item(solving, at) != 0) {
            return -1;
        }
    }
    *trimmed = game->vertices - first;
    return 0;
}

/* Decides trimmed vertices, when all others are decided. */
static void decide_trimmed(struct solving *solving, uint64_t trimmed) {
    const struct game *game = solving->game;
    for (uint64_t i = game->vertices - trimmed; i < game->vertices; i++) {
        uint32_t vertex = solving->queue[i];
        unsigned owner = game->owner[vertex];
        uint64_t edge = game->offsets[vertex], end = game->offsets[vertex + 1];
        while (edge < end && solving->winner[game->targets[edge]] != owner) {
            edge++;
        }
        if (edge < end) {
            solving_decide(solving, vertex, owner, game->targets[edge]);
        } else {
            solving_decide(solving, vertex, 1 - owner, SOLUTION_NONE);
        }
    }
    solving->spread = solving->decided;
}

/* --- vertices whose priority never matters --- */

static int is_above(const struct solving *solving, uint32_t vertex, uint32_t other) {
    uint32_t level = solving->level[vertex], of_other = solving->level[other];
    return level > of_other || (level == of_other && vertex > other);
}

/* Returns the only undecided successor of an undecided vertex; NOWHERE when there are several. */
static uint32_t only_successor(const struct solving *solving, uint32_t vertex) {
    const struct game *game = solving->game;
    uint32_t only = NOWHERE;
    for (uint64_t edge = game->offsets[vertex]; edge < game->offsets[vertex + 1]; edge++) {
        uint32_t target = game->targets[edge];
        if (is_undecided(solving, target) && target != only) {
            if (only != NOWHERE) {
                return NOWHERE;
            }
            only = target;
        }
    }
    return only;
}

/* Whether all predecessors that are not trimmed are above the vertex. */
static int are_sources_above(const struct solving *solving, uint32_t vertex) {
    for (uint64_t edge = solving->in_begin[vertex]; edge < solving->in_begin[vertex + 1]; edge++) {
        uint32_t source = solving->sources[edge];
        if (is_undecided(solving, source) && solving->seen[source] != 0 &&
            !is_above(solving, source, vertex)) {
            return 0;
        }
    }
    return 1;
}

/* Removes a vertex or numbers it. */
static void choose_one(struct reduction *reduction, uint32_t vertex) {
    const struct solving *solving = reduction->solving;
    uint32_t only = only_successor(solving, vertex);
    reduction->next[vertex] = NOWHERE;
    if (only != NOWHERE && (is_above(solving, only, vertex) || are_sources_above(solving, vertex))) {
        reduction->next[vertex] = only;
    } else {
        reduction->number[vertex] = (uint32_t)reduction->game.vertices;
        reduction->vertices[reduction->game.vertices++] = vertex;
    }
}

/* Returns a successor that is still to be examined; NOWHERE when there is none. */
static uint32_t waiting_successor(const struct reduction *reduction, uint32_t vertex) {
    const struct game *game = reduction->solving->game;
    for (uint64_t edge = game->offsets[vertex]; edge < game->offsets[vertex + 1]; edge++) {
        if (reduction->next[game->targets[edge]] == WAITING) {
            return game->targets[edge];
        }
    }
    return NOWHERE;
}

/* Removes vertices, and numbers the others, path by path. */
static int choose(struct reduction *reduction) {
    struct solving *solving = reduction->solving;
    uint64_t vertices = solving->game->vertices;
    for (uint64_t v = 0; v < vertices; v++) {
        int stays = is_undecided(solving, (uint32_t)v) && solving->seen[v] != 0;
        reduction->next[v] = stays ? WAITING : NOWHERE;
        reduction->number[v] = NOWHERE;
    }
    for (uint64_t v = 0; v < vertices; v++) {
        uint32_t vertex = (uint32_t)v;
        while (vertex != NOWHERE && reduction->next[vertex] == WAITING) {
            choose_one(reduction, vertex);
            vertex = waiting_successor(reduction, vertex);
        }
        if (solving_look_at_item(solving, v) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Gives each removed vertex the number of the kept vertex that it leads to. */
static void follow(struct reduction *reduction) {
    uint32_t *next = reduction->next, *number = reduction->number;
    for (uint64_t v = 0; v < reduction->solving->game->vertices; v++) {
        uint32_t end = (uint32_t)v, then;
        while (number[end] == NOWHERE && next[end] != NOWHERE) {
            end = next[end];
        }
        for (uint32_t at = (uint32_t)v; at != end; at = then) {
            then = next[at];
            number[at] = number[end];
        }
    }
}

/* Allocates the reduced game, with room for all edges of the kept vertices. */
static int make_room(struct reduction *reduction) {
    const struct game *game = reduction->solving->game;
    uint64_t count = reduction->game.vertices, edges = 0;
    for (uint64_t i = 0; i < count; i++) {
        uint32_t vertex = reduction->vertices[i];
        edges += game->offsets[vertex + 1] - game->offsets[vertex];
    }
    reduction->memory_bytes = 8 * (count + 1) + 4 * edges + 10 * count + 64 * 6;
    reduction->memory = solving_allocate(reduction->solving, reduction->memory_bytes);
    if (reduction->memory == NULL) {
        return -1;
    }
    char *rest = reduction->memory;
    reduction->offsets = solving_cut(&rest, count + 1, 8);
    reduction->targets = solving_cut(&rest, edges, 4);
    reduction->priority = solving_cut(&rest, count, 4);
    reduction->solution.strategy = solving_cut(&rest, count, 4);
    reduction->owner = solving_cut(&rest, count, 1);
    reduction->solution.winner = solving_cut(&rest, count, 1);
    return 0;
}

static void make_game(struct reduction *reduction) {
    const struct solving *solving = reduction->solving;
    const struct game *game = solving->game;
    uint64_t edges = 0;
    for (uint64_t i = 0; i < reduction->game.vertices; i++) {
        uint32_t vertex = reduction->vertices[i];
        reduction->offsets[i] = edges;
        reduction->owner[i] = game->owner[vertex];
        reduction->priority[i] = solving->level[vertex];
        for (uint64_t edge = game->offsets[vertex]; edge < game->offsets[vertex + 1]; edge++) {
            uint32_t number = reduction->number[game->targets[edge]];
            if (number != NOWHERE) {
                reduction->targets[edges++] = number;
            }
        }
    }
    reduction->offsets[reduction->game.vertices] = edges;
    reduction->game.edges = edges;
    reduction->game.offsets = reduction->offsets;
    reduction->game.targets = reduction->targets;
    reduction->game.owner = reduction->owner;
    reduction->game.priority = reduction->priority;
}

static int solve_game(struct reduction *reduction) {
    struct solving *whole = reduction->solving;
    struct solve_options options = *whole->options;
    struct solve_report report = {.solver = whole->report->solver};
    struct solving solving = {.game = &reduction->game,
                              .options = &options,
                              .run = whole->run,
                              .report = &report,
                              .error = whole->error,
                              .winner = reduction->solution.winner,
                              .strategy = reduction->solution.strategy,
                              .reductions = whole->reductions + 1};
    options.preprocess_first = 1;
    int result = solving_open(&solving);
    if (result == 0) {
        solving_sort(&solving);
        result = solve_promotion(&solving);
    }
    solving_close(&solving);
    struct solve_report *sum = whole->report;
    sum->solver = report.solver;
    sum->rounds += report.rounds;
    sum->promotions += report.promotions;
    sum->tangles += report.tangles;
    sum->preprocessed += report.preprocessed;
    sum->bytes = whole->bytes + report.bytes > sum->bytes ? whole->bytes + report.bytes : sum->bytes;
    whole->work += solving.work;
    return result;
}

static void take_over(struct reduction *reduction) {
    struct solving *solving = reduction->solving;
    const struct game *game = solving->game;
    for (uint64_t v = 0; v < game->vertices; v++) {
        uint32_t vertex = (uint32_t)v, number = reduction->number[v], to = reduction->next[v];
        if (number == NOWHERE) {
            continue;
        }
        unsigned winner = reduction->solution.winner[number];
        if (to == NOWHERE && game->owner[v] == winner) {
            uint64_t edge = game->offsets[v];
            while (reduction->number[game->targets[edge]] != reduction->solution.strategy[number]) {
                edge++;
            }
            to = game->targets[edge];
        }
        solving_decide(solving, vertex, winner, to);
    }
    decide_trimmed(solving, reduction->trimmed);
}

int solve_reduced(struct solving *solving) {
    uint64_t vertices = solving->game->vertices;
    struct reduction reduction = {.solving = solving,
                                  .next = solving->stack,
                                  .number = solving->stack + vertices,
                                  .vertices = solving->stack + 2 * vertices};
    int result = trim(solving, &reduction.trimmed);
    if (result == 0) {
        result = choose(&reduction);
    }
    if (result == 0) {
        follow(&reduction);
        result = make_room(&reduction);
    }
    if (result == 0) {
        make_game(&reduction);
        result = solve_game(&reduction);
    }
    if (result == 0) {
        take_over(&reduction);
        solving_forget_decided(solving);
    }
    solving_free(solving, reduction.memory, reduction.memory_bytes);
    return result;
}
