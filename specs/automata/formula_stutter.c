/* What formulas can tell apart: labels, and states that differ by internal steps alone. */
#include "specs/automata/formula_stutter.h"

#include "base/error.h"
#include "base/memory.h"

#define MOST_DEPTH 500u       /* of nested formulas and expressions: functions call themselves as deep */
#define MOST_NODES (1u << 18) /* that are looked at, some several times */
#define MOST_FACTORS 64u      /* of a concatenation */

struct look {
    struct memory *memory;
    struct formula_sight *sight;
    struct error *error;
    unsigned depth;
    uint64_t nodes;
    int failed;
};

/* Begins to look at a node; whether that is allowed. */
static int enter(struct look *look) {
    if (look->failed || look->depth >= MOST_DEPTH || look->nodes >= MOST_NODES) {
        look->sight->is_known = 0;
        return 0;
    }
    look->depth++;
    look->nodes++;
    return 1;
}

static int leave(struct look *look, int value) {
    look->depth--;
    return value;
}

/* --- actions --- */

static void collect_regular(struct look *look, const struct regular *regular) {
    if (regular == NULL || !enter(look)) {
        return;
    }
    if (regular->kind == REGULAR_ACTION &&
        GROWING_ADD(look->memory, look->sight->actions, regular->action) != 0) {
        look->failed = error_memory(look->error, "for the labels of a formula");
    }
    collect_regular(look, regular->left);
    collect_regular(look, regular->right);
    leave(look, 0);
}

static void collect(struct look *look, const struct formula *formula) {
    if (formula == NULL || formula->kind == FORMULA_VARIABLE || !enter(look)) {
        return;
    }
    collect_regular(look, formula->regular);
    collect(look, formula->left);
    collect(look, formula->right);
    leave(look, 0);
}

/* Whether the internal action matches. */
static int has_internal(struct look *look, const struct action *action) {
    const int matches = action_matches(action, "i", 1, 1, look->error);
    look->failed |= matches < 0;
    return matches > 0;
}

static int is_internal_action(struct look *look, const struct regular *regular) {
    return regular->kind == REGULAR_ACTION && has_internal(look, regular->action);
}

/* --- regular expressions --- */

/* I* for a set I of labels with the internal action. */
static int is_idle(struct look *look, const struct regular *regular) {
    return regular->kind == REGULAR_STAR && is_internal_action(look, regular->left);
}

/* One label, which is not internal. */
static int is_visible(struct look *look, const struct regular *regular) {
    if (regular->kind == REGULAR_CHOICE && enter(look)) {
        return leave(look, is_visible(look, regular->left) && is_visible(look, regular->right));
    }
    return regular->kind == REGULAR_ACTION && !has_internal(look, regular->action);
}

/* The factors of a concatenation; 0 if there are too many. */
static unsigned factors_of(const struct regular *regular, const struct regular **factors) {
    const struct regular *stack[MOST_FACTORS];
    unsigned count = 0, depth = 0;
    stack[depth++] = regular;
    while (depth > 0) {
        const struct regular *top = stack[--depth];
        if (top->kind != REGULAR_CONCATENATION && count < MOST_FACTORS) {
            factors[count++] = top;
        } else if (top->kind == REGULAR_CONCATENATION && depth + 2 <= MOST_FACTORS) {
            stack[depth++] = top->right;
            stack[depth++] = top->left;
        } else {
            return 0;
        }
    }
    return count;
}

static int passes(struct look *look, const struct regular *regular);

/* A visible label must come after I*. */
static int passes_factors(struct look *look, const struct regular *regular) {
    const struct regular *factors[MOST_FACTORS];
    const unsigned count = factors_of(regular, factors);
    for (unsigned i = 0; i < count; i++) {
        if (!passes(look, factors[i]) &&
            (i == 0 || !is_idle(look, factors[i - 1]) || !is_visible(look, factors[i]))) {
            return 0;
        }
    }
    return count > 0;
}

/* Whether words stay words when internal actions are left out, or put before another label. */
static int passes(struct look *look, const struct regular *regular) {
    if (!enter(look)) {
        return 0;
    }
    switch (regular->kind) {
    case REGULAR_NIL:
        return leave(look, 1);
    case REGULAR_ACTION:
        return leave(look, regular->action->kind == ACTION_FALSE);
    case REGULAR_STAR:
        return leave(look, is_idle(look, regular) || passes(look, regular->left));
    case REGULAR_PLUS:
    case REGULAR_OPTION:
        return leave(look, passes(look, regular->left));
    case REGULAR_CHOICE:
        return leave(look, passes(look, regular->left) && passes(look, regular->right));
    case REGULAR_CONCATENATION:
        return leave(look, passes_factors(look, regular));
    case REGULAR_TEST:
        break;
    }
    return leave(look, 0);
}

/* Whether words stay words when internal actions are added at the end. */
static int ends_idle(struct look *look, const struct regular *regular) {
    const struct regular *factors[MOST_FACTORS];
    const unsigned count = factors_of(regular, factors);
    return count > 0 && is_idle(look, factors[count - 1]);
}

/* --- formulas --- */

static int is_any_step(const struct formula *formula, enum formula_kind modality, enum formula_kind after) {
    return formula->kind == modality && formula->left->kind == after &&
           formula->regular->kind == REGULAR_ACTION && formula->regular->action->kind == ACTION_TRUE;
}

/* Whether the formula says that there is no deadlock (can), or that there is one. */
static int is_of_deadlock(const struct formula *formula, int can) {
    while (formula->kind == FORMULA_NOT) {
        formula = formula->left;
        can = !can;
    }
    return can ? is_any_step(formula, FORMULA_DIAMOND, FORMULA_TRUE)
               : is_any_step(formula, FORMULA_BOX, FORMULA_FALSE);
}

static int is_free_of(struct look *look, const struct formula *formula, const struct formula *binder) {
    if (formula == NULL) {
        return 1;
    }
    if (formula->kind == FORMULA_VARIABLE) {
        return formula->binder != binder;
    }
    return enter(look) &&
           leave(look, is_free_of(look, formula->left, binder) && is_free_of(look, formula->right, binder));
}

static int stutters(struct look *look, const struct formula *formula);

/* After I*: what stutters, or speaks of deadlocks as the modality does. */
static int stutters_after(struct look *look, const struct formula *formula, enum formula_kind modality) {
    const int is_box = modality == FORMULA_BOX;
    if (formula->kind == (is_box ? FORMULA_AND : FORMULA_OR) && enter(look)) {
        return leave(look, stutters_after(look, formula->left, modality) &&
                               stutters_after(look, formula->right, modality));
    }
    return is_of_deadlock(formula, is_box) || stutters(look, formula);
}

/* [I] X or <I> X, with the binder's variable. */
static int is_next(struct look *look, const struct formula *formula, const struct formula *binder) {
    return (formula->kind == FORMULA_BOX || formula->kind == FORMULA_DIAMOND) &&
           formula->left->kind == FORMULA_VARIABLE && formula->left->binder == binder &&
           is_internal_action(look, formula->regular);
}

/*
 * The body of a fixpoint whose only bare step is [I] X or <I> X: with other parts around it, by `and` and
 * `or`, and beside [I] X that there is a step at all, beside <I> X that there is none.
 */
static int is_next_with(struct look *look, const struct formula *formula, const struct formula *binder) {
    if (formula->kind != FORMULA_AND && formula->kind != FORMULA_OR) {
        return is_next(look, formula, binder);
    }
    if (!enter(look)) {
        return 0;
    }
    const int is_and = formula->kind == FORMULA_AND;
    const int left_is_next = is_free_of(look, formula->right, binder);
    const struct formula *next = left_is_next ? formula->left : formula->right,
                         *other = left_is_next ? formula->right : formula->left;
    const int is_deadlock = is_of_deadlock(other, is_and) && is_next(look, next, binder) &&
                            next->kind == (is_and ? FORMULA_BOX : FORMULA_DIAMOND);
    const int is_free = is_free_of(look, other, binder) && (is_deadlock || stutters(look, other));
    return leave(look, is_free && is_next_with(look, next, binder));
}

static int stutters_modality(struct look *look, const struct formula *formula) {
    const struct regular *regular = formula->regular;
    return passes(look, regular) &&
           (ends_idle(look, regular) ? stutters_after(look, formula->left, formula->kind)
                                     : stutters(look, formula->left));
}

static int stutters(struct look *look, const struct formula *formula) {
    if (!enter(look)) {
        return 0;
    }
    switch (formula->kind) {
    case FORMULA_TRUE:
    case FORMULA_FALSE:
    case FORMULA_VARIABLE:
        return leave(look, 1);
    case FORMULA_NOT:
        return leave(look, stutters(look, formula->left));
    case FORMULA_AND:
    case FORMULA_OR:
    case FORMULA_IMPLIES:
    case FORMULA_EQUIVALENT:
        return leave(look, stutters(look, formula->left) && stutters(look, formula->right));
    case FORMULA_DIAMOND:
    case FORMULA_BOX:
        return leave(look, stutters_modality(look, formula));
    case FORMULA_FOREVER:
    case FORMULA_SATURATED:
        return leave(look, is_internal_action(look, formula->regular) ||
                               (!formula->regular->is_nullable && passes(look, formula->regular)));
    case FORMULA_MU:
    case FORMULA_NU:
        return leave(look, is_next_with(look, formula->left, formula) || stutters(look, formula->left));
    default:
        return leave(look, 0);
    }
}

int formula_sight_find(const formula_text *text, struct memory *memory, struct formula_sight *sight,
                       struct error *error) {
    struct look look = {.memory = memory, .sight = sight, .error = error};
    const struct formula *root = formula_root(text), *weaker = formula_weaker(text);
    *sight = (struct formula_sight){.is_known = 1};
    collect(&look, root);
    if (weaker != NULL && weaker != root) {
        collect(&look, weaker);
    }
    if (sight->is_known) {
        sight->is_stuttering =
            stutters(&look, root) && (weaker == NULL || weaker == root || stutters(&look, weaker));
        sight->is_known = 1; /* all actions were found */
    }
    return look.failed ? -1 : 0;
}

void formula_sight_free(struct formula_sight *sight, struct memory *memory) {
    GROWING_FREE(memory, sight->actions);
}
