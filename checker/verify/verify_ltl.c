/*
 * Evaluates a formula of linear time on a run by definition: for each subformula, the positions at which it
 * holds. What is true of `until` and the like at a position depends on the next one, so that values go
 * backwards from the end of the run, twice round its loop. A trace that is no whole run is the beginning of
 * one that violates the formula however it goes on: where the run is not known, each subformula has two
 * values, that it surely holds and that it may hold. If that is not enough, the trace is continued by the
 * first transition of each state.
 */
#include <string.h>

#include "base/bitmap_core.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/property/fairness.h"
#include "checker/verify/verify_automaton.h"
#include "checker/verify/verify_internal.h"
#include "specs/syntax/ltl_tree.h"

#define MOST_STEPS 1000000u /* by which a trace is continued */

struct lasso {
    struct verifier *verifier;
    const struct property *property;
    uint32_t components;
    const struct trace *trace;
    struct tuple_set rest; /* the states after the trace's last one, each once */
    GROWING(const char *) rest_label;
    uint64_t positions, loop; /* positions loop .. positions-1 repeat */
    int ends;                 /* the last position is the end of the run */
    int is_open; /* of the run, the trace alone is known: at the last position but one only the state, and
                    nothing at the last one, for ever */
    struct ltl_atom *atom;
    uint32_t *
        *value; /* by node of the formula: two bitmaps of positions, where it surely holds and may hold */
};

enum { SURELY, PERHAPS };

static uint64_t words_of(const struct lasso *lasso) {
    return bitmap_words(lasso->positions);
}

static uint32_t *value_of(const struct lasso *lasso, uint64_t node, int which) {
    return lasso->value[node] + (uint64_t)which * words_of(lasso);
}

/* --- the run --- */

static const uint32_t *state_at(const struct lasso *lasso, uint64_t position) {
    const uint64_t steps = lasso->trace->steps;
    return position <= steps ? trace_state(lasso->trace, position)
                             : tuple_set_at(&lasso->rest, position - steps);
}

/* NULL: the run has ended. */
static const char *label_at(const struct lasso *lasso, uint64_t position) {
    const uint64_t steps = lasso->trace->steps;
    return lasso->ends && position + 1 == lasso->positions ? NULL
           : position < steps                              ? lasso->trace->labels[position]
                                                           : lasso->rest_label.data[position - steps];
}

/* Goes on from the last state of the trace until a state comes again, or there is no transition. */
static int continue_trace(struct lasso *lasso) {
    struct verifier *verifier = lasso->verifier;
    struct memory *memory = verifier->run->memory;
    uint32_t *target = memory_allocate_array(memory, lasso->components, sizeof *target);
    int failed = target == NULL ? verify_memory(verifier) : 0, added = 1;
    if (!failed) {
        memcpy(target, trace_state(lasso->trace, lasso->trace->steps), lasso->components * sizeof *target);
        failed = tuple_set_add(&lasso->rest, target, verifier->error) < 0;
    }
    while (!failed && added == 1 && !lasso->ends) {
        const struct walker_transition *transitions;
        uint64_t count;
        const uint32_t *state = tuple_set_at(&lasso->rest, lasso->rest.count - 1);
        failed = verify_stopped(verifier, "verifying", lasso->rest.count, 0, "steps") != 0 ||
                 walker_transitions(verifier->walker, state, &transitions, &count, verifier->error) != 0;
        lasso->ends = !failed && count == 0;
        if (!failed && count != 0) {
            walker_target(verifier->walker, state, &transitions[0], target);
            failed = GROWING_ADD(memory, lasso->rest_label, transitions[0].label) != 0
                         ? verify_memory(verifier)
                         : (added = tuple_set_add(&lasso->rest, target, verifier->error)) < 0;
        }
        if (!failed && lasso->rest.count > MOST_STEPS) {
            failed = error_set(verifier->error, ERROR_LIMIT,
                               "the trace is the beginning of a run, and no end or loop of it is found in %u "
                               "steps",
                               MOST_STEPS);
        }
    }
    lasso->positions = lasso->trace->steps + lasso->rest.count;
    lasso->loop = lasso->ends ? lasso->positions - 1 : 0;
    if (!failed && !lasso->ends) {
        lasso->loop = lasso->trace->steps;
        while (memcmp(state_at(lasso, lasso->loop), target, lasso->components * sizeof *target) != 0) {
            lasso->loop++;
        }
    }
    memory_free(memory, target, lasso->components * sizeof *target);
    return failed ? -1 : 0;
}

static void open_run(struct lasso *lasso) {
    const struct trace *trace = lasso->trace;
    lasso->is_open = trace->lasso == TRACE_NO_LASSO;
    lasso->positions = trace->steps + (lasso->is_open ? 2 : 0);
    lasso->loop = lasso->is_open ? trace->steps + 1 : trace->lasso;
}

/* --- values --- */

/* Whether an atom holds at a position: 1, 0, or -1. */
static int atom_holds(const struct lasso *lasso, const struct ltl_atom *atom, uint64_t position) {
    struct verifier *verifier = lasso->verifier;
    if (atom->predicate != NULL) {
        return walker_holds(verifier->walker, atom->predicate->predicate, state_at(lasso, position),
                            verifier->error);
    }
    const char *label = label_at(lasso, position);
    if (atom->action == NULL || label == NULL) {
        return atom->action == NULL && label == NULL;
    }
    return action_matches_text(atom->action, label, verifier->error);
}

static int evaluate_atom(const struct lasso *lasso, const struct ltl_atom *atom, uint64_t node) {
    for (uint64_t position = 0; position < lasso->positions; position++) {
        const int is_known =
            !lasso->is_open || position < lasso->trace->steps + (uint64_t)(atom->predicate != NULL);
        const int holds =
            verify_stopped(lasso->verifier, "verifying", position, lasso->positions, "steps") != 0 ? -1
            : is_known ? atom_holds(lasso, atom, position)
                       : 0;
        if (holds < 0) {
            return -1;
        }
        if (holds) {
            bitmap_set(value_of(lasso, node, SURELY), position);
        }
        if (holds || !is_known) {
            bitmap_set(value_of(lasso, node, PERHAPS), position);
        }
    }
    return 0;
}

/* Whether the formula holds at a position, where that is known of its operands there, and of itself at the
 * next one. */
static int temporal_holds(enum ltl_tree_kind kind, int left, int right, int left_next, int next) {
    switch (kind) {
    case LTL_TREE_NEXT:
        return left_next;
    case LTL_TREE_FINALLY:
        return left || next;
    case LTL_TREE_GLOBALLY:
        return left && next;
    case LTL_TREE_UNTIL:
    case LTL_TREE_WEAK_UNTIL:
        return right || (left && next);
    default: /* RELEASE, STRONG_RELEASE */
        return right && (left || next);
    }
}

/* Least fixpoints begin with no positions, greatest ones with all. */
static void evaluate_temporal(const struct lasso *lasso, uint64_t number, const struct ltl_tree_node *node,
                              int which) {
    const enum ltl_tree_kind kind = node->kind;
    const int is_greatest =
        kind == LTL_TREE_GLOBALLY || kind == LTL_TREE_WEAK_UNTIL || kind == LTL_TREE_RELEASE;
    const uint32_t *left = value_of(lasso, node->left, which), *right = value_of(lasso, node->right, which);
    uint32_t *value = value_of(lasso, number, which);
    memset(value, is_greatest ? 0xff : 0, words_of(lasso) * sizeof *value);
    for (unsigned round = 0; round < 2; round++) {
        for (uint64_t position = lasso->positions; position-- > 0;) {
            const uint64_t next = position + 1 < lasso->positions ? position + 1 : lasso->loop;
            const int own_next = position == next ? is_greatest : bitmap_has(value, next);
            bitmap_clear(value, position);
            if (temporal_holds(kind, bitmap_has(left, position), bitmap_has(right, position),
                               bitmap_has(left, next), own_next)) {
                bitmap_set(value, position);
            }
        }
    }
}

/* What is not sure is what the opposite may be. */
static void evaluate_boolean(const struct lasso *lasso, uint64_t number, const struct ltl_tree_node *node,
                             int which) {
    const int is_constant = node->kind == LTL_TREE_TRUE || node->kind == LTL_TREE_FALSE;
    const uint64_t a = is_constant ? number : node->left,
                   b = is_constant || node->kind == LTL_TREE_NOT ? a : node->right;
    const uint32_t *left = value_of(lasso, a, which), *right = value_of(lasso, b, which),
                   *not_left = value_of(lasso, a, !which), *not_right = value_of(lasso, b, !which);
    uint32_t *value = value_of(lasso, number, which);
    for (uint64_t w = 0; w < words_of(lasso); w++) {
        value[w] = node->kind == LTL_TREE_TRUE      ? UINT32_MAX
                   : node->kind == LTL_TREE_FALSE   ? 0
                   : node->kind == LTL_TREE_NOT     ? ~not_left[w]
                   : node->kind == LTL_TREE_AND     ? left[w] & right[w]
                   : node->kind == LTL_TREE_OR      ? left[w] | right[w]
                   : node->kind == LTL_TREE_IMPLIES ? ~not_left[w] | right[w]
                   : node->kind == LTL_TREE_EQUIVALENT
                       ? (left[w] & right[w]) | (~not_left[w] & ~not_right[w])
                       : (left[w] & ~not_right[w]) | (~not_left[w] & right[w]);
    }
}

static int evaluate_node(const struct lasso *lasso, const struct ltl_tree *tree, uint64_t number) {
    const struct ltl_tree_node *node = &tree->node.data[number];
    if (run_should_stop(lasso->verifier->run)) {
        return error_set(lasso->verifier->error, ERROR_INTERRUPTED, "interrupted");
    }
    if (node->kind == LTL_TREE_ATOM) {
        return evaluate_atom(lasso, &lasso->atom[node->left], number);
    }
    for (int which = SURELY; which <= PERHAPS; which++) {
        (node->kind >= LTL_TREE_NEXT ? evaluate_temporal : evaluate_boolean)(lasso, number, node, which);
    }
    return 0;
}

/* --- automata --- */

static int is_of_automaton(const struct lasso *lasso) {
    return property_row(lasso->property->kind)->takes == PROPERTY_TAKES_AUTOMATON;
}

/* The run as the automaton reads it: its atoms are parts of a conjunction. */
struct letters_of {
    const struct lasso *lasso;
    uint32_t *node; /* by atom */
};

static int letter_holds(const void *context, uint32_t atom, uint64_t position) {
    const struct letters_of *of = context;
    return bitmap_has(value_of(of->lasso, of->node[atom], SURELY), position);
}

/* Whether the run satisfies the property: 1, 0 or -1. */
static int read_by_automaton(const struct lasso *lasso) {
    const struct ltl_tree *tree = formula_ltl(lasso->property->formula);
    struct memory *memory = lasso->verifier->run->memory;
    struct letters_of of = {lasso, memory_allocate_array(memory, tree->node.count + 1, sizeof *of.node)};
    const struct letters letters = {lasso->positions, lasso->loop, letter_holds, &of};
    if (of.node == NULL) {
        return verify_memory(lasso->verifier);
    }
    const int accepted = verify_automaton(lasso->verifier, lasso->property, tree, of.node, &letters);
    memory_free(memory, of.node, (tree->node.count + 1) * sizeof *of.node);
    return accepted < 0 ? -1 : accepted == property_row(lasso->property->kind)->is_of_good_runs;
}

/* Whether the run may satisfy the property: 1, 0 or -1. */
static int evaluate(struct lasso *lasso) {
    struct verifier *verifier = lasso->verifier;
    struct memory *memory = verifier->run->memory;
    const struct ltl_tree *tree = formula_ltl(lasso->property->formula);
    const uint64_t nodes = tree->node.count, bytes = 2 * words_of(lasso) * sizeof **lasso->value;
    lasso->value = memory_allocate_zeroed(memory, nodes * sizeof *lasso->value);
    int failed = lasso->value == NULL ? verify_memory(verifier) : 0;
    for (uint64_t n = 0; n < nodes && !failed; n++) {
        lasso->value[n] = memory_allocate_zeroed(memory, bytes);
        failed = lasso->value[n] == NULL ? verify_memory(verifier) : evaluate_node(lasso, tree, n);
    }
    const int holds = failed                   ? -1
                      : is_of_automaton(lasso) ? read_by_automaton(lasso)
                                               : bitmap_has(value_of(lasso, tree->root, PERHAPS), 0);
    for (uint64_t n = 0; n < nodes && lasso->value != NULL; n++) {
        memory_free(memory, lasso->value[n], bytes);
    }
    memory_free(memory, lasso->value, nodes * sizeof *lasso->value);
    return holds;
}

/* --- fairness --- */

/* A run that ends is fair, and so is what goes on however it likes. */
static int judge_fairness(const struct lasso *lasso) {
    struct verifier *verifier = lasso->verifier;
    if (!fairness_is_assumed(lasso->property->fairness) || lasso->is_open || lasso->ends) {
        return 1;
    }
    if (lasso->rest.count != 0) {
        return error_set(
            verifier->error, ERROR_LIMIT,
            "the trace is the beginning of runs, and it is not known whether one that violates %.300s "
            "is fair",
            lasso->property->name);
    }
    return verify_fairness(verifier, lasso->property, lasso->trace);
}

/* --- all together --- */

/* Whether the run, with what may come after it, violates the formula: 1, 0 with the reason, or -1. */
static int judge(struct lasso *lasso) {
    struct verifier *verifier = lasso->verifier;
    const char *doubt = formula_doubt(lasso->property->formula);
    if (doubt != NULL) {
        return error_set(verifier->error, ERROR_LIMIT, "%s", doubt);
    }
    if (ltl_atoms_find(lasso->property->formula, verifier->run->memory, &lasso->atom, verifier->error) != 0) {
        return -1;
    }
    open_run(lasso);
    const int is_whole = !lasso->is_open;
    int holds = is_of_automaton(lasso) && !is_whole ? 1 : evaluate(lasso); /* it reads whole runs */
    if (holds == 1 && !is_whole) {
        lasso->is_open = 0;
        holds = continue_trace(lasso) != 0 ? -1 : evaluate(lasso);
    }
    if (holds == 1) {
        return verify_say(verifier, "%.300s is not violated: this run satisfies it%s", lasso->property->name,
                          is_whole ? "" : ", continued by the first transition of each state");
    }
    return holds < 0 ? -1 : judge_fairness(lasso);
}

int verify_ltl(struct verifier *verifier, const struct property *property, const struct trace *trace) {
    struct memory *memory = verifier->run->memory;
    const uint32_t components = walker_components(verifier->walker);
    struct lasso lasso = {.verifier = verifier,
                          .property = property,
                          .components = components,
                          .trace = trace,
                          .rest = {.memory = memory, .width = components}};
    if (trace == NULL) {
        return error_set(verifier->error, ERROR_INPUT,
                         "a property of linear time is verified by a trace with states: labels do not say "
                         "where a run returns");
    }
    if (trace->lasso != TRACE_NO_LASSO && trace->lasso >= trace->steps) {
        return 1; /* the lasso has no step: that is refuted where it is checked that it returns */
    }
    const int holds = judge(&lasso);
    ltl_atoms_free(property->formula, memory, lasso.atom);
    tuple_set_free(&lasso.rest);
    GROWING_FREE(memory, lasso.rest_label);
    return holds;
}
