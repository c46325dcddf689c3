/* Probabilistic equivalence from its definition: everything is compared with everything. */
#include "tests/oracle/oracle_measured.h"

#include <string.h>

void oracle_measured_join(const struct drawn_measured *first, const struct drawn_measured *second,
                          struct oracle_measured *both) {
    both->states = first->states + second->states;
    both->initial[0] = first->initial;
    both->initial[1] = first->states + second->initial;
    memcpy(both->state, first->state, first->states * sizeof *both->state);
    memcpy(both->state + first->states, second->state, second->states * sizeof *both->state);
    for (uint32_t s = first->states; s < both->states; s++) {
        for (uint32_t i = 0; i < both->state[s].length; i++) {
            for (uint32_t j = 0; j < both->state[s].moves[i].length; j++) {
                both->state[s].moves[i].targets[j] += first->states;
            }
        }
    }
}

/* --- equivalence --- */

static void measure(const struct drawn_move *move, const uint32_t *class_of, uint32_t *units) {
    memset(units, 0, ORACLE_MEASURED_STATES * sizeof *units);
    for (uint32_t j = 0; j < move->length; j++) {
        units[class_of[move->targets[j]]] += move->units[j];
    }
}

int oracle_measured_answers(const struct oracle_measured *both, const uint32_t *class_of, uint32_t s,
                            uint32_t t) {
    const struct drawn_state *one = &both->state[s], *other = &both->state[t];
    uint32_t own[ORACLE_MEASURED_STATES], its[ORACLE_MEASURED_STATES];
    for (uint32_t i = 0; i < one->length; i++) {
        int found = 0;
        measure(&one->moves[i], class_of, own);
        for (uint32_t j = 0; j < other->length && !found; j++) {
            measure(&other->moves[j], class_of, its);
            found = one->moves[i].kind == other->moves[j].kind &&
                    one->moves[i].name == other->moves[j].name &&
                    one->earns[one->moves[i].name] == other->earns[one->moves[i].name] &&
                    memcmp(own, its, sizeof own) == 0;
        }
        if (!found) {
            return 0;
        }
    }
    return one->label == other->label && one->reward == other->reward;
}

/* One more round; returns the number of classes. */
static uint32_t refine_once(const struct oracle_measured *both, uint32_t *class_of) {
    uint32_t next[ORACLE_MEASURED_STATES], classes = 0;
    for (uint32_t s = 0; s < both->states; s++) {
        uint32_t t = 0;
        while (t < s && !(class_of[s] == class_of[t] && oracle_measured_answers(both, class_of, s, t) &&
                          oracle_measured_answers(both, class_of, t, s))) {
            t++;
        }
        next[s] = t < s ? next[t] : classes++;
    }
    memcpy(class_of, next, both->states * sizeof *class_of);
    return classes;
}

uint32_t oracle_measured_refine(const struct oracle_measured *both, uint32_t *class_of) {
    uint32_t before = 0, classes = 1, parted = UINT32_MAX;
    for (uint32_t s = 0; s < both->states; s++) {
        class_of[s] =
            both->state[s].label + 2 * both->state[s].reward; /* in a chain, other rewards part later */
    }
    for (uint32_t round = 0; classes != before; round++) {
        if (parted == UINT32_MAX && class_of[both->initial[0]] != class_of[both->initial[1]]) {
            parted = round;
        }
        before = classes;
        classes = refine_once(both, class_of);
    }
    return parted;
}

/* --- formulas --- */

static int is_name(const char *text, uint32_t name) {
    const char *own = random_measured_name(name);
    return text == NULL || own == NULL ? text == own : strcmp(text, own) == 0;
}

/* Whether sum / MEASURED_UNITS is on the right side of the bound. */
static int is_bounded(uint32_t sum, const struct measured_bound *bound) {
    const fraction_natural left = (fraction_natural)sum * bound->bound.denominator;
    const fraction_natural right = (fraction_natural)MEASURED_UNITS * bound->bound.numerator;
    return bound->at_most ? left <= right : left >= right;
}

static int moves_so(const struct oracle_measured *both, const struct measured_formula *formula,
                    const struct measured_node *node, const struct drawn_move *move) {
    if (move->kind != node->move || !is_name(node->text, move->name)) {
        return 0;
    }
    for (uint32_t i = 0; i < node->count; i++) {
        const struct measured_bound *bound = &formula->bounds.data[node->begin + i];
        uint32_t sum = 0;
        for (uint32_t j = 0; j < move->length; j++) {
            sum += oracle_measured_holds(both, formula, bound->node, move->targets[j]) ? move->units[j] : 0;
        }
        if (!is_bounded(sum, bound)) {
            return 0;
        }
    }
    return 1;
}

int oracle_measured_holds(const struct oracle_measured *both, const struct measured_formula *formula,
                          uint32_t number, uint32_t state) {
    const struct measured_node *node = &formula->nodes.data[number];
    int holds = node->kind != MEASURED_MOVE;
    switch (node->kind) {
    case MEASURED_LABEL:
        return strcmp(node->text, "good") == 0 && both->state[state].label;
    case MEASURED_REWARD:
    case MEASURED_EARNED:
        return strcmp(node->value, "0") == 0;
    case MEASURED_NOT:
        return !oracle_measured_holds(both, formula, formula->references.data[node->begin], state);
    case MEASURED_ALL:
        for (uint32_t i = 0; i < node->count; i++) {
            holds &= oracle_measured_holds(both, formula, formula->references.data[node->begin + i], state);
        }
        return holds;
    case MEASURED_MOVE:
        for (uint32_t i = 0; i < both->state[state].length; i++) {
            holds |= moves_so(both, formula, node, &both->state[state].moves[i]);
        }
        return holds;
    }
    return 0;
}

uint32_t oracle_measured_depth(const struct measured_formula *formula, uint32_t number) {
    const struct measured_node *node = &formula->nodes.data[number];
    const int moves = node->kind == MEASURED_MOVE;
    uint32_t depth = 0;
    for (uint32_t i = 0; i < node->count && (moves || node->kind >= MEASURED_NOT); i++) {
        const uint32_t part =
            oracle_measured_depth(formula, moves ? formula->bounds.data[node->begin + i].node
                                                 : formula->references.data[node->begin + i]);
        depth = part > depth ? part : depth;
    }
    return depth + (uint32_t)moves;
}
