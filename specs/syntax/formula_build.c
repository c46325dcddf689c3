/* Formulas in memory: nodes in an arena, and their patterns. Properties of a tree (its size, whether a
 * regular expression is nullable) are computed when its root is made, so that no function recurses to a depth
 * that the input decides. Equal actions share a node, so that every label of a network is matched once with
 * each: a table of texts has a key for each action, and numbers them.
 */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/text/label.h"
#include "base/text/text_buffer.h"
#include "specs/syntax/data.h"
#include "specs/syntax/formula.h"
#include "specs/syntax/formula_regions.h"
#include "specs/syntax/ltl_tree.h"
#include "specs/syntax/multiaction.h"

struct held_pattern {
    struct held_pattern *next;
    pattern *pattern;
};

struct formula_text {
    struct run run; /* as it was given, for patterns; its memory: */
    struct memory *memory;
    arena *arena;
    const struct formula *root, *written, *weaker; /* weaker: NULL before expansion */
    const char *doubt;
    const char *source; /* the formula as text, or NULL */
    size_t source_length;
    enum formula_dialect dialect;
    struct formula_regions regions;
    struct held_pattern *patterns;
    label_table *keys;       /* a key for each action: kind, pattern flags and operands; then the text */
    struct action **actions; /* by number of the key */
    uint64_t action_capacity;
    struct text_buffer key; /* the last key */
    label_table *names;     /* interned names of data, or NULL */
    struct data_sections *sections;
    int has_data, ignores_case;
    uint32_t data_actions; /* number of actions with data */
    GROWING(struct formula_predicate) predicates;
    GROWING(const struct action *) terms;
    struct ltl_tree *ltl; /* or NULL */
};

formula_text *formula_text_create(const struct run *run) {
    struct memory *memory = run->memory;
    formula_text *text = memory_allocate(memory, sizeof *text);
    if (text != NULL) {
        *text = (formula_text){.run = *run,
                               .memory = memory,
                               .arena = arena_create(memory),
                               .keys = label_table_create(memory, 0, NULL, 0),
                               .dialect = FORMULA_DIALECT_MCL};
        if (text->arena == NULL || text->keys == NULL) {
            formula_text_free(text);
            text = NULL;
        }
    }
    return text;
}

static void free_sections(struct memory *memory, struct data_sections *sections) {
    index_free(&sections->by_name, memory);
    memory_free(memory, sections->definition, sections->definition_capacity * sizeof *sections->definition);
    memory_free(memory, sections->action, sections->action_capacity * sizeof *sections->action);
    memory_free(memory, sections->constructor,
                sections->constructor_capacity * sizeof *sections->constructor);
    memory_free(memory, sections->mapping, sections->mapping_capacity * sizeof *sections->mapping);
    memory_free(memory, sections->equation, sections->equation_capacity * sizeof *sections->equation);
}

void formula_text_free(formula_text *text) {
    if (text == NULL) {
        return;
    }
    for (struct held_pattern *held = text->patterns; held != NULL; held = held->next) {
        pattern_free(held->pattern);
    }
    if (text->sections != NULL) {
        free_sections(text->memory, text->sections);
    }
    formula_regions_free(&text->regions, text->memory);
    GROWING_FREE(text->memory, text->predicates);
    GROWING_FREE(text->memory, text->terms);
    if (text->ltl != NULL) {
        GROWING_FREE(text->memory, text->ltl->node);
        GROWING_FREE(text->memory, text->ltl->atom);
    }
    arena_free(text->arena);
    label_table_free(text->keys);
    label_table_free(text->names);
    memory_free(text->memory, text->actions, text->action_capacity * sizeof *text->actions);
    text_buffer_free(text->memory, &text->key);
    memory_free(text->memory, text, sizeof *text);
}

const struct formula *formula_root(const formula_text *text) {
    return text->root;
}

const struct ltl_tree *formula_ltl(const formula_text *text) {
    return text->ltl;
}

struct ltl_tree *formula_text_ltl(formula_text *text) {
    text->ltl = text->ltl != NULL ? text->ltl : arena_allocate(text->arena, sizeof *text->ltl);
    return text->ltl;
}

int formula_is_expanded(const formula_text *text) {
    return text->weaker != NULL;
}

const struct formula *formula_weaker(const formula_text *text) {
    return text->weaker != NULL ? text->weaker : text->root;
}

const char *formula_doubt(const formula_text *text) {
    return text->doubt;
}

const struct formula *formula_written(const formula_text *text) {
    return text->written;
}

int formula_text_set_expanded(formula_text *text, const struct formula *stronger,
                              const struct formula *weaker, const char *doubt) {
    text->doubt = doubt == NULL ? NULL : arena_copy(text->arena, doubt, strlen(doubt));
    text->root = stronger;
    text->weaker = weaker;
    return doubt != NULL && text->doubt == NULL ? -1 : 0;
}

void formula_text_set_root(formula_text *text, const struct formula *root) {
    text->root = text->written = root;
}

void formula_text_set_meaning(formula_text *text, const struct formula *meaning) {
    text->root = meaning;
}

int formula_has_data(const formula_text *text) {
    return text->has_data;
}

int formula_may_have_data(const formula_text *text) {
    return text->has_data || text->terms.count > 0;
}

int formula_ignores_case(const formula_text *text) {
    return text->ignores_case;
}

const struct action *const *formula_terms(const formula_text *text, uint64_t *count) {
    *count = text->terms.count;
    return text->terms.data;
}

int formula_text_add_term(formula_text *text, const struct action *action) {
    return GROWING_ADD(text->memory, text->terms, action);
}

const struct data_sections *formula_sections(const formula_text *text) {
    return text->sections;
}

void formula_text_set_data(formula_text *text) {
    text->has_data = 1;
}

void formula_text_ignore_case(formula_text *text) {
    text->ignores_case = 1;
}

struct data_sections *formula_sections_create(formula_text *text) {
    text->sections = arena_allocate(text->arena, sizeof *text->sections);
    return text->sections;
}

const char *formula_intern(formula_text *text, const char *name, size_t length) {
    if (text->names == NULL) {
        text->names = label_table_create(text->memory, 0, NULL, 0);
    }
    uint32_t number = text->names == NULL ? LABEL_NONE : label_intern(text->names, name, length);
    return number == LABEL_NONE ? NULL : label_text(text->names, number);
}

int formula_text_set_source(formula_text *text, const char *source, size_t length) {
    text->source = arena_copy(text->arena, source, length);
    text->source_length = length;
    return text->source == NULL ? -1 : 0;
}

const char *formula_source(const formula_text *text, size_t *length) {
    *length = text->source_length;
    return text->source;
}

void formula_text_set_dialect(formula_text *text, enum formula_dialect dialect) {
    text->dialect = dialect;
}

enum formula_dialect formula_dialect_read(const formula_text *text) {
    return text->dialect;
}

struct formula_regions *formula_text_regions(const formula_text *text) {
    return (struct formula_regions *)(uintptr_t)&text->regions;
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

#define KEY_ROOM 40u

/* Numbers the action with this key (at most KEY_ROOM bytes) and text. LABEL_NONE when memory runs out. The
 * table of texts gives 0 to names of the internal action; a key is never one, as it begins with a capital.
 */
static uint32_t number_action(formula_text *text, const char *key, const char *bytes, size_t length) {
    text->key.length = 0;
    if (text_buffer_add(text->memory, &text->key, key) != 0 ||
        text_buffer_append(text->memory, &text->key, bytes, length) != 0) {
        return LABEL_NONE;
    }
    uint32_t number = label_intern(text->keys, text->key.data, text->key.length);
    uint64_t known = text->action_capacity;
    if (number == LABEL_NONE ||
        MEMORY_GROW(text->memory, &text->actions, &text->action_capacity, (uint64_t)number + 1) != 0) {
        return LABEL_NONE;
    }
    if (text->action_capacity > known) {
        memset(text->actions + known, 0, (text->action_capacity - known) * sizeof *text->actions);
    }
    return number;
}

/* Returns the action with this key and text, and makes it if it is new. */
static struct action *find_action(formula_text *text, enum action_kind kind, const char *key,
                                  const char *bytes, size_t length) {
    uint32_t number = number_action(text, key, bytes, length);
    if (number == LABEL_NONE || text->actions[number] != NULL) {
        return number == LABEL_NONE ? NULL : text->actions[number];
    }
    struct action *action = arena_allocate(text->arena, sizeof *action);
    if (action == NULL) {
        return NULL;
    }
    *action = (struct action){.kind = kind,
                              .text = label_text(text->keys, number) + strlen(key),
                              .length = length,
                              .size = 1,
                              .number = number};
    text->actions[number] = action;
    return action;
}

struct action *formula_new_action(formula_text *text, enum action_kind kind, const struct action *left,
                                  const struct action *right) {
    char key[KEY_ROOM];
    snprintf(key, sizeof key, "%c%u.%u", 'A' + (int)kind, left == NULL ? 0 : left->number,
             right == NULL ? 0 : right->number);
    struct action *action = find_action(text, kind, key, "", 0);
    if (action == NULL) {
        return NULL;
    }
    action->text = NULL;
    action->left = left;
    action->right = right;
    uint64_t sum = size_of(left) + size_of(right);
    /* nodes are shared, so sizes may overflow */
    action->size = sum < size_of(left) || sum == UINT64_MAX ? UINT64_MAX : sum + 1;
    return action;
}

struct action *formula_new_data_action(formula_text *text, enum action_kind kind, const struct action *left,
                                       const struct formula_data *data) {
    char key[KEY_ROOM];
    snprintf(key, sizeof key, "%c%u", 'A' + (int)kind, text->data_actions++);
    struct action *action = find_action(text, kind, key, "", 0);
    if (action != NULL) {
        action->text = NULL;
        action->left = left;
        action->data = data;
    }
    return action;
}

struct action *formula_new_label(formula_text *text, enum action_kind kind, const char *bytes,
                                 size_t length) {
    char key[KEY_ROOM], *copy = NULL;
    uint64_t copied = length + 1;
    snprintf(key, sizeof key, "%c", 'A' + (int)kind);
    if (kind == ACTION_MULTIACTION) {
        copy = memory_allocate(text->memory, copied);
        if (copy == NULL) {
            return NULL;
        }
        memcpy(copy, bytes, length);
        copy[length] = '\0';
        bytes = multiaction_normalise(text->memory, copy, &length) == 0 ? copy : NULL;
    }
    struct action *action = bytes == NULL ? NULL : find_action(text, kind, key, bytes, length);
    memory_free(text->memory, copy, copied);
    return action;
}

/* Compiles a pattern that lives as long as the text. NULL with *error filled. */
static const pattern *hold_pattern(formula_text *text, const char *bytes, unsigned flags,
                                   struct error *error) {
    struct held_pattern *held = arena_allocate(text->arena, sizeof *held);
    if (held == NULL) {
        error_memory(error, "for the formula");
        return NULL;
    }
    held->pattern = pattern_compile(&text->run, bytes, flags, error);
    if (held->pattern == NULL) {
        return NULL;
    }
    held->next = text->patterns;
    text->patterns = held;
    return held->pattern;
}

struct action *formula_new_pattern(formula_text *text, const char *bytes, size_t length, unsigned flags,
                                   struct error *error) {
    char key[KEY_ROOM];
    snprintf(key, sizeof key, "%c%u.", 'A' + ACTION_PATTERN, flags);
    struct action *action = find_action(text, ACTION_PATTERN, key, bytes, length);
    if (action == NULL) {
        error_memory(error, "for the formula");
        return NULL;
    }
    if (action->pattern == NULL) {
        action->pattern = hold_pattern(text, action->text, flags, error);
    }
    return action->pattern == NULL ? NULL : action;
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

/* Evaluates the smaller operand first, by a call. Either it decides, or the value is that of the other
 * operand, possibly negated, where the loop continues. The size at least halves with each call, so calls nest
 * 64 times at most.
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
        int as_or =
            matches !=
            (implies && left_first); /* value of the operand if the node is written as a disjunction */
        if (action->kind == ACTION_AND ? !matches : as_or) {
            return (action->kind != ACTION_AND) != negated;
        }
        negated ^= implies && !left_first;
        action = left_first ? action->right : action->left;
    }
}

int action_matches_text(const struct action *action, const char *label, struct error *error) {
    return action_matches(action, label, strlen(label), strcmp(label, "i") == 0, error);
}

/* --- regular expressions --- */

static int compute_nullable(const struct regular *regular) {
    switch (regular->kind) {
    case REGULAR_ACTION:
    case REGULAR_TEST:
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
    if (regular != NULL) {
        *regular = (struct regular){.kind = kind, .left = left, .right = right, .action = action};
        regular->is_nullable = compute_nullable(regular);
    }
    return regular;
}

/* --- formulas --- */

struct formula *formula_new(formula_text *text, enum formula_kind kind, const struct formula *left,
                            const struct formula *right, const struct regular *regular) {
    struct formula *formula = arena_allocate(text->arena, sizeof *formula);
    if (formula != NULL) {
        *formula = (struct formula){.kind = kind, .left = left, .right = right, .regular = regular};
    }
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

/* --- predicates --- */

struct formula *formula_new_predicate(formula_text *text, const char *bytes, size_t length,
                                      struct formula_position place) {
    struct formula *formula = formula_new_named(text, FORMULA_PREDICATE, bytes, length, NULL);
    return formula == NULL || GROWING_ADD(text->memory, text->predicates,
                                          (struct formula_predicate){formula, place}) != 0
               ? NULL
               : formula;
}

const struct formula_predicate *formula_predicates(const formula_text *text, uint64_t *count) {
    *count = text->predicates.count;
    return text->predicates.data;
}

int formula_bind_deadlock(formula_text *text, struct formula *predicate) {
    const struct action *any = formula_new_action(text, ACTION_TRUE, NULL, NULL);
    struct formula *none = formula_new(text, FORMULA_FALSE, NULL, NULL, NULL);
    predicate->regular = any == NULL ? NULL : formula_new_regular(text, REGULAR_ACTION, NULL, NULL, any);
    predicate->kind = FORMULA_BOX;
    predicate->left = none;
    predicate->name = NULL;
    return none == NULL || predicate->regular == NULL ? -1 : 0;
}

struct regular *formula_new_test(formula_text *text, const struct formula *predicate, int is_negated) {
    struct regular *regular = formula_new_regular(text, REGULAR_TEST, NULL, NULL, NULL);
    if (regular != NULL) {
        regular->test = predicate;
        regular->is_negated = is_negated;
    }
    return regular;
}
