/* Finds the antecedents of a formula. Functions that recurse share a bounded number of calls, so that neither
 * depth nor time is decided by the input: when it is used up, the antecedents so far are the result. */
#include "specs/automata/formula_antecedents.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"

#define MOST_CALLS 20000u /* calls for one formula */
#define MOST_DEPTH 400u   /* calls inside each other */
#define MOST_FACTORS 64u  /* factors of an expression that are told apart */

struct antecedent_search {
    formula_text *text;
    struct formula_antecedents *result;
    uint32_t calls, depth;
    int tired;  /* the calls are used up */
    int failed; /* memory ran out */
};

/* A place in the formula: the part there, and what leads to it. */
struct formula_place {
    const struct formula *formula;
    int negated; /* under an odd number of negations */
    const struct regular
        *path; /* its words lead there from the root, or from a binder; NULL: the empty word */
};

static int enter(struct antecedent_search *search) {
    search->tired |= search->calls++ >= MOST_CALLS || search->depth >= MOST_DEPTH;
    search->depth++;
    return !search->tired && !search->failed;
}

/* --- forms --- */

static int is_binder(const struct formula *formula) {
    return formula->kind == FORMULA_MU || formula->kind == FORMULA_NU;
}

/* Whether the part (with its negations) is false, or true, whatever the network does, by its form. */
static int is_constant(struct antecedent_search *search, struct formula_place of, int value) {
    const struct formula *formula = of.formula;
    struct formula_place left = {formula->left, of.negated, NULL}, right = {formula->right, of.negated, NULL};
    int known = 0, want = value != of.negated; /* the value without negations */
    if (enter(search)) {
        switch (formula->kind) {
        case FORMULA_TRUE:
        case FORMULA_FALSE:
            known = (formula->kind == FORMULA_TRUE) == want;
            break;
        case FORMULA_NOT:
            left.negated = !of.negated;
            known = is_constant(search, left, value);
            break;
        case FORMULA_IMPLIES:
            left.negated = !of.negated;
            known = want ? is_constant(search, left, value) || is_constant(search, right, value)
                         : is_constant(search, left, value) && is_constant(search, right, value);
            break;
        case FORMULA_AND:
        case FORMULA_OR:
            known = (formula->kind == FORMULA_AND) == want
                        ? is_constant(search, left, value) && is_constant(search, right, value)
                        : is_constant(search, left, value) || is_constant(search, right, value);
            break;
        case FORMULA_BOX: /* [R] true; [R] false if the empty word is in R */
        case FORMULA_DIAMOND:
            known = ((formula->kind == FORMULA_BOX) == want || formula->regular->is_nullable) &&
                    is_constant(search, left, value);
            break;
        default:
            break;
        }
    }
    search->depth--;
    return known;
}

struct binders {
    const struct formula *binder;
    const struct binders *outer;
};

/* Whether a variable of this binder occurs in the formula; NULL: one of no binder in the list. */
static int mentions(struct antecedent_search *search, const struct formula *formula,
                    const struct formula *binder, const struct binders *inside) {
    int found = 0;
    if (formula == NULL) {
        return 0;
    }
    if (!enter(search)) {
        found = 1; /* unknown: the caller does not use the formula */
    } else if (formula->kind == FORMULA_VARIABLE) {
        while (binder == NULL && inside != NULL && inside->binder != formula->binder) {
            inside = inside->outer;
        }
        found = binder != NULL ? formula->binder == binder : inside == NULL;
    } else {
        const struct binders here = {formula, inside};
        const struct binders *next = is_binder(formula) ? &here : inside;
        found =
            mentions(search, formula->left, binder, next) || mentions(search, formula->right, binder, next);
    }
    search->depth--;
    return found;
}

static int has_no_free_variable(struct antecedent_search *search, const struct formula *formula) {
    return !mentions(search, formula, NULL, NULL);
}

/* --- expressions --- */

/* Joins two expressions; NULL is the empty word of a concatenation, and no expression of a choice. */
static const struct regular *join_regular(struct antecedent_search *search, enum regular_kind kind,
                                          const struct regular *left, const struct regular *right) {
    if (left == NULL || right == NULL) {
        return left != NULL ? left : right;
    }
    const struct regular *both = formula_new_regular(search->text, kind, left, right, NULL);
    search->failed |= both == NULL;
    return both;
}

static const struct regular *concatenate(struct antecedent_search *search, const struct regular *left,
                                         const struct regular *right) {
    return join_regular(search, REGULAR_CONCATENATION, left, right);
}

/* Lists the factors of an expression, from left to right; the last of very many may be a product, too.
 * Returns their number. */
static unsigned split(const struct regular *regular, const struct regular **factors) {
    unsigned count = 0, rest = 1;
    const struct regular *stack[MOST_FACTORS] = {regular};
    while (rest > 0) {
        const struct regular *top = stack[--rest];
        if (top->kind == REGULAR_CONCATENATION && count + rest + 2 <= MOST_FACTORS) {
            stack[rest++] = top->right;
            stack[rest++] = top->left;
        } else {
            factors[count++] = top;
        }
    }
    return count;
}

static int is_any_word(const struct regular *regular) {
    return regular->kind == REGULAR_STAR && regular->left->kind == REGULAR_ACTION &&
           regular->left->action->kind == ACTION_TRUE;
}

/* The action A of true* . A, or NULL. */
static const struct action *action_of(const struct regular *const *factors, unsigned count) {
    const struct regular *last = factors[count - 1];
    for (unsigned i = 0; i + 1 < count; i++) {
        if (!is_any_word(factors[i])) {
            return NULL;
        }
    }
    return count > 1 && last->kind == REGULAR_ACTION ? last->action : NULL;
}

/* --- antecedents --- */

/* Adds an antecedent if searches decide whether it is met. `path`: NULL for the empty word; `body`: what
 * never holds after it. Returns whether it was added. */
static int add_antecedent(struct antecedent_search *search, const struct regular *path,
                          const struct formula *body, struct formula_antecedent made) {
    struct memory *memory = formula_text_memory(search->text);
    struct formula_antecedents *result = search->result;
    struct error error;
    made.never = formula_new(search->text, FORMULA_NOT, body, NULL, NULL);
    if (made.never != NULL && path != NULL) {
        made.never = formula_new(search->text, FORMULA_BOX, made.never, NULL, path);
    }
    if (search->failed || made.never == NULL ||
        formula_plan_make(search->text, made.never, &made.plan, &error) != 0 ||
        MEMORY_GROW(memory, &result->items, &result->capacity, result->count + 1) != 0) {
        search->failed = 1;
        return 0;
    }
    if (made.plan == NULL || search->tired) {
        return 0;
    }
    result->items[result->count++] = made;
    return 1;
}

/* Adds [path] as an antecedent, unless the empty word meets it. What follows the last factor without empty
 * word makes no difference. */
static int add_box(struct antecedent_search *search, struct formula_place box, const struct regular *path) {
    const struct regular *factors[MOST_FACTORS], *shorter = NULL;
    const struct formula *yes = formula_new(search->text, FORMULA_TRUE, NULL, NULL, NULL);
    unsigned count = path == NULL ? 0 : split(path, factors);
    while (count > 0 && factors[count - 1]->is_nullable) {
        count--;
    }
    for (unsigned i = 0; i < count; i++) {
        shorter = concatenate(search, shorter, factors[i]);
    }
    search->failed |= yes == NULL;
    if (count == 0 || search->failed) {
        return 0;
    }
    const struct action *action = action_of(factors, count);
    int is_label = action != NULL && action->kind == ACTION_LABEL;
    return add_antecedent(search, shorter, yes,
                          (struct formula_antecedent){.part = box.formula,
                                                      .is_of_labels = action != NULL,
                                                      .label = is_label ? action : NULL});
}

static int examine(struct antecedent_search *search, struct formula_place place);

/* A box, or a diamond under a negation: first the parts inside, then the body, then the longest proper prefix
 * of the expression after which something that is not false by its form is demanded. */
static int examine_box(struct antecedent_search *search, struct formula_place box) {
    const struct regular *factors[MOST_FACTORS], *path = box.path;
    const struct formula *formula = box.formula;
    struct formula_place body = {formula->left, box.negated, concatenate(search, box.path, formula->regular)};
    if (search->failed || examine(search, body)) {
        return 1;
    }
    if (!has_no_free_variable(search, formula->left)) {
        return 0;
    }
    if (!is_constant(search, body, 0)) {
        return add_box(search, box, body.path);
    }
    unsigned count = split(formula->regular, factors);
    while (count > 0 && factors[count - 1]->is_nullable) {
        count--; /* what remains of the expression has the empty word, so the body is demanded at once */
    }
    for (unsigned i = 0; i + 1 < count; i++) {
        path = concatenate(search, path, factors[i]);
    }
    return count > 1 && add_box(search, box, path);
}

static int examine_implication(struct antecedent_search *search, struct formula_place place) {
    const struct formula *formula = place.formula;
    struct formula_place right = {formula->right, 0, NULL};
    return has_no_free_variable(search, formula->left) && !is_constant(search, right, 0) &&
           add_antecedent(search, place.path, formula->left,
                          (struct formula_antecedent){.part = formula, .condition = formula->left});
}

/* --- fixpoints --- */

static int collect(struct antecedent_search *search, struct formula_place place, const struct formula *binder,
                   const struct regular **loops);

/* The path into the body of a fixpoint: its variable leads back, any number of times. Returns 0, or -1 if the
 * variable also occurs elsewhere than under conjunctions and boxes. */
static int enter_fixpoint(struct antecedent_search *search, struct formula_place fixpoint,
                          struct formula_place *body) {
    const struct regular *loops = NULL;
    *body = (struct formula_place){fixpoint.formula->left, fixpoint.negated, NULL};
    if (collect(search, *body, fixpoint.formula, &loops) != 0) {
        return -1;
    }
    const struct regular *star =
        loops == NULL ? NULL : formula_new_regular(search->text, REGULAR_STAR, loops, NULL, NULL);
    search->failed |= loops != NULL && star == NULL;
    body->path = concatenate(search, fixpoint.path, star);
    return 0;
}

/* The operands through which the opponent goes as he likes: at most two. Returns their number, or -1 if the
 * formula has no such operands, as boxes and fixpoints. */
static int operands(const struct formula *formula, int negated, struct formula_place *of,
                    const struct regular *path) {
    int is_and = (formula->kind == FORMULA_AND && !negated) || (formula->kind == FORMULA_OR && negated) ||
                 (formula->kind == FORMULA_IMPLIES && negated);
    if (formula->kind == FORMULA_NOT) {
        of[0] = (struct formula_place){formula->left, !negated, path};
        return 1;
    }
    of[0] =
        (struct formula_place){formula->left, formula->kind == FORMULA_IMPLIES ? !negated : negated, path};
    of[1] = (struct formula_place){formula->right, negated, path};
    return is_and ? 2 : -1;
}

static int is_box(struct formula_place place) {
    return place.formula->kind == (place.negated ? FORMULA_DIAMOND : FORMULA_BOX);
}

/* Adds the expressions that lead from the binder to its variable to *loops. Returns 0; or -1 if it occurs in
 * another place. */
static int collect(struct antecedent_search *search, struct formula_place place, const struct formula *binder,
                   const struct regular **loops) {
    const struct formula *formula = place.formula;
    struct formula_place of[2];
    int failed = !enter(search), count = operands(formula, place.negated, of, place.path);
    if (failed) {
        /* unknown */
    } else if (formula->kind == FORMULA_VARIABLE) {
        if (formula->binder == binder && place.path != NULL) {
            *loops = join_regular(search, REGULAR_CHOICE, *loops, place.path);
        }
    } else if (is_box(place)) {
        of[0] = (struct formula_place){formula->left, place.negated,
                                       concatenate(search, place.path, formula->regular)};
        failed = search->failed || collect(search, of[0], binder, loops);
    } else if (is_binder(formula)) {
        failed = enter_fixpoint(search, place, &of[0]) != 0 ? mentions(search, formula, binder, NULL)
                                                            : collect(search, of[0], binder, loops);
    } else if (count < 0) {
        failed = mentions(search, formula, binder, NULL);
    }
    for (int i = 0; i < count && !failed; i++) {
        failed = collect(search, of[i], binder, loops);
    }
    search->depth--;
    return failed || search->failed ? -1 : 0;
}

/* Finds the antecedents from a place on. Returns whether there are some. */
static int examine(struct antecedent_search *search, struct formula_place place) {
    const struct formula *formula = place.formula;
    struct formula_place of[2];
    int count = operands(formula, place.negated, of, place.path), found = 0;
    if (!enter(search)) {
        count = 0;
    } else if (is_box(place)) {
        found = examine_box(search, place);
    } else if (formula->kind == FORMULA_IMPLIES && !place.negated) {
        found = examine_implication(search, place);
    } else if (is_binder(formula)) {
        found = enter_fixpoint(search, place, &of[0]) == 0 && examine(search, of[0]);
    }
    for (int i = 0; i < count; i++) {
        found |= examine(search, of[i]);
    }
    search->depth--;
    return found;
}

int formula_antecedents_find(formula_text *text, struct formula_antecedents *result) {
    struct antecedent_search search = {.text = text, .result = result};
    *result = (struct formula_antecedents){0};
    examine(&search, (struct formula_place){formula_root(text), 0, NULL});
    return search.failed ? -1 : 0;
}

void formula_antecedents_free(const formula_text *text, struct formula_antecedents *result) {
    memory_free(formula_text_memory(text), result->items, result->capacity * sizeof *result->items);
    *result = (struct formula_antecedents){0};
}
