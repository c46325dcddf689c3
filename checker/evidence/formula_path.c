/* The search for a shortest path that the winner of a game can force. */
#include "checker/evidence/formula_path.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/evidence/formula_path_internal.h"

#define STOP_SETS 4096u
#define MOST_COMBINATIONS 64u /* ways in which the vertices of one set take a transition */

int path_memory(const struct path_search *search) {
    return error_memory(search->error, "to find a path");
}

int path_wins(const struct path_search *search, uint32_t vertex) {
    return search->part->game.owner[vertex] == (uint8_t)search->part->winner;
}

/* --- vertices --- */

static const uint32_t *tuple_of(const struct path_search *search, uint32_t vertex, uint32_t *tuple) {
    game_part_tuple(search->part, vertex, tuple);
    return tuple;
}

enum observer_kind path_kind(const struct path_search *search, uint32_t vertex) {
    uint32_t width = search->moves->width;
    const uint32_t *tuple = tuple_of(search, vertex, search->moves->target);
    return (enum observer_kind)search->moves->observer->state[tuple[width - 1]].kind;
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

/* --- sets --- */

/* A set that is being made: vertices, and the winner's moves that lead to it. */
struct draft {
    uint32_t replaced; /* as in struct path_set */
    GROWING(uint32_t) members;
    GROWING(struct path_choice) choices;
};

static int add_member(struct path_search *search, struct draft *draft, uint32_t vertex) {
    if (search->lost[vertex]) {
        return 0;
    }
    uint64_t at = draft->members.count;
    if (GROWING_ADD(search->memory, draft->members, vertex) != 0) {
        return path_memory(search);
    }
    for (; at > 0 && draft->members.data[at - 1] >= vertex; at--) {
        if (draft->members.data[at - 1] == vertex) {
            memmove(draft->members.data + at, draft->members.data + at + 1,
                    (draft->members.count - at - 1) * sizeof vertex);
            draft->members.count--;
            return 0;
        }
        draft->members.data[at] = draft->members.data[at - 1];
        draft->members.data[at - 1] = vertex;
    }
    return 0;
}

/* Whether the path so far has the winner make another move at the vertex: its strategy has one move there. */
static int contradicts(const struct path_search *search, uint32_t set, const struct path_choice *choice) {
    for (; set != PATH_NONE; set = search->sets.data[set].previous) {
        const struct path_set *at = &search->sets.data[set];
        for (uint64_t k = at->choice_begin; k < at->choice_end; k++) {
            const struct path_choice *made = &search->choices.data[k];
            if (made->vertex == choice->vertex &&
                (made->target != choice->target ||
                 (made->label != choice->label && made->label != STRATEGY_NO_LABEL &&
                  choice->label != STRATEGY_NO_LABEL))) {
                return 1;
            }
        }
    }
    return 0;
}

/* The set on the way to `set` that has the same vertices as the draft, or PATH_NONE. */
static uint32_t find_repeated(const struct path_search *search, uint32_t set, const struct draft *draft) {
    for (; set != PATH_NONE; set = search->sets.data[set].previous) {
        const struct path_set *at = &search->sets.data[set];
        if (at->end - at->begin == draft->members.count &&
            memcmp(search->members.data + at->begin, draft->members.data,
                   draft->members.count * sizeof *draft->members.data) == 0) {
            return set;
        }
    }
    return PATH_NONE;
}

/* Takes the lasso that returns from `last` to `first`, if it is the shortest so far and won. */
static int take_lasso(struct path_search *search, uint32_t first, uint32_t last, uint64_t steps,
                      const struct draft *draft) {
    const struct path_loop loop = {first, last, draft->choices.data, draft->choices.count, 0};
    if (steps == search->sets.data[first].steps || steps >= search->lasso.steps) {
        return 0;
    }
    int won = path_wins_loop(search, &loop);
    if (won != 1) {
        return won;
    }
    search->lasso.steps = steps;
    search->lasso.last = last;
    search->lasso.choices.count = 0;
    for (uint64_t k = 0; k < draft->choices.count; k++) {
        if (GROWING_ADD(search->memory, search->lasso.choices, draft->choices.data[k]) != 0) {
            return path_memory(search);
        }
    }
    return 0;
}

/* Notes an edge between two single sets, and returns whether the second was visited. */
static int note_single(struct path_search *search, uint32_t previous, uint32_t vertex, uint8_t steps,
                       int *visited) {
    *visited = search->set_of[vertex] != PATH_NONE;
    if (previous == PATH_NONE) {
        return 0;
    }
    uint32_t from = search->members.data[search->sets.data[previous].begin];
    return GROWING_ADD(search->memory, search->edges, (struct path_edge){from, vertex, steps}) != 0
               ? path_memory(search)
               : 0;
}

static int copy_draft(struct path_search *search, const struct draft *draft, struct path_set *set) {
    set->begin = search->members.count;
    set->choice_begin = search->choices.count;
    for (uint64_t k = 0; k < draft->members.count; k++) {
        if (GROWING_ADD(search->memory, search->members, draft->members.data[k]) != 0) {
            return path_memory(search);
        }
    }
    for (uint64_t k = 0; k < draft->choices.count; k++) {
        if (GROWING_ADD(search->memory, search->choices, draft->choices.data[k]) != 0) {
            return path_memory(search);
        }
    }
    set->end = search->members.count;
    set->choice_end = search->choices.count;
    return 0;
}

/* Adds the draft as a set that follows `previous`, unless it is known or contradicts the path so far. */
static int add_set(struct path_search *search, uint32_t previous, uint8_t steps, const struct draft *draft) {
    const struct path_set *before = previous == PATH_NONE ? NULL : &search->sets.data[previous];
    struct path_set set = {.previous = previous,
                           .replaced = draft->replaced,
                           .steps = before == NULL ? 0 : before->steps + steps};
    set.is_single = !search->is_second && draft->members.count <= 1 && (before == NULL || before->is_single);
    int visited = 0;
    if (set.is_single && draft->members.count == 1 &&
        note_single(search, previous, draft->members.data[0], steps, &visited) != 0) {
        return -1;
    }
    if (visited) {
        return 0;
    }
    if (!set.is_single) {
        if (search->several == FORMULA_PATH_SETS) {
            return 0;
        }
        for (uint64_t k = 0; k < draft->choices.count; k++) {
            if (contradicts(search, previous, &draft->choices.data[k])) {
                return 0;
            }
        }
        uint32_t repeated = find_repeated(search, previous, draft);
        if (repeated != PATH_NONE) {
            return take_lasso(search, repeated, previous, set.steps, draft);
        }
        search->several++;
    }
    uint32_t number = (uint32_t)search->sets.count;
    if (copy_draft(search, draft, &set) != 0) {
        return -1;
    }
    if (GROWING_ADD(search->memory, search->sets, set) != 0 ||
        (steps == 0 ? GROWING_ADD(search->memory, search->now, number)
                    : GROWING_ADD(search->memory, search->later, number)) != 0) {
        return path_memory(search);
    }
    if (set.is_single && draft->members.count == 1) {
        search->set_of[draft->members.data[0]] = number;
    }
    return 0;
}

static void free_draft(struct path_search *search, struct draft *draft) {
    GROWING_FREE(search->memory, draft->members);
    GROWING_FREE(search->memory, draft->choices);
}

/* Whether the vertex was replaced since the last transition, or is now. */
static int is_done(const struct path_search *search, uint32_t set, uint32_t replaced, uint32_t vertex) {
    uint32_t steps = search->sets.data[set].steps;
    for (; set != PATH_NONE && search->sets.data[set].steps == steps && vertex != replaced;
         set = search->sets.data[set].previous) {
        replaced = search->sets.data[set].replaced;
    }
    return vertex == replaced;
}

/* Whether the winner wins the plays that go on by moves of the observer alone: 1, 0 or -1. */
static int wins_here(struct path_search *search, uint32_t set, const struct draft *draft) {
    uint32_t first = set;
    while (search->sets.data[first].previous != PATH_NONE &&
           search->sets.data[search->sets.data[first].previous].steps == search->sets.data[set].steps) {
        first = search->sets.data[first].previous;
    }
    return path_wins_loop(search,
                          &(struct path_loop){first, set, draft->choices.data, draft->choices.count, 1});
}

/* `count` targets that come in place of one vertex of a set (PATH_NONE: in place of all its vertices). */
struct replacement {
    uint32_t set, vertex;
    const uint32_t *targets;
    uint64_t count;
    uint8_t steps; /* of the network: 0 or 1 */
};

/* Adds the set with the replacement, and with a move of the winner or NULL. */
static int add_replaced(struct path_search *search, const struct replacement *by,
                        const struct path_choice *choice) {
    struct draft draft = {.replaced = by->vertex};
    const struct path_set *from = &search->sets.data[by->set];
    int failed = 0, returns = 0, won = 1;
    for (uint64_t k = from->begin; k < from->end && by->vertex != PATH_NONE && !failed; k++) {
        uint32_t vertex = search->members.data[k];
        failed = vertex != by->vertex && add_member(search, &draft, vertex) != 0;
    }
    for (uint64_t k = 0; k < by->count && !failed; k++) {
        int done = by->steps == 0 && is_done(search, by->set, by->vertex, by->targets[k]);
        returns |= done;
        failed = !done && add_member(search, &draft, by->targets[k]) != 0;
    }
    if (!failed && choice != NULL && GROWING_ADD(search->memory, draft.choices, *choice) != 0) {
        failed = path_memory(search) != 0;
    }
    if (!failed && returns) {
        won = wins_here(search, by->set, &draft);
        failed = won < 0;
    }
    failed = failed || (won == 1 && add_set(search, by->set, by->steps, &draft) != 0);
    free_draft(search, &draft);
    return failed ? -1 : 0;
}

/* --- moves of the observer alone --- */

/* Replaces a vertex at which the observer moves alone. */
static int replace_vertex(struct path_search *search, uint32_t set, uint32_t vertex) {
    const struct game *game = &search->part->game;
    uint64_t begin = game->offsets[vertex], end = game->offsets[vertex + 1];
    uint64_t steps = search->sets.data[set].steps;
    if (!path_wins(search, vertex)) {
        for (uint64_t edge = begin; edge < end; edge++) {
            if (!is_known(search, game->targets[edge], steps)) {
                return 0;
            }
        }
        const struct replacement all = {set, vertex, game->targets + begin, end - begin, 0};
        return add_replaced(search, &all, NULL);
    }
    for (uint64_t edge = begin; edge < end; edge++) {
        const struct path_choice choice = {vertex, game->targets[edge], STRATEGY_NO_LABEL};
        if (is_known(search, game->targets[edge], steps) &&
            add_replaced(search, &(struct replacement){set, vertex, &game->targets[edge], 1, 0}, &choice) !=
                0) {
            return -1;
        }
    }
    return 0;
}

/* --- transitions --- */

/* Takes any transition from a single vertex of the winner. */
static int step_alone(struct path_search *search, uint32_t set, uint32_t vertex) {
    const struct game *game = &search->part->game;
    uint64_t steps = search->sets.data[set].steps + 1;
    for (uint64_t edge = game->offsets[vertex]; edge < game->offsets[vertex + 1]; edge++) {
        const struct path_choice choice = {vertex, game->targets[edge], STRATEGY_NO_LABEL};
        if (is_known(search, game->targets[edge], steps) &&
            add_replaced(search, &(struct replacement){set, PATH_NONE, &game->targets[edge], 1, 1},
                         &choice) != 0) {
            return -1;
        }
    }
    return 0;
}

/* A transition of the network from a vertex, and the vertex that it leads to. */
struct step {
    uint32_t label, target;
};

struct steps {
    GROWING(struct step) all;
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
static int find_steps(struct path_search *search, uint32_t vertex, struct steps *steps) {
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
    for (uint64_t move = 0; status == 1 && move < moves->count; move++) {
        struct step step = {moves->label_of[move],
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
    struct steps *steps; /* one for each vertex */
    uint64_t count;
    uint64_t *at; /* for each vertex of the winner: the move that it makes */
};

/* Whether a move takes the given transition, and the winner wins its target. */
static int takes(struct path_search *search, const struct step *step, const struct step *transition) {
    return step->target != PATH_NONE && step->label == transition->label &&
           search->part->solution.winner[step->target] == search->part->winner &&
           same_state(search, step->target, transition->target);
}

/* Whether the vertex can be made to take the transition: one of the loser takes it with all moves. */
static int can_take(struct path_search *search, uint32_t vertex, const struct steps *steps,
                    const struct step *transition) {
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
                            const struct step *transition) {
    for (uint64_t v = 0; v < joint->count; v++) {
        const struct steps *steps = &joint->steps[v];
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
    struct draft draft = {.replaced = PATH_NONE};
    int failed = 0;
    for (uint64_t v = 0; v < joint->count && !failed; v++) {
        const struct steps *steps = &joint->steps[v];
        if (path_wins(search, vertices[v])) {
            const struct step *step = &steps->all.data[joint->at[v]];
            struct path_choice choice = {vertices[v], step->target, step->label};
            failed = add_member(search, &draft, step->target) != 0 ||
                     GROWING_ADD(search->memory, draft.choices, choice) != 0;
            continue;
        }
        for (uint64_t k = 0; k < steps->all.count && !failed; k++) {
            failed = add_member(search, &draft, steps->all.data[k].target) != 0;
        }
    }
    failed = failed ? path_memory(search) != 0 : add_set(search, set, 1, &draft) != 0;
    free_draft(search, &draft);
    return failed ? -1 : 0;
}

/* Takes a transition with all vertices, in all ways. */
static int take_transition(struct path_search *search, uint32_t set, const uint32_t *vertices,
                           struct joint *joint, const struct step *transition) {
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
static int is_taken(struct path_search *search, const struct steps *steps, uint64_t index) {
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
    const struct steps *first = &joint->steps[0];
    for (uint64_t k = 0; k < first->all.count; k++) {
        const struct step *transition = &first->all.data[k];
        if (transition->target == PATH_NONE) {
            search->beyond = steps < search->beyond ? steps : search->beyond;
        } else if (!is_taken(search, first, k) &&
                   take_transition(search, set, vertices, joint, transition) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Takes each transition that all vertices of a set can take. */
static int step_together(struct path_search *search, uint32_t set) {
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

/* --- the search --- */

static int expand(struct path_search *search, uint32_t set) {
    const struct path_set *from = &search->sets.data[set];
    for (uint64_t k = from->begin; k < from->end; k++) {
        uint32_t vertex = search->members.data[k];
        if (path_kind(search, vertex) != OBSERVER_STEP) {
            return replace_vertex(search, set, vertex);
        }
    }
    uint32_t first = search->members.data[from->begin];
    return from->end - from->begin == 1 && path_wins(search, first) ? step_alone(search, set, first)
                                                                    : step_together(search, set);
}

/* Expands sets in the order of their steps, until one of them has no vertex. */
static int search_all(struct path_search *search) {
    for (uint64_t done = 0; search->now.count > 0 || search->later.count > 0; done++) {
        if (search->now.count == 0) {
            for (uint64_t k = search->later.count; k-- > 0;) {
                if (GROWING_ADD(search->memory, search->now, search->later.data[k]) != 0) {
                    return path_memory(search);
                }
            }
            search->later.count = 0;
        }
        uint32_t set = search->now.data[--search->now.count];
        if (search->sets.data[set].steps >= search->lasso.steps) {
            return 0;
        }
        if (search->sets.data[set].begin == search->sets.data[set].end) {
            search->end = set;
            return 0;
        }
        if (done % STOP_SETS == 0 && run_should_stop(search->run)) {
            return error_set(search->error, ERROR_INTERRUPTED, "interrupted while a path was looked for");
        }
        if (expand(search, set) != 0) {
            return -1;
        }
    }
    return 0;
}

/* --- the path --- */

static int compare_choices(const void *left, const void *right) {
    const struct path_choice *a = left, *b = right;
    return a->vertex != b->vertex ? (a->vertex < b->vertex ? -1 : 1)
                                  : (a->label > b->label) - (a->label < b->label);
}

int path_add_choices(struct path_search *search, uint32_t set, struct formula_path *path) {
    for (; set != PATH_NONE; set = search->sets.data[set].previous) {
        const struct path_set *at = &search->sets.data[set];
        for (uint64_t k = at->choice_begin; k < at->choice_end; k++) {
            if (GROWING_ADD(search->memory, path->choices, search->choices.data[k]) != 0) {
                return path_memory(search);
            }
        }
        for (uint64_t k = at->begin; k < at->end; k++) {
            if (GROWING_ADD(search->memory, path->vertices, search->members.data[k]) != 0) {
                return path_memory(search);
            }
        }
    }
    return 0;
}

/* Sorts the choices; of several for a vertex, the one with the least label remains: NO_LABEL is greatest. */
static void sort_choices(struct formula_path *path) {
    uint64_t kept = 0;
    if (path->choices.count > 1) {
        qsort(path->choices.data, path->choices.count, sizeof *path->choices.data, compare_choices);
    }
    for (uint64_t k = 0; k < path->choices.count; k++) {
        if (kept == 0 || path->choices.data[kept - 1].vertex != path->choices.data[k].vertex) {
            path->choices.data[kept++] = path->choices.data[k];
        }
    }
    path->choices.count = kept;
}

static int compare_vertices(const void *left, const void *right) {
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return a < b ? -1 : a > b;
}

/* Searches from the start, after forgetting what an earlier search has found. */
static int search_from_start(struct path_search *search) {
    struct draft draft = {.replaced = PATH_NONE};
    memset(search->set_of, 0xff, search->part->game.vertices * sizeof *search->set_of);
    search->sets.count = search->members.count = search->choices.count = search->edges.count = 0;
    search->now.count = search->later.count = search->lasso.choices.count = search->several = 0;
    search->lasso.steps = UINT64_MAX;
    search->end = PATH_NONE;
    int failed = add_member(search, &draft, search->part->game.start) != 0 ||
                 add_set(search, PATH_NONE, 0, &draft) != 0 || search_all(search) != 0;
    free_draft(search, &draft);
    return failed ? -1 : 0;
}

/* Takes the path that a search has found, if it has fewer than `most` steps. */
static int take_path(struct path_search *search, uint64_t most, struct formula_path *path) {
    int ends = search->end != PATH_NONE;
    uint64_t steps = ends ? search->sets.data[search->end].steps : search->lasso.steps;
    if (path_find_lasso(search, steps < most ? steps : most, path) != 0) {
        return -1;
    }
    if (steps >= most || (path->found && path->steps <= steps)) {
        return 0;
    }
    path->found = 1;
    path->steps = steps;
    path->choices.count = path->vertices.count = 0;
    for (uint64_t k = 0; k < search->lasso.choices.count && !ends; k++) {
        if (GROWING_ADD(search->memory, path->choices, search->lasso.choices.data[k]) != 0) {
            return path_memory(search);
        }
    }
    return path_add_choices(search, ends ? search->end : search->lasso.last, path);
}

static int find(struct path_search *search, struct formula_path *path) {
    if (path_find_lost(search) != 0 || search_from_start(search) != 0 ||
        take_path(search, UINT64_MAX, path) != 0) {
        return -1;
    }
    if (search->several > 0) {
        search->is_second = 1;
        if (search_from_start(search) != 0 ||
            take_path(search, path->found ? path->steps : UINT64_MAX, path) != 0) {
            return -1;
        }
    }
    path->is_final = search->beyond == UINT64_MAX || (path->found && path->steps <= search->beyond);
    sort_choices(path);
    if (path->vertices.count > 1) {
        qsort(path->vertices.data, path->vertices.count, sizeof *path->vertices.data, compare_vertices);
    }
    return 0;
}

int formula_path_find(const struct game_part *part, struct strategy_moves *moves, const struct run *run,
                      struct formula_path *path, struct error *error) {
    struct memory *memory = run->memory;
    struct path_search search = {
        .part = part, .moves = moves, .run = run, .memory = memory, .error = error, .beyond = UINT64_MAX};
    uint64_t vertices = part->game.vertices;
    *path = (struct formula_path){.memory = memory};
    search.lost = memory_allocate(memory, vertices);
    search.set_of = memory_allocate_array(memory, vertices, sizeof *search.set_of);
    int failed = search.lost == NULL || search.set_of == NULL ? path_memory(&search) : find(&search, path);
    memory_free(memory, search.lost, vertices);
    memory_free(memory, search.set_of, vertices * sizeof *search.set_of);
    GROWING_FREE(memory, search.sets);
    GROWING_FREE(memory, search.members);
    GROWING_FREE(memory, search.choices);
    GROWING_FREE(memory, search.edges);
    GROWING_FREE(memory, search.lasso.choices);
    GROWING_FREE(memory, search.now);
    GROWING_FREE(memory, search.later);
    return failed;
}

void formula_path_free(struct formula_path *path) {
    if (path->memory != NULL) {
        GROWING_FREE(path->memory, path->choices);
        GROWING_FREE(path->memory, path->vertices);
    }
    *path = (struct formula_path){0};
}

int formula_path_has(const struct formula_path *path, uint32_t vertex) {
    return path->vertices.count > 0 && bsearch(&vertex, path->vertices.data, path->vertices.count,
                                               sizeof vertex, compare_vertices) != NULL;
}

const struct path_choice *formula_path_choice(const struct formula_path *path, uint32_t vertex) {
    uint64_t first = 0, end = path->choices.count;
    while (first < end) {
        uint64_t middle = first + (end - first) / 2;
        if (path->choices.data[middle].vertex < vertex) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    return first < path->choices.count && path->choices.data[first].vertex == vertex
               ? &path->choices.data[first]
               : NULL;
}
