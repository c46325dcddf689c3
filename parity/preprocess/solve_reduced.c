/*
 * Makes a smaller game of the undecided vertices. A vertex with a single successor is removed, and edges to
 * it are redirected to that successor, when its priority never matters: a play that comes to it again and
 * again also comes again and again to a vertex above it, which is the one that it leads to, or one of all
 * those that lead to it. Above: of a higher level, or of the same one and a higher number; so the highest
 * vertex of a cycle is kept, and what is left out leads to one that is kept. Before that, vertices that no
 * cycle leads to are left out (solve_trimmed.c).
 *
 * The smaller game is numbered along its edges: what follows each other lies side by side, mostly, whatever
 * the numbers were. It is solved again and again in parts that are far apart otherwise.
 */
#include "parity/solver/solving.h"

#define NOWHERE UINT32_MAX
#define WAITING (UINT32_MAX - 1) /* in `next`: the vertex is to be looked at */

struct reduction {
    struct solving *solving;
    uint32_t *next;     /* of a vertex that is left out: where it leads; else NOWHERE */
    uint32_t *number;   /* in the smaller game, of it or of what it leads to; NOWHERE: it is decided */
    uint32_t *vertices; /* by number */
    uint64_t trimmed;
    struct game game;
    uint64_t *offsets;
    uint32_t *targets, *priority;
    uint8_t *owner;
    struct solution solution;
    void *memory;
    uint64_t memory_bytes;
};

static int is_above(const struct solving *solving, uint32_t vertex, uint32_t other) {
    uint32_t level = solving->level[vertex], of_other = solving->level[other];
    return level > of_other || (level == of_other && vertex > other);
}

/* The only undecided vertex that an undecided one leads to; NOWHERE when there are several. */
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

/* Of those that are not trimmed. */
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

/* Leaves a vertex out or numbers it. */
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

/* One that a vertex leads to and that waits; NOWHERE when there is none. */
static uint32_t waiting_successor(const struct reduction *reduction, uint32_t vertex) {
    const struct game *game = reduction->solving->game;
    for (uint64_t edge = game->offsets[vertex]; edge < game->offsets[vertex + 1]; edge++) {
        if (reduction->next[game->targets[edge]] == WAITING) {
            return game->targets[edge];
        }
    }
    return NOWHERE;
}

/* Says which vertices are left out, and numbers the others, path by path. */
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

/* What is left out gets the number of what it leads to. */
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

static void *cut(char **rest, uint64_t count, uint64_t size) {
    void *array = *rest;
    *rest += (count * size + 7) / 8 * 8;
    return array;
}

/* Edges among undecided vertices are at most as many as those of the vertices that are kept. */
static int make_room(struct reduction *reduction) {
    const struct game *game = reduction->solving->game;
    uint64_t count = reduction->game.vertices, edges = 0;
    for (uint64_t i = 0; i < count; i++) {
        uint32_t vertex = reduction->vertices[i];
        edges += game->offsets[vertex + 1] - game->offsets[vertex];
    }
    reduction->memory_bytes = 8 * (count + 1) + 4 * edges + 10 * count + 8 * 6;
    reduction->memory = solving_allocate(reduction->solving, reduction->memory_bytes);
    if (reduction->memory == NULL) {
        return -1;
    }
    char *rest = reduction->memory;
    reduction->offsets = cut(&rest, count + 1, 8);
    reduction->targets = cut(&rest, edges, 4);
    reduction->priority = cut(&rest, count, 4);
    reduction->solution.strategy = cut(&rest, count, 4);
    reduction->owner = cut(&rest, count, 1);
    reduction->solution.winner = cut(&rest, count, 1);
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
    struct solve_report report = {0};
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
    sum->rounds += report.rounds;
    sum->promotions += report.promotions;
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
    solving_decide_trimmed(solving, reduction->trimmed);
}

int solve_reduced(struct solving *solving) {
    uint64_t vertices = solving->game->vertices;
    struct reduction reduction = {.solving = solving,
                                  .next = solving->stack,
                                  .number = solving->stack + vertices,
                                  .vertices = solving->stack + 2 * vertices};
    int result = solving_trim(solving, &reduction.trimmed);
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
