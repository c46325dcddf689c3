/* Checks evidence of the verdict on a formula: a strategy in the game of network and formula. The moves of
 * each node are computed again, from the network's tree and the formula's observer. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sort.h"
#include "base/text/json_text.h"
#include "base/run.h"
#include "checker/verify/verify_formula_internal.h"
#include "specs/syntax/formula_write.h"

/* --- saying --- */

static void say_tuple(struct formula_check *check, const uint32_t *tuple) {
    uint32_t state = tuple[check->set.width - 1];
    verify_say_state(check->verifier, tuple);
    /* check_subformulas has found the texts right */
    verify_say(check->verifier, ", subformula %u, %.300s", state, check->evidence->subformulas[state]);
}

void formula_check_say(struct formula_check *check, uint64_t node) {
    verify_say(check->verifier, "node %llu ", (unsigned long long)node);
    say_tuple(check, tuple_set_at(&check->set, node));
}

static void say_label(struct formula_check *check, uint32_t label) {
    if (label == STRATEGY_NO_LABEL) {
        verify_say(check->verifier, "the move without a label");
    } else {
        verify_say(check->verifier, "\"%.200s\"", check->evidence->labels[label]);
    }
}

/* --- the formula --- */

static int take_labels(struct formula_check *check) {
    const struct evidence *evidence = check->evidence;
    uint64_t count = evidence->label_count;
    check->scope.memory = check->verifier->run->memory;
    check->label_length = scope_array(&check->scope, count, sizeof *check->label_length);
    check->label_is_internal = scope_array(&check->scope, count, sizeof *check->label_is_internal);
    if (check->scope.failed) {
        return verify_memory(check->verifier);
    }
    for (uint64_t k = 0; k < count; k++) {
        check->label_length[k] = (uint32_t)strlen(evidence->labels[k]);
        check->label_is_internal[k] = strcmp(evidence->labels[k], "i") == 0;
    }
    check->labels = (struct label_texts){evidence->labels, check->label_length, check->label_is_internal,
                                         evidence->label_count};
    return 0;
}

static void say_label_of(struct formula_check *check, const char *whose, const char *label) {
    const char *quote = label == NULL ? "" : "\"";
    verify_say(check->verifier, "%s%s%.200s%s", whose, quote, label == NULL ? "none" : label, quote);
}

static int compare_texts(const void *left, const void *right) {
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/*
 * Whether the labels are those of the network. The observer depends on them: if a label is missing, the
 * observer could decide a subformula that the network decides otherwise; and if the internal action has
 * another name ("tau"), the observer would not recognise it.
 */
static int check_labels(struct formula_check *check) {
    const struct verifier *verifier = check->verifier;
    struct memory *memory = verifier->run->memory;
    uint32_t count = walker_label_count(verifier->walker), number = 0;
    const char **labels = memory_allocate_array(memory, count, sizeof *labels);
    if (labels == NULL) {
        return verify_memory(check->verifier);
    }
    for (uint32_t k = 0; k < count; k++) {
        labels[k] = walker_label(verifier->walker, k);
    }
    sort_items(labels, count, sizeof *labels, compare_texts);
    while (number < count && number < check->labels.count &&
           strcmp(labels[number], check->labels.text[number]) == 0) {
        number++;
    }
    int same = number == count && number == check->labels.count;
    if (!same) {
        verify_say(check->verifier, "label %u of the evidence is ", number);
        say_label_of(check, "", number < check->labels.count ? check->labels.text[number] : NULL);
        say_label_of(check, ", of the network ", number < count ? labels[number] : NULL);
    }
    memory_free(memory, labels, count * sizeof *labels);
    return same;
}

/* Whether the row has the right text of the subformula; the text is for people. */
static int check_subformula(struct formula_check *check, uint32_t state) {
    struct memory *memory = check->verifier->run->memory;
    struct text_buffer text = {0};
    const char *said = check->evidence->subformulas[state];
    int same = formula_write(check->observer.origin[state], check->verifier->properties[0].dialect,
                             STRATEGY_TEXT, memory, &text) != 0
                   ? -1
                   : json_text_equals(memory, text.data, said);
    if (same < 0) {
        verify_memory(check->verifier);
    } else if (same == 0) {
        verify_say(check->verifier, "subformula %u is %.300s, not %.300s", state, text.data, said);
    }
    text_buffer_free(memory, &text);
    return same;
}

static int check_subformulas(struct formula_check *check) {
    uint32_t states = check->observer.observer.states;
    int holds = 1;
    if (check->evidence->subformula_count != states) {
        return verify_say(check->verifier, "the formula has %u subformulas, the evidence %u", states,
                          check->evidence->subformula_count);
    }
    for (uint32_t k = 0; k < states && holds == 1; k++) {
        holds = verify_stopped(check->verifier, "reading subformulas", k, states, "subformulas") != 0
                    ? -1
                    : check_subformula(check, k);
    }
    return holds;
}

/* Makes everything that follows from the head alone. */
static int open_check(struct formula_check *check) {
    struct verifier *verifier = check->verifier;
    const formula_text *text = verifier->properties[0].formula;
    const struct formula *formula = check->evidence->holds ? formula_root(text) : formula_weaker(text);
    uint64_t initial;
    walker_initial(verifier->walker, &initial);
    if (take_labels(check) != 0 ||
        (initial > 1 ? formula_observer_make_root : formula_observer_make)(
            formula, &check->labels, &check->observer, verifier->run, verifier->error) != 0) {
        return -1;
    }
    check->has_observer = 1;
    check->moves.memory = check->set.memory = check->graph.memory = verifier->run->memory;
    check->moves.walker = verifier->walker;
    check->moves.observer = &check->observer.observer;
    check->moves.labels = check->graph.labels = &check->labels;
    check->graph.observer = &check->observer;
    check->graph.components = walker_components(verifier->walker);
    check->graph.holds = check->evidence->holds;
    check->set.width = check->graph.components + 1;
    check->winner = check->evidence->holds ? STRATEGY_EVEN : STRATEGY_ODD;
    if (strategy_moves_open(&check->moves, verifier->error) != 0) {
        return -1;
    }
    int same = check_labels(check);
    return same == 1 ? check_subformulas(check) : same;
}

static void close_check(struct formula_check *check) {
    struct memory *memory = check->verifier->run->memory;
    strategy_moves_close(&check->moves);
    tuple_set_free(&check->set);
    strategy_free(&check->graph); /* the tuples belong to the set */
    memory_free(memory, check->listed.numbers, check->listed.capacity * sizeof *check->listed.numbers);
    memory_free(memory, check->derived, check->derived_capacity * sizeof *check->derived);
    if (check->has_observer) {
        formula_observer_free(&check->observer);
    }
    scope_close(&check->scope);
}

/* --- loading --- */

static int add_moves(struct formula_check *check, uint64_t count) { /* check_node sets `chosen` */
    for (uint64_t k = 0; k < count; k++) {
        if (strategy_add_edge(&check->graph, check->listed.numbers[2 * k],
                              check->listed.numbers[2 * k + 1]) != 0) {
            return verify_memory(check->verifier);
        }
    }
    return strategy_end_node(&check->graph, 0) != 0 ? verify_memory(check->verifier) : 1;
}

/* Whether the tuple is a node, with the owner and priority of its subformula; adds it. */
static int add_node(struct formula_check *check, const uint32_t *tuple, const struct evidence_node *node) {
    struct verifier *verifier = check->verifier;
    const struct observer *observer = &check->observer.observer;
    uint32_t state = tuple[check->set.width - 1];
    if (!verify_in_range(verifier, tuple)) {
        return 0;
    }
    if (state >= observer->states) {
        return verify_say(verifier, "there is no subformula %u: there are %u", state, observer->states);
    }
    const struct observer_state *given = &observer->state[state];
    int added = tuple_set_add(&check->set, tuple, verifier->error);
    if (added < 0) {
        return -1;
    }
    if (added == 0) {
        say_tuple(check, tuple);
        return verify_say(verifier, ", occurs twice");
    }
    if (node->owner != given->owner || node->priority != given->priority) {
        say_tuple(check, tuple);
        return verify_say(
            verifier, ", belongs to %s, with priority %u, and not to player %u, with priority %u",
            given->owner == STRATEGY_EVEN ? "Even" : "Odd", given->priority, node->owner, node->priority);
    }
    return add_moves(check, node->move_count);
}

/* Loads the nodes. The whole file is read even if something is wrong, because errors in form take
 * precedence. */
static int load(struct formula_check *check, int holds) {
    struct verifier *verifier = check->verifier;
    uint64_t count = 0, width = check->set.width;
    uint32_t *tuple = memory_allocate_array(verifier->run->memory, width, sizeof *tuple);
    int status = tuple == NULL ? verify_memory(verifier) : 1;
    while (status == 1 && holds >= 0) {
        struct evidence_node node;
        check->listed.count = 0;
        status = verify_stopped(verifier, "loading", count++, check->evidence->states, "nodes") != 0
                     ? -1
                     : evidence_read_node(verifier->reader, tuple, (uint32_t)width, &node, &check->listed,
                                          verifier->error);
        if (status == 1 && holds == 1) {
            holds = add_node(check, tuple, &node);
            if (holds == 0) {
                verify_say_line(verifier);
            }
        }
    }
    memory_free(verifier->run->memory, tuple, width * sizeof *tuple);
    return status < 0 ? -1 : holds;
}

/* --- nodes --- */

static int check_initial(struct formula_check *check) {
    uint32_t *tuple = check->moves.state, components = check->graph.components;
    uint64_t count;
    memcpy(tuple, walker_initial(check->verifier->walker, &count), components * sizeof *tuple);
    if (strategy_moves_pass(&check->moves, tuple, check->observer.observer.initial, &tuple[components],
                            check->verifier->error) != 0) {
        return -1;
    }
    if (tuple_set_index(&check->set, tuple) == 0) {
        return 1;
    }
    verify_say(check->verifier, "the first node is not the initial one, ");
    say_tuple(check, tuple);
    return 0;
}

static int compare_moves(const void *left, const void *right) {
    const struct formula_move *a = left, *b = right;
    return a->label != b->label ? (a->label < b->label ? -1 : 1)
                                : (a->target > b->target) - (a->target < b->target);
}

static int say_unknown(struct formula_check *check, uint64_t node) {
    formula_check_say(check, node);
    return verify_say(check->verifier,
                      ": the network does \"%.200s\" there, which is not one of the evidence's labels",
                      check->moves.unknown);
}

static int say_missing(struct formula_check *check, uint64_t node, uint64_t move) {
    formula_check_say(check, node);
    verify_say(check->verifier, ": ");
    say_label(check, check->moves.label_of[move]);
    verify_say(check->verifier, " leads to ");
    say_tuple(check, strategy_moves_tuple(&check->moves, move));
    return verify_say(check->verifier, ", which is missing");
}

static int say_move(struct formula_check *check, uint64_t node, const struct formula_move *move,
                    const char *what) {
    formula_check_say(check, node);
    verify_say(check->verifier, ": ");
    say_label(check, move->label);
    return verify_say(check->verifier, " to node %u %s", move->target, what);
}

/* Computes the moves to nodes of the strategy, sorted and distinct, in check->derived. needs_all: every
 * move must lead to a node. */
static int derive(struct formula_check *check, uint64_t node, int needs_all, uint64_t *count) {
    struct verifier *verifier = check->verifier;
    int known = strategy_moves_find(&check->moves, tuple_set_at(&check->set, node), verifier->error);
    *count = 0;
    if (known != 1) {
        return known < 0 ? -1 : say_unknown(check, node);
    }
    if (MEMORY_GROW(verifier->run->memory, &check->derived, &check->derived_capacity,
                    check->moves.count + 1) != 0) {
        return verify_memory(check->verifier);
    }
    for (uint64_t move = 0; move < check->moves.count; move++) {
        uint32_t target = tuple_set_index(&check->set, strategy_moves_tuple(&check->moves, move));
        if (target != UINT32_MAX) {
            check->derived[(*count)++] = (struct formula_move){check->moves.label_of[move], target};
        } else if (needs_all) {
            return say_missing(check, node, move);
        }
    }
    *count = sort_unique(check->derived, *count, sizeof *check->derived, compare_moves);
    return 1;
}

/* Checks the moves of a node, which are sorted in the file: the loser has all moves, the winner has one
 * move. */
static int check_node(struct formula_check *check, uint64_t node) {
    const struct strategy *graph = &check->graph;
    const struct observer *observer = &check->observer.observer;
    uint32_t state = tuple_set_at(&check->set, node)[graph->components];
    int wins = observer->state[state].owner == check->winner;
    uint64_t begin = graph->offsets[node], listed = graph->offsets[node + 1] - begin, count, at = 0;
    int holds = derive(check, node, !wins, &count);
    if (holds != 1) {
        return holds;
    }
    check->graph.chosen[node] = wins && strategy_moves_differ(&check->moves);
    for (uint64_t k = 0; k < listed; k++) {
        struct formula_move move = {graph->edge_labels[begin + k], graph->targets[begin + k]};
        for (; at < count && compare_moves(&check->derived[at], &move) < 0; at++) {
            if (!wins) {
                return say_move(check, node, &check->derived[at], "is missing, or not in order");
            }
        }
        if (at == count || compare_moves(&check->derived[at], &move) != 0) {
            return say_move(check, node, &move, "is not a move, or occurs twice, or is not in order");
        }
        at++;
    }
    if (!wins && at < count) {
        return say_move(check, node, &check->derived[at], "is missing");
    }
    if (wins && listed != 1) {
        formula_check_say(check, node);
        return verify_say(check->verifier, " belongs to the winner, but has %llu moves instead of one",
                          (unsigned long long)listed);
    }
    return 1;
}

/* Checks the nodes that node 0 reaches, in breadth-first order: they must be all. */
static int check_reachable(struct formula_check *check, uint8_t *reached, uint32_t *queue) {
    const struct strategy *graph = &check->graph;
    uint64_t tail = 0, node = 0;
    int holds = 1;
    queue[tail++] = 0;
    reached[0] = 1;
    for (uint64_t head = 0; head < tail && holds == 1; head++) {
        holds = verify_stopped(check->verifier, "verifying", head, graph->nodes, "nodes") != 0
                    ? -1
                    : check_node(check, queue[head]);
        for (uint64_t edge = graph->offsets[queue[head]];
             edge < graph->offsets[queue[head] + 1] && holds == 1; edge++) {
            uint32_t target = graph->targets[edge]; /* check_node found that it is a node */
            if (!reached[target]) {
                reached[target] = 1;
                queue[tail++] = target;
            }
        }
    }
    while (holds == 1 && node < graph->nodes && reached[node]) {
        node++;
    }
    if (holds == 1 && node < graph->nodes) {
        formula_check_say(check, node);
        holds = verify_say(check->verifier, " cannot be reached");
    }
    return holds;
}

static int check_nodes(struct formula_check *check) {
    struct scope scope = {.memory = check->verifier->run->memory};
    uint8_t *reached = scope_zeroed(&scope, check->graph.nodes, sizeof *reached);
    uint32_t *queue = scope_array(&scope, check->graph.nodes, sizeof *queue);
    int holds = scope.failed ? verify_memory(check->verifier) : check_initial(check);
    holds = holds == 1 ? check_reachable(check, reached, queue) : holds;
    scope_close(&scope);
    return holds;
}

/* --- the strategy for a formula --- */

static void say_confirmed(struct formula_check *check) {
    const struct strategy *graph = &check->graph;
    verify_say(check->verifier, "the formula %s: a strategy of %llu node%s and %llu move%s %s it",
               check->evidence->holds ? "holds" : "is violated", (unsigned long long)graph->nodes,
               graph->nodes == 1 ? "" : "s", (unsigned long long)graph->edges, graph->edges == 1 ? "" : "s",
               check->evidence->holds ? "proves" : "refutes");
    if (check->evidence->has_path && graph->trace.steps > 0) {
        verify_say(check->verifier,
                   graph->shape == STRATEGY_GRAPH ? ", which forces this path of %llu step%s"
                                                  : " along this path of %llu step%s",
                   (unsigned long long)graph->trace.steps, graph->trace.steps == 1 ? "" : "s");
    }
}

static int check_all(struct formula_check *check) {
    int holds = open_check(check);
    holds = holds < 0 ? -1 : load(check, holds);
    if (holds == 1 && check->graph.nodes == 0) {
        holds = verify_say(check->verifier, "the strategy has no node");
    }
    holds = holds == 1 ? check_nodes(check) : holds;
    check->graph.tuples = check->set.tuples;
    holds = holds == 1 ? formula_check_cycles(check) : holds;
    holds = holds == 1 && check->evidence->has_path ? formula_check_path(check) : holds;
    holds = holds == 1 && check->evidence->has_path ? formula_check_explanation(check) : holds;
    check->graph.tuples = NULL;
    if (holds == 1) {
        check->verifier->verification->nodes = check->graph.nodes;
        say_confirmed(check);
    }
    return holds;
}

int verify_formula(struct verifier *verifier) {
    struct formula_check check = {
        .verifier = verifier, .evidence = verifier->evidence, .listed = {.memory = verifier->run->memory}};
    int holds = check_all(&check);
    close_check(&check);
    return holds;
}
