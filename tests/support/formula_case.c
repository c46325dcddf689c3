/* Strategies of formulas, naively. */
#include "tests/support/formula_case.h"

#include <stdlib.h>
#include <string.h>

#include "explorer/trace/trace.h"

#define NONE UINT32_MAX
#define MOST_NODES 4096u

struct strategy {
    const struct formula_case *given;
    const struct evidence_file *file;
    uint64_t nodes;
    uint32_t state[MOST_NODES];    /* [node]: the state of the graph, or NONE */
    uint32_t observer[MOST_NODES]; /* the observer's state */
};

/* --- rows --- */

static json_t *moves_of(const struct strategy *strategy, uint64_t node) {
    return evidence_file_part(strategy->file, node, 4);
}

/* The number at a place of a move; null is NONE. */
static uint32_t number_of(const json_t *move, size_t place) {
    json_t *number = json_array_get(move, place);
    return json_is_integer(number) ? (uint32_t)json_integer_value(number) : NONE;
}

/* The graph's state with the local states of a list. */
static uint32_t state_of(const struct oracle_graph *graph, const json_t *tuple) {
    for (uint32_t state = 0; state < graph->states; state++) {
        uint32_t same = 0;
        while (same < graph->leaves && json_integer_value(json_array_get(tuple, same)) ==
                                           (json_int_t)graph->tuples[state * graph->leaves + same]) {
            same++;
        }
        if (same == graph->leaves) {
            return state;
        }
    }
    return NONE;
}

static const struct observer_state *observed(const struct strategy *strategy, uint64_t node) {
    return &strategy->given->observer->observer.state[strategy->observer[node]];
}

static uint32_t node_of(const struct strategy *strategy, uint32_t state, uint32_t observer) {
    for (uint32_t node = 0; node < strategy->nodes; node++) {
        if (strategy->state[node] == state && strategy->observer[node] == observer) {
            return node;
        }
    }
    return NONE;
}

static int take_nodes(struct strategy *strategy) {
    const struct observer *observer = &strategy->given->observer->observer;
    for (uint64_t node = 0; node < strategy->nodes; node++) {
        uint32_t state = state_of(strategy->given->graph, evidence_file_part(strategy->file, node, 0));
        uint32_t at = evidence_file_number(strategy->file, node, 1);
        if (state == NONE || at >= observer->states || node_of(strategy, state, at) < node ||
            evidence_file_number(strategy->file, node, 2) != observer->state[at].owner ||
            evidence_file_number(strategy->file, node, 3) != observer->state[at].priority) {
            return 0;
        }
        strategy->state[node] = state;
        strategy->observer[node] = at;
    }
    return strategy->nodes > 0 && strategy->state[0] == 0 && strategy->observer[0] == observer->initial;
}

/* --- moves --- */

static uint32_t label_number(const struct strategy *strategy, const char *text) {
    for (uint32_t k = 0; k < strategy->given->labels->count; k++) {
        if (strcmp(strategy->given->labels->text[k], text) == 0) {
            return k;
        }
    }
    return NONE;
}

typedef int (*move_visitor)(const struct strategy *strategy, uint64_t node, uint32_t label, uint32_t target);

/* All moves of a node: whether the visitor says so of each. target: a node, or NONE. */
static int for_all_moves(const struct strategy *strategy, uint64_t node, move_visitor visit) {
    const struct oracle_graph *graph = strategy->given->graph;
    const struct observer *observer = &strategy->given->observer->observer;
    uint32_t state = strategy->state[node], at = strategy->observer[node], kind = observer->state[at].kind;
    uint64_t begin = kind == OBSERVER_STEP ? graph->offsets[state] : 0;
    uint64_t end = kind == OBSERVER_STEP ? graph->offsets[state + 1] : kind == OBSERVER_EPSILON;
    for (uint64_t edge = begin; edge < end; edge++) {
        uint32_t label = kind == OBSERVER_STEP ? label_number(strategy, graph->edge_label[edge]) : NONE;
        uint32_t to = kind == OBSERVER_STEP ? graph->edge_target[edge] : state;
        uint32_t class = kind == OBSERVER_STEP ? observer->class_of_label[label] : 0;
        uint64_t row = (uint64_t)at * observer->classes + class;
        for (uint64_t k = observer->row[row]; k < observer->row[row + 1]; k++) {
            if (!visit(strategy, node, label, node_of(strategy, to, observer->target[k]))) {
                return 0;
            }
        }
    }
    return 1;
}

static int is_listed(const struct strategy *strategy, uint64_t node, uint32_t label, uint32_t target) {
    json_t *moves = moves_of(strategy, node);
    for (size_t k = 0; k < json_array_size(moves) && target != NONE; k++) {
        json_t *move = json_array_get(moves, k);
        if (number_of(move, 0) == label && number_of(move, 1) == target) {
            return 1;
        }
    }
    return 0;
}

/* The move that a visitor looks for; visitors have no context. */
static uint32_t wanted_label, wanted_target;

static int is_another(const struct strategy *strategy, uint64_t node, uint32_t label, uint32_t target) {
    (void)strategy;
    (void)node;
    return label != wanted_label || target != wanted_target;
}

/* Listed moves are moves, sorted and each once. */
static int check_moves(const struct strategy *strategy, uint64_t node, int wins) {
    json_t *moves = moves_of(strategy, node);
    uint64_t before = 0;
    for (size_t k = 0; k < json_array_size(moves); k++) {
        wanted_label = number_of(json_array_get(moves, k), 0);
        wanted_target = number_of(json_array_get(moves, k), 1);
        uint64_t key = (uint64_t)wanted_label << 32 | wanted_target;
        if (wanted_target >= strategy->nodes || (k > 0 && key <= before) ||
            for_all_moves(strategy, node, is_another)) {
            return 0;
        }
        before = key;
    }
    return wins ? json_array_size(moves) == 1 : for_all_moves(strategy, node, is_listed);
}

/* --- cycles --- */

/* Marks nodes that a node reaches by one move or more, through nodes of no higher priority. */
static void reach(const struct strategy *strategy, uint64_t from, uint32_t most, uint8_t *reached) {
    static uint32_t queue[MOST_NODES + 1];
    uint64_t tail = 0;
    memset(reached, 0, strategy->nodes);
    queue[tail++] = (uint32_t)from;
    for (uint64_t head = 0; head < tail; head++) {
        json_t *moves = moves_of(strategy, queue[head]);
        for (size_t k = 0; k < json_array_size(moves); k++) {
            uint32_t target = number_of(json_array_get(moves, k), 1);
            if (!reached[target] && observed(strategy, target)->priority <= most) {
                reached[target] = 1;
                queue[tail++] = target;
            }
        }
    }
}

static int check_cycles(const struct strategy *strategy, int holds) {
    static uint8_t reached[MOST_NODES];
    for (uint64_t node = 0; node < strategy->nodes; node++) {
        uint32_t priority = observed(strategy, node)->priority;
        if (priority % 2 == (uint32_t)holds) {
            reach(strategy, node, priority, reached);
            if (reached[node]) {
                return 0;
            }
        }
    }
    reach(strategy, 0, UINT32_MAX, reached);
    for (uint64_t node = 1; node < strategy->nodes; node++) {
        if (!reached[node]) {
            return 0;
        }
    }
    return 1;
}

/* --- paths --- */

#define MOST_STEPS 256u

/* Adds what moves without a label lead to. */
static void close_set(const struct strategy *strategy, uint8_t *set) {
    for (int more = 1; more;) {
        more = 0;
        for (uint64_t node = 0; node < strategy->nodes; node++) {
            json_t *moves = moves_of(strategy, node);
            for (size_t k = 0; k < json_array_size(moves) && set[node]; k++) {
                uint32_t target = number_of(json_array_get(moves, k), 1);
                if (number_of(json_array_get(moves, k), 0) == NONE && !set[target]) {
                    set[target] = 1;
                    more = 1;
                }
            }
        }
    }
}

/* Whether all moves with labels lead along a step; adds where they lead. label, to: NULL when there may be
 * none. *some: whether there are any. */
static int take_step(const struct strategy *strategy, const uint8_t *set, const char *label, const json_t *to,
                     uint8_t *after, int *some) {
    *some = 0;
    for (uint64_t node = 0; node < strategy->nodes; node++) {
        json_t *moves = moves_of(strategy, node);
        for (size_t k = 0; k < json_array_size(moves) && set[node]; k++) {
            uint32_t number = number_of(json_array_get(moves, k), 0);
            uint32_t target = number_of(json_array_get(moves, k), 1);
            if (number == NONE) {
                continue;
            }
            *some = 1;
            if (label == NULL || strcmp(strategy->given->labels->text[number], label) != 0 ||
                state_of(strategy->given->graph, to) != strategy->state[target]) {
                return 0;
            }
            after[target] = 1;
        }
    }
    return 1;
}

static json_t *state_at(const json_t *head, size_t place) {
    return place == 0 ? json_object_get(head, "initial")
                      : json_object_get(json_array_get(json_object_get(head, "steps"), place - 1), "to");
}

/* Whether two steps of a trace, with the states in front of them, are the same. */
static int is_same_step(const json_t *head, size_t one, size_t other) {
    json_t *steps = json_object_get(head, "steps");
    return json_equal(state_at(head, one), state_at(head, other)) &&
           json_equal(json_object_get(json_array_get(steps, one), "label"),
                      json_object_get(json_array_get(steps, other), "label"));
}

/* Whether there is no shorter lasso for the same endless path. */
static int is_short(const json_t *head, size_t back, size_t count) {
    if (back > 0 && is_same_step(head, back - 1, count - 1)) {
        return 0;
    }
    for (size_t period = 1; period < count - back; period++) {
        size_t step = back;
        while (step + period < count && is_same_step(head, step, step + period)) {
            step++;
        }
        if ((count - back) % period == 0 && step + period == count) {
            return 0;
        }
    }
    return 1;
}

/* Follows the steps, and the trace's cycle until a round begins with the nodes of an earlier round. */
static int check_path(const struct strategy *strategy) {
    static uint8_t sets[MOST_STEPS + 1][MOST_NODES];
    json_t *head = strategy->file->lines[0], *steps = json_object_get(head, "steps");
    size_t count = json_array_size(steps), at = 0, taken = 0;
    json_t *lasso = json_object_get(head, "lasso");
    int returns = json_is_integer(lasso), some;
    size_t back = returns ? (size_t)json_integer_value(lasso) : 0;
    if (count > MOST_STEPS || state_of(strategy->given->graph, json_object_get(head, "initial")) != 0 ||
        (returns && (back >= count || !is_short(head, back, count) ||
                     !json_equal(state_at(head, back), state_at(head, count))))) {
        return 0;
    }
    memset(sets, 0, sizeof sets);
    sets[0][0] = 1;
    close_set(strategy, sets[0]);
    while (at < count || returns) {
        if (at == count) {
            at = back;
            for (size_t before = back; before < taken; before += count - back) {
                if (memcmp(sets[before], sets[taken], strategy->nodes) == 0) {
                    return 1;
                }
            }
        }
        json_t *step = json_array_get(steps, at++);
        if (taken == MOST_STEPS ||
            !take_step(strategy, sets[taken], json_string_value(json_object_get(step, "label")),
                       json_object_get(step, "to"), sets[taken + 1], &some) ||
            !some) {
            return 0;
        }
        close_set(strategy, sets[++taken]);
    }
    return take_step(strategy, sets[taken], NULL, NULL, sets[taken], &some) && !some;
}

/* --- the strategy --- */

static int begin(struct strategy *strategy, const struct formula_case *given,
                 const struct evidence_file *file) {
    strategy->given = given;
    strategy->file = file;
    strategy->nodes = file->count - 1;
    if (strategy->nodes > MOST_NODES) {
        return 0;
    }
    for (uint64_t node = 0; node < strategy->nodes; node++) {
        strategy->state[node] = NONE;
    }
    return take_nodes(strategy);
}

/* Moves that a visitor has met; visitors have no context. */
static uint32_t met_labels[MOST_NODES], met_targets[MOST_NODES];
static uint64_t met;

static int meet(const struct strategy *strategy, uint64_t node, uint32_t label, uint32_t target) {
    (void)strategy;
    (void)node;
    if (target != NONE && met < MOST_NODES) {
        met_labels[met] = label;
        met_targets[met++] = target;
    }
    return 1;
}

json_t *formula_case_move(const struct formula_case *given, const struct evidence_file *file, uint64_t node,
                          uint64_t which) {
    static struct strategy strategy;
    met = 0;
    if (!begin(&strategy, given, file) || !for_all_moves(&strategy, node, meet) || met == 0) {
        return NULL;
    }
    which %= met;
    json_t *label = met_labels[which] == NONE ? json_null() : json_integer(met_labels[which]);
    return json_pack("[o,I]", label, (json_int_t)met_targets[which]);
}

int formula_case_holds(const struct formula_case *given, const struct evidence_file *file) {
    static struct strategy strategy;
    json_t *head = file->lines[0];
    int holds = json_is_true(json_object_get(head, "holds"));
    if (!begin(&strategy, given, file) ||
        (uint64_t)json_integer_value(json_object_get(head, "nodes")) != strategy.nodes) {
        return 0;
    }
    for (uint64_t node = 0; node < strategy.nodes; node++) {
        int wins = observed(&strategy, node)->owner == (holds ? 0 : 1);
        if (!check_moves(&strategy, node, wins)) {
            return 0;
        }
    }
    return check_cycles(&strategy, holds) &&
           (strcmp(json_string_value(json_object_get(head, "kind")), "trace") != 0 || check_path(&strategy));
}
