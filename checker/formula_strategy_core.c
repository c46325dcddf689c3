/* The core of a strategy: closed parts of the given one, and short cycles that the winner controls. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/formula_strategy_internal.h"
#include "decompose/digraph_core.h"
#include "decompose/scc.h"

#define MOST_PRIORITIES 16u /* for each of them components are found anew */

struct core {
    struct strategy_work *work;
    uint32_t *live;      /* bitmap over edges */
    uint32_t *component; /* count */
    uint32_t *size;      /* count: of components, by name */
    uint32_t *parent;    /* count: of a search for a cycle */
    uint32_t *queue;     /* count */
};

static uint32_t priority_of(const struct strategy_work *work, uint32_t index) {
    return work->game->priority[work->strategy->vertices[index]];
}

/* Components over the live edges, and their sizes. 0 or -1. */
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

/* Whether the winner decides where the play goes on. */
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

/* Edges between vertices that the winner controls, of no higher priority. */
static void keep_controlled(struct core *core, uint32_t priority) {
    struct strategy_work *work = core->work;
    uint8_t *inside = (uint8_t *)core->queue; /* free meanwhile */
    for (uint64_t k = 0; k < work->count; k++) {
        inside[k] = priority_of(work, (uint32_t)k) <= priority && is_controlled(work, (uint32_t)k);
    }
    memset(core->live, 0, digraph_bitmap_words(work->edges) * sizeof *core->live);
    for (uint64_t k = 0; k < work->count; k++) {
        for (uint64_t edge = work->offsets[k]; inside[k] && edge < work->offsets[k + 1]; edge++) {
            if (inside[work->targets[edge]]) {
                bitmap_set(core->live, edge);
            }
        }
    }
}

/* The steps of a shortest cycle through the vertex, whose way back is left in core->parent, and its last
 * vertex in *last; 0 when there is none. */
static uint32_t find_cycle(struct core *core, uint32_t root, uint32_t *last) {
    const struct strategy_work *work = core->work;
    uint64_t tail = 0;
    memset(core->parent, 0xff, work->count * sizeof *core->parent);
    core->queue[tail++] = root;
    for (uint64_t head = 0; head < tail; head++) {
        uint32_t index = core->queue[head];
        for (uint64_t edge = work->offsets[index]; edge < work->offsets[index + 1]; edge++) {
            uint32_t target = work->targets[edge];
            if (!bitmap_has(core->live, edge) || core->component[target] != core->component[root]) {
                continue;
            }
            if (target == root) {
                uint32_t steps = 1;
                for (uint32_t at = *last = index; at != root; at = core->parent[at]) {
                    steps++;
                }
                return steps;
            }
            if (core->parent[target] == STRATEGY_NONE) {
                core->parent[target] = index;
                core->queue[tail++] = target;
            }
        }
    }
    return 0;
}

/* Where it meets a cycle that was taken before, that one is gone along. */
static void take_cycle(struct core *core, uint32_t root, uint32_t last, uint32_t steps) {
    struct strategy_work *work = core->work;
    for (uint32_t at = last, to = root;; at = core->parent[at]) {
        if (work->seed[at] == STRATEGY_NONE) {
            work->next[at] = to;
            work->seed[at] = steps;
        }
        if (at == root) {
            return;
        }
        to = at;
    }
}

/* The nearest vertex of this priority that lies on such a cycle. 0 or -1. */
static int add_cycle(struct core *core, uint32_t priority) {
    struct strategy_work *work = core->work;
    keep_controlled(core, priority);
    if (find_components(core) != 0) {
        return -1;
    }
    for (uint32_t k = 0; k < work->count; k++) {
        int loops = 0;
        for (uint64_t edge = work->offsets[k]; edge < work->offsets[k + 1]; edge++) {
            loops |= work->targets[edge] == k && bitmap_has(core->live, edge);
        }
        if (priority_of(work, k) == priority && (loops || core->size[core->component[k]] > 1)) {
            uint32_t last, steps = find_cycle(core, k, &last);
            if (steps > 0) {
                take_cycle(core, k, last, steps);
                return 0;
            }
        }
    }
    return 0;
}

/* For the highest priorities of the winner's parity. */
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

/* The given strategy's edges, and all of the loser's. */
static void keep_given(struct core *core) {
    struct strategy_work *work = core->work;
    memset(core->live, 0, digraph_bitmap_words(work->edges) * sizeof *core->live);
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

/* Components that no edge leaves; core->parent marks the others, by name. */
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
        if (!core->parent[own] && work->seed[k] == STRATEGY_NONE) {
            work->seed[k] = core->size[own];
        }
    }
    return 0;
}

int strategy_find_core(struct strategy_work *work) {
    struct memory *memory = work->memory;
    struct core core = {.work = work};
    uint64_t live_bytes = digraph_bitmap_words(work->edges) * sizeof *core.live;
    uint32_t **const arrays[] = {&core.component, &core.size, &core.parent, &core.queue};
    int failed = 0;
    core.live = memory_allocate(memory, live_bytes);
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        *arrays[k] = memory_allocate_array(memory, work->count, sizeof **arrays[k]);
        failed |= *arrays[k] == NULL;
    }
    memset(work->seed, 0xff, work->count * sizeof *work->seed);
    memset(work->next, 0xff, work->count * sizeof *work->next);
    failed = failed || core.live == NULL ? strategy_memory(work)
                                         : add_cycles(&core) != 0 || add_closed(&core) != 0;
    memory_free(memory, core.live, live_bytes);
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        memory_free(memory, *arrays[k], work->count * sizeof **arrays[k]);
    }
    return failed ? -1 : 0;
}
