/* Certificates of schedulers: ranks along the choices that are taken, times at which other states fall. */
#include "decompose/almost_sure/scheduler_certificate.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "decompose/components/component_order.h"
#include "model/digraph_core.h"

struct certificate_making {
    const struct digraph *graph;
    const struct almost_sure_goal *goal;
    const struct almost_sure_plan *plan;
    const struct run *run;
    struct scheduler_certificate *evidence;
    struct reversed reversed;
    uint32_t *live; /* bitmap over edges */
    uint32_t *queue;
    uint32_t *distance; /* by vertex: distance to a goal over live edges, or ALMOST_SURE_NONE */
    uint32_t *left;     /* by vertex: number of live choices */
    uint32_t time;
};

static int fail_vertex(struct error *error, uint64_t vertex) {
    return error_set(error, ERROR_INPUT, "no evidence can be given: the scheduler is wrong in state %llu",
                     (unsigned long long)vertex);
}

static int is_goal_state(const struct almost_sure_goal *goal, uint64_t vertex) {
    return !goal->repeatedly && goal->states != NULL && bitmap_has(goal->states, vertex);
}

/* --- ranks --- */

/* Makes the choices of the plan live, and starts the queue with the vertices that are or take a goal. */
static int begin_ranks(struct certificate_making *work, uint64_t *tail, struct error *error) {
    const struct digraph *graph = work->graph;
    const uint32_t *rank = work->plan->rank;
    for (uint64_t vertex = 0; vertex < graph->vertices; vertex++) {
        if (rank[vertex] == ALMOST_SURE_NONE) {
            continue;
        }
        uint64_t edge = work->plan->choice[vertex], end = graph->offsets[vertex + 1];
        int performs =
            edge != ALMOST_SURE_NO_CHOICE && work->goal->edges != NULL && bitmap_has(work->goal->edges, edge);
        int goal = is_goal_state(work->goal, vertex) || performs;
        if (edge == ALMOST_SURE_NO_CHOICE ? !goal : edge < graph->offsets[vertex] || edge >= end) {
            return fail_vertex(error, vertex);
        }
        if (goal) {
            work->evidence->rank[vertex] = 0;
            work->queue[(*tail)++] = (uint32_t)vertex;
        }
        end = edge == ALMOST_SURE_NO_CHOICE ? edge : digraph_choice_end(graph, edge, end);
        for (; edge < end && (!goal || work->goal->repeatedly); edge++) {
            if (rank[graph->targets[edge]] == ALMOST_SURE_NONE) {
                return fail_vertex(error, vertex);
            }
            if (!goal) {
                bitmap_set(work->live, edge);
            }
        }
    }
    return 0;
}

/* Searches breadth-first, backwards over live edges, from the `tail` vertices in the queue: sets the distance
 * of each vertex from them. */
static int measure_distances(struct certificate_making *work, uint32_t *distance, uint64_t tail,
                             struct error *error) {
    for (uint64_t head = 0; head < tail; head++) {
        uint32_t vertex = work->queue[head];
        if (certificate_check_stop(work->run, head, 0, error) != 0) {
            return -1;
        }
        for (uint64_t k = work->reversed.offsets[vertex]; k < work->reversed.offsets[vertex + 1]; k++) {
            uint32_t source = work->reversed.sources[k];
            if (distance[source] == ALMOST_SURE_NONE && bitmap_has(work->live, work->reversed.edges[k])) {
                distance[source] = distance[vertex] + 1;
                work->queue[tail++] = source;
            }
        }
    }
    return 0;
}

/* Ranks are distances along the choices of the plan. */
static int make_ranks(struct certificate_making *work, struct error *error) {
    uint32_t *ranks = work->evidence->rank;
    uint64_t tail = 0;
    if (begin_ranks(work, &tail, error) != 0 || measure_distances(work, ranks, tail, error) != 0) {
        return -1;
    }
    for (uint64_t vertex = 0; vertex < work->graph->vertices; vertex++) {
        if ((ranks[vertex] == ALMOST_SURE_NONE) != (work->plan->rank[vertex] == ALMOST_SURE_NONE)) {
            return fail_vertex(error, vertex);
        }
    }
    return 0;
}

/* --- times --- */

/* Whether the vertex is a goal by itself or by a choice (if repeatedly: a live choice). */
static int is_goal(const struct certificate_making *work, uint64_t vertex) {
    const struct digraph *graph = work->graph;
    int goal = is_goal_state(work->goal, vertex);
    for (uint64_t edge = graph->offsets[vertex];
         !goal && work->goal->edges != NULL && edge < graph->offsets[vertex + 1]; edge++) {
        goal = bitmap_has(work->goal->edges, edge) &&
               (work->goal->repeatedly ? bitmap_has(work->live, edge) : digraph_is_live(graph, edge));
    }
    return goal;
}

/* Finds the vertices that reach a goal over live edges. */
static int find_reaching(struct certificate_making *work, struct error *error) {
    uint64_t tail = 0;
    memset(work->distance, 0xff, work->graph->vertices * sizeof *work->distance); /* ALMOST_SURE_NONE */
    for (uint64_t vertex = 0; vertex < work->graph->vertices; vertex++) {
        if (work->evidence->fell[vertex] == 0 && is_goal(work, vertex)) {
            work->distance[vertex] = 0;
            work->queue[tail++] = (uint32_t)vertex;
        }
    }
    return measure_distances(work, work->distance, tail, error);
}

/* Removes the choices that can lead to a vertex that fell. A vertex that is no goal falls with its last
 * choice. Returns the new end of the queue. */
static uint64_t remove_entering(struct certificate_making *work, uint32_t vertex, uint64_t tail) {
    const struct digraph *graph = work->graph;
    uint32_t *fell = work->evidence->fell;
    for (uint64_t k = work->reversed.offsets[vertex]; k < work->reversed.offsets[vertex + 1]; k++) {
        uint32_t source = work->reversed.sources[k];
        uint64_t edge = work->reversed.edges[k];
        if (!bitmap_has(work->live, edge)) {
            continue;
        }
        digraph_remove_choice(graph, edge, graph->offsets[source + 1], work->live);
        if (--work->left[source] == 0 && fell[source] == 0 && (work->goal->every || !is_goal(work, source))) {
            fell[source] = ++work->time;
            work->queue[tail++] = source;
        }
    }
    return tail;
}

/* Goes through rounds until every vertex that has not fallen reaches a goal. */
static int make_times(struct certificate_making *work, struct error *error) {
    uint32_t *fell = work->evidence->fell;
    uint64_t tail = 1;
    digraph_count_choices(work->graph, work->live, work->left);
    while (tail > 0) {
        if (find_reaching(work, error) != 0) {
            return -1;
        }
        tail = 0;
        for (uint64_t vertex = 0; vertex < work->graph->vertices; vertex++) {
            if (fell[vertex] == 0 && work->distance[vertex] == ALMOST_SURE_NONE) {
                work->time += tail == 0;
                fell[vertex] = work->time;
                work->queue[tail++] = (uint32_t)vertex;
            }
        }
        for (uint64_t head = 0; head < tail; head++) {
            tail = remove_entering(work, work->queue[head], tail);
        }
    }
    for (uint64_t vertex = 0; vertex < work->graph->vertices; vertex++) {
        if ((fell[vertex] == 0) != (work->evidence->rank[vertex] != ALMOST_SURE_NONE)) {
            return fail_vertex(error, vertex);
        }
    }
    return 0;
}

/* --- every scheduler --- */

/* Whether the state is a goal, or the edge belongs to a choice that performs it. */
static int is_goal_edge(const struct almost_sure_goal *goal, uint64_t vertex, uint64_t edge) {
    return is_goal_state(goal, vertex) || (goal->edges != NULL && bitmap_has(goal->edges, edge));
}

/* Removes the choices that are goals. States with no other ones fall at time 1, unless they are deadlocks. */
static uint64_t begin_falls(struct certificate_making *work) {
    const struct digraph *graph = work->graph;
    uint64_t tail = 0;
    digraph_copy_live(graph, work->live);
    for (uint64_t vertex = 0; vertex < graph->vertices; vertex++) {
        int falls = is_goal_state(work->goal, vertex), some = 0;
        for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1]; edge++) {
            const int live = bitmap_has(work->live, edge);
            if (live && is_goal_edge(work->goal, vertex, edge)) {
                bitmap_clear(work->live, edge);
                falls = 1;
            } else {
                some |= live;
            }
        }
        if (falls && !some) {
            work->evidence->fell[vertex] = 1;
            work->queue[tail++] = (uint32_t)vertex;
        }
    }
    digraph_count_choices(graph, work->live, work->left);
    return tail;
}

/* Whether the plan is right about a state: it has rank 0 if it did not fall; if it did, it has a greater one
 * if and only if a choice that is no goal can lead to a state with a rank, of which one is smaller. */
static int is_right(const struct certificate_making *work, uint64_t vertex) {
    const struct digraph *graph = work->graph;
    const uint32_t *ranks = work->evidence->rank;
    int some = 0, lower = 0;
    if (work->evidence->fell[vertex] == 0) {
        return ranks[vertex] == 0;
    }
    for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1]; edge++) {
        if (digraph_is_live(graph, edge) && !is_goal_edge(work->goal, vertex, edge)) {
            some |= ranks[graph->targets[edge]] != ALMOST_SURE_NONE;
            lower |= ranks[graph->targets[edge]] < ranks[vertex];
        }
    }
    return ranks[vertex] == ALMOST_SURE_NONE ? !some : ranks[vertex] > 0 && lower;
}

/* The ranks of the plan; a state falls with its last choice that does not lead to a state that fell. */
static int make_falls(struct certificate_making *work, struct error *error) {
    const struct scheduler_certificate *evidence = work->evidence;
    uint64_t tail = begin_falls(work);
    memcpy(evidence->rank, work->plan->rank, evidence->vertices * sizeof *evidence->rank);
    work->time = 1;
    for (uint64_t head = 0; head < tail; head++) {
        if (certificate_check_stop(work->run, head, 0, error) != 0) {
            return -1;
        }
        tail = remove_entering(work, work->queue[head], tail);
    }
    for (uint64_t vertex = 0; vertex < evidence->vertices; vertex++) {
        if (!is_right(work, vertex)) {
            return fail_vertex(error, vertex);
        }
    }
    return 0;
}

/* --- the certificate --- */

static int open_making(struct certificate_making *work, struct error *error) {
    struct memory *memory = work->run->memory;
    uint64_t bytes = work->graph->vertices * sizeof(uint32_t);
    struct scheduler_certificate *evidence = work->evidence;
    evidence->memory = memory;
    evidence->vertices = work->graph->vertices;
    evidence->rank = memory_allocate(memory, bytes);
    evidence->fell = memory_allocate_zeroed(memory, bytes);
    work->queue = memory_allocate(memory, bytes);
    work->distance = memory_allocate(memory, bytes);
    work->left = memory_allocate_zeroed(memory, bytes);
    work->live = memory_allocate_zeroed(memory, bitmap_bytes(work->graph->edges));
    if (evidence->rank == NULL || evidence->fell == NULL || work->queue == NULL || work->distance == NULL ||
        work->left == NULL || work->live == NULL) {
        return error_memory(error, "for evidence of the scheduler");
    }
    memset(evidence->rank, 0xff, bytes); /* ALMOST_SURE_NONE */
    return reversed_make(work->graph, 1, work->run, &work->reversed, error);
}

static void close_making(struct certificate_making *work) {
    struct memory *memory = work->run->memory;
    uint64_t bytes = work->graph->vertices * sizeof(uint32_t);
    memory_free(memory, work->queue, bytes);
    memory_free(memory, work->distance, bytes);
    memory_free(memory, work->left, bytes);
    memory_free(memory, work->live, bitmap_bytes(work->graph->edges));
    reversed_free(&work->reversed, work->run);
}

int scheduler_certificate_make(const struct digraph *graph, const struct almost_sure_goal *goal,
                               const struct almost_sure_plan *plan, const struct run *run,
                               struct scheduler_certificate *evidence, struct error *error) {
    struct certificate_making work = {
        .graph = graph, .goal = goal, .plan = plan, .run = run, .evidence = evidence};
    int failed = open_making(&work, error) != 0 ||
                 (goal->every ? make_falls(&work, error) : make_ranks(&work, error)) != 0;
    if (!failed && !goal->every) { /* now all choices of the graph are live */
        digraph_copy_live(graph, work.live);
        failed = make_times(&work, error) != 0;
    }
    close_making(&work);
    return failed ? -1 : 0;
}

void scheduler_certificate_free(struct scheduler_certificate *evidence) {
    if (evidence->memory != NULL) {
        memory_free(evidence->memory, evidence->rank, evidence->vertices * sizeof *evidence->rank);
        memory_free(evidence->memory, evidence->fell, evidence->vertices * sizeof *evidence->fell);
    }
    *evidence = (struct scheduler_certificate){0};
}
