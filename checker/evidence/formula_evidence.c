/* Makes strategies for evidence: follows a strategy through the game, node by node. */
#include "checker/evidence/formula_evidence.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "checker/strategy/strategy_explain.h"
#include "checker/strategy/strategy_path.h"
#include "checker/strategy/strategy_region.h"
#include "checker/evidence/formula_count.h"
#include "checker/evidence/formula_path.h"
#include "checker/evidence/formula_strategy.h"
#include "checker/strategy/strategy_moves.h"
#include "checker/strategy/tuple_set.h"

#define PART_GROWTH 8  /* how much larger a part becomes */
#define NODES_SHARE 16 /* vertices of a part for each node of a strategy that may be found in it */
#define MOST_COUNTS 4u /* ends of a path whose nodes are counted before they are made */

struct evidence_edge {
    uint32_t label, target;
};

struct maker {
    struct game_part *part;
    const struct run *run;
    struct strategy *evidence;
    struct error *error;
    enum player winner;
    const formula_text *formula;
    uint64_t most_nodes;
    uint64_t usual_vertices, most_vertices; /* of the part */
    struct formula_strategy strategy;
    struct formula_path path; /* its moves come before those of the strategy */
    struct formula_count count;
    struct strategy_moves moves;
    struct tuple_set nodes;
    uint32_t *vertices; /* nodes: their vertices in the game */
    uint64_t vertex_capacity;
    uint32_t *tuple;                     /* scratch */
    GROWING(struct evidence_edge) edges; /* edges of the current node */
};

static int fail_memory(const struct maker *maker) {
    return error_memory(maker->error, "for the evidence of a formula");
}

static int fail_game(const struct maker *maker, const char *what) {
    return error_set(maker->error, ERROR_INPUT,
                     "this game is not that of the network and the formula, or it is solved wrongly: %s",
                     what);
}

/* Finds or adds the node of a vertex, in *node. Returns 0 or -1. */
static int add_node(struct maker *maker, uint32_t vertex, uint32_t *node) {
    game_part_tuple(maker->part, vertex, maker->tuple);
    uint32_t found = tuple_set_index(&maker->nodes, maker->tuple);
    if (found != UINT32_MAX) {
        *node = found;
        return 0;
    }
    if (maker->nodes.count >= maker->most_nodes) {
        return error_set(maker->error, ERROR_LIMIT, "the strategy for the evidence has more than %llu nodes",
                         (unsigned long long)maker->most_nodes);
    }
    if (maker->tuple[maker->nodes.width - 1] >= maker->evidence->observer->observer.states) {
        return fail_game(maker, "there is no such state of the observer");
    }
    if (MEMORY_GROW(maker->run->memory, &maker->vertices, &maker->vertex_capacity, maker->nodes.count + 1) !=
        0) {
        return fail_memory(maker);
    }
    *node = (uint32_t)maker->nodes.count;
    maker->vertices[*node] = vertex;
    return tuple_set_add(&maker->nodes, maker->tuple, maker->error) < 0 ? -1 : 0;
}

static int add_edge(struct maker *maker, uint64_t move, uint32_t target) {
    return GROWING_ADD(maker->run->memory, maker->edges,
                       (struct evidence_edge){maker->moves.label_of[move], target}) != 0
               ? fail_memory(maker)
               : 0;
}

static int compare_edges(const void *left, const void *right) {
    const struct evidence_edge *a = left, *b = right;
    return a->label != b->label ? (a->label < b->label ? -1 : 1)
                                : (a->target > b->target) - (a->target < b->target);
}

/* Adds all moves of the loser. */
static int take_all(struct maker *maker, uint32_t vertex) {
    const struct game_row row = game_part_row(maker->part, vertex);
    for (uint64_t k = 0; k < row.count; k++) {
        uint32_t node, target = row.targets[k];
        /* A self-loop of a dead end adds nothing. Every node must be a target of a move of the product; the
         * others are found in the end, because they cannot be reached. */
        if (target != vertex && add_node(maker, target, &node) != 0) {
            return -1;
        }
    }
    for (uint64_t move = 0; move < maker->moves.count; move++) {
        uint32_t node = tuple_set_index(&maker->nodes, strategy_moves_tuple(&maker->moves, move));
        if (node == UINT32_MAX) {
            return fail_game(maker, "a move of the loser is missing");
        }
        if (add_edge(maker, move, node) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Adds the winner's move, with the smallest label of the moves to that target unless the path names one. */
static int take_choice(struct maker *maker, uint32_t vertex) {
    const struct path_choice *forced = formula_path_choice(&maker->path, vertex);
    uint32_t label = forced == NULL ? STRATEGY_NO_LABEL : forced->label, node;
    uint32_t choice = forced == NULL ? formula_strategy_choice(&maker->strategy, vertex) : forced->target;
    choice = choice != SOLUTION_NONE ? choice : game_part_row(maker->part, vertex).strategy;
    if (choice >= maker->part->vertices) {
        return fail_game(maker, "the winner has no move");
    }
    if (add_node(maker, choice, &node) != 0) {
        return -1;
    }
    const uint32_t *tuple = tuple_set_at(&maker->nodes, node);
    uint64_t best = UINT64_MAX;
    for (uint64_t move = 0; move < maker->moves.count; move++) {
        if (memcmp(strategy_moves_tuple(&maker->moves, move), tuple, maker->nodes.width * sizeof *tuple) ==
                0 &&
            (label == STRATEGY_NO_LABEL || maker->moves.label_of[move] == label) &&
            (best == UINT64_MAX || maker->moves.label_of[move] < maker->moves.label_of[best])) {
            best = move;
        }
    }
    return best == UINT64_MAX ? fail_game(maker, "the winner's move is not a move of the product")
                              : add_edge(maker, best, node);
}

/* Ends the row of a node: sorts its edges and removes duplicates. */
static int end_row(struct maker *maker, int is_chosen) {
    sort_items(maker->edges.data, maker->edges.count, sizeof *maker->edges.data, compare_edges);
    for (uint64_t k = 0; k < maker->edges.count; k++) {
        const struct evidence_edge *edge = &maker->edges.data[k];
        if ((k == 0 || compare_edges(edge - 1, edge) != 0) &&
            strategy_add_edge(maker->evidence, edge->label, edge->target) != 0) {
            return fail_memory(maker);
        }
    }
    return strategy_end_node(maker->evidence, is_chosen) != 0 ? fail_memory(maker) : 0;
}

static int expand(struct maker *maker, uint32_t node) {
    uint32_t vertex = maker->vertices[node];
    const uint32_t *tuple = tuple_set_at(&maker->nodes, node);
    const struct observer_state *state =
        &maker->evidence->observer->observer.state[tuple[maker->nodes.width - 1]];
    int status = strategy_moves_find(&maker->moves, tuple, maker->error);
    if (status != 1) {
        return status < 0 ? -1 : fail_game(maker, "a transition has another label");
    }
    maker->edges.count = 0;
    int wins = state->owner == maker->winner;
    if (maker->evidence->is_part && !wins && !formula_path_has(&maker->path, vertex)) {
        return end_row(maker, 0);
    }
    status = wins ? take_choice(maker, vertex) : take_all(maker, vertex);
    return status != 0 ? -1 : end_row(maker, wins && strategy_moves_differ(&maker->moves));
}

static int stopped(const struct maker *maker, uint64_t node) {
    const struct run *run = maker->run;
    if (node % 256 != 0) {
        return 0;
    }
    if (run_should_stop(run)) {
        return error_set(maker->error, ERROR_INTERRUPTED, "interrupted while evidence was made");
    }
    run_tell(run, "making evidence", node, maker->nodes.count, "nodes");
    return 0;
}

/* Makes the part larger, or does nothing if it may not grow. Returns 0 or -1. */
static int grow(struct maker *maker) {
    uint64_t more = PART_GROWTH * maker->part->game.vertices;
    formula_strategy_free(&maker->strategy);
    return game_part_extend(maker->part, more < maker->most_vertices ? more : maker->most_vertices,
                            maker->error);
}

static int may_grow(const struct maker *maker) {
    const struct game_part *part = maker->part;
    return part->game.vertices < part->vertices && part->game.vertices < maker->most_vertices &&
           maker->strategy.count < FORMULA_STRATEGY_VERTICES;
}

/* Finds a strategy. The part grows to its usual size as long as the strategy may get shorter. */
static int find_strategy(struct maker *maker) {
    const struct game_part *part = maker->part;
    for (;;) {
        if (formula_strategy_make(&part->game, &part->solution, FORMULA_STRATEGY_VERTICES, maker->run,
                                  &maker->strategy, maker->error) != 0) {
            return -1;
        }
        if (!may_grow(maker) || formula_strategy_is_final(&maker->strategy) ||
            part->game.vertices >= maker->usual_vertices) {
            return 0;
        }
        if (grow(maker) != 0) {
            return -1;
        }
    }
}

/* Finds a shortest path that the winner can force. The part grows to its usual size as long as there may be a
 * shorter one. Without memory there is no path. */
static int find_path(struct maker *maker) {
    const struct game_part *part = maker->part;
    for (;;) {
        if (formula_path_find(part, &maker->moves, maker->run, &maker->path, maker->error) != 0) {
            formula_path_free(&maker->path);
            return maker->error->code == ERROR_MEMORY ? 0 : -1;
        }
        if (maker->path.is_final || !may_grow(maker) || part->game.vertices >= maker->usual_vertices) {
            return 0;
        }
        formula_path_free(&maker->path);
        if (grow(maker) != 0) {
            return -1;
        }
    }
}

/* Makes the nodes that the strategy reaches. */
static int follow(struct maker *maker) {
    uint32_t node;
    if (add_node(maker, maker->part->game.start, &node) != 0) {
        return -1;
    }
    for (uint64_t next = 0; next < maker->nodes.count; next++) {
        if (stopped(maker, next) != 0 ||
            game_part_follow(maker->part, maker->vertices + next, maker->nodes.count - next, maker->error) !=
                0 ||
            expand(maker, (uint32_t)next) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Finds and follows a strategy. If that has many nodes, it is worth looking for another one in a larger part.
 */
static int find_nodes(struct maker *maker) {
    uint64_t most_nodes = maker->most_nodes;
    for (;;) {
        if (find_strategy(maker) != 0) {
            return -1;
        }
        uint64_t few = maker->part->game.vertices / NODES_SHARE;
        int may_repeat = may_grow(maker) && !formula_strategy_is_final(&maker->strategy) && few < most_nodes;
        maker->most_nodes = may_repeat ? few : most_nodes;
        int failed = follow(maker) != 0;
        maker->most_nodes = most_nodes;
        if (!failed || !may_repeat || maker->error->code != ERROR_LIMIT) {
            return failed ? -1 : 0;
        }
        tuple_set_clear(&maker->nodes);
        strategy_clear(maker->evidence);
        if (grow(maker) != 0) {
            return -1;
        }
    }
}

/* --- evidence --- */

/* Finds the path of the nodes, which the evidence owns from now on. */
static int end_nodes(struct maker *maker) {
    struct strategy *evidence = maker->evidence;
    evidence->tuples = maker->nodes.tuples;
    evidence->tuple_capacity = maker->nodes.capacity;
    maker->nodes.tuples = NULL;
    maker->nodes.capacity = 0;
    return strategy_path_find(evidence, maker->error);
}

/* Forgets all nodes, and begins again. */
static void forget_nodes(struct maker *maker, int is_part) {
    struct strategy *evidence = maker->evidence;
    const struct strategy empty = {.memory = evidence->memory,
                                   .observer = evidence->observer,
                                   .labels = evidence->labels,
                                   .holds = evidence->holds,
                                   .components = evidence->components,
                                   .is_part = is_part};
    strategy_free(evidence);
    *evidence = empty;
    tuple_set_free(&maker->nodes);
}

/* Counts from the vertex of a node on. */
static int count_from(struct maker *maker, uint32_t node, const struct game_reach **reach,
                      struct error *error) {
    uint32_t state = strategy_tuple(maker->evidence, node)[maker->evidence->components];
    return formula_count_from(&maker->count, maker->vertices[node], state, reach, error);
}

/* Whether more nodes than may be made follow the ends of the path: 1, 0 or -1. */
static int has_many_nodes(struct maker *maker) {
    const struct strategy *evidence = maker->evidence;
    const struct game_reach *reach;
    uint64_t looks = 0;
    for (uint64_t k = evidence->ends.count; k-- > 0 && looks < MOST_COUNTS;) {
        const struct strategy_end *end = &evidence->ends.data[k];
        if (end->kind != STRATEGY_END_LOST) {
            continue;
        }
        looks++;
        if (count_from(maker, end->node, &reach, maker->error) != 0) {
            return -1;
        }
        if (reach != NULL && reach->vertices > maker->most_nodes) {
            return 1;
        }
    }
    return 0;
}

/* Makes the nodes of the path, and those after it unless there are too many: then the path must do. In a
 * large game these are counted before they are made, which takes longer than counting. */
static int follow_path(struct maker *maker) {
    if (maker->count.model != NULL && maker->part->vertices > maker->most_nodes) {
        maker->evidence->is_part = 1;
        int many = follow(maker) != 0 || end_nodes(maker) != 0 ? -1 : has_many_nodes(maker);
        if (many != 0) {
            return many < 0 ? -1 : 0;
        }
        forget_nodes(maker, 0);
    }
    if (follow(maker) == 0) {
        return end_nodes(maker);
    }
    if (maker->error->code != ERROR_LIMIT) {
        return -1;
    }
    forget_nodes(maker, 1);
    return follow(maker) != 0 ? -1 : end_nodes(maker);
}

/* Counts the region of a node (struct strategy_counter). */
static int count_region(const struct strategy_counter *counter, struct strategy_count *count,
                        struct error *error) {
    struct maker *maker = counter->context;
    const struct game_reach *reach;
    if (count_from(maker, counter->node, &reach, error) != 0) {
        return -1;
    }
    if (reach != NULL) {
        *count = (struct strategy_count){reach->states, reach->is_closed, reach->occurs};
    }
    return 0;
}

static int make_evidence(struct maker *maker) {
    const struct strategy_counter counter = {.count = count_region, .context = maker};
    maker->tuple = memory_allocate_array(maker->run->memory, maker->nodes.width, sizeof *maker->tuple);
    if (maker->tuple == NULL) {
        return fail_memory(maker);
    }
    if (strategy_moves_open(&maker->moves, maker->error) != 0 || find_path(maker) != 0 ||
        (maker->path.found ? follow_path(maker) != 0 : find_nodes(maker) != 0 || end_nodes(maker) != 0)) {
        return -1;
    }
    return strategy_explain(maker->evidence, maker->formula, &maker->moves, &counter, maker->error);
}

int formula_evidence_make(const struct solved_formula *solved, uint64_t most_nodes, const struct run *run,
                          struct strategy *evidence, struct error *error) {
    struct memory *memory = run->memory;
    uint32_t width = game_part_width(solved->part);
    enum player winner = solved->part->winner;
    struct maker maker = {.part = solved->part,
                          .run = run,
                          .evidence = evidence,
                          .error = error,
                          .winner = winner,
                          .usual_vertices = solved->usual_vertices,
                          .most_vertices = solved->most_vertices,
                          .formula = solved->formula,
                          .count = {.part = solved->part,
                                    .model = solved->model,
                                    .observer = solved->observer,
                                    .labels = solved->labels,
                                    .run = run},
                          .most_nodes = most_nodes < UINT32_MAX - 1 ? most_nodes : UINT32_MAX - 1,
                          .moves = {.memory = memory,
                                    .walker = solved->walker,
                                    .observer = &solved->observer->observer,
                                    .labels = solved->labels},
                          .nodes = {.memory = memory, .width = width}};
    *evidence = (struct strategy){.memory = memory,
                                  .observer = solved->observer,
                                  .labels = solved->labels,
                                  .holds = winner == PLAYER_EVEN,
                                  .components = width - 1};
    int failed = width != walker_components(solved->walker) + 1
                     ? fail_game(&maker, "its states belong to another network")
                     : make_evidence(&maker);
    strategy_moves_close(&maker.moves);
    formula_strategy_free(&maker.strategy);
    formula_path_free(&maker.path);
    formula_count_free(&maker.count);
    tuple_set_free(&maker.nodes);
    memory_free(memory, maker.vertices, maker.vertex_capacity * sizeof *maker.vertices);
    memory_free(memory, maker.tuple, width * sizeof *maker.tuple);
    GROWING_FREE(memory, maker.edges);
    if (failed) {
        strategy_free(evidence);
    }
    return failed ? -1 : 0;
}
