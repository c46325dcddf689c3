/* The search for a shortest path that the winner of a game can force. */
#include "checker/evidence/formula_path.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "checker/evidence/formula_path_internal.h"

int path_memory(const struct path_search *search) {
    return error_memory(search->error, "to find a path");
}

int path_ask(struct path_search *search, uint64_t work) {
    return run_stops_after(search->run, &search->unasked, work, 262144)
               ? error_set(search->error, ERROR_INTERRUPTED, "interrupted while a path was looked for")
               : 0;
}

int path_spend(struct path_search *search, uint64_t work) {
    search->work += work;
    search->given_up |= search->work > FORMULA_PATH_WORK;
    return search->given_up ? -1 : path_ask(search, work);
}

int path_wins(const struct path_search *search, uint32_t vertex) {
    return search->part->game.owner[vertex] == (uint8_t)search->part->winner;
}

enum observer_kind path_kind(const struct path_search *search, uint32_t vertex) {
    uint32_t width = search->moves->width;
    const uint32_t *tuple = search->moves->target;
    game_part_tuple(search->part, vertex, search->moves->target);
    return (enum observer_kind)search->moves->observer->state[tuple[width - 1]].kind;
}

/* --- the search --- */

static int expand(struct path_search *search, uint32_t set) {
    const struct path_set *from = &search->sets.data[set];
    for (uint64_t k = from->begin; k < from->end; k++) {
        uint32_t vertex = search->members.data[k];
        if (path_kind(search, vertex) != OBSERVER_STEP) {
            return path_replace_vertex(search, set, vertex);
        }
    }
    uint32_t first = search->members.data[from->begin];
    return from->end - from->begin == 1 && path_wins(search, first) ? path_step_alone(search, set, first)
                                                                    : path_step_together(search, set);
}

/* Expands sets in the order of their steps, until one of them has no vertex, or the search is given up. */
static int search_all(struct path_search *search) {
    while (search->now.count > 0 || search->later.count > 0) {
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
        if (path_spend(search, 64) != 0 || expand(search, set) != 0) {
            return search->given_up ? 0 : -1;
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

static int add_choices(struct path_search *search, uint32_t set, struct formula_path *path) {
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
    sort_items(path->choices.data, path->choices.count, sizeof *path->choices.data, compare_choices);
    for (uint64_t k = 0; k < path->choices.count; k++) {
        if (kept == 0 || path->choices.data[kept - 1].vertex != path->choices.data[k].vertex) {
            path->choices.data[kept++] = path->choices.data[k];
        }
    }
    path->choices.count = kept;
}

/* Searches from the start, after forgetting what an earlier search has found. */
static int search_from_start(struct path_search *search) {
    struct path_draft draft = {.replaced = PATH_NONE};
    memset(search->set_of, 0xff, search->part->game.vertices * sizeof *search->set_of);
    search->sets.count = search->members.count = search->choices.count = search->edges.count = 0;
    search->now.count = search->later.count = search->lasso.choices.count = search->several = 0;
    search->lasso.steps = UINT64_MAX;
    search->end = PATH_NONE;
    int failed = path_add_member(search, &draft, search->part->game.start) != 0 ||
                 path_add_set(search, PATH_NONE, 0, &draft) != 0 || search_all(search) != 0;
    path_free_draft(search, &draft);
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
    return add_choices(search, ends ? search->end : search->lasso.last, path);
}

static int find_path(struct path_search *search, struct formula_path *path) {
    if (path_find_lost(search) != 0 || search_from_start(search) != 0 ||
        take_path(search, UINT64_MAX, path) != 0) {
        return -1;
    }
    if (search->several > 0 && !search->given_up) {
        search->is_second = 1;
        if (search_from_start(search) != 0 ||
            take_path(search, path->found ? path->steps : UINT64_MAX, path) != 0) {
            return -1;
        }
    }
    path->is_final =
        search->given_up || search->beyond == UINT64_MAX || (path->found && path->steps <= search->beyond);
    sort_choices(path);
    sort_numbers(path->vertices.data, path->vertices.count);
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
    search.position_of = memory_allocate_array(memory, vertices, sizeof *search.position_of);
    int failed = search.lost == NULL || search.set_of == NULL || search.position_of == NULL;
    if (failed) {
        failed = path_memory(&search);
    } else {
        memset(search.position_of, 0xff, vertices * sizeof *search.position_of);
        failed = find_path(&search, path);
    }
    memory_free(memory, search.lost, vertices);
    memory_free(memory, search.set_of, vertices * sizeof *search.set_of);
    memory_free(memory, search.position_of, vertices * sizeof *search.position_of);
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
    return sort_find(path->vertices.data, path->vertices.count, vertex) < path->vertices.count;
}

const struct path_choice *formula_path_choice(const struct formula_path *path, uint32_t vertex) {
    const uint64_t first =
        sort_first_item(path->choices.data, path->choices.count, sizeof *path->choices.data,
                        offsetof(struct path_choice, vertex), vertex);
    return first < path->choices.count && path->choices.data[first].vertex == vertex
               ? &path->choices.data[first]
               : NULL;
}
