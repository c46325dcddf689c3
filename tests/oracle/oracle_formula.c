/* Formulas on explicit graphs, from the definitions: see the header. */
#include "tests/oracle/oracle_formula.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "tests/support/testing.h"

/* The relation of a regular expression: pairs[s * states + t]. */
struct relation {
    const struct regular *regular;
    uint8_t *pairs;
    struct relation *next;
};

struct evaluation {
    const struct oracle_lts *lts;
    struct relation *relations;
    const struct oracle_predicates *predicates; /* or NULL */
};

/* --- actions --- */

/* Cuts the text at bars outside parentheses, and removes blanks inside parentheses, before them, and at both
 * ends of a part; returns the number of parts. */
static size_t cut(char *text, char **parts) {
    size_t count = 1, depth = 0;
    char *to = text;
    parts[0] = to;
    for (const char *from = text; *from != '\0'; from++) {
        depth += *from == '(';
        depth -= *from == ')' && depth > 0;
        if (depth == 0 && *from == '|') {
            *to++ = '\0';
            parts[count++] = to;
        } else if (depth == 0 || strchr(" \t\n\v\f\r", *from) == NULL) {
            *to++ = *from;
        }
    }
    *to = '\0';
    for (size_t i = 0; i < count; i++) {
        char *open = strchr(parts[i], '('), *end = open == NULL ? strchr(parts[i], '\0') : open, *name = end;
        parts[i] += strspn(parts[i], " ");
        while (name > parts[i] && name[-1] == ' ') {
            name--;
        }
        memmove(name, end, strlen(end) + 1);
        for (name = strchr(parts[i], '\0'); name > parts[i] && name[-1] == ' '; name--) {
            name[-1] = '\0';
        }
    }
    return count;
}

/* The parts of a copy of the label; both are the caller's. */
static char **cut_copy(const char *label, char **copy, size_t *count) {
    char **parts = test_allocate(strlen(label) + 1, sizeof *parts);
    *copy = strcpy(test_allocate(strlen(label), 1), label);
    *count = cut(*copy, parts);
    return parts;
}

/* Crosses out equal parts. */
int oracle_multiaction_matches(const char *multiaction, const char *label) {
    char *left_text, *right_text;
    size_t left_count, right_count, crossed = 0;
    char **left = cut_copy(multiaction, &left_text, &left_count);
    char **right = cut_copy(label, &right_text, &right_count);
    for (size_t i = 0; i < left_count; i++) {
        size_t j = 0;
        while (j < right_count && (right[j] == NULL || strcmp(left[i], right[j]) != 0)) {
            j++;
        }
        if (j < right_count) {
            right[j] = NULL;
            crossed++;
        }
    }
    free(left);
    free(left_text);
    free(right);
    free(right_text);
    return crossed == left_count && crossed == right_count;
}

int oracle_action_matches(const struct action *action, const char *label) {
    struct error error;
    switch (action->kind) {
    case ACTION_TRUE:
        return 1;
    case ACTION_FALSE:
        return 0;
    case ACTION_INTERNAL:
        return strcmp(label, "i") == 0;
    case ACTION_LABEL:
        return strcmp(label, "i") != 0 && strcmp(label, action->text) == 0; /* label "i" is internal */
    case ACTION_PATTERN: {
        int result = pattern_match_total(action->pattern, label, strlen(label), &error);
        if (result < 0) {
            abort();
        }
        return result;
    }
    case ACTION_MULTIACTION:
        return strcmp(label, "i") != 0 && oracle_multiaction_matches(action->text, label);
    case ACTION_NOT:
        return !oracle_action_matches(action->left, label);
    case ACTION_AND:
        return oracle_action_matches(action->left, label) && oracle_action_matches(action->right, label);
    case ACTION_OR:
        return oracle_action_matches(action->left, label) || oracle_action_matches(action->right, label);
    case ACTION_IMPLIES:
        return !oracle_action_matches(action->left, label) || oracle_action_matches(action->right, label);
    default: /* data: expanded before */
        abort();
    }
}

/* --- relations --- */

static void unite(const struct oracle_lts *lts, uint8_t *pairs, const uint8_t *with) {
    for (size_t i = 0; i < (size_t)lts->states * lts->states; i++) {
        pairs[i] |= with[i];
    }
}

static void add_identity(const struct oracle_lts *lts, uint8_t *pairs) {
    for (size_t s = 0; s < lts->states; s++) {
        pairs[s * lts->states + s] = 1;
    }
}

static void compose(const struct oracle_lts *lts, const uint8_t *first, const uint8_t *second,
                    uint8_t *pairs) {
    size_t n = lts->states;
    for (size_t s = 0; s < n; s++) {
        for (size_t m = 0; m < n; m++) {
            for (size_t t = 0; first[s * n + m] && t < n; t++) {
                pairs[s * n + t] |= second[m * n + t];
            }
        }
    }
}

/* Warshall. */
static void close_transitively(const struct oracle_lts *lts, uint8_t *pairs) {
    size_t n = lts->states;
    for (size_t m = 0; m < n; m++) {
        for (size_t s = 0; s < n; s++) {
            for (size_t t = 0; pairs[s * n + m] && t < n; t++) {
                pairs[s * n + t] |= pairs[m * n + t];
            }
        }
    }
}

static void relate_action(const struct oracle_lts *lts, const struct action *action, uint8_t *pairs) {
    for (size_t s = 0; s < lts->states; s++) {
        for (uint64_t edge = lts->offsets[s]; edge < lts->offsets[s + 1]; edge++) {
            if (oracle_action_matches(action, lts->edge_label[edge])) {
                pairs[s * lts->states + lts->edge_target[edge]] = 1;
            }
        }
    }
}

static const uint8_t *relation_of(struct evaluation *evaluation, const struct regular *regular) {
    for (const struct relation *known = evaluation->relations; known != NULL; known = known->next) {
        if (known->regular == regular) {
            return known->pairs;
        }
    }
    const struct oracle_lts *lts = evaluation->lts;
    const uint8_t *left = regular->left == NULL ? NULL : relation_of(evaluation, regular->left);
    const uint8_t *right = regular->right == NULL ? NULL : relation_of(evaluation, regular->right);
    uint8_t *pairs = test_allocate((size_t)lts->states * lts->states, 1);
    switch (regular->kind) {
    case REGULAR_ACTION:
        relate_action(lts, regular->action, pairs);
        break;
    case REGULAR_NIL:
        add_identity(lts, pairs);
        break;
    case REGULAR_TEST: /* in plans alone */
        abort();
    case REGULAR_CONCATENATION:
        compose(lts, left, right, pairs);
        break;
    case REGULAR_CHOICE:
        unite(lts, pairs, left);
        unite(lts, pairs, right);
        break;
    case REGULAR_OPTION:
        unite(lts, pairs, left);
        add_identity(lts, pairs);
        break;
    case REGULAR_STAR:
        unite(lts, pairs, left);
        close_transitively(lts, pairs);
        add_identity(lts, pairs);
        break;
    case REGULAR_PLUS:
        unite(lts, pairs, left);
        close_transitively(lts, pairs);
        break;
    }
    struct relation *made = test_allocate(1, sizeof *made);
    *made = (struct relation){regular, pairs, evaluation->relations};
    evaluation->relations = made;
    return pairs;
}

static void free_relations(struct evaluation *evaluation) {
    while (evaluation->relations != NULL) {
        struct relation *relation = evaluation->relations;
        evaluation->relations = relation->next;
        free(relation->pairs);
        free(relation);
    }
}

void oracle_regular_reaches(const struct regular *regular, const struct oracle_lts *lts, uint32_t from,
                            uint8_t *reached) {
    struct evaluation evaluation = {.lts = lts};
    memcpy(reached, relation_of(&evaluation, regular) + (size_t)from * lts->states, lts->states);
    free_relations(&evaluation);
}

/* --- formulas --- */

static void evaluate(struct evaluation *evaluation, const struct formula *formula,
                     const struct oracle_binding *bindings, uint8_t *out);

/* Where some pair leads into the set, or all pairs do. */
static void step(struct evaluation *evaluation, const struct regular *regular, int all, const uint8_t *set,
                 uint8_t *out) {
    size_t n = evaluation->lts->states;
    const uint8_t *pairs = relation_of(evaluation, regular);
    for (size_t s = 0; s < n; s++) {
        out[s] = (uint8_t)all;
        for (size_t t = 0; t < n; t++) {
            if (pairs[s * n + t] && set[t] != all) {
                out[s] = (uint8_t)!all;
            }
        }
    }
}

/* nu X . <R> X and mu X . [R] X. */
static void repeat(struct evaluation *evaluation, const struct formula *formula, uint8_t *out) {
    size_t n = evaluation->lts->states;
    int least = formula->kind == FORMULA_SATURATED;
    uint8_t *set = test_allocate(n, 1);
    memset(out, !least, n);
    do {
        memcpy(set, out, n);
        step(evaluation, formula->regular, least, set, out);
    } while (memcmp(set, out, n) != 0);
    free(set);
}

static void iterate(struct evaluation *evaluation, const struct formula *formula,
                    const struct oracle_binding *bindings, uint8_t *out) {
    size_t n = evaluation->lts->states;
    uint8_t *set = test_allocate(n, 1);
    struct oracle_binding binding = {formula, set, bindings};
    memset(out, formula->kind == FORMULA_NU, n);
    do {
        memcpy(set, out, n);
        evaluate(evaluation, formula->left, &binding, out);
    } while (memcmp(set, out, n) != 0);
    free(set);
}

static void look_up(const struct formula *variable, const struct oracle_binding *bindings, size_t n,
                    uint8_t *out) {
    while (bindings->binder != variable->binder) {
        bindings = bindings->outer;
    }
    memcpy(out, bindings->set, n);
}

static int combine(enum formula_kind kind, int a, int b) {
    switch (kind) {
    case FORMULA_AND:
        return a && b;
    case FORMULA_OR:
        return a || b;
    case FORMULA_IMPLIES:
        return !a || b;
    case FORMULA_EQUIVALENT:
        return a == b;
    default:
        return !a; /* NOT */
    }
}

static void evaluate_boolean(struct evaluation *evaluation, const struct formula *formula,
                             const struct oracle_binding *bindings, uint8_t *out) {
    size_t n = evaluation->lts->states;
    uint8_t *right = test_allocate(n, 1);
    evaluate(evaluation, formula->left, bindings, out);
    if (formula->right != NULL) {
        evaluate(evaluation, formula->right, bindings, right);
    }
    for (size_t s = 0; s < n; s++) {
        out[s] = (uint8_t)combine(formula->kind, out[s], right[s]);
    }
    free(right);
}

static void evaluate(struct evaluation *evaluation, const struct formula *formula,
                     const struct oracle_binding *bindings, uint8_t *out) {
    size_t n = evaluation->lts->states;
    switch (formula->kind) {
    case FORMULA_TRUE:
    case FORMULA_FALSE:
        memset(out, formula->kind == FORMULA_TRUE, n);
        return;
    case FORMULA_PREDICATE:
        for (uint32_t s = 0; s < n; s++) {
            out[s] = (uint8_t)evaluation->predicates->holds(evaluation->predicates->context, formula, s);
        }
        return;
    case FORMULA_VARIABLE:
        look_up(formula, bindings, n, out);
        return;
    case FORMULA_NOT:
    case FORMULA_AND:
    case FORMULA_OR:
    case FORMULA_IMPLIES:
    case FORMULA_EQUIVALENT:
        evaluate_boolean(evaluation, formula, bindings, out);
        return;
    case FORMULA_DIAMOND:
    case FORMULA_BOX: {
        uint8_t *set = test_allocate(n, 1);
        evaluate(evaluation, formula->left, bindings, set);
        step(evaluation, formula->regular, formula->kind == FORMULA_BOX, set, out);
        free(set);
        return;
    }
    case FORMULA_FOREVER:
    case FORMULA_SATURATED:
        repeat(evaluation, formula, out);
        return;
    case FORMULA_MU:
    case FORMULA_NU:
        iterate(evaluation, formula, bindings, out);
        return;
    default: /* data: expanded before */
        abort();
    }
}

void oracle_formula_evaluate_in(const struct formula *formula, const struct oracle_lts *lts,
                                const struct oracle_binding *bindings, uint8_t *holds) {
    struct evaluation evaluation = {.lts = lts};
    evaluate(&evaluation, formula, bindings, holds);
    free_relations(&evaluation);
}

void oracle_formula_evaluate_with(const struct formula *formula, const struct oracle_lts *lts,
                                  const struct oracle_predicates *predicates, uint8_t *holds) {
    struct evaluation evaluation = {.lts = lts, .predicates = predicates};
    evaluate(&evaluation, formula, NULL, holds);
    free_relations(&evaluation);
}

void oracle_formula_evaluate(const struct formula *formula, const struct oracle_lts *lts, uint8_t *holds) {
    oracle_formula_evaluate_in(formula, lts, NULL, holds);
}
