/* Plans for formulas that searches decide without a game. From the bottom up, each subformula that is [R]
 * false or <R> true for some R, or a boolean combination of these, is recognised:
 *
 *     [R] [S] false = [R.S] false    [R] false and [S] false = [R|S] false    not [R] false = <R> true
 *     <R> <S> true = <R.S> true      <R> true or <S> true = <R|S> true
 *
 * A predicate is <p> true and [not p] false, with a test in place of the expression; as tests take no step,
 *
 *     [p] false or [S] false = [p.S] false             <p> true and <S> true = <p.S> true
 *
 * and true, false with the empty language or the empty word. So a conjunction of what must never happen is
 * one search. Deadlocks are known by their usual form, [true*] <true> true, and its negation.
 */
#include "base/core.h"
#include "base/array.h"
#include "base/error.h"
#include "base/index.h"
#include "base/memory.h"
#include "specs/automata/formula_observer.h"

/* Most leaves of a plan: `equ` copies leaves, and each may need a search. A larger formula needs a game. */
#define MOST_LEAVES 256

/* A subformula with its shapes and its plan. */
struct planned_formula {
    const struct formula *formula;
    const struct regular *box,
        *diamond; /* it is equivalent to [box] false, or to <diamond> true; NULL: not known to be */
    int is_test;  /* box and diamond are tests in a row, or choices between such */
    const struct formula_plan *plan; /* NULL: it needs a game */
    uint64_t leaves;                 /* number of leaves of the plan */
};

struct planning {
    formula_text *text;
    struct memory *memory;
    GROWING(struct planned_formula) form;
    uint32_t plans;                       /* number of nodes of plans */
    struct index index;                   /* finds forms by formula */
    GROWING(const struct formula *) open; /* stack of subformulas that wait for their operands */
};

static const struct action no_action = {.kind = ACTION_FALSE, .size = 1};
static const struct regular no_word = {.kind = REGULAR_ACTION, .action = &no_action};
static const struct regular empty_word = {.kind = REGULAR_NIL, .is_nullable = 1};

/* --- the table --- */

static uint64_t hash_formula(const struct formula *formula) {
    return core_mix((uint64_t)(uintptr_t)formula);
}

static int add_form(struct planning *planning, const struct planned_formula *form) {
    if (MEMORY_GROW(planning->memory, &planning->form.data, &planning->form.capacity,
                    planning->form.count + 1) != 0 ||
        index_add(&planning->index, planning->memory, hash_formula(form->formula),
                  (uint32_t)planning->form.count) != 0) {
        return -1;
    }
    planning->form.data[planning->form.count++] = *form;
    return 0;
}

/* Returns the form of a formula, or NULL if it is not known yet. */
static const struct planned_formula *known_form(const struct planning *planning,
                                                const struct formula *formula) {
    for (struct index_walk walk = index_find(&planning->index, hash_formula(formula)); index_next(&walk);) {
        if (planning->form.data[walk.number].formula == formula) {
            return &planning->form.data[walk.number];
        }
    }
    return NULL;
}

/* --- plans --- */

static int is_constant(const struct planned_formula *form, int value) {
    return value ? form->box == &no_word || form->diamond == &empty_word
                 : form->box == &empty_word || form->diamond == &no_word;
}

static const struct formula_plan *new_plan(struct planning *planning, const struct formula_plan *plan) {
    struct formula_plan *made = formula_allocate(planning->text, sizeof *made);
    if (made != NULL) {
        *made = *plan;
        made->number = planning->plans++;
    }
    return made;
}

/* Makes the plan of a form that has one of the shapes. Of a test it is [box] false: a violation has a trace.
 */
static int plan_shape(struct planning *planning, struct planned_formula *form) {
    struct formula_plan plan = {.formula = form->formula};
    const int is_diamond = form->diamond != NULL && !form->is_test;
    if (is_constant(form, 0) || is_constant(form, 1)) {
        plan.kind = PLAN_CONSTANT;
        plan.value = is_constant(form, 1);
    } else {
        plan.kind = PLAN_REACHES;
        plan.regular = is_diamond ? form->diamond : form->box;
    }
    form->leaves = 1;
    form->plan = new_plan(planning, &plan);
    if (form->plan != NULL && plan.kind == PLAN_REACHES && !is_diamond) {
        plan.kind = PLAN_NOT;
        plan.left = form->plan;
        plan.regular = NULL;
        form->plan = new_plan(planning, &plan);
    }
    return form->plan == NULL ? -1 : 0;
}

/* Combines two plans. There is no plan if one of them is missing or the result has too many leaves. */
static int plan_pair(struct planning *planning, enum formula_plan_kind kind,
                     const struct planned_formula *left, const struct planned_formula *right,
                     struct planned_formula *form) {
    struct formula_plan plan = {
        .kind = kind, .formula = form->formula, .left = left->plan, .right = right->plan};
    form->plan = NULL;
    form->leaves = left->leaves + right->leaves;
    if (left->plan == NULL || right->plan == NULL || form->leaves > MOST_LEAVES) {
        return 0;
    }
    form->plan = new_plan(planning, &plan);
    return form->plan == NULL ? -1 : 0;
}

/* --- operators --- */

static void make_constant(int value, struct planned_formula *form) {
    form->box = value ? &no_word : &empty_word;
    form->diamond = value ? &empty_word : &no_word;
}

static int negate(struct planning *planning, const struct planned_formula *of, struct planned_formula *form) {
    form->box = of->diamond;
    form->diamond = of->box;
    form->is_test = of->is_test;
    form->leaves = of->leaves;
    form->plan = NULL;
    if (of->plan == NULL || form->box != NULL || form->diamond != NULL) {
        return form->box != NULL || form->diamond != NULL ? plan_shape(planning, form) : 0;
    }
    if (of->plan->kind == PLAN_NOT) {
        form->plan = of->plan->left;
        return 0;
    }
    struct formula_plan plan = {.kind = PLAN_NOT, .formula = form->formula, .left = of->plan};
    form->plan = new_plan(planning, &plan);
    return form->plan == NULL ? -1 : 0;
}

static const struct regular *join_regular(struct planning *planning, enum regular_kind kind,
                                          const struct regular *left, const struct regular *right) {
    if (kind == REGULAR_CONCATENATION && right == &empty_word) {
        return left;
    }
    return right == &no_word ? right : formula_new_regular(planning->text, kind, left, right, NULL);
}

/* Makes the form of a conjunction or disjunction with a predicate on one side. Either side has the shape of
 * the result, or the operator tests first. */
static int combine_test(struct planning *planning, int is_and, const struct planned_formula *test,
                        const struct planned_formula *other, struct planned_formula *form) {
    uint64_t leaves = test->leaves + other->leaves;
    if (leaves > MOST_LEAVES) { /* `equ` copies tests, too */
        form->box = form->diamond = NULL;
        form->plan = NULL;
        form->leaves = leaves;
        return 0;
    }
    form->is_test = test->is_test && other->is_test;
    form->box = other->box == NULL ? NULL
                                   : join_regular(planning, is_and ? REGULAR_CHOICE : REGULAR_CONCATENATION,
                                                  test->box, other->box);
    form->diamond = other->diamond == NULL
                        ? NULL
                        : join_regular(planning, is_and ? REGULAR_CONCATENATION : REGULAR_CHOICE,
                                       test->diamond, other->diamond);
    if ((other->box != NULL && form->box == NULL) || (other->diamond != NULL && form->diamond == NULL) ||
        plan_shape(planning, form) != 0) {
        return -1;
    }
    form->leaves = form->is_test ? leaves : 1;
    return 0;
}

/* Makes the form of a conjunction or disjunction; form->formula is set. */
static int combine(struct planning *planning, int is_and, const struct planned_formula *left,
                   const struct planned_formula *right, struct planned_formula *form) {
    const struct formula *formula = form->formula;
    const struct regular *a = is_and ? left->box : left->diamond, *b = is_and ? right->box : right->diamond;
    if (is_constant(left, is_and) || is_constant(right, is_and)) { /* true and F = F, false or F = F */
        *form = is_constant(left, is_and) ? *right : *left;
        form->formula = formula;
        return 0;
    }
    if (is_constant(left, !is_and) || is_constant(right, !is_and)) {
        make_constant(!is_and, form);
        return plan_shape(planning, form);
    }
    if (left->is_test && (right->box != NULL || right->diamond != NULL)) {
        return combine_test(planning, is_and, left, right, form);
    }
    if (right->is_test && (left->box != NULL || left->diamond != NULL)) {
        return combine_test(planning, is_and, right, left, form);
    }
    if (a == NULL || b == NULL) {
        form->box = form->diamond = NULL;
        return plan_pair(planning, is_and ? PLAN_AND : PLAN_OR, left, right, form);
    }
    const struct regular *both = join_regular(planning, REGULAR_CHOICE, a, b);
    form->box = is_and ? both : NULL;
    form->diamond = is_and ? NULL : both;
    return both == NULL ? -1 : plan_shape(planning, form);
}

static int imply(struct planning *planning, const struct planned_formula *left,
                 const struct planned_formula *right, struct planned_formula *form) {
    struct planned_formula not_left = {.formula = left->formula};
    return negate(planning, left, &not_left) != 0 ? -1 : combine(planning, 0, &not_left, right, form);
}

/* F equ G: both hold, or neither does. */
static int equate(struct planning *planning, const struct planned_formula *left,
                  const struct planned_formula *right, struct planned_formula *form) {
    struct planned_formula both = {.formula = form->formula}, neither = both, some = both;
    return combine(planning, 1, left, right, &both) != 0 || combine(planning, 0, left, right, &some) != 0 ||
                   negate(planning, &some, &neither) != 0
               ? -1
               : combine(planning, 0, &both, &neither, form);
}

static int is_any(const struct regular *regular) {
    return regular != NULL && regular->kind == REGULAR_ACTION && regular->action->kind == ACTION_TRUE;
}

/* Plans [true*] <true> true or <true*> [true] false. */
static int plan_deadlock(struct planning *planning, int is_box, struct planned_formula *form) {
    struct formula_plan plan = {.kind = PLAN_DEADLOCK, .formula = form->formula};
    form->leaves = 1;
    form->plan = new_plan(planning, &plan);
    if (form->plan != NULL && is_box) {
        plan.kind = PLAN_NOT;
        plan.left = form->plan;
        form->plan = new_plan(planning, &plan);
    }
    return form->plan == NULL ? -1 : 0;
}

static int go_through(struct planning *planning, const struct planned_formula *inner,
                      struct planned_formula *form) {
    const struct regular *regular = form->formula->regular;
    int is_box = form->formula->kind == FORMULA_BOX;
    const struct regular *last = is_box ? inner->box : inner->diamond;
    if (last != NULL) {
        const struct regular *whole = join_regular(planning, REGULAR_CONCATENATION, regular, last);
        form->box = is_box ? whole : NULL;
        form->diamond = is_box ? NULL : whole;
        return whole == NULL ? -1 : plan_shape(planning, form);
    }
    int everywhere = regular->kind == REGULAR_STAR && is_any(regular->left);
    return everywhere && is_any(is_box ? inner->diamond : inner->box) ? plan_deadlock(planning, is_box, form)
                                                                      : 0;
}

/* --- from the bottom up --- */

/* Finds the form of a formula; the forms of its operands are known. */
static int find_form(struct planning *planning, const struct formula *formula) {
    struct planned_formula form = {.formula = formula};
    const struct planned_formula *left = known_form(planning, formula->left);
    const struct planned_formula *right = known_form(planning, formula->right);
    int failed = 0;
    switch (formula->kind) {
    case FORMULA_TRUE:
    case FORMULA_FALSE:
        make_constant(formula->kind == FORMULA_TRUE, &form);
        failed = plan_shape(planning, &form);
        break;
    case FORMULA_PREDICATE:
        form.is_test = 1;
        form.box = formula_new_test(planning->text, formula, 1);
        form.diamond = formula_new_test(planning->text, formula, 0);
        failed = form.box == NULL || form.diamond == NULL || plan_shape(planning, &form) != 0;
        break;
    case FORMULA_NOT:
        failed = negate(planning, left, &form);
        break;
    case FORMULA_AND:
    case FORMULA_OR:
        failed = combine(planning, formula->kind == FORMULA_AND, left, right, &form);
        break;
    case FORMULA_IMPLIES:
        failed = imply(planning, left, right, &form);
        break;
    case FORMULA_EQUIVALENT:
        failed = equate(planning, left, right, &form);
        break;
    case FORMULA_DIAMOND:
    case FORMULA_BOX:
        failed = go_through(planning, left, &form);
        break;
    default: /* fixpoints need a game */
        break;
    }
    return failed || add_form(planning, &form) != 0 ? -1 : 0;
}

static int open_formula(struct planning *planning, const struct formula *formula) {
    return GROWING_ADD(planning->memory, planning->open, formula);
}

/* Whether the form of a formula depends on the forms of its operands. */
static int asks_parts(const struct formula *formula) {
    return formula->kind != FORMULA_MU && formula->kind != FORMULA_NU;
}

static int find_forms(struct planning *planning, const struct formula *root) {
    int failed = open_formula(planning, root);
    while (!failed && planning->open.count != 0) {
        const struct formula *formula = planning->open.data[planning->open.count - 1];
        const struct formula *left = asks_parts(formula) ? formula->left : NULL, *right = formula->right;
        if (known_form(planning, formula) != NULL) {
            planning->open.count--;
        } else if (left != NULL && known_form(planning, left) == NULL) {
            failed = open_formula(planning, left);
        } else if (right != NULL && known_form(planning, right) == NULL) {
            failed = open_formula(planning, right);
        } else {
            failed = find_form(planning, formula);
        }
    }
    return failed;
}

int formula_plan_make(formula_text *text, const struct formula *root, const struct formula_plan **plan,
                      struct error *error) {
    struct planning planning = {.text = text, .memory = formula_text_memory(text)};
    int failed = find_forms(&planning, root);
    *plan = failed ? NULL : known_form(&planning, root)->plan;
    GROWING_FREE(planning.memory, planning.form);
    index_free(&planning.index, planning.memory);
    GROWING_FREE(planning.memory, planning.open);
    return failed ? error_memory(error, "for the formula") : 0;
}
