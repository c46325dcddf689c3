/* Expands paths of composed networks, from the network down to the processes. */
#include "reduce/composition/expand.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/graph/graph.h"
#include "explorer/graph/graph_states.h"
#include "explorer/model/network.h"
#include "model/trace.h"
#include "reduce/composition/composition_internal.h"
#include "reduce/composition/expand_piece.h"
#include "reduce/composition/network_step.h"

#define MOST_DEPTH 2000u /* of the tree: functions here call themselves as deep */

/* Where a node of the tree is. */
struct node_place {
    uint32_t state; /* local state of a component, or state of the product of a piece's parts */
    uint32_t next;  /* where the step at hand leads */
    uint64_t rule;  /* of node->network: the parts' share of that step */
};

struct trace_expansion {
    struct composition *composition;
    const struct expand_task *task;
    struct trace *trace;
    struct error *error;
    struct memory *memory;
    struct node_place *places;     /* [nodes] */
    struct expand_piece *pieces;   /* [pieces], made when they are needed */
    struct network_stepper *steps; /* [nodes]: of their networks */
    struct network_stepper now;    /* of the composition's network */
    struct network_stepper whole;  /* of the original network */
    uint32_t *tuple;               /* of the original network */
};

static int memory_error(const struct trace_expansion *expansion) {
    return error_memory(expansion->error, "to expand a path of the composed network");
}

/* A step that must be there is not. */
static int broken(const struct trace_expansion *expansion) {
    return error_set(expansion->error, ERROR_LIMIT, "the path of the composed network could not be expanded");
}

/* --- steps of the whole network --- */

struct wanted {
    const struct expand_task *task;
    const char *text; /* NULL: the internal action, or a label that was hidden */
};

static int is_wanted(const void *context, uint32_t label) {
    const struct wanted *wanted = context;
    const struct network_label *of = &wanted->task->network->labels[label];
    const int is_internal = of->kind == LABEL_INTERNAL || wanted->task->hidden[label];
    return wanted->text == NULL ? is_internal : !is_internal && strcmp(of->text, wanted->text) == 0;
}

/* Adds the step that leads where the processes are now. */
static int add_step(struct trace_expansion *expansion, const char *text) {
    const struct expand_task *task = expansion->task;
    const struct network *network = task->network;
    const struct wanted wanted = {task, text};
    struct trace *trace = expansion->trace;
    for (uint32_t i = 0; i < network->component_count; i++) {
        expansion->tuple[i] = expansion->places[i].state;
    }
    if (trace->steps >= task->most_steps) {
        return error_set(expansion->error, ERROR_LIMIT, "the path would have more than %llu steps",
                         (unsigned long long)task->most_steps);
    }
    if (run_should_stop(expansion->composition->run)) {
        return error_set(expansion->error, ERROR_INTERRUPTED, "interrupted while a path was expanded");
    }
    const uint64_t rule = network_step_find(&expansion->whole, trace_state(trace, trace->steps),
                                            expansion->tuple, is_wanted, &wanted);
    if (rule == NETWORK_NO_RULE) {
        return broken(expansion);
    }
    const char *label = network->labels[network->rules[rule].label].text;
    return trace_append(expansion->memory, trace, label, expansion->tuple) != 0 ? memory_error(expansion) : 0;
}

/* --- steps of pieces --- */

static const struct composition_node *node_of(const struct trace_expansion *expansion, uint32_t node) {
    return &expansion->composition->nodes.data[node];
}

/* The node's graph; NULL with the error filled. */
static struct expand_piece *piece_of(struct trace_expansion *expansion, uint32_t node) {
    const struct composition_node *of = node_of(expansion, node);
    struct expand_piece *piece = &expansion->pieces[of->piece];
    if (piece->label_of == NULL &&
        expand_piece_make(piece, expansion->composition, of, expansion->error) != 0) {
        return NULL;
    }
    return piece;
}

struct label_wish {
    uint32_t label;
};

static int is_label(const void *context, uint32_t label) {
    return ((const struct label_wish *)context)->label == label;
}

/* The rule of the node's network that leads from one state of the product to another; NETWORK_NO_RULE with
 * the error filled. *to: the states of the parts there, which the caller frees. */
static uint64_t find_rule(struct trace_expansion *expansion, uint32_t node, uint32_t label, uint32_t target,
                          uint32_t **to) {
    const struct composition_node *of = node_of(expansion, node);
    const struct expand_piece *piece = &expansion->pieces[of->piece];
    struct network_stepper *stepper = &expansion->steps[node];
    const uint32_t count = of->network->component_count;
    const struct label_wish wish = {label};
    *to = memory_allocate_array(expansion->memory, 2 * (uint64_t)count, sizeof **to);
    if (*to == NULL ||
        (stepper->network == NULL &&
         network_stepper_open(stepper, of->network, expansion->memory, expansion->error) != 0)) {
        memory_error(expansion);
        return NETWORK_NO_RULE;
    }
    graph_states_tuple(piece->states, expansion->places[node].state, *to + count);
    graph_states_tuple(piece->states, target, *to);
    const uint64_t rule = network_step_find(stepper, *to + count, *to, is_label, &wish);
    if (rule == NETWORK_NO_RULE) {
        broken(expansion);
    }
    return rule;
}

static int prepare(struct trace_expansion *expansion, uint32_t node, uint32_t class_index, uint32_t target);

/* Makes each part that takes part in the rule ready for it; to: where the parts go. */
static int prepare_parts(struct trace_expansion *expansion, const struct network *network, uint64_t rule,
                         const uint32_t *nodes, const uint32_t *to) {
    const struct network_rule *of = &network->rules[rule];
    for (uint64_t i = of->participants_begin; i < of->participants_end; i++) {
        const struct network_participant *participant = &network->participants[i];
        if (prepare(expansion, nodes[participant->component], participant->class_index,
                    to[participant->component]) != 0) {
            return -1;
        }
    }
    return 0;
}

static int prepare_step(struct trace_expansion *expansion, uint32_t node, uint32_t label, uint32_t target) {
    const struct composition_node *of = node_of(expansion, node);
    uint32_t *to;
    const uint64_t rule = find_rule(expansion, node, label, target, &to);
    expansion->places[node].rule = rule;
    expansion->places[node].next = target;
    const int failed =
        rule == NETWORK_NO_RULE || prepare_parts(expansion, of->network, rule, of->parts, to) != 0;
    memory_free(expansion->memory, to, 2 * (uint64_t)of->network->component_count * sizeof *to);
    return failed ? -1 : 0;
}

/* Makes the step for which the node is ready, below it. */
static void commit(struct trace_expansion *expansion, uint32_t node) {
    const struct composition_node *of = node_of(expansion, node);
    struct node_place *place = &expansion->places[node];
    place->state = place->next;
    if (of->component == COMPOSITION_PIECE) {
        const struct network_rule *rule = &of->network->rules[place->rule];
        for (uint64_t i = rule->participants_begin; i < rule->participants_end; i++) {
            commit(expansion, of->parts[of->network->participants[i].component]);
        }
    }
}

/* An internal step of the piece, which is one of the whole network. */
static int step_inside(struct trace_expansion *expansion, uint32_t node, uint32_t target) {
    const uint32_t internal = expansion->pieces[node_of(expansion, node)->piece].internal;
    if (prepare_step(expansion, node, internal, target) != 0) {
        return -1;
    }
    commit(expansion, node);
    return add_step(expansion, NULL);
}

/* Follows the inert steps that a search found, to the state that makes the step. */
static int follow(struct trace_expansion *expansion, uint32_t node, const struct expand_step *step) {
    const struct expand_piece *piece = &expansion->pieces[node_of(expansion, node)->piece];
    uint32_t count = 0, at = step->place;
    for (; at != 0; at = piece->before[at]) {
        count++;
    }
    uint32_t *states = memory_allocate_array(expansion->memory, count, sizeof *states);
    int failed = states == NULL ? memory_error(expansion) : 0;
    at = step->place;
    for (uint32_t i = count; i > 0 && !failed; i--) {
        states[i - 1] = piece->queue[at];
        at = piece->before[at];
    }
    for (uint32_t i = 0; i < count && !failed; i++) {
        failed = step_inside(expansion, node, states[i]);
    }
    memory_free(expansion->memory, states, count * sizeof *states);
    return failed;
}

/* Brings the node to where its component can move, by a label of the class, to the state `target`. */
static int prepare(struct trace_expansion *expansion, uint32_t node, uint32_t class_index, uint32_t target) {
    struct node_place *place = &expansion->places[node];
    struct expand_step step;
    if (node_of(expansion, node)->component != COMPOSITION_PIECE) {
        place->next = target;
        return 0;
    }
    struct expand_piece *piece = piece_of(expansion, node);
    if (piece == NULL) {
        return -1;
    }
    const uint32_t label = piece->label_of[class_index];
    if (!expand_piece_find(piece, place->state, label, target, &step)) {
        return broken(expansion);
    }
    return follow(expansion, node, &step) != 0 || prepare_step(expansion, node, label, step.target) != 0 ? -1
                                                                                                         : 0;
}

/* --- the path --- */

/* Whether a label of the composition's network has the text. */
struct text_wish {
    const struct network *network;
    const char *text;
};

static int is_text(const void *context, uint32_t label) {
    const struct text_wish *wish = context;
    return strcmp(wish->network->labels[label].text, wish->text) == 0;
}

/* Step k of the path, from where the processes are. */
static int expand_step(struct trace_expansion *expansion, uint64_t k) {
    const struct network *network = composition_now(expansion->composition);
    const struct trace *path = expansion->task->path;
    const struct text_wish wish = {network, path->labels[k]};
    const uint64_t rule =
        network_step_find(&expansion->now, trace_state(path, k), trace_state(path, k + 1), is_text, &wish);
    const uint32_t *roots = expansion->composition->roots.data;
    if (rule == NETWORK_NO_RULE) {
        return broken(expansion);
    }
    const struct network_rule *of = &network->rules[rule];
    if (prepare_parts(expansion, network, rule, roots, trace_state(path, k + 1)) != 0) {
        return -1;
    }
    for (uint64_t i = of->participants_begin; i < of->participants_end; i++) {
        commit(expansion, roots[network->participants[i].component]);
    }
    const struct network_label *label = &network->labels[of->label];
    return add_step(expansion, label->kind == LABEL_INTERNAL ? NULL : label->text);
}

static int expand_steps(struct trace_expansion *expansion, uint64_t from, uint64_t to) {
    int failed = 0;
    for (uint64_t k = from; k < to && !failed; k++) {
        failed = expand_step(expansion, k);
    }
    return failed;
}

/* Goes round the path's cycle until the processes are where they were at its beginning some round before;
 * that round is one of the first, or a power of two (Brent 1980). */
static int expand_cycle(struct trace_expansion *expansion) {
    const struct trace *path = expansion->task->path;
    struct trace *trace = expansion->trace;
    const uint64_t bytes = trace->components * sizeof *trace->states;
    uint64_t saved = trace->steps, rounds = 0, wait = 1;
    for (;;) {
        if (expand_steps(expansion, path->lasso, path->steps) != 0) {
            return -1;
        }
        if (memcmp(trace_state(trace, saved), trace_state(trace, trace->steps), bytes) == 0) {
            trace->lasso = saved;
            return 0;
        }
        if (++rounds == wait) {
            saved = trace->steps;
            rounds = 0;
            wait *= 2;
        }
    }
}

/* Takes the internal steps of a node that are left before a deadlock, then those of its parts. */
static int settle(struct trace_expansion *expansion, uint32_t node) {
    const struct composition_node *of = node_of(expansion, node);
    if (of->component != COMPOSITION_PIECE) {
        return 0;
    }
    struct expand_piece *piece = piece_of(expansion, node);
    int failed = piece == NULL ? -1 : 0;
    while (!failed) {
        const uint32_t state = expansion->places[node].state;
        const struct graph *graph = piece->graph;
        uint64_t edge = graph->offsets[state];
        while (edge < graph->offsets[state + 1] && graph->labels[edge] != piece->internal) {
            edge++;
        }
        if (edge == graph->offsets[state + 1]) {
            break;
        }
        failed = step_inside(expansion, node, graph->targets[edge]);
    }
    for (uint32_t i = 0; i < of->network->component_count && !failed; i++) {
        failed = settle(expansion, of->parts[i]);
    }
    return failed;
}

static int settle_all(struct trace_expansion *expansion) {
    const struct composition *composition = expansion->composition;
    struct trace *trace = expansion->trace;
    int failed = 0;
    for (uint64_t i = 0; i < composition->roots.count && !failed; i++) {
        failed = settle(expansion, composition->roots.data[i]);
    }
    return !failed && !network_step_is_deadlock(&expansion->whole, trace_state(trace, trace->steps))
               ? broken(expansion)
               : failed;
}

/* --- the whole --- */

/* Parts come before what they are joined to. A piece's first state is that of its parts' first states. */
static int place_initial(struct trace_expansion *expansion) {
    const struct composition *composition = expansion->composition;
    const struct network *network = expansion->task->network;
    for (uint64_t i = 0; i < composition->nodes.count; i++) {
        const struct composition_node *node = &composition->nodes.data[i];
        if (node->depth > MOST_DEPTH) {
            return error_set(expansion->error, ERROR_LIMIT,
                             "too many processes were joined, one after the other");
        }
        /* vertex 0 of an explored graph is the initial one */
        expansion->places[i].state =
            node->component == COMPOSITION_PIECE ? 0 : network->components[node->component].initial;
    }
    for (uint32_t i = 0; i < network->component_count; i++) {
        expansion->tuple[i] = network->components[i].initial;
    }
    *expansion->trace = (struct trace){.components = network->component_count, .lasso = TRACE_NO_LASSO};
    return trace_append(expansion->memory, expansion->trace, NULL, expansion->tuple) != 0
               ? memory_error(expansion)
               : 0;
}

static int expand(struct trace_expansion *expansion) {
    const struct trace *path = expansion->task->path;
    const int has_lasso = path->lasso != TRACE_NO_LASSO && path->lasso < path->steps;
    if (place_initial(expansion) != 0 ||
        expand_steps(expansion, 0, has_lasso ? path->lasso : path->steps) != 0) {
        return -1;
    }
    return has_lasso ? expand_cycle(expansion) : expansion->task->to_deadlock ? settle_all(expansion) : 0;
}

static int open_expansion(struct trace_expansion *expansion) {
    const struct composition *composition = expansion->composition;
    struct memory *memory = expansion->memory;
    const uint64_t nodes = composition->nodes.count, pieces = composition->pieces.count;
    expansion->places = memory_allocate_zeroed(memory, nodes * sizeof *expansion->places);
    expansion->steps = memory_allocate_zeroed(memory, nodes * sizeof *expansion->steps);
    expansion->pieces = memory_allocate_zeroed(memory, pieces * sizeof *expansion->pieces);
    expansion->tuple =
        memory_allocate_array(memory, expansion->task->network->component_count, sizeof *expansion->tuple);
    if (expansion->places == NULL || expansion->steps == NULL || expansion->pieces == NULL ||
        expansion->tuple == NULL) {
        return memory_error(expansion);
    }
    return network_stepper_open(&expansion->now, composition_now(composition), memory, expansion->error) !=
                       0 ||
                   network_stepper_open(&expansion->whole, expansion->task->network, memory,
                                        expansion->error) != 0
               ? -1
               : 0;
}

static void close_expansion(struct trace_expansion *expansion) {
    const struct composition *composition = expansion->composition;
    struct memory *memory = expansion->memory;
    const uint64_t nodes = composition->nodes.count, pieces = composition->pieces.count;
    for (uint64_t i = 0; i < nodes && expansion->steps != NULL; i++) {
        network_stepper_close(&expansion->steps[i]);
    }
    for (uint64_t i = 0; i < pieces && expansion->pieces != NULL; i++) {
        expand_piece_free(&expansion->pieces[i], composition);
    }
    network_stepper_close(&expansion->now);
    network_stepper_close(&expansion->whole);
    memory_free(memory, expansion->places, nodes * sizeof *expansion->places);
    memory_free(memory, expansion->steps, nodes * sizeof *expansion->steps);
    memory_free(memory, expansion->pieces, pieces * sizeof *expansion->pieces);
    memory_free(memory, expansion->tuple,
                expansion->task->network->component_count * sizeof *expansion->tuple);
}

int composition_expand(composition *composition, const struct expand_task *task, struct trace *trace,
                       struct error *error) {
    struct trace_expansion expansion = {.composition = composition,
                                        .task = task,
                                        .trace = trace,
                                        .error = error,
                                        .memory = composition->memory};
    *trace = (struct trace){0};
    int failed = open_expansion(&expansion) != 0 || expand(&expansion) != 0;
    close_expansion(&expansion);
    if (failed) {
        trace_free(composition->memory, trace);
        *trace = (struct trace){0};
    }
    return failed ? -1 : 0;
}
