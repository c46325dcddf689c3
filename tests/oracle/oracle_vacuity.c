/* Vacuity from the definition: see the header. */
#include "tests/oracle/oracle_vacuity.h"

#include <stdlib.h>

#include "tests/support/testing.h"

#define MOST_FACTORS 256u

struct judging {
    const struct formula *root;
    const struct oracle_lts *lts;
    struct oracle_vacuity result;
};

/* The variables that are bound around a place. */
struct bound {
    const struct formula *binder;
    const struct bound *outer;
};

static int holds_now(const struct judging *judging) {
    uint8_t *holds = test_allocate(judging->lts->states, 1);
    oracle_formula_evaluate(judging->root, judging->lts, holds);
    int result = holds[0];
    free(holds);
    return result;
}

/* --- what docs/properties.md asks of a part --- */

static int is_closed(const struct formula *formula, const struct bound *bound) {
    if (formula == NULL) {
        return 1;
    }
    if (formula->kind == FORMULA_VARIABLE) {
        while (bound != NULL && bound->binder != formula->binder) {
            bound = bound->outer;
        }
        return bound != NULL;
    }
    struct bound here = {formula, bound};
    return is_closed(formula->left, &here) && is_closed(formula->right, &here);
}

/* The value that the form alone gives: 0, 1, or -1 for neither. */
static int value_of(const struct formula *formula) {
    int left = formula->left == NULL ? -1 : value_of(formula->left);
    int right = formula->right == NULL ? -1 : value_of(formula->right);
    switch (formula->kind) {
    case FORMULA_TRUE:
        return 1;
    case FORMULA_FALSE:
        return 0;
    case FORMULA_NOT:
        return left < 0 ? -1 : !left;
    case FORMULA_AND:
        return left == 0 || right == 0 ? 0 : left == 1 && right == 1 ? 1 : -1;
    case FORMULA_OR:
        return left == 1 || right == 1 ? 1 : left == 0 && right == 0 ? 0 : -1;
    case FORMULA_IMPLIES:
        return left == 0 || right == 1 ? 1 : left == 1 && right == 0 ? 0 : -1;
    case FORMULA_BOX:
        return left == 1 ? 1 : left == 0 && formula->regular->is_nullable ? 0 : -1;
    case FORMULA_DIAMOND:
        return left == 0 ? 0 : left == 1 && formula->regular->is_nullable ? 1 : -1;
    default:
        return -1;
    }
}

/* Whether all occurrences of the variable are under conjunctions, boxes and fixpoints (and those under
 * fixpoints whose own variables are). `free`: 0 under another operator. */
static int occurs_well(const struct formula *formula, const struct formula *binder, int negated, int free) {
    if (formula == NULL) {
        return 1;
    }
    switch (formula->kind) {
    case FORMULA_VARIABLE:
        return formula->binder != binder || free;
    case FORMULA_NOT:
        return occurs_well(formula->left, binder, !negated, free);
    case FORMULA_AND:
    case FORMULA_OR:
        free &= (formula->kind == FORMULA_AND) != negated;
        return occurs_well(formula->left, binder, negated, free) &&
               occurs_well(formula->right, binder, negated, free);
    case FORMULA_IMPLIES:
        free &= negated;
        return occurs_well(formula->left, binder, !negated, free) &&
               occurs_well(formula->right, binder, negated, free);
    case FORMULA_BOX:
    case FORMULA_DIAMOND:
        return occurs_well(formula->left, binder, negated, free && (formula->kind == FORMULA_BOX) != negated);
    case FORMULA_MU:
    case FORMULA_NU:
        free &= occurs_well(formula->left, formula, negated, 1);
        return occurs_well(formula->left, binder, negated, free);
    default:
        return occurs_well(formula->left, binder, negated, 0) &&
               occurs_well(formula->right, binder, negated, 0);
    }
}

/* --- replacing --- */

static const struct formula no = {.kind = FORMULA_FALSE}, yes = {.kind = FORMULA_TRUE};

/* Whether it still holds when the operand of the node is replaced by false, or by true under negations. */
static int holds_without(struct judging *judging, const struct formula **operand, int negated) {
    const struct formula *kept = *operand;
    *operand = negated ? &yes : &no;
    int holds = holds_now(judging);
    *operand = kept;
    return holds;
}

static unsigned factors_of(const struct regular *regular, const struct regular **factors, unsigned count) {
    if (regular->kind != REGULAR_CONCATENATION || count + 2 > MOST_FACTORS) {
        factors[count] = regular;
        return count + 1;
    }
    return factors_of(regular->right, factors, factors_of(regular->left, factors, count));
}

/* [R.S] F as [R] [S] F: the parts [S] F. */
static void judge_prefixes(struct judging *judging, struct formula *box, int negated, int constant) {
    const struct regular *factors[MOST_FACTORS], *whole = box->regular;
    struct regular prefix[MOST_FACTORS];
    unsigned count = factors_of(whole, factors, 0);
    prefix[0] = *factors[0];
    for (unsigned i = 1; i < count; i++) {
        int nullable = 1;
        for (unsigned k = i; k < count; k++) {
            nullable &= factors[k]->is_nullable;
        }
        if (!constant || !nullable) {
            box->regular = &prefix[i - 1];
            judging->result.boxes++;
            judging->result.vacuous_boxes += (unsigned)holds_without(judging, &box->left, negated);
        }
        prefix[i] = (struct regular){.kind = REGULAR_CONCATENATION,
                                     .left = &prefix[i - 1],
                                     .right = factors[i],
                                     .is_nullable = prefix[i - 1].is_nullable && factors[i]->is_nullable};
    }
    box->regular = whole;
}

static void judge_box(struct judging *judging, struct formula *box, int negated) {
    int constant = value_of(box->left) == negated; /* false, with the negations around it */
    if (!is_closed(box->left, NULL)) {
        return;
    }
    if (!constant) {
        judging->result.boxes++;
        judging->result.vacuous_boxes += (unsigned)holds_without(judging, &box->left, negated);
    }
    judge_prefixes(judging, box, negated, constant);
}

static void judge_implication(struct judging *judging, struct formula *implication) {
    const struct formula *left = implication->left;
    if (value_of(implication->right) != 0 && is_closed(left, NULL)) {
        int vacuous = holds_without(judging, &implication->right, 0);
        judging->result.implications++;
        judging->result.vacuous_implications += (unsigned)vacuous;
        judging->result.vacuous_simple +=
            vacuous && left->kind == FORMULA_DIAMOND && left->left->kind == FORMULA_TRUE;
    }
}

/* The nodes are those of a tree in memory, which is changed for a moment. */
static void judge(struct judging *judging, const struct formula *formula, int negated) {
    struct formula *node = (struct formula *)(uintptr_t)formula;
    switch (formula->kind) {
    case FORMULA_NOT:
        judge(judging, formula->left, !negated);
        return;
    case FORMULA_AND:
    case FORMULA_OR:
        if ((formula->kind == FORMULA_AND) != negated) {
            judge(judging, formula->left, negated);
            judge(judging, formula->right, negated);
        }
        return;
    case FORMULA_IMPLIES:
        if (negated) {
            judge(judging, formula->left, 0);
            judge(judging, formula->right, 1);
        } else {
            judge_implication(judging, node);
        }
        return;
    case FORMULA_BOX:
    case FORMULA_DIAMOND:
        if ((formula->kind == FORMULA_BOX) != negated) {
            judge_box(judging, node, negated);
            judge(judging, formula->left, negated);
        }
        return;
    case FORMULA_MU:
    case FORMULA_NU:
        if (occurs_well(formula->left, formula, negated, 1)) {
            judge(judging, formula->left, negated);
        }
        return;
    default:
        return;
    }
}

struct oracle_vacuity oracle_vacuity_of(const struct formula *formula, const struct oracle_lts *lts) {
    struct judging judging = {.root = formula, .lts = lts};
    judge(&judging, formula, 0);
    return judging.result;
}
