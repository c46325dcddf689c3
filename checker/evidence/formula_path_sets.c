/* Sets of vertices on the paths that the winner of a game can force: made, compared and stored. */
#include <string.h>

#include "base/memory.h"
#include "checker/evidence/formula_path_internal.h"

int path_add_member(struct path_search *search, struct path_draft *draft, uint32_t vertex) {
    if (search->lost[vertex]) {
        return 0;
    }
    uint64_t at = draft->members.count;
    if (path_spend(search, 1) != 0) {
        return -1;
    }
    if (GROWING_ADD(search->memory, draft->members, vertex) != 0) {
        return path_memory(search);
    }
    const uint64_t last = at;
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
    return path_spend(search, (last - at) / 8);
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
static uint32_t find_repeated(const struct path_search *search, uint32_t set,
                              const struct path_draft *draft) {
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
                      const struct path_draft *draft) {
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

static int copy_draft(struct path_search *search, const struct path_draft *draft, struct path_set *set) {
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

int path_add_set(struct path_search *search, uint32_t previous, uint8_t steps,
                 const struct path_draft *draft) {
    const struct path_set *before = previous == PATH_NONE ? NULL : &search->sets.data[previous];
    struct path_set set = {.previous = previous,
                           .replaced = draft->replaced,
                           .steps = before == NULL ? 0 : before->steps + steps,
                           .length = before == NULL ? 0 : before->length + 1};
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
        if (path_spend(search, (draft->choices.count + 1) * set.length) != 0) {
            return -1;
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

void path_free_draft(struct path_search *search, struct path_draft *draft) {
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
static int wins_here(struct path_search *search, uint32_t set, const struct path_draft *draft) {
    uint32_t first = set;
    while (search->sets.data[first].previous != PATH_NONE &&
           search->sets.data[search->sets.data[first].previous].steps == search->sets.data[set].steps) {
        first = search->sets.data[first].previous;
    }
    return path_wins_loop(search,
                          &(struct path_loop){first, set, draft->choices.data, draft->choices.count, 1});
}

int path_add_replaced(struct path_search *search, const struct path_replacement *by,
                      const struct path_choice *choice) {
    struct path_draft draft = {.replaced = by->vertex};
    const struct path_set *from = &search->sets.data[by->set];
    int failed = 0, returns = 0, won = 1;
    for (uint64_t k = from->begin; k < from->end && by->vertex != PATH_NONE && !failed; k++) {
        uint32_t vertex = search->members.data[k];
        failed = vertex != by->vertex && path_add_member(search, &draft, vertex) != 0;
    }
    for (uint64_t k = 0; k < by->count && !failed; k++) {
        failed = path_spend(search, by->steps == 0 ? search->sets.data[by->set].length : 0) != 0;
        int done = by->steps == 0 && is_done(search, by->set, by->vertex, by->targets[k]);
        returns |= done;
        failed = failed || (!done && path_add_member(search, &draft, by->targets[k]) != 0);
    }
    if (!failed && choice != NULL && GROWING_ADD(search->memory, draft.choices, *choice) != 0) {
        failed = path_memory(search) != 0;
    }
    if (!failed && returns) {
        won = wins_here(search, by->set, &draft);
        failed = won < 0;
    }
    failed = failed || (won == 1 && path_add_set(search, by->set, by->steps, &draft) != 0);
    path_free_draft(search, &draft);
    return failed ? -1 : 0;
}
