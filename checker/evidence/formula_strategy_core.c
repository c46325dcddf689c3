/* The core of a strategy: closed parts of the given strategy, and short cycles that the winner controls. */
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/evidence/formula_strategy_internal.h"
#include "model/digraph_core.h"
#include "decompose/scc/scc.h"

#define MOST_PRIORITIES 16u /* components are computed again for each priority */
#define MOST_VISITS 16u     /* the most visits of a vertex in searches for cycles, on average */

struct core {
    struct strategy_work *work;
    uint32_t *live;      /* bitmap over edges */
    uint32_t *component; /* count: the component of a vertex */
    uint32_t *size;      /* count: sizes of components, by name */
    uint32_t *parent;    /* count: parents in a search for a cycle */
    uint32_t *queue;     /* count */
    uint64_t queued;     /* vertices in the queue */
};

static uint32_t priority_of(const struct strategy_work *work, uint32_t index) {
    return work->game->priority[work->strategy->vertices[index]];
}

/* Computes the components over the live edges, and their sizes. Returns 0 or -1. */
static int find_components(struct core *core) {
    struct strategy_work *work = core->work;
    struct digraph graph = {work->count, work->edges, work->offsets, work->targets, core->live, NULL};
    struct scc_options options = {.algorithm = SCC_TARJAN};
    struct scc_report report;
    if (scc_cpu(&graph, &options, work->run, core->component, &report, work->error) != 0) {
        return -1;
    }
    memset(core->size, 0, work->count * sizeof *core->size);
    for (uint64_t k = 0; k < work->count; k++) {
        core->size[core->component[k]]++;
    }
    return 0;
}

/* --- cycles --- */

/* Whether the winner decides how the play continues from the vertex. */
static int is_controlled(const struct strategy_work *work, uint32_t index) {
    uint64_t begin = work->offsets[index], end = work->offsets[index + 1];
    if (strategy_wins(work, index)) {
        return 1;
    }
    for (uint64_t edge = begin; edge < end; edge++) {
        if (work->targets[edge] != work->targets[begin]) {
            return 0;
        }
    }
    return !work->open[index];
}

/* Keeps the edges between vertices that the winner controls and that have no priority above `priority`. */
static void keep_controlled(struct core *core, uint32_t priority) {
    struct strategy_work *work = core->work;
    uint8_t *inside = (uint8_t *)core->queue; /* the queue is not in use here */
    for (uint64_t k = 0; k < work->count; k++) {
        inside[k] = priority_of(work, (uint32_t)k) <= priority && is_controlled(work, (uint32_t)k);
    }
    memset(core->live, 0, bitmap_words(work->edges) * sizeof *core->live);
    for (uint64_t k = 0; k < work->count; k++) {
        for (uint64_t edge = work->offsets[k]; inside[k] && edge < work->offsets[k + 1]; edge++) {
            if (inside[work->targets[edge]]) {
                bitmap_set(core->live, edge);
            }
        }
    }
}

/* Finds a shortest cycle of at most `most` steps through the vertex. Returns its steps, or 0 if there is
 * none. *last is its last vertex; core->parent leads back from it to the root, and core->queue has all
 * vertices with a parent. */
static uint32_t find_cycle(struct core *core, uint32_t root, uint64_t most, uint32_t *last) {
    const struct strategy_work *work = core->work;
    uint64_t end_of_level = 1;
    uint32_t steps = 1;
    for (uint64_t k = 0; k < core->queued; k++) {
        core->parent[core->queue[k]] = STRATEGY_NONE;
    }
    core->queue[0] = root;
    core->queued = 1;
    for (uint64_t head = 0; head < core->queued; head++) {
        uint32_t index = core->queue[head];
        if (head == end_of_level) {
            end_of_level = core->queued;
            steps++;
        }
        if (steps > most) {
            return 0;
        }
        for (uint64_t edge = work->offsets[index]; edge < work->offsets[index + 1]; edge++) {
            uint32_t target = work->targets[edge];
            if (!bitmap_has(core->live, edge) || core->component[target] != core->component[root]) {
                continue;
            }
            if (target == root) {
                *last = index;
                return steps;
            }
            if (core->parent[target] == STRATEGY_NONE) {
                core->parent[target] = index;
                core->queue[core->queued++] = target;
            }
        }
    }
    return 0;
}

/* Adds a cycle to the core. Where it meets an older cycle, the older one keeps its moves. */
static void take_cycle(struct core *core, uint32_t root, uint32_t last, uint32_t steps) {
    struct strategy_work *work = core->work;
    for (uint32_t at = last, to = root;; at = core->parent[at]) {
        if (work->core[at].seed == STRATEGY_NONE) {
            work->core[at].next = to;
            work->core[at].seed = steps;
        }
        if (at == root) {
            return;
        }
        to = at;
    }
}

/* Whether the vertex lies on a cycle. */
static int is_on_cycle(const struct core *core, uint32_t index) {
    const struct strategy_work *work = core->work;
    int loops = 0;
    for (uint64_t edge = work->offsets[index]; edge < work->offsets[index + 1]; edge++) {
        loops |= work->targets[edge] == index && bitmap_has(core->live, edge);
    }
    return loops || core->size[core->component[index]] > 1;
}

/* Adds a cycle through a vertex of this priority, with the shortest path to it that the search finds.
 * Returns 0 or -1. */
static int add_cycle(struct core *core, uint32_t priority) {
    struct strategy_work *work = core->work;
    uint64_t best = UINT64_MAX, visits = 0;
    uint32_t root = STRATEGY_NONE, last;
    keep_controlled(core, priority);
    if (find_components(core) != 0) {
        return -1;
    }
    memset(core->parent, 0xff, work->count * sizeof *core->parent);
    core->queued = 0;
    for (uint32_t k = 0; k < work->count && visits / MOST_VISITS <= work->count; k++) {
        if ((uint64_t)work->distance[k] + 1 >= best) {
            break;
        }
        if (priority_of(work, k) == priority && is_on_cycle(core, k)) {
            uint32_t steps = find_cycle(core, k, best - work->distance[k] - 1, &last);
            visits += core->queued;
            if (steps > 0) {
                best = (uint64_t)work->distance[k] + steps;
                root = k;
            }
        }
    }
    if (root != STRATEGY_NONE) {
        uint32_t steps = find_cycle(core, root, best, &last);
        take_cycle(core, root, last, steps);
    }
    return 0;
}

/* Adds cycles for the highest priorities of the winner's parity. */
static int add_cycles(struct core *core) {
    const struct strategy_work *work = core->work;
    uint64_t below = UINT64_MAX;
    for (uint32_t tries = 0; tries < MOST_PRIORITIES; tries++) {
        uint64_t highest = UINT64_MAX;
        for (uint64_t k = 0; k < work->count; k++) {
            uint32_t priority = priority_of(work, (uint32_t)k);
            if ((priority & 1) == (uint32_t)work->winner && priority < below &&
                (highest == UINT64_MAX || priority > highest)) {
                highest = priority;
            }
        }
        if (highest == UINT64_MAX) {
            return 0;
        }
        if (add_cycle(core, (uint32_t)highest) != 0) {
            return -1;
        }
        below = highest;
    }
    return 0;
}

/* --- closed parts --- */

/* Keeps the edges of the given strategy, and all edges of the loser. */
static void keep_given(struct core *core) {
    struct strategy_work *work = core->work;
    memset(core->live, 0, bitmap_words(work->edges) * sizeof *core->live);
    for (uint32_t k = 0; k < work->count; k++) {
        int wins = strategy_wins(work, k);
        uint32_t given = wins ? strategy_given(work, k) : STRATEGY_NONE;
        for (uint64_t edge = work->offsets[k]; edge < work->offsets[k + 1]; edge++) {
            if (!wins || work->targets[edge] == given) {
                bitmap_set(core->live, edge);
            }
        }
    }
}

/* Adds the components that no edge leaves; core->parent marks the other components, by name. */
static int add_closed(struct core *core) {
    struct strategy_work *work = core->work;
    keep_given(core);
    if (find_components(core) != 0) {
        return -1;
    }
    memset(core->parent, 0, work->count * sizeof *core->parent);
    for (uint32_t k = 0; k < work->count; k++) {
        uint32_t own = core->component[k];
        core->parent[own] |= work->open[k];
        for (uint64_t edge = work->offsets[k]; edge < work->offsets[k + 1]; edge++) {
            core->parent[own] |= bitmap_has(core->live, edge) && core->component[work->targets[edge]] != own;
        }
    }
    for (uint32_t k = 0; k < work->count; k++) {
        uint32_t own = core->component[k];
        if (!core->parent[own] && work->core[k].seed == STRATEGY_NONE) {
            work->core[k].seed = core->size[own];
        }
    }
    return 0;
}

int strategy_find_core(struct strategy_work *work) {
    struct memory *memory = work->memory;
    struct core core = {.work = work};
    uint64_t live_bytes = bitmap_words(work->edges) * sizeof *core.live;
    uint32_t **const arrays[] = {&core.component, &core.size, &core.parent, &core.queue};
    int failed = 0;
    core.live = memory_allocate(memory, live_bytes);
    for (size_t k = 0; k < LENGTH(arrays); k++) {
        *arrays[k] = memory_allocate_array(memory, work->count, sizeof **arrays[k]);
        failed |= *arrays[k] == NULL;
    }
    memset(work->core, 0xff, work->count * sizeof *work->core); /* STRATEGY_NONE */
    failed = failed || core.live == NULL ? strategy_memory(work)
                                         : add_cycles(&core) != 0 || add_closed(&core) != 0;
    memory_free(memory, core.live, live_bytes);
    for (size_t k = 0; k < LENGTH(arrays); k++) {
        memory_free(memory, *arrays[k], work->count * sizeof **arrays[k]);
    }
    return failed ? -1 : 0;
}
