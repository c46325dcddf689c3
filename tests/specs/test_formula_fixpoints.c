/*
 * Where fixpoints without parentheses end in the two dialects, which names they bind, and which formulas
 * mCRL2 calls monotonous: by a table of results of mCRL2 202507.0, and random formulas against a reader that
 * follows the rule by descending. HEDDLE_CASES and HEDDLE_SEED choose other draws.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/formula_reading.h"
#include "tests/support/testing.h"

#define DEFAULT_CASES 6000
#define MOST_BYTES 400
#define MOST_TREE 4000

static const struct formula_options MCL = {.dialect = FORMULA_DIALECT_MCL};
static const struct formula_options MCF = {.dialect = FORMULA_DIALECT_MCF};

/* --- a reader by the rule --- */

enum { FIXPOINT, IMPLIES, OR, AND, PREFIX };

/* kind: '!', '<', '[', 'm', 'n', 't', 'x' (a variable), or an operator. */
struct node {
    char kind, name;
    const struct node *left, *right;
};

struct naive {
    const char *at;
    int is_mcl;
    struct node nodes[MOST_BYTES];
    int count;
};

static const struct node *read_binary(struct naive *naive, int least, int outer);

static int skip(struct naive *naive, const char *text) {
    size_t length = strlen(text);
    naive->at += strspn(naive->at, " ");
    if (strncmp(naive->at, text, length) != 0) {
        return 0;
    }
    naive->at += length;
    return 1;
}

static const struct node *make(struct naive *naive, char kind, char name, const struct node *left,
                               const struct node *right) {
    naive->nodes[naive->count] = (struct node){kind, name, left, right};
    return &naive->nodes[naive->count++];
}

/* Draws an operand of the operator `outer`; the body of a fixpoint binds as tightly as that operator. */
static const struct node *read_operand(struct naive *naive, int outer) {
    if (skip(naive, "(")) {
        const struct node *inner = read_binary(naive, FIXPOINT, FIXPOINT);
        skip(naive, ")");
        return inner;
    }
    if (skip(naive, "!")) {
        return make(naive, '!', 0, read_operand(naive, PREFIX), NULL);
    }
    if (skip(naive, "<a>")) {
        return make(naive, '<', 0, read_operand(naive, PREFIX), NULL);
    }
    if (skip(naive, "[b]")) {
        return make(naive, '[', 0, read_operand(naive, PREFIX), NULL);
    }
    if (skip(naive, "mu ") || skip(naive, "nu ")) {
        char kind = naive->at[-3], name = *naive->at++;
        skip(naive, ".");
        outer = naive->is_mcl ? FIXPOINT : outer;
        return make(naive, kind, name,
                    outer == PREFIX ? read_operand(naive, PREFIX) : read_binary(naive, outer, outer), NULL);
    }
    if (skip(naive, "true")) {
        return make(naive, 't', 0, NULL, NULL);
    }
    naive->at += strspn(naive->at, " ");
    return make(naive, 'x', *naive->at++, NULL, NULL);
}

static int operator_at(struct naive *naive) {
    naive->at += strspn(naive->at, " ");
    return strncmp(naive->at, "=>", 2) == 0   ? IMPLIES
           : strncmp(naive->at, "||", 2) == 0 ? OR
           : strncmp(naive->at, "&&", 2) == 0 ? AND
                                              : FIXPOINT;
}

/* Reads an operand, and the operators that bind at least as tightly as `least`. */
static const struct node *read_binary(struct naive *naive, int least, int outer) {
    const struct node *left = read_operand(naive, outer);
    for (int found; (found = operator_at(naive)) != FIXPOINT && found >= least;) {
        char kind = *naive->at;
        naive->at += 2;
        left = make(naive, kind, 0, left, read_binary(naive, found == IMPLIES ? IMPLIES : found + 1, found));
    }
    return left;
}

static const struct node *read_naively(struct naive *naive, const char *text, int is_mcl) {
    *naive = (struct naive){.at = text, .is_mcl = is_mcl};
    return read_binary(naive, FIXPOINT, FIXPOINT);
}

static char *dump(const struct node *node, char *out) {
    switch (node->kind) {
    case 't':
        return out + sprintf(out, "true");
    case 'x':
        return out + sprintf(out, "%c", node->name);
    case 'm':
    case 'n':
        out += sprintf(out, "(%cu %c ", node->kind, node->name);
        break;
    default:
        out += sprintf(out, "%s ",
                       node->kind == '!'   ? "(not"
                       : node->kind == '<' ? "(<> \"a\""
                       : node->kind == '[' ? "([] \"b\""
                       : node->kind == '=' ? "(implies"
                       : node->kind == '|' ? "(or"
                                           : "(and");
        break;
    }
    out = dump(node->left, out);
    if (node->right != NULL) {
        *out++ = ' ';
        out = dump(node->right, out);
    }
    return out + sprintf(out, ")");
}

struct binder {
    char name;
    int negations;
    const struct binder *around;
};

/* Whether all variables are bound, under an even number of negations: from the innermost binder of the name
 * on, or, as mCRL2 counts, from every one. */
static int is_monotonous(const struct node *node, const struct binder *binders, int negations, int every) {
    if (node == NULL || node->kind == 't') {
        return 1;
    }
    if (node->kind == 'x') {
        int found = 0;
        for (const struct binder *at = binders; at != NULL && (every || !found); at = at->around) {
            if (at->name == node->name && (negations - at->negations) % 2 != 0) {
                return 0;
            }
            found |= at->name == node->name;
        }
        return found;
    }
    struct binder binder = {node->name, negations, binders};
    int negates = node->kind == '!' || node->kind == '=';
    return is_monotonous(node->left, node->kind == 'm' || node->kind == 'n' ? &binder : binders,
                         negations + negates, every) &&
           is_monotonous(node->right, binders, negations, every);
}

/* --- random formulas --- */

struct text {
    char bytes[MOST_BYTES];
    uint64_t *random;
    int negates; /* draw negations and implications */
};

static void add(struct text *text, const char *more) {
    if (strlen(text->bytes) + strlen(more) < MOST_BYTES) {
        strcat(text->bytes, more);
    }
}

static void draw_formula(struct text *text, int size) {
    static const char *const prefixes[] = {"<a> ", "[b] ", "mu X. ", "nu X. ", "mu Y. ", "nu Y. ", "! "};
    static const char *const operators[] = {" && ", " || ", " && ", " || ", " => "};
    static const char *const atoms[] = {"true", "X", "Y"};
    while (random_draw(text->random, 3) != 0) {
        add(text, prefixes[random_draw(text->random, text->negates ? 7 : 6)]);
    }
    if (size > 2 && random_draw(text->random, 6) == 0) {
        add(text, "(");
        draw_formula(text, size / 2);
        add(text, ")");
    } else {
        add(text, atoms[random_draw(text->random, 3)]);
    }
    if (size > 1) {
        add(text, operators[random_draw(text->random, text->negates ? 5 : 4)]);
        draw_formula(text, size - 1);
    }
}

/* Whether the reader and the naive reader agree on the text. Counts the texts that were read, and those that
 * differ between the dialects. */
static int agrees(const char *text, int is_mcl, unsigned *read, unsigned *differs) {
    static struct naive naive, other;
    static char tree[MOST_TREE], other_tree[MOST_TREE], made[MOST_TREE];
    const struct node *root = read_naively(&naive, text, is_mcl);
    dump(root, tree);
    dump(read_naively(&other, text, !is_mcl), other_tree);
    struct formula_reading reading;
    formula_reading_begin(&reading, text, is_mcl ? &MCL : &MCF);
    int right = (reading.text != NULL) == is_monotonous(root, NULL, 0, !is_mcl);
    if (reading.text != NULL) {
        int early = strcmp(tree, other_tree) != 0;
        right = right && strcmp(formula_dump(formula_root(reading.text), made, sizeof made), tree) == 0 &&
                (reading.warning.code != ERROR_NONE) == (early && !is_mcl);
        ++*read;
        *differs += early;
    }
    formula_reading_end(&reading);
    if (!right) {
        printf("\n  %s: %s\n  %s\n  %s\n", is_mcl ? "mcl" : "mcf", text, tree, made);
    }
    return right;
}

static void test_random(void) {
    uint64_t random = number_from_environment("HEDDLE_SEED", 57),
             cases = number_from_environment("HEDDLE_CASES", DEFAULT_CASES);
    unsigned read = 0, differs = 0;
    int right = 1;
    for (uint64_t i = 0; i < cases && right; i++) {
        struct text text = {.random = &random, .negates = i % 3 == 0};
        strcpy(text.bytes, "nu X. nu Y. ");
        draw_formula(&text, 1 + (int)random_draw(&random, 6));
        right = agrees(text.bytes + (random_draw(&random, 4) == 0 ? 6 : 0), i % 2 == 0, &read, &differs);
    }
    CU_ASSERT(right);
    CU_ASSERT(cases < 100 || (read > cases / 4 && differs > cases / 20));
}

void suite_formula_fixpoints(void) {
    suite_add("formula_fixpoints", NULL, NULL, "random formulas", test_random, NULL);
}
