/* Strategies of formulas, naively. */
#include "tests/support/formula_case.h"

#include <stdlib.h>
#include <string.h>

#include "model/trace.h"

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
typedef int (*vertex_visitor)(const struct strategy *strategy, uint64_t node, uint32_t state,
                              uint32_t observer);

/* All moves of a node: whether the visitors say so of each. target: a node, or NONE; state, observer: where
 * the move leads. Either visitor may be NULL. */
static int for_all(const struct strategy *strategy, uint64_t node, move_visitor visit,
                   vertex_visitor visit_vertex) {
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
            if ((visit != NULL &&
                 !visit(strategy, node, label, node_of(strategy, to, observer->target[k]))) ||
                (visit_vertex != NULL && !visit_vertex(strategy, node, to, observer->target[k]))) {
                return 0;
            }
        }
    }
    return 1;
}

static int for_all_moves(const struct strategy *strategy, uint64_t node, move_visitor visit) {
    return for_all(strategy, node, visit, NULL);
}

static void for_all_vertices(const struct strategy *strategy, uint64_t node, vertex_visitor visit) {
    for_all(strategy, node, NULL, visit);
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

/* The number of different vertices of the game that the moves of a node lead to; visitors have no context. */
static uint32_t first_state, first_observer, different;

static int compare_target(const struct strategy *strategy, uint64_t node, uint32_t state, uint32_t observer) {
    (void)strategy;
    (void)node;
    if (different == 0) {
        first_state = state;
        first_observer = observer;
    }
    different = different == 0                                                           ? 1
                : different == 1 && (state != first_state || observer != first_observer) ? 2
                                                                                         : different;
    return 1;
}

/* Whether the winner moves at the node and could move elsewhere. */
static int can_choose(const struct strategy *strategy, uint64_t node, int holds) {
    different = 0;
    for_all_vertices(strategy, node, compare_target);
    return observed(strategy, node)->owner == (holds ? 0 : 1) && different > 1;
}

/* lost[node]: 1 if the winner can choose nowhere from the node on; 2 if the winner does not even move. */
static void find_lost(const struct strategy *strategy, int holds, uint8_t *lost) {
    static uint8_t reached[MOST_NODES];
    for (uint64_t node = 0; node < strategy->nodes; node++) {
        reach(strategy, node, UINT32_MAX, reached);
        reached[node] = 1;
        lost[node] = 2;
        for (uint64_t other = 0; other < strategy->nodes; other++) {
            if (reached[other] && observed(strategy, other)->owner == (holds ? 0 : 1)) {
                lost[node] = lost[node] == 0 || can_choose(strategy, other, holds) ? 0 : 1;
            }
        }
    }
}

/* The nodes at which plays end: those that are lost, or (2) those where only the loser moves. */
struct ending {
    const uint8_t *lost;
    uint8_t least;
};

static int is_ending(const struct ending *ending, uint64_t node) {
    return ending->lost[node] >= ending->least;
}

/* Adds what moves without a label lead to, where plays do not end. */
static void close_set(const struct strategy *strategy, const struct ending *ending, uint8_t *set) {
    for (int more = 1; more;) {
        more = 0;
        for (uint64_t node = 0; node < strategy->nodes; node++) {
            json_t *moves = moves_of(strategy, node);
            for (size_t k = 0; k < json_array_size(moves) && set[node] && !is_ending(ending, node); k++) {
                uint32_t target = number_of(json_array_get(moves, k), 1);
                if (number_of(json_array_get(moves, k), 0) == NONE && !set[target]) {
                    set[target] = 1;
                    more = 1;
                }
            }
        }
    }
}

/* The nodes of a set where plays do not end. */
static void take_live(const struct strategy *strategy, const struct ending *ending, const uint8_t *set,
                      uint8_t *live) {
    for (uint64_t node = 0; node < strategy->nodes; node++) {
        live[node] = set[node] && !is_ending(ending, node);
    }
}

static int has_ended(const struct strategy *strategy, const struct ending *ending, const uint8_t *set) {
    uint64_t node = 0;
    while (node < strategy->nodes && !(set[node] && is_ending(ending, node))) {
        node++;
    }
    return node < strategy->nodes;
}

enum way { WAY_ENDS, WAY_STEPS, WAY_BRANCHES };

/* Where the moves with labels of the nodes lead: `after` gets their targets. *label and *to are those of one.
 */
static enum way take_step(const struct strategy *strategy, const uint8_t *live, uint8_t *after,
                          uint32_t *label, uint32_t *to) {
    enum way way = WAY_ENDS;
    for (uint64_t node = 0; node < strategy->nodes; node++) {
        json_t *moves = moves_of(strategy, node);
        for (size_t k = 0; k < json_array_size(moves) && live[node]; k++) {
            uint32_t number = number_of(json_array_get(moves, k), 0);
            uint32_t target = number_of(json_array_get(moves, k), 1);
            if (number == NONE) {
                continue;
            }
            if (way == WAY_STEPS && (number != *label || strategy->state[target] != *to)) {
                return WAY_BRANCHES;
            }
            way = WAY_STEPS;
            *label = number;
            *to = strategy->state[target];
            after[target] = 1;
        }
    }
    return way;
}

/* A path with its end. */
struct way_found {
    uint32_t labels[MOST_STEPS], states[MOST_STEPS + 1];
    size_t steps, lasso; /* lasso: SIZE_MAX if there is none */
    enum way end;        /* ENDS, or BRANCHES */
};

/* Follows the path from the state after `steps` steps on, where plays can be at the nodes of a set. Returns 0
 * if it is too long. */
static int follow_way(const struct strategy *strategy, const struct ending *ending, const uint8_t *from,
                      struct way_found *found, uint8_t *last) {
    static uint8_t sets[MOST_STEPS + 1][MOST_NODES], set[MOST_NODES];
    size_t begin = found->steps;
    memcpy(set, from, strategy->nodes);
    for (;;) {
        close_set(strategy, ending, set);
        memcpy(last, set, strategy->nodes);
        take_live(strategy, ending, set, sets[found->steps]);
        for (size_t before = begin; before < found->steps; before++) {
            if (memcmp(sets[before], sets[found->steps], strategy->nodes) == 0 &&
                memchr(sets[before], 1, strategy->nodes) != NULL) {
                found->lasso = before;
                found->end = WAY_ENDS;
                return 1;
            }
        }
        memset(set, 0, strategy->nodes);
        if (found->steps == MOST_STEPS) {
            return 0;
        }
        found->end = take_step(strategy, sets[found->steps], set, &found->labels[found->steps],
                               &found->states[found->steps + 1]);
        if (found->end != WAY_STEPS) {
            return 1;
        }
        found->steps++;
    }
}

/* Takes the fewest steps with the same endless path. */
static void shorten(struct way_found *found) {
    for (size_t lasso = 0; lasso <= found->lasso; lasso++) {
        for (size_t period = 1; lasso + period <= found->steps; period++) {
            size_t step = lasso;
            while (step < found->steps) {
                size_t other =
                    step + period < found->steps
                        ? step + period
                        : found->lasso + (step + period - found->lasso) % (found->steps - found->lasso);
                if (found->labels[step] != found->labels[other] ||
                    found->states[step] != found->states[other]) {
                    break;
                }
                step++;
            }
            if (step == found->steps) {
                found->lasso = lasso;
                found->steps = lasso + period;
                return;
            }
        }
    }
}

/* Finds the path that a strategy forces, from docs/evidence-format.md. Returns 0 if it is too long. */
static int find_way(const struct strategy *strategy, int holds, struct way_found *found) {
    static uint8_t lost[MOST_NODES], set[MOST_NODES], last[MOST_NODES], rest[MOST_NODES];
    struct ending ending = {lost, 1};
    found->steps = 0;
    found->lasso = SIZE_MAX;
    found->states[0] = strategy->state[0];
    find_lost(strategy, holds, lost);
    memset(set, 0, sizeof set);
    set[0] = 1;
    if (!follow_way(strategy, &ending, set, found, last)) {
        return 0;
    }
    size_t steps = found->steps;
    if (found->end == WAY_ENDS && found->lasso == SIZE_MAX && has_ended(strategy, &ending, last)) {
        for (uint64_t node = 0; node < strategy->nodes; node++) {
            set[node] = last[node] && lost[node] == 1;
        }
        ending.least = 2;
        if (memchr(set, 1, strategy->nodes) != NULL) {
            int known = follow_way(strategy, &ending, set, found, rest);
            if (!known || found->end == WAY_BRANCHES ||
                (found->lasso == SIZE_MAX && !has_ended(strategy, &ending, rest))) {
                found->steps = steps;
                found->lasso = SIZE_MAX;
                found->end = WAY_ENDS;
            }
        }
    }
    if (found->lasso != SIZE_MAX) {
        shorten(found);
    }
    return 1;
}

static json_t *state_at(const json_t *head, size_t place) {
    return place == 0 ? json_object_get(head, "initial")
                      : json_object_get(json_array_get(json_object_get(head, "steps"), place - 1), "to");
}

/* Whether the steps, and where they return, are the path of the strategy. */
static int check_path(const struct strategy *strategy, int holds) {
    static struct way_found found;
    json_t *head = strategy->file->lines[0], *steps = json_object_get(head, "steps");
    json_t *lasso = json_object_get(head, "lasso");
    size_t returns = json_is_integer(lasso) ? (size_t)json_integer_value(lasso) : SIZE_MAX;
    int is_trace = strcmp(json_string_value(json_object_get(head, "kind")), "trace") == 0;
    if (!find_way(strategy, holds, &found) || (is_trace && found.end == WAY_BRANCHES) ||
        json_array_size(steps) != found.steps || returns != found.lasso) {
        return 0;
    }
    for (size_t step = 0; step <= found.steps; step++) {
        if (state_of(strategy->given->graph, state_at(head, step)) != found.states[step]) {
            return 0;
        }
        const char *label = json_string_value(json_object_get(json_array_get(steps, step), "label"));
        if (step < found.steps && strcmp(label, strategy->given->labels->text[found.labels[step]]) != 0) {
            return 0;
        }
    }
    return 1;
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
           (json_object_get(head, "steps") == NULL || check_path(&strategy, holds));
}
