/*
 * Formulas in memory: nodes in an arena, and the patterns that they hold. What is asked of a tree again and
 * again (its size, whether a regular expression is nullable) is computed here, where the children are known,
 * so that nobody has to descend into a tree whose depth the input decides.
 */
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"
#include "specs/formula.h"
#include "specs/multiaction.h"

struct held_pattern {
    struct held_pattern *next;
    pattern *pattern;
};

struct formula_text {
    struct memory *memory;
    arena *arena;
    const struct formula *root;
    struct held_pattern *patterns;
};

formula_text *formula_text_create(struct memory *memory) {
    formula_text *text = memory_allocate_zeroed(memory, sizeof *text);
    if (text == NULL) {
        return NULL;
    }
    text->memory = memory;
    text->arena = arena_create(memory);
    if (text->arena == NULL) {
        memory_free(memory, text, sizeof *text);
        return NULL;
    }
    return text;
}

void formula_text_free(formula_text *text) {
    if (text == NULL) {
        return;
    }
    for (struct held_pattern *held = text->patterns; held != NULL; held = held->next) {
        pattern_free(held->pattern);
    }
    arena_free(text->arena);
    memory_free(text->memory, text, sizeof *text);
}

const struct formula *formula_root(const formula_text *text) {
    return text->root;
}

void formula_text_set_root(formula_text *text, const struct formula *root) {
    text->root = root;
}

void *formula_allocate(formula_text *text, uint64_t bytes) {
    return arena_allocate(text->arena, bytes);
}

struct memory *formula_text_memory(const formula_text *text) {
    return text->memory;
}

/* --- actions --- */

static uint64_t size_of(const struct action *action) {
    return action == NULL ? 0 : action->size;
}

struct action *formula_new_action(formula_text *text, enum action_kind kind, const struct action *left,
                                  const struct action *right) {
    struct action *action = arena_allocate(text->arena, sizeof *action);
    if (action == NULL) {
        return NULL;
    }
    action->kind = kind;
    action->left = left;
    action->right = right;
    uint64_t sum = size_of(left) + size_of(right);
    /* Of shared nodes there may be more than any number says. */
    action->size = sum < size_of(left) || sum == UINT64_MAX ? UINT64_MAX : sum + 1;
    return action;
}

struct action *formula_new_label(formula_text *text, enum action_kind kind, const char *bytes,
                                 size_t length) {
    struct action *action = formula_new_action(text, kind, NULL, NULL);
    char *copy = action == NULL ? NULL : arena_copy(text->arena, bytes, length);
    if (copy == NULL) {
        return NULL;
    }
    if (kind == ACTION_MULTIACTION && multiaction_normalise(text->memory, copy, &length) != 0) {
        return NULL;
    }
    action->text = copy;
    action->length = length;
    return action;
}

struct action *formula_new_pattern(formula_text *text, const char *bytes, size_t length, unsigned flags,
                                   struct error *error) {
    struct action *action = formula_new_action(text, ACTION_PATTERN, NULL, NULL);
    char *copy = action == NULL ? NULL : arena_copy(text->arena, bytes, length);
    struct held_pattern *held = copy == NULL ? NULL : arena_allocate(text->arena, sizeof *held);
    if (held == NULL) {
        error_set(error, ERROR_MEMORY, "out of memory");
        return NULL;
    }
    held->pattern = pattern_compile(text->memory, copy, flags, error);
    if (held->pattern == NULL) {
        return NULL;
    }
    held->next = text->patterns;
    text->patterns = held;
    action->text = copy;
    action->length = length;
    action->pattern = held->pattern;
    return action;
}

/* Whether a leaf matches. */
static int leaf_matches(const struct action *action, const char *label, size_t length, int is_internal,
                        struct error *error) {
    switch (action->kind) {
    case ACTION_TRUE:
        return 1;
    case ACTION_INTERNAL:
        return is_internal != 0;
    case ACTION_LABEL:
        return !is_internal && action->length == length && memcmp(action->text, label, length) == 0;
    case ACTION_PATTERN:
        return pattern_match_total(action->pattern, label, length, error);
    case ACTION_MULTIACTION:
        return !is_internal && multiaction_matches(action->text, action->length, label, length);
    default:
        return 0;
    }
}

/*
 * The smaller operand first: it decides, or the value is that of the other one, possibly negated, and the
 * walk goes on there. So calls nest no deeper than the size halves: 64 times at most.
 */
int action_matches(const struct action *action, const char *label, size_t length, int is_internal,
                   struct error *error) {
    int negated = 0;
    for (;;) {
        if (action->kind == ACTION_NOT) {
            negated = !negated;
            action = action->left;
            continue;
        }
        if (action->kind != ACTION_AND && action->kind != ACTION_OR && action->kind != ACTION_IMPLIES) {
            int matches = leaf_matches(action, label, length, is_internal, error);
            return matches < 0 ? matches : matches != negated;
        }
        int left_first = size_of(action->left) <= size_of(action->right);
        const struct action *first = left_first ? action->left : action->right;
        int matches = action_matches(first, label, length, is_internal, error);
        if (matches < 0) {
            return matches;
        }
        int implies = action->kind == ACTION_IMPLIES;
        int as_or = matches != (implies && left_first); /* the operand as one of a disjunction */
        if (action->kind == ACTION_AND ? !matches : as_or) {
            return (action->kind != ACTION_AND) != negated;
        }
        negated ^= implies && !left_first;
        action = left_first ? action->right : action->left;
    }
}

/* --- regular expressions --- */

static int compute_nullable(const struct regular *regular) {
    switch (regular->kind) {
    case REGULAR_ACTION:
        return 0;
    case REGULAR_CONCATENATION:
        return regular->left->is_nullable && regular->right->is_nullable;
    case REGULAR_CHOICE:
        return regular->left->is_nullable || regular->right->is_nullable;
    case REGULAR_PLUS:
        return regular->left->is_nullable;
    default: /* NIL, STAR, OPTION */
        return 1;
    }
}

struct regular *formula_new_regular(formula_text *text, enum regular_kind kind, const struct regular *left,
                                    const struct regular *right, const struct action *action) {
    struct regular *regular = arena_allocate(text->arena, sizeof *regular);
    if (regular == NULL) {
        return NULL;
    }
    regular->kind = kind;
    regular->left = left;
    regular->right = right;
    regular->action = action;
    regular->is_nullable = compute_nullable(regular);
    return regular;
}

int regular_is_nullable(const struct regular *regular) {
    return regular->is_nullable;
}

/* --- formulas --- */

struct formula *formula_new(formula_text *text, enum formula_kind kind, const struct formula *left,
                            const struct formula *right, const struct regular *regular) {
    struct formula *formula = arena_allocate(text->arena, sizeof *formula);
    if (formula == NULL) {
        return NULL;
    }
    formula->kind = kind;
    formula->left = left;
    formula->right = right;
    formula->regular = regular;
    return formula;
}

struct formula *formula_new_named(formula_text *text, enum formula_kind kind, const char *name, size_t length,
                                  const struct formula *binder) {
    struct formula *formula = formula_new(text, kind, NULL, NULL, NULL);
    char *copy = formula == NULL ? NULL : arena_copy(text->arena, name, length);
    if (copy == NULL) {
        return NULL;
    }
    formula->name = copy;
    formula->binder = binder;
    return formula;
}
