/* Simulation between two vertices: pairs, their steps, and the answers that are left. */
#include "reduce/compare/simulation.h"

#include <string.h>

#include "base/array.h"
#include "base/core.h"
#include "base/error.h"
#include "base/index.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/graph/graph.h"
#include "reduce/compare/compare.h"
#include "reduce/compare/formula_dag.h"

#define ALIVE UINT64_MAX

/* s is simulated by t, as far as is known. */
struct sim_pair {
    uint32_t s, t;
    uint64_t steps;  /* where the counters of its steps begin, one for each edge of s */
    uint64_t failed; /* the edge of s that has no answer; ALIVE */
};

/* The pair of targets answers a step of another pair. */
struct answer {
    uint32_t pair, of;
    uint64_t edge;
};

struct simulation {
    const struct graph *graph;
    const struct run *run;
    struct error *error;
    GROWING(struct sim_pair) pairs;
    GROWING(uint32_t) counters; /* answers of a step that are alive */
    GROWING(struct answer) answers;
    GROWING(uint32_t) dropped; /* pairs, in the order in which they were dropped */
    struct index index;
    uint64_t *first; /* [pairs + 2]: where the answers by a pair begin in `by_pair` */
    uint64_t *by_pair;
    uint64_t pair_capacity; /* of `first`; answers.count is that of by_pair */
};

static int no_memory(struct error *error) {
    return error_memory(error, "for the simulation");
}

/* The number of the pair, which is added if it is new. INDEX_NONE with *error filled. */
static uint32_t find_pair(struct simulation *simulation, uint32_t s, uint32_t t) {
    struct memory *memory = simulation->run->memory;
    uint64_t hash = core_mix((uint64_t)s << 32 | t);
    for (struct index_walk walk = index_find(&simulation->index, hash); index_next(&walk);) {
        const struct sim_pair *known = &simulation->pairs.data[walk.number];
        if (known->s == s && known->t == t) {
            return walk.number;
        }
    }
    if (simulation->pairs.count >= SIMULATION_MOST_PAIRS) {
        error_set(simulation->error, ERROR_LIMIT, "there are more than %u pairs of states",
                  SIMULATION_MOST_PAIRS);
        return INDEX_NONE;
    }
    uint32_t number = (uint32_t)simulation->pairs.count;
    struct sim_pair pair = {s, t, 0, ALIVE};
    if (GROWING_ADD(memory, simulation->pairs, pair) != 0 ||
        index_add(&simulation->index, memory, hash, number) != 0) {
        no_memory(simulation->error);
        return INDEX_NONE;
    }
    return number;
}

static int drop(struct simulation *simulation, uint32_t number, uint64_t edge) {
    if (simulation->pairs.data[number].failed != ALIVE) {
        return 0;
    }
    simulation->pairs.data[number].failed = edge;
    return GROWING_ADD(simulation->run->memory, simulation->dropped, number) == 0
               ? 0
               : no_memory(simulation->error);
}

/* The answers of a pair to an edge of its first vertex. 0, or -1 with *error filled. */
static int add_answers(struct simulation *simulation, uint32_t number, uint64_t edge) {
    const struct graph *graph = simulation->graph;
    uint32_t t = simulation->pairs.data[number].t, count = 0;
    for (uint64_t other = graph->offsets[t]; other < graph->offsets[t + 1]; other++) {
        if (graph->labels[other] != graph->labels[edge]) {
            continue;
        }
        uint32_t pair = find_pair(simulation, graph->targets[edge], graph->targets[other]);
        if (pair == INDEX_NONE) {
            return -1;
        }
        struct answer answer = {pair, number, edge};
        if (GROWING_ADD(simulation->run->memory, simulation->answers, answer) != 0) {
            return no_memory(simulation->error);
        }
        count++;
    }
    if (GROWING_ADD(simulation->run->memory, simulation->counters, count) != 0) {
        return no_memory(simulation->error);
    }
    return count == 0 ? drop(simulation, number, edge) : 0;
}

/* All pairs that the first one leads to; those with a step that nothing answers are dropped. */
static int find_pairs(struct simulation *simulation, const uint32_t vertices[2]) {
    const struct graph *graph = simulation->graph;
    if (find_pair(simulation, vertices[0], vertices[1]) == INDEX_NONE) {
        return -1;
    }
    for (uint32_t number = 0; number < simulation->pairs.count; number++) {
        uint32_t s = simulation->pairs.data[number].s;
        if (number % 4096 == 0) {
            run_tell(simulation->run, "comparing", number, 0, "pairs of states");
            if (run_should_stop(simulation->run)) {
                return error_set(simulation->error, ERROR_INTERRUPTED, "interrupted");
            }
        }
        simulation->pairs.data[number].steps = simulation->counters.count;
        if (s == simulation->pairs.data[number].t) {
            continue; /* a vertex simulates itself */
        }
        for (uint64_t edge = graph->offsets[s]; edge < graph->offsets[s + 1]; edge++) {
            if (add_answers(simulation, number, edge) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

/* Sorts the answers by the pair that answers. */
static int sort_answers(struct simulation *simulation) {
    struct memory *memory = simulation->run->memory;
    uint64_t count = simulation->answers.count;
    simulation->pair_capacity = simulation->pairs.count + 2;
    simulation->first = memory_allocate_zeroed(memory, simulation->pair_capacity * sizeof *simulation->first);
    simulation->by_pair = memory_allocate_array(memory, count, sizeof *simulation->by_pair);
    if (simulation->first == NULL || simulation->by_pair == NULL) {
        return no_memory(simulation->error);
    }
    uint64_t *end = simulation->first + 1;
    for (uint64_t at = 0; at < count; at++) {
        end[(uint64_t)simulation->answers.data[at].pair + 1]++;
    }
    for (uint64_t pair = 1; pair <= simulation->pairs.count; pair++) {
        end[pair] += end[pair - 1];
    }
    for (uint64_t at = 0; at < count; at++) {
        simulation->by_pair[end[simulation->answers.data[at].pair]++] = at;
    }
    return 0;
}

/* Drops pairs until the first one is dropped or each step of those that are left has an answer. */
static int drop_pairs(struct simulation *simulation) {
    for (uint64_t at = 0; at < simulation->dropped.count && simulation->pairs.data[0].failed == ALIVE; at++) {
        uint32_t pair = simulation->dropped.data[at];
        if (run_stops_at(simulation->run, at, 4096)) {
            return error_set(simulation->error, ERROR_INTERRUPTED, "interrupted");
        }
        for (uint64_t by = simulation->first[pair]; by < simulation->first[pair + 1]; by++) {
            const struct answer *answer = &simulation->answers.data[simulation->by_pair[by]];
            const struct sim_pair *of = &simulation->pairs.data[answer->of];
            uint64_t counter = of->steps + answer->edge - simulation->graph->offsets[of->s];
            if (--simulation->counters.data[counter] == 0 &&
                drop(simulation, answer->of, answer->edge) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

/* --- the formula --- */

struct explanation {
    struct simulation *simulation;
    struct formula_dag *dag;
    GROWING(uint32_t) wanted; /* pairs, by node */
    struct index index;       /* of nodes, by pair */
};

/* The node of a pair. 0, or -1 when memory runs out. */
static int refer(struct explanation *explanation, uint32_t pair, uint32_t *node) {
    struct memory *memory = explanation->simulation->run->memory;
    *node = index_find_key(&explanation->index, pair);
    if (*node != INDEX_NONE) {
        return 0;
    }
    *node = (uint32_t)explanation->wanted.count;
    return GROWING_ADD(memory, explanation->wanted, pair) != 0 ||
                   index_add(&explanation->index, memory, index_hash_key(pair), *node) != 0
               ? -1
               : 0;
}

/* The step without an answer; each answer fails in what its targets differ in. 0, or -1 when memory runs out.
 */
static int make_node(struct explanation *explanation, uint32_t number) {
    struct simulation *simulation = explanation->simulation;
    const struct graph *graph = simulation->graph;
    const struct sim_pair pair = simulation->pairs.data[number];
    struct formula_dag *dag = explanation->dag;
    struct formula_node node = {graph->labels[pair.failed], 0, 0, dag->references.count};
    for (uint64_t other = graph->offsets[pair.t]; other < graph->offsets[pair.t + 1]; other++) {
        uint32_t reference;
        if (graph->labels[other] != node.label) {
            continue;
        }
        uint32_t answer = find_pair(simulation, graph->targets[pair.failed], graph->targets[other]);
        if (refer(explanation, answer, &reference) != 0 ||
            GROWING_ADD(simulation->run->memory, dag->references, reference) != 0) {
            return -1;
        }
        node.after_count++;
    }
    return GROWING_ADD(simulation->run->memory, dag->nodes, node);
}

static int explain(struct simulation *simulation, struct formula_dag *dag) {
    struct explanation explanation = {.simulation = simulation, .dag = dag};
    struct memory *memory = simulation->run->memory;
    uint32_t root;
    int failed = refer(&explanation, 0, &root) != 0;
    for (uint64_t at = 0; at < explanation.wanted.count && at < COMPARE_MOST_NODES && !failed; at++) {
        failed = make_node(&explanation, explanation.wanted.data[at]) != 0;
    }
    if (explanation.wanted.count > COMPARE_MOST_NODES) {
        dag->nodes.count = 0;
    }
    GROWING_FREE(memory, explanation.wanted);
    index_free(&explanation.index, memory);
    return failed ? no_memory(simulation->error) : 0;
}

int simulation_compare(const struct graph *graph, const uint32_t vertices[2], const struct run *run,
                       int *related, struct formula_dag *dag, struct error *error) {
    struct simulation simulation = {.graph = graph, .run = run, .error = error};
    struct memory *memory = run->memory;
    int failed = find_pairs(&simulation, vertices) != 0 || sort_answers(&simulation) != 0 ||
                 drop_pairs(&simulation) != 0;
    if (!failed) {
        *related = simulation.pairs.data[0].failed == ALIVE;
        failed = !*related && explain(&simulation, dag) != 0;
    }
    GROWING_FREE(memory, simulation.pairs);
    GROWING_FREE(memory, simulation.counters);
    GROWING_FREE(memory, simulation.dropped);
    index_free(&simulation.index, memory);
    memory_free(memory, simulation.first, simulation.pair_capacity * sizeof *simulation.first);
    memory_free(memory, simulation.by_pair, simulation.answers.count * sizeof *simulation.by_pair);
    GROWING_FREE(memory, simulation.answers);
    return failed ? -1 : 0;
}
