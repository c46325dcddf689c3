/* Finds cycles and builds lassos, over the steps of one side. */
#include "decompose/cycles/cycle.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "decompose/cycles/cycle_internal.h"
#include "decompose/cycles/cycle_tour.h"

/* Searches for ways back before components are found: at most MOST_TRIES, each of which finds at most
 * vertices / TRY_PART + TRY_VERTICES vertices. */
#define MOST_TRIES 4u
#define TRY_PART 4u
#define TRY_VERTICES 16u

/* The components say that there is a path, so only a GPU that lost something gets here. */
static int fail_lost(struct cycle_search *search) {
    return error_set(search->steps.error, ERROR_DEVICE,
                     "a transition was lost: a cycle that is there is not found");
}

/* Runs a step over the items [first, end); *answer: `count` before and after, and what the step finds. */
static int ask(struct cycle_search *search, enum cycle_step step, uint64_t first, uint64_t end,
               struct cycle_answer *answer) {
    const struct steps *steps = &search->steps;
    answer->least = answer->edge = UINT64_MAX;
    run_tell(steps->run, "looking for cycles", 0, 0, NULL);
    return steps->side->upload(steps, search->view.answer, answer, sizeof *answer) != 0 ||
                   steps->side->each(steps, search->functions[step], &search->view, first, end - first) !=
                       0 ||
                   steps->side->download(steps, answer, search->view.answer, sizeof *answer) != 0
               ? -1
               : 0;
}

/* The next steps want edges with a label of the set. */
static int want_labels(struct cycle_search *search, const uint8_t *set) {
    search->view.wanted_set = search->set;
    return search->steps.side->upload(&search->steps, search->set, set, search->label_count);
}

/* The next steps want edges to the target. */
static void want_target(struct cycle_search *search, uint32_t target) {
    search->view.wanted_set = NULL;
    search->view.target = target;
}

/* Finds the least wanted edge of a vertex. */
static int find_edge(struct cycle_search *search, uint32_t vertex, uint32_t *label, uint32_t *target) {
    struct cycle_answer answer = {0};
    if (ask(search, CYCLE_EDGE, vertex, (uint64_t)vertex + 1, &answer) != 0) {
        return -1;
    }
    *label = (uint32_t)(answer.edge >> 32);
    *target = (uint32_t)answer.edge;
    return answer.edge == UINT64_MAX ? fail_lost(search) : 0;
}

/*
 * Prepends a step to the path: the least of the items [first, end) with an edge to vertices[at], at `at` - 1,
 * and the least label of such an edge.
 */
static int find_before(struct cycle_search *search, uint64_t first, uint64_t end, uint64_t at) {
    struct cycle *cycle = search->cycle;
    struct cycle_answer answer = {0};
    uint32_t target;
    want_target(search, cycle->vertices[at]);
    if (ask(search, CYCLE_BEFORE, first, end, &answer) != 0) {
        return -1;
    }
    cycle->vertices[at - 1] = (uint32_t)answer.least;
    return answer.least == UINT64_MAX
               ? fail_lost(search)
               : find_edge(search, cycle->vertices[at - 1], &cycle->labels[at - 1], &target);
}

/* Makes room for `steps` steps. */
static int reserve_steps(const struct cycle_search *search, uint64_t steps) {
    struct cycle *cycle = search->cycle;
    struct memory *memory = search->steps.run->memory;
    return MEMORY_GROW(memory, &cycle->vertices, &cycle->vertex_capacity, steps + 1) != 0 ||
                   MEMORY_GROW(memory, &cycle->labels, &cycle->label_capacity, steps) != 0
               ? error_memory(search->steps.error, "for the trace")
               : 0;
}

/* --- search from a vertex --- */

static int note_distance(struct cycle_search *search, uint64_t distance, uint64_t begin) {
    if (MEMORY_GROW(search->steps.run->memory, &search->begin, &search->capacity, distance + 1) != 0) {
        return error_memory(search->steps.error, "for the trace");
    }
    search->begin[distance] = begin;
    return 0;
}

/* Starts a breadth-first search: the queue has one vertex. */
static int begin_search(struct cycle_search *search, uint32_t vertex) {
    const struct steps *steps = &search->steps;
    uint32_t bit = 1u << vertex % BITMAP_WORD_BITS;
    return steps->side->fill(steps, search->view.visited, 0, bitmap_bytes(search->view.graph.vertices)) !=
                       0 ||
                   steps->side->upload(steps, search->view.visited + vertex / BITMAP_WORD_BITS, &bit,
                                       sizeof bit) != 0 ||
                   steps->side->upload(steps, search->view.queue, &vertex, sizeof vertex) != 0
               ? -1
               : 0;
}

/*
 * Searches from a vertex: *distance and *source of the nearest wanted edges, the least source of them;
 * COMPONENT_NONE if there are none before `most` vertices were found.
 */
static int search_nearest(struct cycle_search *search, uint32_t from, uint64_t most, uint64_t *distance,
                          uint32_t *source) {
    struct cycle_answer answer = {.count = 1};
    *source = COMPONENT_NONE;
    if (begin_search(search, from) != 0) {
        return -1;
    }
    for (uint64_t first = 0, end = 1; first < end && first < most;
         first = end, end = answer.count, ++*distance) {
        if (note_distance(search, *distance, first) != 0 ||
            ask(search, CYCLE_EXPAND, first, end, &answer) != 0) {
            return -1;
        }
        search->found = answer.count;
        if (answer.least != UINT64_MAX) {
            *source = (uint32_t)answer.least;
            return note_distance(search, *distance + 1, end);
        }
    }
    return 0;
}

/* --- components --- */

/* Decomposes live edges; components have nothing yet. */
static int decompose(struct cycle_search *search) {
    const uint64_t bytes = search->view.graph.vertices * sizeof(uint32_t);
    return search->decompose(search) != 0 ||
                   search->steps.side->fill(&search->steps, search->view.queue, 0, bytes) != 0
               ? -1
               : 0;
}

/* Decomposes live edges, until no component has a strong condition that is possible, but never met, in it. */
static int decompose_fairly(struct cycle_search *search, const struct cycle_goal *goal) {
    const uint64_t vertices = search->view.graph.vertices;
    struct cycle_answer answer = {.count = 1};
    while (answer.count != 0) {
        answer.count = 0;
        if (decompose(search) != 0) {
            return -1;
        }
        for (uint32_t i = 0; i < goal->strong_count; i++) {
            search->view.index = i + 1;
            if (want_labels(search, goal->strong[i]) != 0 ||
                ask(search, CYCLE_TAKE, 0, vertices, &answer) != 0 ||
                ask(search, CYCLE_STARVE, 0, vertices, &answer) != 0) {
                return -1;
            }
        }
    }
    return goal->strong_count == 0
               ? 0
               : search->steps.side->fill(&search->steps, search->view.queue, 0, vertices * sizeof(uint32_t));
}

/* The next steps want edges of the set, and of vertices without any. */
static int want_weakly(struct cycle_search *search, const uint8_t *set) {
    struct cycle_answer answer = {0};
    const uint64_t vertices = search->view.graph.vertices;
    search->view.idle = search->idle;
    return search->steps.side->fill(&search->steps, search->idle, 0, bitmap_bytes(vertices)) != 0 ||
                   want_labels(search, set) != 0 || ask(search, CYCLE_IDLE, 0, vertices, &answer) != 0
               ? -1
               : 0;
}

static int want_set(void *context, const uint8_t *set, int or_idle) {
    struct cycle_search *search = context;
    search->view.idle = NULL;
    return or_idle ? want_weakly(search, set) : want_labels(search, set);
}

/* The next steps want what the goal wants, by number: needed sets, then weak conditions. */
static int want_part(struct cycle_search *search, const struct cycle_goal *goal, uint32_t number) {
    const int is_weak = number >= goal->needed_count;
    return want_set(search, is_weak ? goal->weak[number - goal->needed_count] : goal->needed[number],
                    is_weak);
}

/* Decomposes the graph; *vertex: the least vertex on a matching cycle, or COMPONENT_NONE. */
static int find_component(struct cycle_search *search, const struct cycle_goal *goal, uint32_t *vertex) {
    uint64_t vertices = search->view.graph.vertices;
    const uint32_t parts = goal->needed_count + goal->weak_count, sets = parts == 0 ? 1 : parts;
    struct cycle_answer answer = {0};
    if (decompose_fairly(search, goal) != 0) {
        return -1;
    }
    for (uint32_t i = 0; i < sets; i++) {
        search->view.wanted_set = NULL;
        search->view.index = i;
        if ((parts != 0 && want_part(search, goal, i) != 0) ||
            ask(search, CYCLE_COUNT, 0, vertices, &answer) != 0) {
            return -1;
        }
    }
    search->view.index = sets;
    search->view.idle = NULL;
    if (ask(search, CYCLE_LEAST, 0, vertices, &answer) != 0) {
        return -1;
    }
    *vertex = answer.least == UINT64_MAX ? COMPONENT_NONE : (uint32_t)answer.least;
    return 0;
}

/* --- the first vertex on a cycle --- */

/*
 * Searches for the least vertex on a cycle without components: an edge of the cycle leads to it from itself
 * or a later vertex. The first such targets are tried, each by a search for a way back. *vertex: the vertex,
 * or COMPONENT_NONE. *decided: 0 if these did not suffice.
 */
static int try_back_edges(struct cycle_search *search, uint32_t *vertex, int *decided) {
    const struct steps *steps = &search->steps;
    uint64_t vertices = search->view.graph.vertices, most = vertices / TRY_PART + TRY_VERTICES, distance;
    uint32_t from = 0, source;
    *decided = 0;
    if (steps->side->fill(steps, search->view.component, 0, vertices * sizeof(uint32_t)) != 0) {
        return -1;
    }
    for (unsigned tries = 0; tries < MOST_TRIES && !*decided; tries++) {
        struct cycle_answer answer = {0};
        want_target(search, from);
        if (ask(search, CYCLE_BACK, 0, vertices, &answer) != 0) {
            return -1;
        }
        if (answer.least == UINT64_MAX) {
            *vertex = COMPONENT_NONE;
            *decided = 1;
            return 0;
        }
        *vertex = (uint32_t)answer.least;
        want_target(search, *vertex);
        distance = 0;
        if (search_nearest(search, *vertex, most, &distance, &source) != 0) {
            return -1;
        }
        *decided = source != COMPONENT_NONE;
        from = *vertex + 1;
        if (!*decided && search->found >= most) {
            return 0;
        }
    }
    return 0;
}

/* Finds the least vertex on a matching cycle, or COMPONENT_NONE. */
static int find_start(struct cycle_search *search, const struct cycle_goal *goal, uint32_t *vertex) {
    int decided = 0;
    if (want_labels(search, goal->live) != 0 || search->select(search) != 0 ||
        (goal->needed_count + goal->weak_count + goal->strong_count == 0 &&
         try_back_edges(search, vertex, &decided) != 0)) {
        return -1;
    }
    return decided ? 0 : find_component(search, goal, vertex);
}

/* --- to the cycle --- */

/* Builds the shortest path that leads from the initial vertex here, beginning at its end: predecessors are
 * one level before. */
static int find_way(struct cycle_search *search, const struct cycle_levels *levels, uint32_t vertex) {
    struct cycle *cycle = search->cycle;
    uint64_t level = sort_part(levels->begin, levels->count, vertex);
    if (reserve_steps(search, level) != 0) {
        return -1;
    }
    cycle->steps = cycle->back = level;
    cycle->vertices[level] = vertex;
    search->view.all_edges = 1;
    for (; level > 0; level--) {
        if (find_before(search, levels->begin[level - 1], levels->begin[level], level) != 0) {
            return -1;
        }
    }
    search->view.all_edges = 0;
    return 0;
}

/* --- around the cycle --- */

/* The functions of the tour (cycle_tour.h). */

static int extend_path(void *context, int must, uint32_t *label) {
    struct cycle_search *search = context;
    struct cycle *cycle = search->cycle;
    uint64_t at = cycle->steps, distance = 0;
    uint32_t source = 0;
    if (search_nearest(search, cycle->vertices[at], UINT64_MAX, &distance, &source) != 0) {
        return -1;
    }
    if (source == COMPONENT_NONE) {
        return must ? fail_lost(search) : 1;
    }
    if (reserve_steps(search, at + distance + 1) != 0 ||
        find_edge(search, source, label, &cycle->vertices[at + distance + 1]) != 0) {
        return -1;
    }
    cycle->labels[at + distance] = *label;
    cycle->vertices[at + distance] = source;
    for (uint64_t d = distance; d > 0; d--) {
        if (find_before(search, search->begin[d - 1], search->begin[d], at + d) != 0) {
            return -1;
        }
    }
    cycle->steps = at + distance + 1;
    return 0;
}

static void want_start(void *context) {
    struct cycle_search *search = context;
    want_target(search, search->cycle->vertices[search->cycle->back]);
}

/* Whether the condition that is wanted weakly is not possible in some vertex of the cycle so far: 1, 0 or -1.
 */
static int cycle_rests(void *context) {
    struct cycle_search *search = context;
    const struct steps *steps = &search->steps;
    const struct cycle *cycle = search->cycle;
    const uint64_t most = search->view.graph.vertices;
    struct cycle_answer answer = {.least = UINT64_MAX};
    for (uint64_t first = cycle->back, end; first <= cycle->steps && answer.least == UINT64_MAX;
         first = end) {
        end = cycle->steps + 1 - first < most ? cycle->steps + 1 : first + most;
        if (steps->side->upload(steps, search->view.queue, cycle->vertices + first,
                                (end - first) * sizeof *cycle->vertices) != 0 ||
            ask(search, CYCLE_REST, 0, end - first, &answer) != 0) {
            return -1;
        }
    }
    return answer.least != UINT64_MAX;
}

static int search_is_closed(const void *context) {
    const struct cycle *cycle = ((const struct cycle_search *)context)->cycle;
    return cycle->vertices[cycle->steps] == cycle->vertices[cycle->back];
}

static int find_lasso(struct cycle_search *search, const struct cycle_goal *goal) {
    struct memory *memory = search->steps.run->memory;
    uint64_t sets = (uint64_t)goal->needed_count + 1, labels = search->label_count + 1;
    const struct cycle_tour tour = {.goal = goal,
                                    .cycle = search->cycle,
                                    .label_count = search->label_count,
                                    .has = memory_allocate_zeroed(memory, sets),
                                    .set = memory_allocate_zeroed(memory, labels),
                                    .context = search,
                                    .want_set = want_set,
                                    .rests = cycle_rests,
                                    .want_start = want_start,
                                    .is_closed = search_is_closed,
                                    .extend = extend_path};
    int failed = tour.has == NULL || tour.set == NULL ? error_memory(search->steps.error, "for the trace")
                                                      : cycle_tour_make(&tour);
    memory_free(memory, tour.has, sets);
    memory_free(memory, tour.set, labels);
    return failed;
}

/* --- the cycle --- */

static int find_cycle(struct cycle_search *search, const struct cycle_levels *levels,
                      const struct cycle_goal *goal) {
    uint32_t vertex;
    if (find_start(search, goal, &vertex) != 0) {
        return -1;
    }
    if (vertex == COMPONENT_NONE) {
        return 0;
    }
    if (find_way(search, levels, vertex) != 0 || find_lasso(search, goal) != 0) {
        return -1;
    }
    cycle_drop_kinds(search->cycle, goal);
    search->cycle->found = 1;
    return 0;
}

int cycle_find_on_side(struct cycle_search *search, const struct cycle_levels *levels,
                       const struct cycle_goal *goal, struct cycle *cycle) {
    const struct steps *steps = &search->steps;
    struct cycle_view *view = &search->view;
    uint64_t live_bytes = bitmap_bytes(view->graph.edges), visited_bytes = bitmap_bytes(view->graph.vertices);
    uint64_t bytes = view->graph.vertices * sizeof(uint32_t);
    search->cycle = cycle;
    search->label_count = cycle_goal_labels(goal, search->label_count);
    search->set = steps->side->allocate(steps, search->label_count);
    view->graph.live = view->live = steps->side->allocate(steps, live_bytes);
    view->component = steps->side->allocate(steps, bytes);
    view->queue = steps->side->allocate(steps, bytes);
    view->visited = steps->side->allocate(steps, visited_bytes);
    view->answer = steps->side->allocate(steps, sizeof *view->answer);
    search->idle = goal->weak_count == 0 ? NULL : steps->side->allocate(steps, visited_bytes);
    int failed = search->set == NULL || view->live == NULL || view->component == NULL ||
                 view->queue == NULL || view->visited == NULL || view->answer == NULL ||
                 (goal->weak_count != 0 && search->idle == NULL) || find_cycle(search, levels, goal) != 0;
    steps->side->release(steps, search->set, search->label_count);
    steps->side->release(steps, view->live, live_bytes);
    steps->side->release(steps, view->component, bytes);
    steps->side->release(steps, view->queue, bytes);
    steps->side->release(steps, view->visited, visited_bytes);
    steps->side->release(steps, view->answer, sizeof *view->answer);
    steps->side->release(steps, search->idle, visited_bytes);
    memory_free(steps->run->memory, search->begin, search->capacity * sizeof *search->begin);
    return failed ? -1 : 0;
}

void cycle_free(struct memory *memory, struct cycle *cycle) {
    memory_free(memory, cycle->vertices, cycle->vertex_capacity * sizeof *cycle->vertices);
    memory_free(memory, cycle->labels, cycle->label_capacity * sizeof *cycle->labels);
    *cycle = (struct cycle){0};
}

uint64_t cycle_goal_labels(const struct cycle_goal *goal, uint64_t label_count) {
    return (label_count == 0 ? 1 : label_count) * (goal->kinds == 0 ? 1 : goal->kinds);
}

void cycle_drop_kinds(struct cycle *cycle, const struct cycle_goal *goal) {
    for (uint64_t i = 0; i < cycle->steps && goal->kinds > 1; i++) {
        cycle->labels[i] /= goal->kinds;
    }
}
