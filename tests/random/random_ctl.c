/* Random formulas of CTL, and their texts in all spellings (random_ctl.h). */
#include "tests/random/random_ctl.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "tests/support/testing.h"

/* --- formulas --- */

static void draw_predicate(uint64_t *random, const struct random_ctl_model *model, struct oracle_ctl *made) {
    made->kind = CTL_PREDICATE;
    made->variable = random_draw(random, model->variable_count);
    made->value = random_draw(random, model->values[made->variable]);
    made->comparison = model->is_bool[made->variable] ? '=' : "=<>"[random_draw(random, 3)];
    made->value = model->is_bool[made->variable] ? 1 : made->value;
}

static void draw_action(uint64_t *random, const struct random_ctl_model *model, struct oracle_ctl *made) {
    if (random_draw(random, 4) > 0) {
        made->label = model->labels[random_draw(random, model->label_count)];
        made->is_negated = random_draw(random, 4) == 0;
    }
}

static struct oracle_ctl *new_node(arena *arena, enum oracle_ctl_kind kind, const struct oracle_ctl *left,
                                   const struct oracle_ctl *right) {
    struct oracle_ctl *made = test_present(arena_allocate(arena, sizeof *made));
    *made = (struct oracle_ctl){.kind = kind, .left = left, .right = right};
    return made;
}

static const struct oracle_ctl *draw_leaf(uint64_t *random, arena *arena,
                                          const struct random_ctl_model *model) {
    struct oracle_ctl *made = new_node(arena, CTL_TRUE, NULL, NULL);
    const uint32_t what = random_draw(random, 12);
    if (what < 5 && model->variable_count > 0) {
        draw_predicate(random, model, made);
    } else if (what < 8) {
        made->kind = random_draw(random, 2) ? CTL_DIAMOND : CTL_BOX;
        made->left = new_node(arena, made->kind == CTL_DIAMOND ? CTL_TRUE : CTL_FALSE, NULL, NULL);
        draw_action(random, model, made);
    } else {
        made->kind = what < 10 ? CTL_DEADLOCK : what == 10 ? CTL_TRUE : CTL_FALSE;
    }
    return made;
}

const struct oracle_ctl *random_ctl(uint64_t *random, arena *arena, const struct random_ctl_model *model,
                                    unsigned operators) {
    static const enum oracle_ctl_kind unary[] = {CTL_NOT,      CTL_DIAMOND, CTL_BOX,
                                                 CTL_NEXT,     CTL_NEXT,    CTL_FINALLY,
                                                 CTL_GLOBALLY, CTL_FINALLY, CTL_GLOBALLY};
    static const enum oracle_ctl_kind binary[] = {
        CTL_AND,           CTL_OR,         CTL_IMPLIES,    CTL_EQUIVALENT, CTL_XOR,     CTL_UNTIL,
        CTL_UNTIL,         CTL_WEAK_UNTIL, CTL_WEAK_UNTIL, CTL_RELEASE,    CTL_RELEASE, CTL_STRONG_RELEASE,
        CTL_STRONG_RELEASE};
    if (operators == 0) {
        return draw_leaf(random, arena, model);
    }
    const int is_unary = operators == 1 ? random_draw(random, 3) > 0 : random_draw(random, 2) == 0;
    const unsigned first = is_unary ? operators - 1 : random_draw(random, operators);
    const struct oracle_ctl *left = random_ctl(random, arena, model, first);
    const struct oracle_ctl *right =
        is_unary ? NULL : random_ctl(random, arena, model, operators - 1 - first);
    struct oracle_ctl *made = new_node(arena,
                                       is_unary ? unary[random_draw(random, LENGTH(unary))]
                                                : binary[random_draw(random, LENGTH(binary))],
                                       left, right);
    made->on_all = (int)random_draw(random, 2);
    if (made->kind == CTL_DIAMOND || made->kind == CTL_BOX) {
        draw_action(random, model, made);
    }
    return made;
}

/* --- texts --- */

struct printing {
    uint64_t *random;
    const struct random_ctl_model *model;
    FILE *out;
};

static void put(struct printing *printing, const struct oracle_ctl *of);

/* One of the spellings, which have ' ' between them. */
static void put_one(struct printing *printing, const char *spellings) {
    uint32_t count = 1;
    for (const char *at = spellings; *at != '\0'; at++) {
        count += *at == ' ';
    }
    for (uint32_t skip = random_draw(printing->random, count); skip > 0; skip--) {
        spellings = strchr(spellings, ' ') + 1;
    }
    fprintf(printing->out, "%.*s", (int)strcspn(spellings, " "), spellings);
}

static void put_action(struct printing *printing, const struct oracle_ctl *of) {
    const int is_internal = of->label != NULL && strcmp(of->label, "i") == 0;
    if (of->label == NULL) {
        put_one(printing, "true any");
        return;
    }
    fputs(of->is_negated ? "not " : "", printing->out);
    if (is_internal) {
        put_one(printing, "i tau");
    } else {
        fprintf(printing->out, "\"%s\"", of->label);
    }
}

static void put_predicate(struct printing *printing, const struct oracle_ctl *of) {
    const struct random_ctl_model *model = printing->model;
    const char *name = model->variables[of->variable];
    if (model->is_bool[of->variable]) {
        fprintf(printing->out, "{%s}", name);
        return;
    }
    const int64_t value = model->lowest[of->variable] + of->value;
    fprintf(printing->out, value == INT32_MIN ? "{%s%c%" PRId64 "-1}" : "{%s%c%" PRId64 "}", name,
            of->comparison, value + (value == INT32_MIN));
}

/* <a> f is EX(a) f, too. */
static void put_modality(struct printing *printing, const struct oracle_ctl *of) {
    const int is_box = of->kind == CTL_BOX;
    const uint32_t how = random_draw(printing->random, 3);
    fputs(how == 0   ? (is_box ? "[" : "<")
          : how == 1 ? (is_box ? "AX(" : "EX(")
                     : (is_box ? "A X (" : "E X ("),
          printing->out);
    put_action(printing, of);
    fputs(how > 0 ? ") " : is_box ? "] " : "> ", printing->out);
    put(printing, of->left);
}

static void put_unary_run(struct printing *printing, const struct oracle_ctl *of) {
    const uint32_t how = random_draw(printing->random, 4);
    fputs(of->on_all ? "A" : "E", printing->out);
    if (how == 0) {
        fputs(of->kind == CTL_NEXT ? "X " : of->kind == CTL_FINALLY ? "F " : "G ", printing->out);
    } else if (how == 1) {
        fputs(of->kind == CTL_NEXT ? "()" : of->kind == CTL_FINALLY ? "<>" : "[]", printing->out);
    } else if (how == 2) {
        fputs(of->kind == CTL_NEXT ? "[ X " : of->kind == CTL_FINALLY ? " [ F " : "[G ", printing->out);
    } else {
        fputs(of->kind == CTL_NEXT      ? " next "
              : of->kind == CTL_FINALLY ? " eventually "
                                        : " always ",
              printing->out);
    }
    put(printing, of->left);
    fputs(how == 2 ? "]" : "", printing->out);
}

static void put_pair(struct printing *printing, const struct oracle_ctl *of, const char *spellings,
                     char open) {
    fprintf(printing->out, "%c", open);
    put(printing, of->left);
    fputs(" ", printing->out);
    put_one(printing, spellings);
    fputs(" ", printing->out);
    put(printing, of->right);
    fprintf(printing->out, "%c", open == '(' ? ')' : ']');
}

/* In parentheses wherever it matters. */
static void put(struct printing *printing, const struct oracle_ctl *of) {
    static const char *const signs[] = {[CTL_AND] = "&& & and",
                                        [CTL_OR] = "|| | or",
                                        [CTL_IMPLIES] = "-> => implies",
                                        [CTL_EQUIVALENT] = "<-> <=> equ",
                                        [CTL_XOR] = "xor",
                                        [CTL_UNTIL] = "U until",
                                        [CTL_WEAK_UNTIL] = "W weakuntil",
                                        [CTL_RELEASE] = "R V release",
                                        [CTL_STRONG_RELEASE] = "M"};
    switch (of->kind) {
    case CTL_TRUE:
    case CTL_FALSE:
    case CTL_DEADLOCK:
        fputs(of->kind == CTL_TRUE ? "true" : of->kind == CTL_FALSE ? "false" : "deadlock", printing->out);
        break;
    case CTL_PREDICATE:
        put_predicate(printing, of);
        break;
    case CTL_NOT:
        fputs(random_draw(printing->random, 2) ? "!" : "not ", printing->out);
        put(printing, of->left);
        break;
    case CTL_DIAMOND:
    case CTL_BOX:
        put_modality(printing, of);
        break;
    case CTL_NEXT:
    case CTL_FINALLY:
    case CTL_GLOBALLY:
        put_unary_run(printing, of);
        break;
    default:
        if (of->kind >= CTL_UNTIL) {
            fputs(of->on_all ? "A" : "E", printing->out);
        }
        put_pair(printing, of, signs[of->kind],
                 of->kind >= CTL_UNTIL && random_draw(printing->random, 2) ? '[' : '(');
        break;
    }
}

char *random_ctl_print(uint64_t *random, const struct random_ctl_model *model,
                       const struct oracle_ctl *formula) {
    char *text = NULL;
    size_t length = 0;
    struct printing printing = {random, model, test_present(open_memstream(&text, &length))};
    put(&printing, formula);
    fclose(printing.out);
    return test_present(text);
}
