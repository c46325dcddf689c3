/*
 * From CTL to the mu-calculus, from the leaves up. D is `deadlock`, and C says that some transition is
 * possible:
 *
 *     EX f = <true> f or (D and f)      EF f = <true*> f    E (f U g) = mu X . g or (f and <true> X)
 *     AX f = [true] f and (C or f)      AG f = [true*] f    A (f U g) = mu X . g or (f and (C and [true] X))
 *     EG f = nu X . f and (<true> X or D)                   E (f W g) = nu X . g or (f and (<true> X or D))
 *     AF f = mu X . f or (C and [true] X)                   A (f W g) = nu X . g or (f and [true] X)
 *     EX(a) f = <a> f                                       E (f R g) = nu X . g and (f or (<true> X or D))
 *     AX(a) f = [a] f                                       A (f R g) = nu X . g and (f or [true] X)
 *                                                           E (f M g) = mu X . g and (f or <true> X)
 *                                                           A (f M g) = mu X . g and (f or (C and [true] X))
 *
 * In a state without transitions, a formula says what a condition on that state alone does: <a> f is false,
 * and AG f is f. EX and AX have this condition, `ended`, in place of their second f: mostly a constant, which
 * is left out. So nested ones do not double.
 */
#include "specs/syntax/ctl_macros.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/run.h"
#include "specs/syntax/ltl_syntax.h"

#define VARIABLE "X"

/* What a node of the tree is. Constants may be formulas and actions; a run (F f without A or E), and what is
 * made of runs, is neither. */
struct ctl_part {
    const struct formula *state; /* a formula of states, or NULL */
    const struct formula *ended; /* what it is in a state without transitions, or &always or &never */
    const struct action *action; /* an action, or NULL */
};

struct ctl_reading {
    struct formula_syntax *syntax;
    const struct ltl_tree *tree;
    struct ctl_part *part;               /* by node */
    const struct regular *step, *steps;  /* true, true* */
    const struct formula *goes_on, *end; /* <true> true, deadlock */
    const struct ltl_tree_node *of;      /* the node whose formula is made */
};

static const struct formula always = {.kind = FORMULA_TRUE}, never = {.kind = FORMULA_FALSE};

static const struct ltl_tree_node *node_at(const struct ctl_reading *reading, uint32_t number) {
    return &reading->tree->node.data[number];
}

static int is_quantifier(enum ltl_tree_kind kind) {
    return kind == LTL_TREE_EXISTS || kind == LTL_TREE_FORALL;
}

static int is_modality(enum ltl_tree_kind kind) {
    return kind == LTL_TREE_DIAMOND || kind == LTL_TREE_BOX;
}

static int is_temporal(enum ltl_tree_kind kind) {
    return kind >= LTL_TREE_NEXT;
}

/* --- making formulas: each function takes NULL for an operand that could not be made --- */

static const struct formula_location nowhere = {{0, 0}, {0, 0}};

static const struct formula *make(const struct ctl_reading *reading, enum formula_kind kind,
                                  const struct formula *left, const struct formula *right) {
    return left == NULL || right == NULL ? NULL : formula_make(reading->syntax, kind, left, right, nowhere);
}

static const struct formula *modal(const struct ctl_reading *reading, enum formula_kind kind,
                                   const struct regular *regular, const struct formula *body) {
    struct formula *made =
        body == NULL || regular == NULL ? NULL : formula_make(reading->syntax, kind, body, NULL, nowhere);
    if (made != NULL) {
        made->regular = regular;
    }
    return made;
}

/* What a node means has its place: it is shown as it was written. */
static const struct formula *place(const struct ctl_reading *reading, const struct formula *made) {
    struct formula *writable = (struct formula *)(uintptr_t)made;
    if (made != NULL) {
        writable->where = reading->of->where;
        writable->extent = reading->of->extent;
    }
    return made;
}

/* mu X . or nu X . , whose body follows, and one of its variables, which is shown as the whole. */
static struct formula *begin_fixpoint(const struct ctl_reading *reading, enum formula_kind kind,
                                      const struct formula **variable) {
    formula_text *text = reading->syntax->text;
    struct formula *binder = formula_new_named(text, kind, VARIABLE, strlen(VARIABLE), NULL);
    *variable =
        binder == NULL
            ? NULL
            : place(reading, formula_new_named(text, FORMULA_VARIABLE, VARIABLE, strlen(VARIABLE), binder));
    return *variable == NULL ? NULL : binder;
}

static const struct formula *end_fixpoint(struct formula *binder, const struct formula *body) {
    if (binder != NULL) {
        binder->left = body;
    }
    return body == NULL ? NULL : binder;
}

/* --- the macros --- */

/* The next states: C and [true] X, or <true> X, where runs that end do not count; [true] X, or <true> X or D,
 * where they do. */
static const struct formula *next(const struct ctl_reading *reading, int on_all, int is_least,
                                  const struct formula *variable) {
    const struct formula *step =
        modal(reading, on_all ? FORMULA_BOX : FORMULA_DIAMOND, reading->step, variable);
    if (on_all != is_least) {
        return step;
    }
    return place(reading, on_all ? make(reading, FORMULA_AND, reading->goes_on, step)
                                 : make(reading, FORMULA_OR, step, reading->end));
}

/* g or (f and next), or g and (f or next); f may be NULL, which leaves it out. What is demanded of the next
 * states is shown as the whole, as what is demanded of this one is known then. */
static const struct formula *fixpoint(const struct ctl_reading *reading, int on_all, int is_least,
                                      int is_release, const struct formula *f, const struct formula *g) {
    const struct formula *variable = NULL;
    struct formula *binder = begin_fixpoint(reading, is_least ? FORMULA_MU : FORMULA_NU, &variable);
    const struct formula *rest = next(reading, on_all, is_least, variable);
    if (f != NULL) {
        rest = place(reading, make(reading, is_release ? FORMULA_OR : FORMULA_AND, f, rest));
    }
    return end_fixpoint(binder,
                        place(reading, make(reading, is_release ? FORMULA_AND : FORMULA_OR, g, rest)));
}

static const struct formula *eventually(const struct ctl_reading *reading, int on_all,
                                        const struct formula *f) {
    return on_all ? fixpoint(reading, 1, 1, 0, NULL, f) : modal(reading, FORMULA_DIAMOND, reading->steps, f);
}

static const struct formula *globally(const struct ctl_reading *reading, int on_all,
                                      const struct formula *f) {
    return on_all ? modal(reading, FORMULA_BOX, reading->steps, f) : fixpoint(reading, 0, 0, 1, NULL, f);
}

static const struct formula *in_next(const struct ctl_reading *reading, int on_all,
                                     const struct ctl_part *of) {
    const struct formula *made =
        modal(reading, on_all ? FORMULA_BOX : FORMULA_DIAMOND, reading->step, of->state);
    const struct formula *other = on_all ? reading->goes_on : reading->end;
    if (of->ended == (on_all ? &always : &never)) {
        return made;
    }
    if (of->ended != (on_all ? &never : &always)) {
        other = make(reading, on_all ? FORMULA_OR : FORMULA_AND, other, of->ended);
    }
    return make(reading, on_all ? FORMULA_AND : FORMULA_OR, made, other);
}

/* A or E before a run, whose operands are formulas of states. */
static const struct formula *quantify(const struct ctl_reading *reading, int on_all,
                                      const struct ltl_tree_node *run) {
    const struct ctl_part *left = &reading->part[run->left], *right = &reading->part[run->right];
    const struct formula *f = left->state, *g = right->state;
    switch (run->kind) {
    case LTL_TREE_NEXT:
        return in_next(reading, on_all, left);
    case LTL_TREE_FINALLY:
        return eventually(reading, on_all, f);
    case LTL_TREE_GLOBALLY:
        return globally(reading, on_all, f);
    case LTL_TREE_UNTIL:
        return f->kind == FORMULA_TRUE ? eventually(reading, on_all, g)
                                       : fixpoint(reading, on_all, 1, 0, f, g);
    case LTL_TREE_WEAK_UNTIL:
        return g->kind == FORMULA_FALSE ? globally(reading, on_all, f)
                                        : fixpoint(reading, on_all, 0, 0, f, g);
    case LTL_TREE_RELEASE:
        return f->kind == FORMULA_FALSE ? globally(reading, on_all, g)
                                        : fixpoint(reading, on_all, 0, 1, f, g);
    default:
        return g->kind == FORMULA_TRUE ? eventually(reading, on_all, f)
                                       : fixpoint(reading, on_all, 1, 1, f, g);
    }
}

/* --- in a state without transitions --- */

static const struct formula *ended_not(const struct ctl_reading *reading, const struct formula *f) {
    return f == &always  ? &never
           : f == &never ? &always
           : f == NULL   ? NULL
                         : formula_make(reading->syntax, FORMULA_NOT, f, NULL, nowhere);
}

static const struct formula *ended_join(const struct ctl_reading *reading, enum formula_kind kind,
                                        const struct formula *f, const struct formula *g) {
    const struct formula *neutral = kind == FORMULA_AND ? &always : &never,
                         *zero = kind == FORMULA_AND ? &never : &always;
    return f == zero || g == zero ? zero : f == neutral ? g : g == neutral ? f : make(reading, kind, f, g);
}

static const struct formula *ended_equal(const struct ctl_reading *reading, const struct formula *f,
                                         const struct formula *g) {
    return f == &always   ? g
           : g == &always ? f
           : f == &never  ? ended_not(reading, g)
           : g == &never  ? ended_not(reading, f)
                          : make(reading, FORMULA_EQUIVALENT, f, g);
}

/* Of booleans and runs, all of whose positions are the same state. */
static const struct formula *ended(const struct ctl_reading *reading, const struct ltl_tree_node *node) {
    const struct formula *f = reading->part[node->left].ended, *g = reading->part[node->right].ended;
    switch (node->kind) {
    case LTL_TREE_NOT:
        return ended_not(reading, f);
    case LTL_TREE_AND:
    case LTL_TREE_STRONG_RELEASE:
        return ended_join(reading, FORMULA_AND, f, g);
    case LTL_TREE_OR:
    case LTL_TREE_WEAK_UNTIL:
        return ended_join(reading, FORMULA_OR, f, g);
    case LTL_TREE_IMPLIES:
        return ended_join(reading, FORMULA_OR, ended_not(reading, f), g);
    case LTL_TREE_EQUIVALENT:
        return ended_equal(reading, f, g);
    case LTL_TREE_XOR:
        return ended_not(reading, ended_equal(reading, f, g));
    case LTL_TREE_UNTIL:
    case LTL_TREE_RELEASE:
        return g;
    default:
        return f;
    }
}

/* --- what is no formula of CTL --- */

static int refuse(const struct ctl_reading *reading, uint32_t number, const char *text) {
    formula_syntax_error(reading->syntax, node_at(reading, number)->where, "%s", text);
    return -1;
}

/* The first of the parts of a node that is no formula of states, though all of them are: an event, or a run.
 */
static uint32_t find_wrong(const struct ctl_reading *reading, uint32_t number) {
    const struct ltl_tree_node *node = node_at(reading, number);
    while (node->kind > LTL_TREE_ATOM && !is_temporal(node->kind)) {
        number = reading->part[node->left].state == NULL ? node->left : node->right;
        node = node_at(reading, number);
    }
    return number;
}

static int refuse_event(const struct ctl_reading *reading, uint32_t number) {
    const struct ltl_tree_node *node = node_at(reading, number);
    const struct action *action = reading->part[number].action;
    const int is_quoted = reading->syntax->begin[node->extent.begin] == '"';
    const char *text = action->kind == ACTION_TRUE ? "any" : action->text == NULL ? "i" : action->text;
    const char *sign = is_quoted ? "\"" : action->kind == ACTION_PATTERN ? "'" : "";
    char cut[80], shown[90];
    syntax_message_show(text, strlen(text), cut, sizeof cut);
    snprintf(shown, sizeof shown, "%s%s%s", sign, cut, sign);
    return formula_syntax_error(
        reading->syntax, node->where,
        "an event alone is no formula of CTL: write <%s> true (it is possible), or EX(%s) f (it "
        "leads to f)%s%s%s",
        shown, shown, is_quoted ? "; a label of states of a PRISM model is in braces, {" : "",
        is_quoted ? shown : "", is_quoted ? "}" : "");
}

/* The letter of an operator. */
static char letter_of(enum ltl_tree_kind kind) {
    return "XFGUWRM"[kind - LTL_TREE_NEXT];
}

/* A node that should be a formula of states is none. */
static int refuse_state(const struct ctl_reading *reading, uint32_t number) {
    const uint32_t wrong = find_wrong(reading, number);
    const struct ltl_tree_node *node = node_at(reading, wrong);
    const char letter = is_temporal(node->kind) ? letter_of(node->kind) : ' ';
    if (!is_temporal(node->kind)) {
        return refuse_event(reading, wrong);
    }
    return ltl_tree_has_right(node->kind)
               ? formula_syntax_error(
                     reading->syntax, node->where,
                     "%c has no A (on all runs) or E (on some run): write A (f %c g) or E (f %c g)", letter,
                     letter, letter)
               : formula_syntax_error(
                     reading->syntax, node->where,
                     "%c has no A (on all runs) or E (on some run) directly before it: write A%c or "
                     "E%c",
                     letter, letter, letter);
}

/* Whether a formula has quantifiers or modalities inside; its nodes stand in a row. */
static int has_quantifier(const struct ctl_reading *reading, uint32_t number) {
    uint32_t first = number;
    int found = 0;
    while (node_at(reading, first)->kind > LTL_TREE_ATOM) {
        first = node_at(reading, first)->left;
    }
    for (; first <= number && !found; first++) {
        found = is_quantifier(node_at(reading, first)->kind) || is_modality(node_at(reading, first)->kind);
    }
    return found;
}

/* A quantifier stands before several operators, at the second of them. */
static int refuse_run(const struct ctl_reading *reading, uint32_t quantifier, uint32_t wrong) {
    const struct ltl_tree_node *node = node_at(reading, quantifier);
    if (quantifier != reading->tree->root || has_quantifier(reading, node->left)) {
        return refuse(reading, wrong,
                      "each operator of CTL has its own A or E: this is CTL*, write it in the mu-calculus "
                      "(--formula), or as LTL (--ltl)");
    }
    return refuse(
        reading, wrong,
        node->kind == LTL_TREE_FORALL
            ? "each operator of CTL has its own A or E: this is linear time, write it as --ltl, without the A"
            : "each operator of CTL has its own A or E: this is linear time, write its opposite as --ltl, "
              "which is violated by the run that E asks for");
}

/* What stands after A or E is no single operator on formulas of states. */
static int refuse_quantifier(const struct ctl_reading *reading, uint32_t number) {
    const uint32_t run = node_at(reading, number)->left;
    const struct ltl_tree_node *node = node_at(reading, run);
    if (reading->part[run].state != NULL || reading->part[run].action != NULL) {
        return refuse(reading, number,
                      "A and E stand directly before X, F or G, or before (f U g), also with W, R, M");
    }
    uint32_t wrong = find_wrong(reading, run);
    if (is_temporal(node->kind)) {
        wrong = find_wrong(reading, reading->part[node->left].state == NULL ? node->left : node->right);
    }
    return is_temporal(node_at(reading, wrong)->kind) ? refuse_run(reading, number, wrong)
                                                      : refuse_event(reading, wrong);
}

static int refuse_modality(const struct ctl_reading *reading, uint32_t number) {
    const struct ltl_tree_node *node = node_at(reading, number);
    return reading->part[node->left].action == NULL
               ? refuse(reading, node->left,
                        "an action is a label, a pattern, i, any, or made of such by not, and, or, implies")
               : refuse_state(reading, node->right);
}

/* --- the tree --- */

static int is_state(const struct ctl_reading *reading, const struct ltl_tree_node *node) {
    return reading->part[node->left].state != NULL &&
           (!ltl_tree_has_right(node->kind) || reading->part[node->right].state != NULL);
}

static int convert_atom(const struct ctl_reading *reading, struct ctl_part *part) {
    const struct ltl_atom *atom = &reading->tree->atom.data[reading->of->left];
    const struct formula_location location = {reading->of->where, reading->of->extent};
    part->action = atom->action;
    if (atom->action == NULL) {
        part->state =
            atom->predicate != NULL ? atom->predicate : formula_make_deadlock(reading->syntax, location);
        part->ended = atom->predicate != NULL ? atom->predicate : &always;
    }
    return part->action == NULL && part->state == NULL ? -1 : 0;
}

static int convert_constant(const struct ctl_reading *reading, struct ctl_part *part) {
    const int is_true = reading->of->kind == LTL_TREE_TRUE;
    const struct formula_location location = {reading->of->where, reading->of->extent};
    struct formula_expression action = {NULL, NULL, {0, 0}};
    part->state = formula_make(reading->syntax, is_true ? FORMULA_TRUE : FORMULA_FALSE, NULL, NULL, location);
    part->ended = is_true ? &always : &never;
    if (formula_make_action(reading->syntax, is_true ? ACTION_TRUE : ACTION_FALSE, location, &action) != 0) {
        return -1;
    }
    part->action = action.action;
    return part->state == NULL ? -1 : 0;
}

/* not, and, or, implies of actions. */
static int combine_actions(const struct ctl_reading *reading, struct ctl_part *part) {
    static const enum action_kind kinds[] = {[LTL_TREE_NOT] = ACTION_NOT,
                                             [LTL_TREE_AND] = ACTION_AND,
                                             [LTL_TREE_OR] = ACTION_OR,
                                             [LTL_TREE_IMPLIES] = ACTION_IMPLIES};
    const struct ltl_tree_node *of = reading->of;
    const struct formula_location location = {of->where, of->extent};
    const struct formula_expression left = {reading->part[of->left].action, NULL, {0, 0}};
    const struct formula_expression right = {
        ltl_tree_has_right(of->kind) ? reading->part[of->right].action : NULL, NULL, {0, 0}};
    struct formula_expression both = {NULL, NULL, {0, 0}};
    if (of->kind > LTL_TREE_IMPLIES || left.action == NULL ||
        (ltl_tree_has_right(of->kind) && right.action == NULL)) {
        return 0;
    }
    if (formula_combine_actions(reading->syntax, kinds[of->kind], left, right, location, &both) != 0) {
        return -1;
    }
    part->action = both.action;
    return 0;
}

static int convert_boolean(const struct ctl_reading *reading, struct ctl_part *part) {
    static const enum formula_kind kinds[] = {[LTL_TREE_NOT] = FORMULA_NOT,
                                              [LTL_TREE_AND] = FORMULA_AND,
                                              [LTL_TREE_OR] = FORMULA_OR,
                                              [LTL_TREE_IMPLIES] = FORMULA_IMPLIES,
                                              [LTL_TREE_EQUIVALENT] = FORMULA_EQUIVALENT,
                                              [LTL_TREE_XOR] = FORMULA_EQUIVALENT};
    const struct ltl_tree_node *of = reading->of;
    if (combine_actions(reading, part) != 0) {
        return -1;
    }
    if (!is_state(reading, of)) {
        return 0;
    }
    const struct formula *made =
        formula_make(reading->syntax, kinds[of->kind], reading->part[of->left].state,
                     ltl_tree_has_right(of->kind) ? reading->part[of->right].state : NULL, nowhere);
    if (of->kind == LTL_TREE_XOR && made != NULL) {
        made = formula_make(reading->syntax, FORMULA_NOT, made, NULL, nowhere);
    }
    part->state = place(reading, made);
    part->ended = ended(reading, of);
    return part->state == NULL || part->ended == NULL ? -1 : 0;
}

static int convert_modality(const struct ctl_reading *reading, uint32_t number, struct ctl_part *part) {
    const struct ltl_tree_node *of = reading->of;
    const struct formula_expression action = {reading->part[of->left].action, NULL,
                                              node_at(reading, of->left)->extent};
    const int is_box = of->kind == LTL_TREE_BOX;
    if (action.action == NULL || reading->part[of->right].state == NULL) {
        return refuse_modality(reading, number);
    }
    part->state =
        formula_make_modal(reading->syntax, is_box ? FORMULA_BOX : FORMULA_DIAMOND, action,
                           reading->part[of->right].state, (struct formula_location){of->where, of->extent});
    part->ended = is_box ? &always : &never;
    return part->state == NULL ? -1 : 0;
}

static int convert_quantifier(const struct ctl_reading *reading, uint32_t number, struct ctl_part *part) {
    const struct ltl_tree_node *run = node_at(reading, reading->of->left);
    if (!is_temporal(run->kind) || !is_state(reading, run)) {
        return refuse_quantifier(reading, number);
    }
    part->state = place(reading, quantify(reading, reading->of->kind == LTL_TREE_FORALL, run));
    part->ended = ended(reading, run);
    return part->state == NULL || part->ended == NULL ? -1 : 0;
}

/* Converts a node, whose operands were converted. 0, or -1: an error was reported, or memory ran out. */
static int convert(struct ctl_reading *reading, uint32_t number) {
    struct ctl_part *part = &reading->part[number];
    reading->of = node_at(reading, number);
    *part = (struct ctl_part){NULL, NULL, NULL};
    switch (reading->of->kind) {
    case LTL_TREE_TRUE:
    case LTL_TREE_FALSE:
        return convert_constant(reading, part);
    case LTL_TREE_ATOM:
        return convert_atom(reading, part);
    case LTL_TREE_EXISTS:
    case LTL_TREE_FORALL:
        return convert_quantifier(reading, number, part);
    case LTL_TREE_DIAMOND:
    case LTL_TREE_BOX:
        return convert_modality(reading, number, part);
    default:
        return is_temporal(reading->of->kind) ? 0 : convert_boolean(reading, part);
    }
}

static int make_common(struct ctl_reading *reading) {
    struct formula_syntax *syntax = reading->syntax;
    struct formula_expression any = {NULL, NULL, {0, 0}};
    if (formula_make_action(syntax, ACTION_TRUE, nowhere, &any) != 0) {
        return -1;
    }
    reading->step = formula_new_regular(syntax->text, REGULAR_ACTION, NULL, NULL, any.action);
    reading->steps = reading->step == NULL
                         ? NULL
                         : formula_new_regular(syntax->text, REGULAR_STAR, reading->step, NULL, NULL);
    reading->goes_on = modal(reading, FORMULA_DIAMOND, reading->step,
                             formula_make(syntax, FORMULA_TRUE, NULL, NULL, nowhere));
    reading->end = formula_make_deadlock(syntax, nowhere);
    return reading->steps == NULL || reading->goes_on == NULL || reading->end == NULL ? -1 : 0;
}

const struct formula *ctl_macros_expand(struct formula_syntax *syntax, const struct ltl_tree *tree) {
    const uint64_t nodes = tree->node.count;
    struct ctl_reading reading = {.syntax = syntax, .tree = tree};
    const struct formula *result = NULL;
    reading.part = memory_allocate_array(syntax->memory, nodes, sizeof *reading.part);
    int failed = reading.part == NULL || make_common(&reading) != 0;
    for (uint32_t n = 0; n < nodes && !failed; n++) {
        failed = run_stops_at(syntax->run, n + 1, 65536) ? formula_syntax_interrupted(syntax)
                                                         : convert(&reading, n);
    }
    if (!failed && reading.part[tree->root].state == NULL) {
        failed = refuse_state(&reading, tree->root);
    }
    result = failed ? NULL : reading.part[tree->root].state;
    if (failed && !syntax->failed) {
        formula_syntax_memory(syntax);
    }
    memory_free(syntax->memory, reading.part, nodes * sizeof *reading.part);
    return result;
}
