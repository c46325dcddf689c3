/* Truth of formulas of CTL in the states of a graph (oracle_ctl.h). */
#include "tests/oracle/oracle_ctl.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/testing.h"

static int is_dead(const struct oracle_lts *lts, uint32_t state) {
    return lts->offsets[state] == lts->offsets[state + 1];
}

/* Whether a next state is in the set. */
static int leads_to(const struct oracle_lts *lts, uint32_t state, const uint8_t *set) {
    for (uint64_t e = lts->offsets[state]; e < lts->offsets[state + 1]; e++) {
        if (set[lts->edge_target[e]]) {
            return 1;
        }
    }
    return is_dead(lts, state) && set[state];
}

/* Where some transition that the formula's labels match leads to the set. */
static int leads_by(const struct oracle_lts *lts, uint32_t state, const struct oracle_ctl *of,
                    const uint8_t *set) {
    for (uint64_t e = lts->offsets[state]; e < lts->offsets[state + 1]; e++) {
        const int same = of->label == NULL || strcmp(of->label, lts->edge_label[e]) == 0;
        if (same != of->is_negated && set[lts->edge_target[e]]) {
            return 1;
        }
    }
    return 0;
}

static void complement(uint8_t *set, uint32_t states) {
    for (uint32_t s = 0; s < states; s++) {
        set[s] = !set[s];
    }
}

/* E (left U right), to `set`: first where right holds, then where left does and a next state is in it. */
static void until(const struct oracle_lts *lts, const uint8_t *left, const uint8_t *right, uint8_t *set) {
    memcpy(set, right, lts->states);
    for (int grows = 1; grows;) {
        grows = 0;
        for (uint32_t s = 0; s < lts->states; s++) {
            if (!set[s] && left[s] && leads_to(lts, s, set)) {
                set[s] = 1;
                grows = 1;
            }
        }
    }
}

/* E (left R right): first where right holds, then not where left does not and no next state is in it. */
static void release(const struct oracle_lts *lts, const uint8_t *left, const uint8_t *right, uint8_t *set) {
    memcpy(set, right, lts->states);
    for (int shrinks = 1; shrinks;) {
        shrinks = 0;
        for (uint32_t s = 0; s < lts->states; s++) {
            if (set[s] && !left[s] && !leads_to(lts, s, set)) {
                set[s] = 0;
                shrinks = 1;
            }
        }
    }
}

/* E of a run, from the sets of its operands, which are changed. */
static void exists(enum oracle_ctl_kind kind, const struct oracle_lts *lts, uint8_t *left, uint8_t *right,
                   uint8_t *set) {
    switch (kind) {
    case CTL_NEXT:
        for (uint32_t s = 0; s < lts->states; s++) {
            set[s] = (uint8_t)leads_to(lts, s, left);
        }
        break;
    case CTL_FINALLY: /* true U f */
        memset(right, 1, lts->states);
        until(lts, right, left, set);
        break;
    case CTL_GLOBALLY: /* false R f */
        memset(right, 0, lts->states);
        release(lts, right, left, set);
        break;
    case CTL_UNTIL:
        until(lts, left, right, set);
        break;
    case CTL_RELEASE:
        release(lts, left, right, set);
        break;
    case CTL_WEAK_UNTIL: /* g R (f or g) */
        for (uint32_t s = 0; s < lts->states; s++) {
            left[s] |= right[s];
        }
        release(lts, right, left, set);
        break;
    default: /* f M g is g U (f and g) */
        for (uint32_t s = 0; s < lts->states; s++) {
            left[s] &= right[s];
        }
        until(lts, right, left, set);
        break;
    }
}

/* The run that all others than those of a run are. */
static enum oracle_ctl_kind opposite(enum oracle_ctl_kind kind) {
    switch (kind) {
    case CTL_FINALLY:
        return CTL_GLOBALLY;
    case CTL_GLOBALLY:
        return CTL_FINALLY;
    case CTL_UNTIL:
        return CTL_RELEASE;
    case CTL_RELEASE:
        return CTL_UNTIL;
    case CTL_WEAK_UNTIL:
        return CTL_STRONG_RELEASE;
    case CTL_STRONG_RELEASE:
        return CTL_WEAK_UNTIL;
    default:
        return kind;
    }
}

static int predicate(const struct oracle_ctl *of, const struct oracle_ctl_graph *graph, uint32_t state) {
    const uint32_t value = graph->tuples[state * graph->width + of->variable];
    return of->comparison == '='   ? value == of->value
           : of->comparison == '<' ? value < of->value
                                   : value > of->value;
}

/* Of constants, booleans and modalities, in one state. */
static int simple(const struct oracle_ctl *of, const struct oracle_ctl_graph *graph, uint32_t state,
                  const uint8_t *left, const uint8_t *right) {
    switch (of->kind) {
    case CTL_TRUE:
        return 1;
    case CTL_DEADLOCK:
        return is_dead(&graph->lts, state);
    case CTL_PREDICATE:
        return predicate(of, graph, state);
    case CTL_NOT:
        return !left[state];
    case CTL_AND:
        return left[state] && right[state];
    case CTL_OR:
        return left[state] || right[state];
    case CTL_IMPLIES:
        return !left[state] || right[state];
    case CTL_EQUIVALENT:
        return left[state] == right[state];
    case CTL_XOR:
        return left[state] != right[state];
    case CTL_DIAMOND:
        return leads_by(&graph->lts, state, of, left);
    case CTL_BOX: /* left is complemented */
        return !leads_by(&graph->lts, state, of, left);
    default:
        return 0;
    }
}

void oracle_ctl_evaluate(const struct oracle_ctl *formula, const struct oracle_ctl_graph *graph,
                         uint8_t *holds) {
    const struct oracle_lts *lts = &graph->lts;
    uint8_t *left = test_allocate(lts->states, 1), *right = test_allocate(lts->states, 1);
    if (formula->left != NULL) {
        oracle_ctl_evaluate(formula->left, graph, left);
    }
    if (formula->right != NULL) {
        oracle_ctl_evaluate(formula->right, graph, right);
    }
    if (formula->kind < CTL_NEXT) {
        if (formula->kind == CTL_BOX) {
            complement(left, lts->states);
        }
        for (uint32_t s = 0; s < lts->states; s++) {
            holds[s] = (uint8_t)simple(formula, graph, s, left, right);
        }
    } else if (formula->on_all) {
        complement(left, lts->states);
        complement(right, lts->states);
        exists(opposite(formula->kind), lts, left, right, holds);
        complement(holds, lts->states);
    } else {
        exists(formula->kind, lts, left, right, holds);
    }
    free(left);
    free(right);
}
