/* The moves from a set of vertices to the next: of the observer alone, and transitions. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/evidence/formula_path_internal.h"

#define MOST_COMBINATIONS 64u /* ways in which the vertices of one set take a transition */

/* --- vertices --- */

static const uint32_t *tuple_of(const struct path_search *search, uint32_t vertex, uint32_t *tuple) {
    game_part_tuple(search->part, vertex, tuple);
    return tuple;
}

/* Whether a target is in the part and the winner wins it; counts those beyond the part, which a play reaches
 * with `steps` transitions. */
static int is_known(struct path_search *search, uint32_t target, uint64_t steps) {
    const struct game_part *part = search->part;
    if (target >= part->game.vertices) {
        search->beyond = steps < search->beyond ? steps : search->beyond;
        return 0;
    }
    return part->solution.winner[target] == part->winner;
}

/* --- moves of the observer alone --- */

/* Reverses the order of numbers[first .. end - 1]. */
static void reverse(uint32_t *numbers, uint64_t first, uint64_t end) {
    for (; first + 1 < end; first++, end--) {
        const uint32_t number = numbers[first];
        numbers[first] = numbers[end - 1];
        numbers[end - 1] = number;
    }
}

/* Lets the winner take each edge of its vertex: alone (0 steps), which replaces the vertex, or with the
 * network (1). Of several initial states, the first will be expanded first. */
static int take_winner_edges(struct path_search *search, uint32_t set, uint32_t vertex, uint8_t steps) {
    const struct game *game = &search->part->game;
    uint64_t after = search->sets.data[set].steps + (uint64_t)steps;
    uint32_t replaced = steps == 0 ? vertex : PATH_NONE;
    const uint64_t first = search->now.count;
    for (uint64_t edge = game->offsets[vertex]; edge < game->offsets[vertex + 1]; edge++) {
        const uint32_t *target = &game->targets[edge];
        const struct path_choice choice = {vertex, *target, STRATEGY_NO_LABEL};
        const struct path_replacement by = {set, replaced, target, 1, steps};
        if (is_known(search, *target, after) && path_add_replaced(search, &by, &choice) != 0) {
            return -1;
        }
    }
    if (path_kind(search, vertex) == OBSERVER_ROOT) {
        reverse(search->now.data, first, search->now.count);
    }
    return 0;
}

int path_replace_vertex(struct path_search *search, uint32_t set, uint32_t vertex) {
    const struct game *game = &search->part->game;
    uint64_t begin = game->offsets[vertex], end = game->offsets[vertex + 1];
    uint64_t steps = search->sets.data[set].steps;
    if (!path_wins(search, vertex)) {
        for (uint64_t edge = begin; edge < end; edge++) {
            if (!is_known(search, game->targets[edge], steps)) {
                return 0;
            }
        }
        const struct path_replacement all = {set, vertex, game->targets + begin, end - begin, 0};
        return path_add_replaced(search, &all, NULL);
    }
    return take_winner_edges(search, set, vertex, 0);
}

/* --- transitions --- */

int path_step_alone(struct path_search *search, uint32_t set, uint32_t vertex) {
    return take_winner_edges(search, set, vertex, 1);
}

/* A transition of the network from a vertex, and the vertex that it leads to. */
struct path_step {
    uint32_t label, target;
};

struct path_steps {
    GROWING(struct path_step) all;
};

/* Whether all targets of a vertex belong to one state of the network: a quick test before its transitions are
 * derived. Targets beyond the part do not. */
static int has_one_state(struct path_search *search, uint32_t vertex, uint64_t steps) {
    const struct game *game = &search->part->game;
    uint64_t begin = game->offsets[vertex], bytes = (search->moves->width - 1) * sizeof(uint32_t);
    for (uint64_t edge = begin; edge < game->offsets[vertex + 1]; edge++) {
        if (!is_known(search, game->targets[edge], steps)) {
            return 0;
        }
        if (edge > begin &&
            memcmp(tuple_of(search, game->targets[begin], search->moves->state),
                   tuple_of(search, game->targets[edge], search->moves->target), bytes) != 0) {
            return 0;
        }
    }
    return 1;
}

/* The target of a vertex with this tuple, or PATH_NONE. */
static uint32_t find_target(struct path_search *search, uint32_t vertex, const uint32_t *tuple) {
    const struct game *game = &search->part->game;
    uint64_t bytes = search->moves->width * sizeof *tuple;
    for (uint64_t edge = game->offsets[vertex]; edge < game->offsets[vertex + 1]; edge++) {
        if (game->targets[edge] < game->vertices &&
            memcmp(tuple_of(search, game->targets[edge], search->moves->target), tuple, bytes) == 0) {
            return game->targets[edge];
        }
    }
    return PATH_NONE;
}

/* Derives the transitions of a vertex; targets beyond the part are PATH_NONE. Returns 1, 0 if there were too
 * many walks, or -1. */
static int find_steps(struct path_search *search, uint32_t vertex, struct path_steps *steps) {
    struct strategy_moves *moves = search->moves;
    uint32_t *tuple = memory_allocate_array(search->memory, moves->width, sizeof *tuple);
    if (tuple == NULL) {
        return path_memory(search);
    }
    int status = search->walks++ >= FORMULA_PATH_WALKS ? 0 : 1;
    if (status == 1) {
        status = strategy_moves_find(moves, tuple_of(search, vertex, tuple), search->error);
        status = status == 0 ? error_set(search->error, ERROR_INPUT,
                                         "this game is not that of the network and the formula")
                             : status;
    }
    steps->all.count = 0;
    const uint64_t edges = search->part->game.offsets[vertex + 1] - search->part->game.offsets[vertex];
    for (uint64_t move = 0; status == 1 && move < moves->count; move++) {
        if (path_spend(search, edges) != 0) {
            status = -1;
            break;
        }
        struct path_step step = {moves->label_of[move],
                                 find_target(search, vertex, strategy_moves_tuple(moves, move))};
        status = GROWING_ADD(search->memory, steps->all, step) != 0 ? path_memory(search) : 1;
    }
    memory_free(search->memory, tuple, moves->width * sizeof *tuple);
    return status;
}

static int same_state(struct path_search *search, uint32_t one, uint32_t other) {
    uint64_t bytes = (search->moves->width - 1) * sizeof(uint32_t);
    return memcmp(tuple_of(search, one, search->moves->state), tuple_of(search, other, search->moves->target),
                  bytes) == 0;
}

/* The moves of a set's vertices, all with the network. */
struct joint {
    struct path_steps *steps; /* one for each vertex */
    uint64_t count;
    uint64_t *at; /* for each vertex of the winner: the move that it makes */
};

/* Whether a move takes the given transition, and the winner wins its target. */
static int takes(struct path_search *search, const struct path_step *step,
                 const struct path_step *transition) {
    return step->target != PATH_NONE && step->label == transition->label &&
           search->part->solution.winner[step->target] == search->part->winner &&
           same_state(search, step->target, transition->target);
}

/* Whether the vertex can be made to take the transition: one of the loser takes it with all moves. */
static int can_take(struct path_search *search, uint32_t vertex, const struct path_steps *steps,
                    const struct path_step *transition) {
    int some = 0, all = 1;
    for (uint64_t k = 0; k < steps->all.count; k++) {
        int is_one = takes(search, &steps->all.data[k], transition);
        some |= is_one;
        all &= is_one;
    }
    return path_wins(search, vertex) ? some : all;
}

/* Moves on to the next combination of the winner's moves that take the transition. Returns 0 after the last.
 */
static int next_combination(struct path_search *search, const uint32_t *vertices, struct joint *joint,
                            const struct path_step *transition) {
    for (uint64_t v = 0; v < joint->count; v++) {
        const struct path_steps *steps = &joint->steps[v];
        if (!path_wins(search, vertices[v])) {
            continue;
        }
        for (uint64_t k = joint->at[v] + 1; k < steps->all.count; k++) {
            if (takes(search, &steps->all.data[k], transition)) {
                joint->at[v] = k;
                return 1;
            }
        }
        joint->at[v] = 0;
        while (!takes(search, &steps->all.data[joint->at[v]], transition)) {
            joint->at[v]++;
        }
    }
    return 0;
}

/* Adds the set that a combination leads to. */
static int add_combination(struct path_search *search, uint32_t set, const uint32_t *vertices,
                           const struct joint *joint) {
    struct path_draft draft = {.replaced = PATH_NONE};
    int failed = 0;
    for (uint64_t v = 0; v < joint->count && !failed; v++) {
        const struct path_steps *steps = &joint->steps[v];
        if (path_wins(search, vertices[v])) {
            const struct path_step *step = &steps->all.data[joint->at[v]];
            struct path_choice choice = {vertices[v], step->target, step->label};
            failed = path_add_member(search, &draft, step->target) != 0;
            if (!failed && GROWING_ADD(search->memory, draft.choices, choice) != 0) {
                failed = path_memory(search) != 0;
            }
            continue;
        }
        for (uint64_t k = 0; k < steps->all.count && !failed; k++) {
            failed = path_add_member(search, &draft, steps->all.data[k].target) != 0;
        }
    }
    failed = failed || path_add_set(search, set, 1, &draft) != 0;
    path_free_draft(search, &draft);
    return failed ? -1 : 0;
}

/* Takes a transition with all vertices, in all ways. */
static int take_transition(struct path_search *search, uint32_t set, const uint32_t *vertices,
                           struct joint *joint, const struct path_step *transition) {
    for (uint64_t v = 0; v < joint->count; v++) {
        if (!can_take(search, vertices[v], &joint->steps[v], transition)) {
            return 0;
        }
        joint->at[v] = 0;
        while (path_wins(search, vertices[v]) &&
               !takes(search, &joint->steps[v].all.data[joint->at[v]], transition)) {
            joint->at[v]++;
        }
    }
    uint32_t combinations = 0;
    do {
        if (add_combination(search, set, vertices, joint) != 0) {
            return -1;
        }
    } while (++combinations < MOST_COMBINATIONS && next_combination(search, vertices, joint, transition));
    return 0;
}

/* Whether an earlier move of the vertex takes the same transition. */
static int is_taken(struct path_search *search, const struct path_steps *steps, uint64_t index) {
    for (uint64_t k = 0; k < index; k++) {
        if (takes(search, &steps->all.data[k], &steps->all.data[index])) {
            return 1;
        }
    }
    return 0;
}

static int take_transitions(struct path_search *search, uint32_t set, const uint32_t *vertices,
                            struct joint *joint) {
    uint64_t steps = search->sets.data[set].steps + 1;
    for (uint64_t v = 0; v < joint->count; v++) {
        int status = path_wins(search, vertices[v]) || has_one_state(search, vertices[v], steps)
                         ? find_steps(search, vertices[v], &joint->steps[v])
                         : 0;
        if (status != 1) {
            return status;
        }
    }
    const struct path_steps *first = &joint->steps[0];
    for (uint64_t k = 0; k < first->all.count; k++) {
        const struct path_step *transition = &first->all.data[k];
        if (transition->target == PATH_NONE) {
            search->beyond = steps < search->beyond ? steps : search->beyond;
        } else if (path_spend(search, k + joint->count) != 0) {
            return -1;
        } else if (!is_taken(search, first, k) &&
                   take_transition(search, set, vertices, joint, transition) != 0) {
            return -1;
        }
    }
    return 0;
}

int path_step_together(struct path_search *search, uint32_t set) {
    const struct path_set *from = &search->sets.data[set];
    uint64_t count = from->end - from->begin;
    struct memory *memory = search->memory;
    struct joint joint = {.count = count};
    uint32_t *vertices = memory_allocate_array(memory, count, sizeof *vertices);
    joint.steps = memory_allocate_zeroed(memory, count * sizeof *joint.steps);
    joint.at = memory_allocate_array(memory, count, sizeof *joint.at);
    int failed = vertices == NULL || joint.steps == NULL || joint.at == NULL ? path_memory(search) : 0;
    if (!failed) {
        memcpy(vertices, search->members.data + from->begin, count * sizeof *vertices);
        failed = take_transitions(search, set, vertices, &joint) < 0;
    }
    for (uint64_t v = 0; v < count && joint.steps != NULL; v++) {
        GROWING_FREE(memory, joint.steps[v].all);
    }
    memory_free(memory, vertices, count * sizeof *vertices);
    memory_free(memory, joint.steps, count * sizeof *joint.steps);
    memory_free(memory, joint.at, count * sizeof *joint.at);
    return failed ? -1 : 0;
}
