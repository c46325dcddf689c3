/*
 * Weights of edges, labels of states and rewards of the MDP of a model with data: its choices once more, by
 * the reference interpreter (explorer/model/data/data_choices_core.h).
 */
#include "decompose/mdp/mdp_weights.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/parallel.h"
#include "base/run.h"
#include "base/shared_core.h"
#include "decompose/mdp/mdp_weights_internal.h"

#define RUN_STATES 4096u /* states that a thread takes at once: whole words of bitmaps */
#define FEW 8u           /* so many targets are compared one by one; more are looked up in a hash table */

/* A pass over all states, by several threads. */
struct weighing {
    struct mdp *mdp;
    const struct network *network;
    const graph_states *states;
    const struct run *run;
    struct mdp_values values;
    uint64_t cursor;
    uint64_t wrong; /* the least state in which something has no value; UINT64_MAX: none */
    int failed;     /* memory ran out, or the run must stop */
};

/* What a thread needs. */
struct weigher {
    struct weighing *work;
    const struct data_header *image;
    struct digraph graph;
    uint64_t *words; /* of the scratch */
    struct data_scratch scratch;
    struct data_step step;
    uint32_t *local;   /* [variables] of a branch's target */
    uint64_t *target;  /* [width]: its vector */
    uint32_t width;    /* words of a vector */
    uint64_t *vectors; /* of the targets of the state's edges */
    uint64_t vector_capacity;
    uint32_t *slots; /* edges of the choice + 1, by the hash of their target */
    uint64_t slot_capacity, mask;
};

/* --- the edge that leads to a branch's target --- */

static uint64_t slot_of(const struct weigher *weigher, const uint64_t *vector) {
    uint64_t hash = 0;
    for (uint32_t i = 0; i < weigher->width; i++) {
        hash = (hash ^ vector[i]) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 32;
    }
    return hash & weigher->mask;
}

static int is_vector(const struct weigher *weigher, uint64_t edge, const uint64_t *vector) {
    return memcmp(weigher->vectors + edge * weigher->width, vector, weigher->width * sizeof *vector) == 0;
}

/* Edges are counted from the state's first one. 0, or -1 when memory runs out. */
static int index_edges(struct weigher *weigher, uint64_t begin, uint64_t end) {
    uint64_t slots = 2 * FEW;
    while (slots < 2 * (end - begin)) {
        slots *= 2;
    }
    if (MEMORY_GROW(weigher->work->run->memory, &weigher->slots, &weigher->slot_capacity, slots) != 0) {
        return -1;
    }
    memset(weigher->slots, 0, slots * sizeof *weigher->slots);
    weigher->mask = slots - 1;
    for (uint64_t edge = begin; edge < end; edge++) {
        uint64_t slot = slot_of(weigher, weigher->vectors + edge * weigher->width);
        while (weigher->slots[slot] != 0) {
            slot = (slot + 1) & weigher->mask;
        }
        weigher->slots[slot] = (uint32_t)(edge + 1);
    }
    return 0;
}

/* The edge of [begin, end) to the branch's target; it is there. */
static uint64_t find_edge(struct weigher *weigher, uint64_t begin, uint64_t end) {
    const struct data_variable *variables = data_variables(weigher->image);
    for (uint64_t i = 0; i < weigher->image->variables.count; i++) {
        weigher->local[i] = (uint32_t)(weigher->scratch.target[i] - variables[i].low);
    }
    graph_states_pack(weigher->work->states, weigher->local, weigher->target);
    if (end - begin <= FEW) {
        while (begin + 1 < end && !is_vector(weigher, begin, weigher->target)) {
            begin++;
        }
        return begin;
    }
    uint64_t slot = slot_of(weigher, weigher->target);
    while (!is_vector(weigher, weigher->slots[slot] - 1, weigher->target)) {
        slot = (slot + 1) & weigher->mask;
    }
    return weigher->slots[slot] - 1;
}

/* --- a state --- */

static int read_state(struct weigher *weigher, uint64_t state) {
    const struct weighing *work = weigher->work;
    const struct data_variable *variables = data_variables(weigher->image);
    uint64_t begin = work->mdp->offsets[state], count = work->mdp->offsets[state + 1] - begin;
    graph_states_tuple(work->states, state, weigher->local);
    for (uint64_t i = 0; i < weigher->image->variables.count; i++) {
        weigher->scratch.fields[i] = variables[i].low + weigher->local[i];
    }
    if (MEMORY_GROW(work->run->memory, &weigher->vectors, &weigher->vector_capacity,
                    count * weigher->width) != 0) {
        return -1;
    }
    for (uint64_t i = 0; i < count; i++) {
        graph_states_vector(work->states, work->mdp->targets[begin + i],
                            weigher->vectors + i * weigher->width);
    }
    return 0;
}

/* By how much the weights of the state's choices are divided. */
static double divisor_of(struct weigher *weigher) {
    uint64_t choices = 0;
    if (weigher->image->kind != DATA_DTMC) {
        return 1;
    }
    data_begin(weigher->image, &weigher->scratch, &weigher->step);
    while (data_next_choice(weigher->image, &weigher->scratch, &weigher->step)) {
        choices++;
    }
    return (double)choices;
}

/* Adds the weights of a choice's branches to those of the edges [begin, end); *sum: all together. Returns
 * the number of branches. */
static uint64_t weigh_choice(struct weigher *weigher, double *weights, const uint64_t range[2],
                             double divisor, double *sum) {
    uint64_t count = 0;
    int found;
    *sum = 0;
    while (data_next_branch(weigher->image, &weigher->scratch, &weigher->step, &found) == DATA_FINE &&
           found) {
        double weight = weigher->step.weight / divisor;
        weights[find_edge(weigher, range[0], range[1])] += weight;
        *sum += weigher->step.weight;
        count++;
    }
    return count;
}

/* Whether a weight has left the range of doubles. */
static int has_extreme(const double *weights, uint64_t count) {
    for (uint64_t i = 0; i < count; i++) {
        if (!(weights[i] > 0) || !isfinite(weights[i])) {
            return 1;
        }
    }
    return 0;
}

/* 0, 1 if a reward or weight is wrong, or -1 when memory runs out. */
static int weigh_state(struct weigher *weigher, uint64_t state) {
    struct weighing *work = weigher->work;
    struct mdp *mdp = work->mdp;
    const uint64_t begin = mdp->offsets[state], edges = mdp->offsets[state + 1] - begin;
    const int is_mdp = weigher->image->kind == DATA_MDP;
    uint64_t range[2] = {0, 0}, branches = 0, choice = 0;
    int status = read_state(weigher, state);
    if (status != 0) {
        return status;
    }
    double divisor = divisor_of(weigher), sum;
    data_begin(weigher->image, &weigher->scratch, &weigher->step);
    while (status == 0 && data_next_choice(weigher->image, &weigher->scratch, &weigher->step)) {
        if (is_mdp || range[1] == 0) {
            range[0] = range[1];
            range[1] =
                is_mdp ? digraph_choice_end(&weigher->graph, begin + range[0], begin + edges) - begin : edges;
            if (range[1] - range[0] > FEW && index_edges(weigher, range[0], range[1]) != 0) {
                return -1;
            }
        }
        uint64_t own = weigh_choice(weigher, mdp->probabilities + begin, range, divisor, &sum);
        branches += own;
        if (own > 0) {
            mdp_values_action(&work->values, data_rules(weigher->image)[weigher->step.rule].label, state);
        }
        status = mdp_values_choice(&work->values, &weigher->scratch,
                                   data_rules(weigher->image)[weigher->step.rule].action, state, choice,
                                   weigher->image->kind == DATA_CTMC ? sum : divisor);
        choice += is_mdp;
    }
    if (branches == 0) {
        mdp->probabilities[begin] = 1;
        bitmap_set(work->values.deadlock, state);
    }
    if (status == 0 && has_extreme(mdp->probabilities + begin, edges)) {
        return 1;
    }
    return status == 0 ? mdp_values_state(&work->values, &weigher->scratch, state) : status;
}

/* --- all states --- */

static int open_weigher(struct weigher *weigher, struct weighing *work) {
    struct memory *memory = work->run->memory;
    uint64_t variables = work->network->data->variables.count;
    *weigher = (struct weigher){.work = work,
                                .image = work->network->data,
                                .graph = mdp_digraph(work->mdp),
                                .width = graph_states_words(work->states)};
    weigher->words = data_scratch_open(memory, weigher->image, &weigher->scratch);
    weigher->local = memory_allocate_array(memory, variables + 1, sizeof *weigher->local);
    weigher->target = memory_allocate_array(memory, weigher->width, sizeof *weigher->target);
    return weigher->words == NULL || weigher->local == NULL || weigher->target == NULL ? -1 : 0;
}

static void close_weigher(struct weigher *weigher) {
    struct memory *memory = weigher->work->run->memory;
    uint64_t variables = weigher->image->variables.count;
    if (weigher->words != NULL) {
        data_scratch_close(memory, weigher->image, weigher->words);
    }
    memory_free(memory, weigher->local, (variables + 1) * sizeof *weigher->local);
    memory_free(memory, weigher->target, weigher->width * sizeof *weigher->target);
    memory_free(memory, weigher->vectors, weigher->vector_capacity * sizeof *weigher->vectors);
    memory_free(memory, weigher->slots, weigher->slot_capacity * sizeof *weigher->slots);
}

static void weigh_states(void *context, unsigned thread) {
    struct weighing *work = context;
    uint64_t states = work->mdp->states;
    struct weigher weigher;
    int failed = open_weigher(&weigher, work);
    while (failed == 0) {
        uint64_t first = shared64_add(&work->cursor, RUN_STATES);
        if (first >= states) {
            break;
        }
        uint64_t last = first + RUN_STATES < states ? first + RUN_STATES : states;
        failed = run_should_stop(work->run) ? -1 : 0;
        for (uint64_t state = first; state < last && failed == 0; state++) {
            failed = weigh_state(&weigher, state);
            if (failed > 0) {
                shared64_least(&work->wrong, state);
            }
        }
        if (thread == 0) {
            run_tell(work->run, "computing probabilities", last, states, "states");
        }
        failed = failed < 0 ? failed : 0; /* an earlier state may be wrong, too */
    }
    if (failed != 0) {
        __atomic_store_n(&work->failed, 1, __ATOMIC_RELAXED);
    }
    close_weigher(&weigher);
}

/* Describes what is wrong in the state. Returns -1. */
static int fail_state(const struct weighing *work, uint64_t state, struct error *error) {
    struct memory *memory = work->run->memory;
    uint64_t bytes = graph_states_width(work->states) * sizeof(uint32_t);
    uint32_t *local = memory_allocate(memory, bytes);
    if (local == NULL) {
        return error_memory(error, "for the probabilities");
    }
    graph_states_tuple(work->states, state, local);
    work->network->describe_values(work->network, local, work->run, error);
    memory_free(memory, local, bytes);
    return -1;
}

int mdp_weigh(struct mdp *mdp, const struct network *network, const graph_states *states, int action_labels,
              const struct run *run, struct error *error) {
    struct weighing work = {
        .mdp = mdp, .network = network, .states = states, .run = run, .wrong = UINT64_MAX};
    int failed = mdp_values_open(&work.values, mdp, network, action_labels, run->memory, error);
    if (!failed && memory_range_fill(mdp->memory, &mdp->probability_range,
                                     mdp->edges * sizeof *mdp->probabilities) != 0) {
        failed = error_memory(error, "for the probabilities");
    }
    if (failed) {
        mdp_values_close(&work.values);
        return -1;
    }
    mdp->probabilities = mdp->probability_range.base;
    parallel_run(run->threads, weigh_states, &work);
    mdp_values_close(&work.values);
    if (work.failed) {
        return run_should_stop(run) ? error_set(error, ERROR_INTERRUPTED, "interrupted")
                                    : error_memory(error, "for the probabilities");
    }
    return work.wrong != UINT64_MAX ? fail_state(&work, work.wrong, error) : 0;
}
