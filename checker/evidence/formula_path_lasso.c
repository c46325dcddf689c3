/*
 * Finds a shortest lasso among the vertices that the search for a path has visited alone. A lasso is won if
 * the highest priority of its cycle is of the winner's parity. For each vertex of such a priority, the root,
 * it computes distances over vertices of no higher priority: from the root to all vertices, and then back to
 * the root, where the distance of a vertex begins with that from the start, because the path may enter the
 * cycle there.
 */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"
#include "checker/evidence/formula_path_internal.h"

#define FAR UINT32_MAX
#define MOST_VISITS 4u        /* the most visits of a set, on average .. */
#define LEAST_VISITS 1000000u /* .. and this many more, in all */

/* Distances to sets, and the edges that lead there; PATH_NONE at the first. */
struct distances {
    uint32_t *distance, *parent;
};

/* An entry of the list of a distance. */
struct distance_entry {
    uint32_t set, next;
};

struct lassos {
    struct path_search *search;
    uint64_t count;             /* sets */
    uint64_t *begin;            /* count + 1: where the edges of a set begin in `order` */
    uint32_t *order;            /* numbers of edges */
    struct distances out, back; /* from the root; to the root */
    uint32_t *first;            /* limit: the first entry of a distance, or PATH_NONE */
    GROWING(struct distance_entry) entries;
    GROWING(uint32_t) reached; /* sets with a distance from the root */
    uint64_t limit, visits;    /* limit: lassos have fewer steps */
    uint32_t root, priority;   /* of the current search */
};

static const struct path_edge *edge_at(const struct lassos *lassos, uint32_t number) {
    return &lassos->search->edges.data[number];
}

static uint32_t set_of(const struct lassos *lassos, uint32_t vertex) {
    return lassos->search->set_of[vertex];
}

static uint32_t vertex_of(const struct lassos *lassos, uint32_t set) {
    const struct path_search *search = lassos->search;
    return search->members.data[search->sets.data[set].begin];
}

static uint32_t priority_of(const struct lassos *lassos, uint32_t set) {
    return lassos->search->part->game.priority[vertex_of(lassos, set)];
}

static uint32_t steps_of(const struct lassos *lassos, uint32_t set) {
    return lassos->search->sets.data[set].steps;
}

/* --- distances --- */

/* Lowers the distance of a set. Returns 0 or -1. */
static int lower(struct lassos *lassos, struct distances *distances, uint32_t set, uint64_t distance,
                 uint32_t parent) {
    if (distance >= lassos->limit || distance >= distances->distance[set]) {
        return 0;
    }
    struct distance_entry entry = {set, lassos->first[distance]};
    if (GROWING_ADD(lassos->search->memory, lassos->entries, entry) != 0) {
        return path_memory(lassos->search);
    }
    distances->distance[set] = (uint32_t)distance;
    distances->parent[set] = parent;
    lassos->first[distance] = (uint32_t)lassos->entries.count - 1;
    return 0;
}

/* Lowers the distances of the sets to which the edges of a set lead. */
static int relax(struct lassos *lassos, struct distances *distances, uint32_t set, uint64_t distance) {
    if (path_ask(lassos->search, 1 + lassos->begin[set + 1] - lassos->begin[set]) != 0) {
        return -1;
    }
    for (uint64_t k = lassos->begin[set]; k < lassos->begin[set + 1]; k++) {
        const struct path_edge *edge = edge_at(lassos, lassos->order[k]);
        uint32_t target = set_of(lassos, edge->to);
        if (priority_of(lassos, target) <= lassos->priority &&
            lower(lassos, distances, target, distance + edge->steps, lassos->order[k]) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Finds the distances of all sets from those that have one; does not go on from `last`. Empties the lists. */
static int spread(struct lassos *lassos, struct distances *distances, uint32_t last) {
    int failed = 0;
    for (uint64_t distance = 0; distance < lassos->limit; distance++) {
        while (lassos->first[distance] != PATH_NONE) {
            struct distance_entry entry = lassos->entries.data[lassos->first[distance]];
            lassos->first[distance] = entry.next;
            if (failed || distances->distance[entry.set] != distance || entry.set == last) {
                continue;
            }
            lassos->visits++;
            failed = relax(lassos, distances, entry.set, distance) != 0;
        }
    }
    lassos->entries.count = 0;
    return failed ? -1 : 0;
}

/* Finds the distances from the root. */
static int find_out(struct lassos *lassos) {
    if (lower(lassos, &lassos->out, lassos->root, 0, PATH_NONE) != 0 ||
        spread(lassos, &lassos->out, PATH_NONE) != 0) {
        return -1;
    }
    return 0;
}

/* Finds the distances to the root: each vertex that the root reaches is one where the path may enter the
 * cycle.
 */
static int find_back(struct lassos *lassos) {
    struct distances *back = &lassos->back;
    for (uint64_t k = 0; k < lassos->reached.count; k++) {
        uint32_t set = lassos->reached.data[k];
        uint64_t distance = (uint64_t)steps_of(lassos, set) + lassos->out.distance[set];
        if (set != lassos->root && lower(lassos, back, set, distance, PATH_NONE) != 0) {
            return -1;
        }
    }
    return relax(lassos, back, lassos->root, steps_of(lassos, lassos->root)) != 0 ||
                   spread(lassos, back, lassos->root) != 0
               ? -1
               : 0;
}

/* --- the path --- */

/* Adds the winner's move along an edge, unless there is one at this vertex. */
static int add_choice(struct lassos *lassos, uint32_t number, struct formula_path *path) {
    const struct path_edge *edge = edge_at(lassos, number);
    if (GROWING_ADD(lassos->search->memory, path->vertices, edge->from) != 0) {
        return path_memory(lassos->search);
    }
    if (!path_wins(lassos->search, edge->from)) {
        return 0;
    }
    for (uint64_t k = 0; k < path->choices.count; k++) {
        if (path->choices.data[k].vertex == edge->from) {
            return 0;
        }
    }
    const struct path_choice choice = {edge->from, edge->to, STRATEGY_NO_LABEL};
    return GROWING_ADD(lassos->search->memory, path->choices, choice) != 0 ? path_memory(lassos->search) : 0;
}

/* Adds the moves on the way from the start to a set, and after that none that was made already. */
static int add_stem(struct lassos *lassos, uint32_t set, struct formula_path *path) {
    const struct path_search *search = lassos->search;
    for (; set != PATH_NONE; set = search->sets.data[set].previous) {
        const struct path_set *at = &search->sets.data[set];
        if (GROWING_ADD(search->memory, path->vertices, search->members.data[at->begin]) != 0) {
            return path_memory(lassos->search);
        }
        for (uint64_t choice = at->choice_begin; choice < at->choice_end; choice++) {
            int known = 0;
            for (uint64_t k = 0; k < path->choices.count && !known; k++) {
                known = path->choices.data[k].vertex == search->choices.data[choice].vertex;
            }
            if (!known && GROWING_ADD(search->memory, path->choices, search->choices.data[choice]) != 0) {
                return path_memory(search);
            }
        }
    }
    return 0;
}

/* Replaces the path by the lasso of the current root: first its way to the root, then the way from the root
 * to where the path enters, then the path to there. Moves that come first are kept, where ways meet. */
static int take_lasso(struct lassos *lassos, struct formula_path *path) {
    uint32_t entered = lassos->root, parent = lassos->back.parent[lassos->root];
    path->choices.count = path->vertices.count = 0;
    path->found = 1;
    path->steps = lassos->back.distance[lassos->root];
    do {
        if (add_choice(lassos, parent, path) != 0) {
            return -1;
        }
        entered = set_of(lassos, edge_at(lassos, parent)->from);
        parent = entered == lassos->root ? PATH_NONE : lassos->back.parent[entered];
    } while (parent != PATH_NONE);
    for (uint32_t set = entered; set != lassos->root;) {
        uint32_t edge = lassos->out.parent[set];
        if (add_choice(lassos, edge, path) != 0) {
            return -1;
        }
        set = set_of(lassos, edge_at(lassos, edge)->from);
    }
    return add_stem(lassos, entered, path);
}

/* --- roots --- */

/* Looks for a shorter lasso through a root. */
static int try_root(struct lassos *lassos, uint32_t root, struct formula_path *path) {
    lassos->root = root;
    lassos->priority = priority_of(lassos, root);
    lassos->reached.count = 0;
    int failed = find_out(lassos) != 0;
    for (uint32_t set = 0; set < lassos->count && !failed; set++) {
        if (lassos->out.distance[set] != FAR) {
            failed = GROWING_ADD(lassos->search->memory, lassos->reached, set) != 0
                         ? path_memory(lassos->search)
                         : 0;
        }
    }
    failed = failed || find_back(lassos) != 0;
    if (!failed && lassos->back.distance[root] != FAR) {
        failed = take_lasso(lassos, path) != 0;
        lassos->limit = path->steps;
    }
    memset(lassos->out.distance, 0xff, lassos->count * sizeof *lassos->out.distance);
    memset(lassos->back.distance, 0xff, lassos->count * sizeof *lassos->back.distance);
    return failed ? -1 : 0;
}

struct root {
    uint32_t steps, set;
};

static int compare_roots(const void *left, const void *right) {
    const struct root *a = left, *b = right;
    return a->steps != b->steps ? (a->steps < b->steps ? -1 : 1) : (a->set > b->set) - (a->set < b->set);
}

/* Tries all roots, those near the start first. */
static int try_roots(struct lassos *lassos, struct formula_path *path) {
    struct path_search *search = lassos->search;
    struct {
        GROWING(struct root) all;
    } roots = {0};
    int failed = 0;
    for (uint32_t set = 0; set < lassos->count && !failed; set++) {
        const struct path_set *at = &search->sets.data[set];
        if (at->is_single && at->end > at->begin &&
            (priority_of(lassos, set) & 1) == (uint32_t)search->part->winner) {
            failed = GROWING_ADD(search->memory, roots.all, (struct root){at->steps, set}) != 0;
        }
    }
    sort_items(roots.all.data, roots.all.count, sizeof *roots.all.data, compare_roots);
    for (uint64_t k = 0; k < roots.all.count && !failed; k++) {
        if (roots.all.data[k].steps >= lassos->limit ||
            lassos->visits > LEAST_VISITS + MOST_VISITS * lassos->count) {
            break;
        }
        lassos->visits += lassos->count / 16; /* for the arrays */
        failed = try_root(lassos, roots.all.data[k].set, path) != 0;
    }
    GROWING_FREE(search->memory, roots.all);
    return failed ? path_memory(search) : 0;
}

/* Sorts the edges by the set where they begin. */
static void sort_edges(struct lassos *lassos) {
    const struct path_search *search = lassos->search;
    for (uint64_t k = 0; k < search->edges.count; k++) {
        lassos->begin[set_of(lassos, search->edges.data[k].from)]++;
    }
    for (uint64_t set = 1; set <= lassos->count; set++) {
        lassos->begin[set] += lassos->begin[set - 1];
    }
    for (uint64_t k = search->edges.count; k-- > 0;) {
        lassos->order[--lassos->begin[set_of(lassos, search->edges.data[k].from)]] = (uint32_t)k;
    }
}

int path_find_lasso(struct path_search *search, uint64_t most, struct formula_path *path) {
    struct memory *memory = search->memory;
    uint64_t count = search->sets.count, longest = 2 * count + 1;
    struct lassos lassos = {.search = search, .count = count, .limit = most < longest ? most : longest};
    uint64_t limit = lassos.limit;
    uint32_t **const arrays[] = {&lassos.out.distance, &lassos.out.parent, &lassos.back.distance,
                                 &lassos.back.parent};
    int failed = 0;
    lassos.begin = memory_allocate_zeroed(memory, (count + 1) * sizeof *lassos.begin);
    lassos.order = memory_allocate_array(memory, search->edges.count, sizeof *lassos.order);
    lassos.first = memory_allocate_array(memory, limit, sizeof *lassos.first);
    for (size_t k = 0; k < LENGTH(arrays); k++) {
        *arrays[k] = memory_allocate_array(memory, count, sizeof **arrays[k]);
        failed |= *arrays[k] == NULL;
    }
    failed = failed || lassos.begin == NULL || lassos.order == NULL || lassos.first == NULL
                 ? path_memory(search)
                 : 0;
    if (!failed) {
        memset(lassos.first, 0xff, limit * sizeof *lassos.first);
        memset(lassos.out.distance, 0xff, count * sizeof *lassos.out.distance);
        memset(lassos.back.distance, 0xff, count * sizeof *lassos.back.distance);
        sort_edges(&lassos);
        failed = try_roots(&lassos, path);
    }
    memory_free(memory, lassos.begin, (count + 1) * sizeof *lassos.begin);
    memory_free(memory, lassos.order, search->edges.count * sizeof *lassos.order);
    memory_free(memory, lassos.first, limit * sizeof *lassos.first);
    for (size_t k = 0; k < LENGTH(arrays); k++) {
        memory_free(memory, *arrays[k], count * sizeof **arrays[k]);
    }
    GROWING_FREE(memory, lassos.entries);
    GROWING_FREE(memory, lassos.reached);
    return failed;
}
