/*
 * Random formulas, from the top down. A variable may be used where the number of negations since its binder
 * is even, no `equ` lies between, and no inner binder has its name: so what is printed reads back the same.
 */
#include "tests/random/random_formula.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "tests/support/testing.h"

#define MOST_BOUND 32

struct bound {
    const struct formula *binder;
    char name;
    int negated; /* the parity of negations around its body */
};

struct draw {
    uint64_t *random;
    const char *const *labels;
    uint32_t label_count;
    formula_text *text;
    struct bound bound[MOST_BOUND];
    unsigned bound_count, usable_from; /* those before it lie outside of an `equ` */
    int negated;
    int budget; /* nodes that may still be made */
};

static uint64_t below(struct draw *draw, uint64_t most) {
    return random_next(draw->random) % most;
}

/* --- actions --- */

static const struct action *new_pattern(struct draw *draw) {
    static const char *const patterns[] = {".*", "[a-c]", "a.*", ".*b", "[^i]*", "[^b]", "nothing.*"};
    struct error error;
    const char *pattern = patterns[below(draw, LENGTH(patterns))];
    return test_present(formula_new_pattern(draw->text, pattern, strlen(pattern), 0, &error));
}

static const struct action *new_label(struct draw *draw) {
    int unknown = draw->label_count == 0 || below(draw, 12) == 0;
    const char *label = unknown ? "nowhere" : draw->labels[below(draw, draw->label_count)];
    if (strcmp(label, "i") == 0) {
        return test_present(formula_new_action(draw->text, ACTION_INTERNAL, NULL, NULL));
    }
    return test_present(formula_new_label(
        draw->text, strchr(label, '|') != NULL ? ACTION_MULTIACTION : ACTION_LABEL, label, strlen(label)));
}

static const struct action *new_action(struct draw *draw, int depth) {
    uint64_t what = below(draw, depth > 0 ? 16 : 12);
    if (what < 6) {
        return new_label(draw);
    }
    if (what < 9) {
        return test_present(formula_new_action(draw->text, ACTION_TRUE, NULL, NULL));
    }
    if (what < 11) {
        return new_pattern(draw);
    }
    if (what == 11) {
        return below(draw, 3) == 0 ? test_present(formula_new_action(draw->text, ACTION_FALSE, NULL, NULL))
                                   : new_label(draw);
    }
    static const enum action_kind kinds[] = {ACTION_NOT, ACTION_AND, ACTION_OR, ACTION_IMPLIES};
    enum action_kind kind = kinds[what - 12];
    const struct action *left = new_action(draw, depth - 1);
    const struct action *right = kind == ACTION_NOT ? NULL : new_action(draw, depth - 1);
    return test_present(formula_new_action(draw->text, kind, left, right));
}

/* --- regular expressions --- */

static const struct regular *new_regular(struct draw *draw, int depth) {
    uint64_t what = depth > 0 ? below(draw, 20) : below(draw, 8);
    if (what < 7) {
        return test_present(formula_new_regular(draw->text, REGULAR_ACTION, NULL, NULL, new_action(draw, 2)));
    }
    if (what == 7) {
        return below(draw, 2) == 0
                   ? test_present(formula_new_regular(draw->text, REGULAR_NIL, NULL, NULL, NULL))
                   : test_present(
                         formula_new_regular(draw->text, REGULAR_ACTION, NULL, NULL, new_action(draw, 0)));
    }
    static const enum regular_kind kinds[] = {
        REGULAR_CONCATENATION, REGULAR_CONCATENATION, REGULAR_CONCATENATION, REGULAR_CONCATENATION,
        REGULAR_CHOICE,        REGULAR_CHOICE,        REGULAR_STAR,          REGULAR_STAR,
        REGULAR_STAR,          REGULAR_STAR,          REGULAR_PLUS,          REGULAR_OPTION};
    enum regular_kind kind = kinds[what - 8];
    const struct regular *left = new_regular(draw, depth - 1);
    const struct regular *right =
        kind == REGULAR_CONCATENATION || kind == REGULAR_CHOICE ? new_regular(draw, depth - 1) : NULL;
    return test_present(formula_new_regular(draw->text, kind, left, right, NULL));
}

/* Mostly a single action. */
static const struct regular *new_step(struct draw *draw) {
    return new_regular(draw, below(draw, 2) == 0 ? 0 : 1 + (int)below(draw, 3));
}

/* --- formulas --- */

static const struct formula *new_formula(struct draw *draw, int depth);

static int is_usable(const struct draw *draw, unsigned which) {
    for (unsigned inner = which + 1; inner < draw->bound_count; inner++) {
        if (draw->bound[inner].name == draw->bound[which].name) {
            return 0;
        }
    }
    return which >= draw->usable_from && draw->bound[which].negated == draw->negated;
}

/* A variable; where none can be used a single step, or a constant. */
static const struct formula *new_leaf(struct draw *draw) {
    unsigned usable[MOST_BOUND], count = 0;
    for (unsigned i = 0; i < draw->bound_count; i++) {
        if (is_usable(draw, i)) {
            usable[count++] = i;
        }
    }
    if (count == 0 || below(draw, 10) == 0) {
        int yes = below(draw, 2) == 0;
        const struct formula *constant =
            test_present(formula_new(draw->text, yes ? FORMULA_TRUE : FORMULA_FALSE, NULL, NULL, NULL));
        if (below(draw, 5) == 0) {
            return constant;
        }
        const struct action *action = new_action(draw, 1);
        return test_present(
            formula_new(draw->text, yes ? FORMULA_DIAMOND : FORMULA_BOX, constant, NULL,
                        test_present(formula_new_regular(draw->text, REGULAR_ACTION, NULL, NULL, action))));
    }
    const struct bound *bound = &draw->bound[usable[below(draw, count)]];
    return test_present(formula_new_named(draw->text, FORMULA_VARIABLE, &bound->name, 1, bound->binder));
}

static const struct formula *new_fixpoint(struct draw *draw, enum formula_kind kind, int depth) {
    char name = "XYZW"[below(draw, 4)];
    struct formula *binder = test_present(formula_new_named(draw->text, kind, &name, 1, NULL));
    draw->bound[draw->bound_count++] = (struct bound){binder, name, draw->negated};
    binder->left = new_formula(draw, depth);
    draw->bound_count--;
    return binder;
}

static const struct formula *new_modality(struct draw *draw, const struct formula *after) {
    const struct regular *regular = new_step(draw);
    return test_present(
        formula_new(draw->text, below(draw, 2) ? FORMULA_DIAMOND : FORMULA_BOX, after, NULL, regular));
}

/* A row of fixpoints of changing kinds around a body that uses them: what alternates. */
static const struct formula *new_alternation(struct draw *draw) {
    unsigned levels = 1 + (unsigned)below(draw, 4), outside = draw->bound_count;
    int kind = (int)below(draw, 2);
    struct formula *outermost = NULL, *binder = NULL;
    for (unsigned level = 0; level < levels; level++, kind ^= 1) {
        struct formula *made = test_present(
            formula_new_named(draw->text, kind ? FORMULA_MU : FORMULA_NU, &"XYZW"[level], 1, NULL));
        draw->bound[draw->bound_count++] = (struct bound){made, "XYZW"[level], draw -> negated};
        if (binder == NULL) {
            outermost = made;
        } else {
            binder->left = made;
        }
        binder = made;
    }
    const struct formula *body = below(draw, 2) ? new_formula(draw, 2) : NULL;
    for (unsigned level = 0; level < levels + 1; level++) {
        const struct formula *after = new_leaf(draw);
        after = below(draw, 6) == 0 ? after : new_modality(draw, after);
        body = body == NULL ? after
                            : test_present(formula_new(draw->text, below(draw, 2) ? FORMULA_AND : FORMULA_OR,
                                                       body, after, NULL));
    }
    binder->left = body;
    draw->bound_count = outside;
    return outermost;
}

static const struct formula *new_negation(struct draw *draw, int depth) {
    draw->negated ^= 1;
    const struct formula *inner = new_formula(draw, depth);
    draw->negated ^= 1;
    return test_present(formula_new(draw->text, FORMULA_NOT, inner, NULL, NULL));
}

static const struct formula *new_implication(struct draw *draw, int depth) {
    draw->negated ^= 1;
    const struct formula *left = new_formula(draw, depth);
    draw->negated ^= 1;
    return test_present(formula_new(draw->text, FORMULA_IMPLIES, left, new_formula(draw, depth), NULL));
}

static const struct formula *new_equivalence(struct draw *draw, int depth) {
    unsigned before = draw->usable_from;
    draw->usable_from = draw->bound_count;
    const struct formula *left = new_formula(draw, depth);
    const struct formula *right = new_formula(draw, depth);
    draw->usable_from = before;
    return test_present(formula_new(draw->text, FORMULA_EQUIVALENT, left, right, NULL));
}

static const struct formula *new_formula(struct draw *draw, int depth) {
    if (depth <= 0 || draw->budget-- <= 0 || draw->bound_count + 5 > MOST_BOUND) {
        return new_leaf(draw);
    }
    uint64_t what = below(draw, 24);
    if (what < 8) {
        return new_modality(draw, new_formula(draw, depth - 1));
    }
    if (what < 12) {
        const struct formula *left = new_formula(draw, depth - 1);
        return test_present(formula_new(draw->text, what < 10 ? FORMULA_AND : FORMULA_OR, left,
                                        new_formula(draw, depth - 1), NULL));
    }
    if (what < 16) {
        return new_fixpoint(draw, what < 14 ? FORMULA_MU : FORMULA_NU, depth - 1);
    }
    switch (what) {
    case 16:
        return new_negation(draw, depth - 1);
    case 17:
        return new_implication(draw, depth - 1);
    case 18:
        return new_equivalence(draw, depth - 1);
    case 19:
    case 20:
        return test_present(formula_new(draw->text, what == 19 ? FORMULA_FOREVER : FORMULA_SATURATED, NULL,
                                        NULL, new_step(draw)));
    case 21:
    case 22:
        return depth > 1 ? new_alternation(draw) : new_leaf(draw);
    default:
        return new_leaf(draw);
    }
}

static struct draw begin(uint64_t *random, const char *const *labels, uint32_t label_count,
                         struct memory *memory) {
    return (struct draw){.random = random,
                         .labels = labels,
                         .label_count = label_count,
                         .text = test_present(formula_text_create(&(struct run){.memory = memory})),
                         .budget = 24};
}

formula_text *random_formula_make(uint64_t *random, const char *const *labels, uint32_t label_count,
                                  struct memory *memory) {
    struct draw draw = begin(random, labels, label_count, memory);
    uint64_t what = below(&draw, 8);
    const struct formula *root = what < 3   ? new_alternation(&draw)
                                 : what < 5 ? new_fixpoint(&draw, what == 3 ? FORMULA_MU : FORMULA_NU, 4)
                                            : new_formula(&draw, 2 + (int)below(&draw, 4));
    if (below(&draw, 6) == 0) {
        root = test_present(formula_new(draw.text, FORMULA_NOT, root, NULL, NULL));
    }
    formula_text_set_root(draw.text, root);
    return draw.text;
}

formula_text *random_regular_make(uint64_t *random, const char *const *labels, uint32_t label_count,
                                  struct memory *memory, const struct regular **regular) {
    struct draw draw = begin(random, labels, label_count, memory);
    *regular = new_regular(&draw, 1 + (int)below(&draw, 4));
    formula_text_set_root(draw.text, test_present(formula_new(draw.text, FORMULA_TRUE, NULL, NULL, NULL)));
    return draw.text;
}

/* --- the parts of plans --- */

static const struct regular *any(struct draw *draw) {
    const struct action *action = test_present(formula_new_action(draw->text, ACTION_TRUE, NULL, NULL));
    return test_present(formula_new_regular(draw->text, REGULAR_ACTION, NULL, NULL, action));
}

static const struct formula *new_plan_leaf(struct draw *draw) {
    formula_text *text = draw->text;
    const struct formula *no = test_present(formula_new(text, FORMULA_FALSE, NULL, NULL, NULL));
    const struct formula *yes = test_present(formula_new(text, FORMULA_TRUE, NULL, NULL, NULL));
    if (below(draw, 5) == 0) { /* deadlocks: [true*] <true> true, <true*> [true] false */
        int never = below(draw, 2) == 0;
        const struct formula *now = test_present(
            formula_new(text, never ? FORMULA_DIAMOND : FORMULA_BOX, never ? yes : no, NULL, any(draw)));
        const struct regular *star =
            test_present(formula_new_regular(text, REGULAR_STAR, any(draw), NULL, NULL));
        return test_present(formula_new(text, never ? FORMULA_BOX : FORMULA_DIAMOND, now, NULL, star));
    }
    const struct regular *regular = new_regular(draw, (int)below(draw, 4));
    switch (below(draw, 8)) {
    case 0:
        return below(draw, 2) ? no : yes;
    case 1:
    case 2:
    case 3:
        return test_present(formula_new(text, FORMULA_BOX, no, NULL, regular));
    default:
        return test_present(formula_new(text, FORMULA_DIAMOND, yes, NULL, regular));
    }
}

static const struct formula *new_plan_node(struct draw *draw, int depth) {
    static const enum formula_kind kinds[] = {FORMULA_AND, FORMULA_OR, FORMULA_IMPLIES, FORMULA_EQUIVALENT};
    if (depth == 0 || below(draw, 4) == 0) {
        return new_plan_leaf(draw);
    }
    const struct formula *left = new_plan_node(draw, depth - 1);
    if (below(draw, 5) == 0) {
        return test_present(formula_new(draw->text, FORMULA_NOT, left, NULL, NULL));
    }
    return test_present(
        formula_new(draw->text, kinds[below(draw, 4)], left, new_plan_node(draw, depth - 1), NULL));
}

formula_text *random_plan_formula_make(uint64_t *random, const char *const *labels, uint32_t label_count,
                                       struct memory *memory) {
    struct draw draw = begin(random, labels, label_count, memory);
    formula_text_set_root(draw.text, new_plan_node(&draw, (int)below(&draw, 4)));
    return draw.text;
}

/* --- counting --- */

struct counting {
    struct random_formula_facts *facts;
    const char *names[MOST_BOUND];
    unsigned name_count;
};

static void count_action(struct counting *counting, const struct action *action) {
    if (action != NULL) {
        counting->facts->actions[action->kind]++;
        count_action(counting, action->left);
        count_action(counting, action->right);
    }
}

static void count_regular(struct counting *counting, const struct regular *regular) {
    if (regular != NULL) {
        counting->facts->regulars[regular->kind]++;
        count_action(counting, regular->action);
        count_regular(counting, regular->left);
        count_regular(counting, regular->right);
    }
}

static void enter_binder(struct counting *counting, const struct formula *formula) {
    for (unsigned i = 0; i < counting->name_count; i++) {
        if (strcmp(counting->names[i], formula->name) == 0) {
            counting->facts->shadowed++;
            break;
        }
    }
    counting->names[counting->name_count++] = formula->name;
}

/* last: the kind of the fixpoint around; FORMULA_TRUE: none. */
static void count_formula(struct counting *counting, const struct formula *formula, uint64_t depth,
                          int negated, enum formula_kind last, uint64_t alternation) {
    struct random_formula_facts *facts = counting->facts;
    if (formula == NULL) {
        return;
    }
    int is_binder = formula->kind == FORMULA_MU || formula->kind == FORMULA_NU;
    facts->nodes++;
    facts->kinds[formula->kind]++;
    facts->depth = depth > facts->depth ? depth : facts->depth;
    facts->negated_modalities += negated && formula->regular != NULL;
    count_regular(counting, formula->regular);
    if (is_binder) {
        enter_binder(counting, formula);
        enum formula_kind seen = negated == 1 ? FORMULA_MU + FORMULA_NU - formula->kind : formula->kind;
        alternation += seen != last;
        last = seen;
        facts->alternation = alternation > facts->alternation ? alternation : facts->alternation;
    }
    int inverts = formula->kind == FORMULA_NOT || formula->kind == FORMULA_IMPLIES;
    int inside = negated == 2 || formula->kind == FORMULA_EQUIVALENT ? 2 : negated;
    count_formula(counting, formula->left, depth + 1, inverts && inside != 2 ? !inside : inside, last,
                  alternation);
    count_formula(counting, formula->right, depth + 1, inside, last, alternation);
    counting->name_count -= is_binder;
}

void random_formula_count(const struct formula *formula, struct random_formula_facts *facts) {
    struct counting counting = {.facts = facts};
    count_formula(&counting, formula, 1, 0, FORMULA_TRUE, 0);
}

/* --- printing --- */

static void print_action(FILE *out, const struct action *action, int mcf) {
    static const char *const words[] = {
        [ACTION_AND] = "and", [ACTION_OR] = "or", [ACTION_IMPLIES] = "implies"};
    switch (action->kind) {
    case ACTION_TRUE:
        fputs("true", out);
        return;
    case ACTION_FALSE:
        fputs("false", out);
        return;
    case ACTION_INTERNAL:
        fputs("tau", out);
        return;
    case ACTION_LABEL:
        fprintf(out, "\"%s\"", action->text);
        return;
    case ACTION_MULTIACTION:
        fputs(action->text, out);
        return;
    case ACTION_PATTERN:
        fprintf(out, "'%s'", action->text);
        return;
    case ACTION_NOT:
        fputs("not (", out);
        print_action(out, action->left, mcf);
        fputs(")", out);
        return;
    default:
        fputs("(", out);
        print_action(out, action->left, mcf);
        fprintf(out, " %s ", words[action->kind]);
        print_action(out, action->right, mcf);
        fputs(")", out);
    }
}

static void print_regular(FILE *out, const struct regular *regular, int mcf) {
    static const char *const signs[] = {[REGULAR_STAR] = "*", [REGULAR_PLUS] = "+", [REGULAR_OPTION] = "?"};
    switch (regular->kind) {
    case REGULAR_ACTION:
        print_action(out, regular->action, mcf);
        return;
    case REGULAR_NIL:
        fputs("nil", out);
        return;
    case REGULAR_CONCATENATION:
    case REGULAR_CHOICE:
        fputs("(", out);
        print_regular(out, regular->left, mcf);
        fputs(regular->kind == REGULAR_CONCATENATION ? " . " : mcf ? " + " : " | ", out);
        print_regular(out, regular->right, mcf);
        fputs(")", out);
        return;
    default:
        fputs("(", out);
        print_regular(out, regular->left, mcf);
        fprintf(out, ")%s", signs[regular->kind]);
    }
}

static void print_formula(FILE *out, const struct formula *formula, int mcf) {
    static const char *const words[] = {[FORMULA_AND] = "and",
                                        [FORMULA_OR] = "or",
                                        [FORMULA_IMPLIES] = "implies",
                                        [FORMULA_EQUIVALENT] = "equ"};
    int diamond = formula->kind == FORMULA_DIAMOND || formula->kind == FORMULA_FOREVER;
    switch (formula->kind) {
    case FORMULA_TRUE:
    case FORMULA_FALSE:
        fputs(formula->kind == FORMULA_TRUE ? "true" : "false", out);
        return;
    case FORMULA_VARIABLE:
        fputs(formula->name, out);
        return;
    case FORMULA_NOT:
        fputs("not (", out);
        break;
    case FORMULA_MU:
    case FORMULA_NU:
        fprintf(out, "(%s %s . ", formula->kind == FORMULA_MU ? "mu" : "nu", formula->name);
        break;
    case FORMULA_DIAMOND:
    case FORMULA_BOX:
    case FORMULA_FOREVER:
    case FORMULA_SATURATED:
        fputs(diamond ? "<" : "[", out);
        print_regular(out, formula->regular, mcf);
        fputs(diamond ? ">" : "]", out);
        if (formula->left == NULL) {
            fputs(diamond ? " @" : " -|", out);
            return;
        }
        fputs(" (", out);
        break;
    default:
        fputs("(", out);
        print_formula(out, formula->left, mcf);
        fprintf(out, " %s ", words[formula->kind]);
        print_formula(out, formula->right, mcf);
        fputs(")", out);
        return;
    }
    print_formula(out, formula->left, mcf);
    fputs(")", out);
}

char *random_formula_print(const struct formula *formula, int mcf) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = test_present(open_memstream(&text, &length));
    print_formula(out, formula, mcf);
    fclose(out);
    return test_present(text);
}

char *random_regular_print(const struct regular *regular, int mcf) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = test_present(open_memstream(&text, &length));
    print_regular(out, regular, mcf);
    fclose(out);
    return test_present(text);
}

/* --- graphs --- */

static uint32_t draw_target(uint64_t *random, uint32_t shape, uint32_t states, uint32_t from) {
    uint64_t what = random_next(random);
    switch (shape) {
    case 0: /* forwards mostly: long ways */
        return what % 6 == 0 ? (uint32_t)(what / 8 % states) : (from + 1 + (uint32_t)(what / 8 % 2)) % states;
    case 1: /* forwards only, except for loops */
        return from + (uint32_t)(what % (states - from));
    default:
        return (uint32_t)(what % states);
    }
}

void random_lts_make(uint64_t *random, uint32_t most_states, const char *const *labels, uint32_t label_count,
                     struct random_lts *out) {
    uint64_t drawn = random_next(random);
    uint32_t states = drawn % 8 == 0 ? 1 + (uint32_t)(drawn / 8 % most_states)
                                     : most_states / 2 + 1 + (uint32_t)(drawn / 8 % ((most_states + 1) / 2));
    states = states > most_states ? most_states : states;
    uint32_t shape = (uint32_t)(random_next(random) % 3);
    uint64_t degree = 1 + random_next(random) % 4, edges = 0;
    out->offsets = test_present(calloc(states + 1, sizeof *out->offsets));
    out->edge_label = test_present(calloc(states * (degree + 1), sizeof *out->edge_label));
    out->edge_target = test_present(calloc(states * (degree + 1), sizeof *out->edge_target));
    out->edge_number = test_present(calloc(states * (degree + 1), sizeof *out->edge_number));
    for (uint32_t s = 0; s < states; s++) {
        out->offsets[s] = edges;
        uint64_t row = random_next(random) % (degree + 1);
        row += row == 0 && random_next(random) % 2 == 0; /* deadlocks, but not many */
        for (uint64_t i = 0; i < row; i++, edges++) {
            out->edge_number[edges] = (uint32_t)(random_next(random) % label_count);
            out->edge_label[edges] = labels[out->edge_number[edges]];
            out->edge_target[edges] = draw_target(random, shape, states, s);
        }
    }
    out->offsets[states] = edges;
    out->view = (struct oracle_lts){states, out->offsets, out->edge_label, out->edge_target};
}

void random_lts_free(struct random_lts *lts) {
    free(lts->offsets);
    free(lts->edge_label);
    free(lts->edge_target);
    free(lts->edge_number);
}
