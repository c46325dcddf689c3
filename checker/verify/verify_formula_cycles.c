/*
 * Checks the cycles of a strategy: on none may the highest priority be of the loser's parity. Each round
 * computes strongly connected components (Tarjan 1972, with an explicit stack). If the highest priority of a
 * component is of the winner's parity, the winner wins every cycle through a node of this priority; the next
 * round continues with the other nodes of the component. There are at most as many rounds as priorities.
 */
#include <string.h>

#include "base/array.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/verify/verify_formula_internal.h"

#define NONE UINT32_MAX

struct cycles {
    struct formula_check *check;
    const struct strategy *graph;
    uint32_t *region;    /* nodes: the component of the previous round that still contains the node; NONE: the
                            node is finished */
    uint32_t *component; /* nodes: the component of this round */
    uint32_t *order;     /* nodes: order of discovery in this round, from 1; 0: not discovered; NONE: its
                            component is complete */
    uint32_t *low;       /* nodes: the least order that is reachable */
    uint64_t *next;      /* nodes: the next edge to follow */
    uint32_t *calls;     /* nodes on the path from the root */
    uint32_t *stack;     /* nodes that have no component yet */
    uint32_t found, components;
    uint64_t depth, height;
    uint64_t visits;
};

static uint32_t priority_of(const struct cycles *cycles, uint32_t node) {
    const struct strategy *graph = cycles->graph;
    uint32_t state = graph->tuples[(uint64_t)node * (graph->components + 1) + graph->components];
    return cycles->check->observer.observer.state[state].priority;
}

static void enter(struct cycles *cycles, uint32_t node) {
    cycles->order[node] = cycles->low[node] = ++cycles->found;
    cycles->next[node] = cycles->graph->offsets[node];
    cycles->calls[cycles->depth++] = node;
    cycles->stack[cycles->height++] = node;
}

/* Checks a component, the stack from `begin` on, and removes it from the stack. Returns 1, or 0 with the
 * reason. */
static int take_component(struct cycles *cycles, uint64_t begin) {
    const struct strategy *graph = cycles->graph;
    uint32_t highest = 0, top = NONE, first = cycles->stack[begin];
    int cyclic = cycles->height - begin > 1;
    for (uint64_t edge = graph->offsets[first]; edge < graph->offsets[first + 1]; edge++) {
        cyclic |= graph->targets[edge] == first;
    }
    for (uint64_t k = begin; k < cycles->height; k++) {
        uint32_t priority = priority_of(cycles, cycles->stack[k]);
        if (top == NONE || priority > highest) {
            highest = priority;
            top = cycles->stack[k];
        }
    }
    if (cyclic && (highest & 1) != (uint32_t)cycles->check->winner) {
        verify_say(cycles->check->verifier, "a cycle of the strategy, through ");
        formula_check_say(cycles->check, top);
        verify_say(cycles->check->verifier, ", has the highest priority %u: %s wins it", highest,
                   (highest & 1) == STRATEGY_EVEN ? "Even" : "Odd");
        return 0;
    }
    while (cycles->height > begin) {
        uint32_t node = cycles->stack[--cycles->height];
        int done = !cyclic || priority_of(cycles, node) == highest;
        cycles->component[node] = done ? NONE : cycles->components;
        cycles->order[node] = NONE; /* edges from other components to this node do not count */
    }
    cycles->components++;
    return 1;
}

/* Follows the next edge of the last node on the path, or leaves the node. Returns 1 or 0. */
static int go_on(struct cycles *cycles) {
    const struct strategy *graph = cycles->graph;
    uint32_t node = cycles->calls[cycles->depth - 1];
    if (cycles->next[node] < graph->offsets[node + 1]) {
        uint32_t target = graph->targets[cycles->next[node]++];
        if (cycles->region[target] != cycles->region[node]) {
            return 1;
        }
        if (cycles->order[target] == 0) {
            enter(cycles, target);
        } else if (cycles->order[target] < cycles->low[node]) {
            cycles->low[node] = cycles->order[target];
        }
        return 1;
    }
    cycles->depth--;
    if (cycles->depth > 0) {
        uint32_t *low = &cycles->low[cycles->calls[cycles->depth - 1]];
        *low = cycles->low[node] < *low ? cycles->low[node] : *low;
    }
    if (cycles->low[node] != cycles->order[node]) {
        return 1;
    }
    uint64_t begin = cycles->height;
    while (cycles->stack[begin - 1] != node) {
        begin--;
    }
    return take_component(cycles, begin - 1);
}

/* Runs one round over the remaining nodes. *left: whether nodes remain after it. */
static int do_round(struct cycles *cycles, int *left) {
    uint64_t nodes = cycles->graph->nodes;
    int holds = 1;
    memset(cycles->order, 0, nodes * sizeof *cycles->order);
    memset(cycles->component, 0xff, nodes * sizeof *cycles->component);
    cycles->found = cycles->components = 0;
    for (uint64_t node = 0; node < nodes && holds == 1; node++) {
        if (cycles->region[node] == NONE || cycles->order[node] != 0) {
            continue;
        }
        enter(cycles, (uint32_t)node);
        while (cycles->depth > 0 && holds == 1) {
            if (verify_stopped(cycles->check->verifier, "looking for cycles", cycles->visits++, 0, "nodes") !=
                0) {
                return -1;
            }
            holds = go_on(cycles);
        }
    }
    *left = 0;
    for (uint64_t node = 0; node < nodes && holds == 1; node++) {
        cycles->region[node] = cycles->component[node];
        *left |= cycles->region[node] != NONE;
    }
    return holds;
}

static int do_rounds(struct cycles *cycles) {
    int left = 1, holds = 1;
    memset(cycles->region, 0, cycles->graph->nodes * sizeof *cycles->region);
    while (left && holds == 1) {
        holds = do_round(cycles, &left);
    }
    return holds;
}

int formula_check_cycles(struct formula_check *check) {
    struct memory *memory = check->verifier->run->memory;
    struct cycles cycles = {.check = check, .graph = &check->graph};
    uint64_t nodes = check->graph.nodes;
    uint32_t **const arrays[] = {&cycles.region, &cycles.component, &cycles.order,
                                 &cycles.low,    &cycles.calls,     &cycles.stack};
    int holds = 1;
    for (size_t k = 0; k < LENGTH(arrays); k++) {
        *arrays[k] = memory_allocate_array(memory, nodes, sizeof **arrays[k]);
        holds = *arrays[k] == NULL ? 0 : holds;
    }
    cycles.next = memory_allocate_array(memory, nodes, sizeof *cycles.next);
    holds = !holds || cycles.next == NULL ? verify_memory(check->verifier) : do_rounds(&cycles);
    for (size_t k = 0; k < LENGTH(arrays); k++) {
        memory_free(memory, *arrays[k], nodes * sizeof **arrays[k]);
    }
    memory_free(memory, cycles.next, nodes * sizeof *cycles.next);
    return holds;
}
