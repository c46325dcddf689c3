/* Verdicts and canonical traces, naively: the whole product, level by level, then backwards. */
#include "tests/oracle/oracle_property.h"

#include <stdlib.h>
#include <string.h>

#include "model/trace.h"
#include "tests/support/testing.h"

#define UNSEEN UINT32_MAX

/* --- the automaton of properties that need none --- */

static uint32_t stand(void *context, uint32_t state, const char *label, const uint32_t **targets) {
    static const uint32_t zero;
    (void)context, (void)state, (void)label;
    *targets = &zero;
    return 1;
}

static const struct oracle_automaton *automaton_of(const struct oracle_goal *goal) {
    static const uint8_t nothing[1];
    static const struct oracle_automaton bystander = {1, 0, nothing, nothing, stand, NULL};
    return goal->kind == ORACLE_ERROR ? goal->automaton : &bystander;
}

/* --- the product --- */

/* Its states are numbered vertex * automaton states + automaton state. */
struct product {
    const struct oracle_graph *graph;
    const struct oracle_goal *goal;
    const struct oracle_automaton *automaton;
    uint32_t *level; /* by state; UNSEEN where it is not reachable */
    uint64_t *queue; /* states in the order in which they were found, which is by level */
    uint64_t states, transitions, deadlocks;
};

/* Tuples of local states, the automaton's last. */
static int before(const struct product *product, uint64_t a, uint64_t b) {
    const struct oracle_graph *graph = product->graph;
    const uint32_t *left = graph->tuples + a / product->automaton->states * graph->leaves;
    const uint32_t *right = graph->tuples + b / product->automaton->states * graph->leaves;
    for (uint32_t leaf = 0; leaf < graph->leaves; leaf++) {
        if (left[leaf] != right[leaf]) {
            return left[leaf] < right[leaf];
        }
    }
    return a % product->automaton->states < b % product->automaton->states;
}

/* One move of the product: label NULL where the automaton moves alone. */
typedef void visit(void *context, const char *label, uint64_t to);

static void for_each_move(const struct product *product, uint64_t state, visit *visit, void *context) {
    const struct oracle_automaton *automaton = product->automaton;
    uint32_t q = (uint32_t)(state % automaton->states);
    uint64_t vertex = state / automaton->states;
    const uint32_t *targets;
    if (automaton->kind[q] == ORACLE_EPSILON) {
        uint32_t count = automaton->moves(automaton->context, q, NULL, &targets);
        for (uint32_t i = 0; i < count; i++) {
            visit(context, NULL, vertex * automaton->states + targets[i]);
        }
    }
    for (uint64_t edge = product->graph->offsets[vertex];
         automaton->kind[q] == ORACLE_STEP && edge < product->graph->offsets[vertex + 1]; edge++) {
        const char *label = product->graph->edge_label[edge];
        uint32_t count = automaton->moves(automaton->context, q, label, &targets);
        for (uint32_t i = 0; i < count; i++) {
            visit(context, label,
                  (uint64_t)product->graph->edge_target[edge] * automaton->states + targets[i]);
        }
    }
}

struct discovery {
    struct product *product;
    uint32_t level;
};

static void discover(void *context, const char *label, uint64_t to) {
    struct discovery *discovery = context;
    struct product *product = discovery->product;
    (void)label;
    product->transitions++;
    if (product->level[to] == UNSEEN) {
        product->level[to] = discovery->level;
        product->queue[product->states++] = to;
    }
}

static int is_deadlock(const struct product *product, uint64_t state) {
    uint64_t vertex = state / product->automaton->states;
    return product->graph->offsets[vertex] == product->graph->offsets[vertex + 1];
}

static void make_product(struct product *product, const struct oracle_graph *graph,
                         const struct oracle_goal *goal) {
    *product = (struct product){.graph = graph, .goal = goal, .automaton = automaton_of(goal)};
    uint64_t all = graph->states * product->automaton->states;
    product->level = test_allocate(all, sizeof *product->level);
    product->queue = test_allocate(all, sizeof *product->queue);
    memset(product->level, 0xff, all * sizeof *product->level);
    struct discovery discovery = {product, 0};
    for (uint64_t vertex = 0; vertex < graph->level_begin[1]; vertex++) {
        discover(&discovery, NULL, vertex * product->automaton->states + product->automaton->initial);
    }
    product->transitions = 0;
    for (uint64_t at = 0; at < product->states; at++) {
        uint64_t state = product->queue[at];
        product->deadlocks += product->automaton->kind[state % product->automaton->states] == ORACLE_STEP &&
                              is_deadlock(product, state);
        discovery.level = product->level[state] + 1;
        for_each_move(product, state, discover, &discovery);
    }
}

/* --- the canonical trace --- */

/* The least forbidden label that the state can do, then the least target; 0 if there is none. */
static int forbidden_move(const struct product *product, uint64_t state, const char **label, uint64_t *to) {
    const struct oracle_graph *graph = product->graph;
    *label = NULL;
    for (uint64_t edge = graph->offsets[state]; edge < graph->offsets[state + 1]; edge++) {
        const char *text = graph->edge_label[edge];
        int order = *label == NULL ? -1 : strcmp(text, *label);
        if (product->goal->forbids(product->goal->context, text) &&
            (order < 0 || (order == 0 && before(product, graph->edge_target[edge], *to)))) {
            *label = text;
            *to = graph->edge_target[edge];
        }
    }
    return *label != NULL;
}

static int violates(const struct product *product, uint64_t state) {
    const char *label;
    uint64_t to;
    switch (product->goal->kind) {
    case ORACLE_DEADLOCK:
        return is_deadlock(product, state);
    case ORACLE_NEVER:
        return forbidden_move(product, state, &label, &to);
    default:
        return product->automaton->error[state % product->automaton->states];
    }
}

/* The least violating state of the first level that has one; UINT64_MAX if none has. */
static uint64_t find_violation(const struct product *product) {
    uint64_t least = UINT64_MAX;
    for (uint64_t at = 0; at < product->states; at++) {
        uint64_t state = product->queue[at];
        if (least != UINT64_MAX && product->level[state] > product->level[least]) {
            break;
        }
        if (violates(product, state) && (least == UINT64_MAX || before(product, state, least))) {
            least = state;
        }
    }
    return least;
}

struct arrival {
    uint64_t to;
    int found;
    const char *label; /* the least */
};

static void arrive(void *context, const char *label, uint64_t to) {
    struct arrival *arrival = context;
    if (to == arrival->to && (!arrival->found || (label != NULL && strcmp(label, arrival->label) < 0))) {
        arrival->found = 1;
        arrival->label = label;
    }
}

/* The least state of the level before that leads to the state, and its least label. */
static uint64_t step_back(const struct product *product, uint64_t state, const char **label) {
    uint64_t least = UINT64_MAX;
    for (uint64_t at = 0; at < product->states; at++) {
        uint64_t from = product->queue[at];
        if (product->level[from] + 1 != product->level[state] ||
            (least != UINT64_MAX && before(product, least, from))) {
            continue;
        }
        struct arrival arrival = {state, 0, NULL};
        for_each_move(product, from, arrive, &arrival);
        if (arrival.found) {
            least = from;
            *label = arrival.label;
        }
    }
    return least;
}

static void build_trace(const struct product *product, uint64_t last, struct oracle_verdict *verdict) {
    uint64_t most = (uint64_t)product->level[last] + 1, at = most;
    const char **labels = test_allocate(most + 1, sizeof *labels);
    uint32_t *vertices = test_allocate(most + 1, sizeof *vertices);
    uint64_t to;
    verdict->depth = product->level[last];
    /* Filled from the end: labels[at] leads to vertices[at]. */
    if (product->goal->kind == ORACLE_NEVER) {
        forbidden_move(product, last, &labels[at], &to);
        vertices[at--] = (uint32_t)to;
    }
    vertices[at] = (uint32_t)(last / product->automaton->states);
    while (product->level[last] != 0) {
        const char *label = NULL;
        last = step_back(product, last, &label);
        if (label != NULL) { /* else the automaton moved alone */
            labels[at] = label;
            vertices[--at] = (uint32_t)(last / product->automaton->states);
        }
    }
    /* The path begins at `at` now. */
    verdict->length = most - at;
    memmove(labels, labels + at + 1, (most - at) * sizeof *labels);
    memmove(vertices, vertices + at, (most + 1 - at) * sizeof *vertices);
    verdict->labels = labels;
    verdict->vertices = vertices;
}

void oracle_verdict_find(const struct oracle_graph *graph, const struct oracle_goal *goal,
                         struct oracle_verdict *verdict) {
    struct product product;
    make_product(&product, graph, goal);
    *verdict = (struct oracle_verdict){.states = product.states,
                                       .transitions = product.transitions,
                                       .deadlocks = product.deadlocks,
                                       .levels = product.level[product.queue[product.states - 1]] + 1u};
    uint64_t last = find_violation(&product);
    verdict->violated = last != UINT64_MAX;
    if (verdict->violated) {
        build_trace(&product, last, verdict);
    }
    free(product.level);
    free(product.queue);
}

void oracle_verdict_free(struct oracle_verdict *verdict) {
    free(verdict->labels);
    free(verdict->vertices);
    memset(verdict, 0, sizeof *verdict);
}

/* --- traces of others --- */

/* The runs of an automaton along labels: which states it may be in. */
static void close_runs(const struct oracle_automaton *automaton, uint8_t *in) {
    for (int changed = 1; changed;) {
        changed = 0;
        for (uint32_t q = 0; q < automaton->states; q++) {
            const uint32_t *targets;
            uint32_t count = in[q] && automaton->kind[q] == ORACLE_EPSILON
                                 ? automaton->moves(automaton->context, q, NULL, &targets)
                                 : 0;
            for (uint32_t i = 0; i < count; i++) {
                changed |= !in[targets[i]];
                in[targets[i]] = 1;
            }
        }
    }
}

void oracle_runs(const struct oracle_automaton *automaton, const char *const *labels, uint64_t steps,
                 uint32_t *runs, uint32_t *errors) {
    uint8_t *in = test_allocate(automaton->states, 1);
    in[automaton->initial] = 1;
    close_runs(automaton, in);
    for (uint64_t step = 0; step < steps; step++) {
        uint8_t *next = test_allocate(automaton->states, 1);
        for (uint32_t q = 0; q < automaton->states; q++) {
            const uint32_t *targets;
            uint32_t count = in[q] && automaton->kind[q] == ORACLE_STEP
                                 ? automaton->moves(automaton->context, q, labels[step], &targets)
                                 : 0;
            for (uint32_t i = 0; i < count; i++) {
                next[targets[i]] = 1;
            }
        }
        close_runs(automaton, next);
        free(in);
        in = next;
    }
    *runs = *errors = 0;
    for (uint32_t q = 0; q < automaton->states; q++) {
        *runs += in[q];
        *errors += in[q] && automaton->error[q];
    }
    free(in);
}

static int has_edge(const struct oracle_graph *graph, uint32_t from, const char *label, uint32_t to) {
    for (uint64_t edge = graph->offsets[from]; edge < graph->offsets[from + 1]; edge++) {
        if (graph->edge_target[edge] == to && strcmp(graph->edge_label[edge], label) == 0) {
            return 1;
        }
    }
    return 0;
}

const char *oracle_trace_fault(const struct oracle_graph *graph, const struct oracle_goal *goal,
                               const struct trace *trace) {
    if (trace->components != graph->leaves) {
        return "the trace's number of components";
    }
    if (trace->lasso != TRACE_NO_LASSO) {
        return "the trace's lasso";
    }
    uint32_t vertex = oracle_find(graph, trace_state(trace, 0));
    if (vertex == graph->states || graph->level[vertex] != 0) {
        return "the trace's initial state";
    }
    for (uint64_t step = 0; step < trace->steps; step++) {
        uint32_t next = oracle_find(graph, trace_state(trace, step + 1));
        if (next == graph->states || !has_edge(graph, vertex, trace->labels[step], next)) {
            return "a step of the trace, which is no transition,";
        }
        vertex = next;
    }
    uint32_t runs, errors;
    switch (goal->kind) {
    case ORACLE_DEADLOCK:
        return graph->offsets[vertex] == graph->offsets[vertex + 1] ? NULL : "the trace's end";
    case ORACLE_NEVER:
        return trace->steps != 0 && goal->forbids(goal->context, trace->labels[trace->steps - 1])
                   ? NULL
                   : "the trace's last label";
    default:
        oracle_runs(goal->automaton, trace->labels, trace->steps, &runs, &errors);
        return errors != 0 ? NULL : "the automaton's runs along the trace";
    }
}

const char *oracle_trace_difference(const struct oracle_graph *graph, const struct oracle_verdict *verdict,
                                    const struct trace *trace) {
    if (trace->steps != verdict->length) {
        return "the trace's length";
    }
    for (uint64_t at = 0; at <= trace->steps; at++) {
        if (memcmp(trace_state(trace, at), graph->tuples + (uint64_t)verdict->vertices[at] * graph->leaves,
                   graph->leaves * sizeof *graph->tuples) != 0) {
            return "the canonical trace's states";
        }
        if (at < trace->steps && strcmp(trace->labels[at], verdict->labels[at]) != 0) {
            return "the canonical trace's labels";
        }
    }
    return NULL;
}
