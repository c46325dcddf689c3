/* Writes formulas (ltl_write.h). */
#include "specs/ltl/ltl_write.h"

#include "base/text/text_buffer.h"

/* How tight a formula binds, as it is written. */
enum tightness { TIGHT_IMPLIES, TIGHT_OR, TIGHT_AND, TIGHT_UNTIL, TIGHT_UNARY };

struct writing {
    const struct ltl_store *store;
    const struct text_buffer *atom;
    struct text_buffer *text;
    int failed;
};

static void put(struct writing *writing, const char *text) {
    writing->failed |= text_buffer_add(writing->store->memory, writing->text, text) != 0;
}

static void write_formula(struct writing *writing, ltl of, enum tightness around);

/* --- operands --- */

/* Which operands of an OR are written: not those of `without`, and the negated atoms are the left side of
 * `->`. */
enum side { SIDE_BOTH, SIDE_LEFT, SIDE_RIGHT };

/* Whether it is the formula, or an operand of it as an OR. */
static int is_part(const struct ltl_store *store, ltl operand, ltl of) {
    const uint32_t count = of != LTL_NONE && ltl_at(store, of)->kind == LTL_OR ? ltl_operands(store, of) : 0;
    uint32_t i = 0;
    while (i < count && ltl_operand(store, of, i) != operand) {
        i++;
    }
    return i < count || operand == of;
}

static int is_on(const struct ltl_store *store, ltl operand, enum side side, ltl without) {
    const int is_left = ltl_at(store, operand)->kind == LTL_NOT_ATOM;
    return !is_part(store, operand, without) && (side == SIDE_BOTH || is_left == (side == SIDE_LEFT));
}

static uint32_t count_on(const struct ltl_store *store, ltl of, enum side side, ltl without) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < ltl_operands(store, of); i++) {
        count += (uint32_t)is_on(store, ltl_operand(store, of, i), side, without);
    }
    return count;
}

/* The operands of an AND or OR on a side. On the left one, atoms are written without their negations. */
static void write_operands(struct writing *writing, ltl of, enum side side, ltl without,
                           enum tightness around) {
    const struct ltl_store *store = writing->store;
    const int is_and = ltl_at(store, of)->kind == LTL_AND || side == SIDE_LEFT;
    const enum tightness own = is_and ? TIGHT_AND : TIGHT_OR;
    const uint32_t count = count_on(store, of, side, without);
    const int is_inside = count > 1 && own < around;
    uint32_t written = 0;
    put(writing, is_inside ? "(" : "");
    for (uint32_t i = 0; i < ltl_operands(store, of) && !writing->failed; i++) {
        const ltl operand = ltl_operand(store, of, i);
        if (!is_on(store, operand, side, without)) {
            continue;
        }
        put(writing, written++ == 0 ? "" : is_and ? " && " : " || ");
        if (side == SIDE_LEFT) {
            put(writing, writing->atom[ltl_at(store, operand)->left].data);
        } else {
            write_formula(writing, operand, count > 1 ? own + 1 : around);
        }
    }
    put(writing, is_inside ? ")" : "");
}

/* !a || f is a -> f. */
static void write_or(struct writing *writing, ltl of, ltl without, enum tightness around) {
    if (count_on(writing->store, of, SIDE_LEFT, without) == 0 ||
        count_on(writing->store, of, SIDE_RIGHT, without) == 0) {
        write_operands(writing, of, SIDE_BOTH, without, around);
        return;
    }
    put(writing, around > TIGHT_IMPLIES ? "(" : "");
    write_operands(writing, of, SIDE_LEFT, without, TIGHT_OR);
    put(writing, " -> ");
    write_operands(writing, of, SIDE_RIGHT, without, TIGHT_OR);
    put(writing, around > TIGHT_IMPLIES ? ")" : "");
}

/* --- temporal operators --- */

static void write_unary(struct writing *writing, const char *sign, ltl of) {
    put(writing, sign);
    write_formula(writing, of, TIGHT_UNARY);
}

static void write_between(struct writing *writing, ltl left, const char *sign, ltl right) {
    write_formula(writing, left, TIGHT_UNARY);
    put(writing, sign);
    write_formula(writing, right, TIGHT_UNARY);
}

/* Whether an OR has all parts of `of`, and others. */
static int has_parts(const struct ltl_store *store, ltl of_or, ltl of) {
    const uint32_t parts = ltl_at(store, of)->kind == LTL_OR ? ltl_operands(store, of) : 1;
    return ltl_at(store, of_or)->kind == LTL_OR && ltl_operands(store, of_or) > parts &&
           count_on(store, of_or, SIDE_BOTH, of) + parts == ltl_operands(store, of_or);
}

/* b R (a || b) is a W b. */
static void write_release(struct writing *writing, ltl left, ltl right) {
    if (has_parts(writing->store, right, left)) {
        write_or(writing, right, left, TIGHT_UNARY);
        put(writing, " W ");
        write_formula(writing, left, TIGHT_UNARY);
    } else {
        write_between(writing, left, " R ", right);
    }
}

static void write_binary(struct writing *writing, const struct ltl_node *node, enum tightness around) {
    const int is_until = node->kind == LTL_UNTIL;
    if (node->left == (is_until ? LTL_TRUE : LTL_FALSE)) {
        write_unary(writing, is_until ? "F " : "G ", node->right);
        return;
    }
    put(writing, around > TIGHT_UNTIL ? "(" : "");
    if (is_until) {
        write_between(writing, node->left, " U ", node->right);
    } else {
        write_release(writing, node->left, node->right);
    }
    put(writing, around > TIGHT_UNTIL ? ")" : "");
}

/* around: how tight what is beside it binds. */
static void write_formula(struct writing *writing, ltl of, enum tightness around) {
    const struct ltl_node *node = ltl_at(writing->store, of);
    switch ((enum ltl_kind)node->kind) {
    case LTL_CONSTANT:
        put(writing, of == LTL_TRUE ? "true" : "false");
        break;
    case LTL_ATOM:
    case LTL_NOT_ATOM:
        put(writing, node->kind == LTL_ATOM ? "" : "!");
        put(writing, writing->atom[node->left].data);
        break;
    case LTL_NEXT:
        write_unary(writing, "X ", node->left);
        break;
    case LTL_UNTIL:
    case LTL_RELEASE:
        write_binary(writing, node, around);
        break;
    case LTL_AND:
        write_operands(writing, of, SIDE_BOTH, LTL_NONE, around);
        break;
    case LTL_OR:
        write_or(writing, of, LTL_NONE, around);
        break;
    }
}

int ltl_write(const struct ltl_store *store, ltl formula, const struct text_buffer *atom,
              struct text_buffer *text) {
    struct writing writing = {store, atom, text, 0};
    write_formula(&writing, formula, TIGHT_IMPLIES);
    return writing.failed ? -1 : 0;
}
