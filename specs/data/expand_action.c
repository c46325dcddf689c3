/* Expands actions and regular expressions. An action with data becomes the labels of the network that it
 * matches. */
#include <string.h>

#include "base/memory.h"
#include "specs/data/expand_internal.h"
#include "specs/syntax/multiaction.h"

#define MOST_PERMUTED 7u /* most parts of a multi-action with fresh or unknown values */

static const struct action *leaf(struct formula_expansion *expansion, enum action_kind kind) {
    const struct action *action = formula_new_action(expansion->text, kind, NULL, NULL);
    if (action == NULL) {
        expansion_memory(expansion);
    }
    return action;
}

static const struct action *combine(struct formula_expansion *expansion, enum action_kind kind,
                                    const struct action *left, const struct action *right) {
    struct action *action = formula_new_action(expansion->text, kind, left, right);
    if (action == NULL) {
        expansion_memory(expansion);
        return NULL;
    }
    if (action->where.line == 0) {
        action->where = left->where;
    }
    return action;
}

/* Joins actions by AND or OR, without operands that do not matter. */
static const struct action *join_actions(struct formula_expansion *expansion, enum action_kind kind,
                                         const struct action *left, const struct action *right) {
    enum action_kind neutral = kind == ACTION_AND ? ACTION_TRUE : ACTION_FALSE;
    enum action_kind decides = kind == ACTION_AND ? ACTION_FALSE : ACTION_TRUE;
    if (left == NULL || right == NULL) {
        return NULL;
    }
    if (left->kind == neutral || right->kind == decides || left == right) {
        return right;
    }
    return right->kind == neutral || left->kind == decides ? left : combine(expansion, kind, left, right);
}

static const struct action *negate(struct formula_expansion *expansion, const struct action *action) {
    if (action == NULL || action->kind == ACTION_NOT) {
        return action == NULL ? NULL : action->left;
    }
    if (action->kind == ACTION_TRUE || action->kind == ACTION_FALSE) {
        return leaf(expansion, action->kind == ACTION_TRUE ? ACTION_FALSE : ACTION_TRUE);
    }
    return combine(expansion, ACTION_NOT, action, NULL);
}

/* --- labels --- */

/* The action of exactly this label: labels that differ in blanks need not have the same value. */
static const struct action *label_action(struct formula_expansion *expansion, uint32_t label,
                                         struct formula_position where) {
    struct action *action = formula_new_label(expansion->text, ACTION_LABEL, expansion->labels->text[label],
                                              expansion->labels->length[label]);
    if (action == NULL) {
        expansion_memory(expansion);
        return NULL;
    }
    if (action->where.line == 0) {
        action->where = where;
    }
    return action;
}

/* Whether a part equals a part of a label: TRUE_VALUE, FALSE_VALUE or UNKNOWN. Both are terms of one name. */
static uint32_t part_equals(struct formula_expansion *expansion, const uint32_t *argument,
                            uint32_t label_part) {
    uint32_t result = TRUE_VALUE, children = value_at(&expansion->values, label_part)->children;
    for (uint32_t i = 0; i < children && result != FALSE_VALUE; i++) {
        uint32_t same = evaluate_equal(&expansion->evaluation, argument[i],
                                       value_child(&expansion->values, label_part, i));
        result = same == TRUE_VALUE ? result : same;
    }
    return result;
}

/* Parts with arguments that may be unknown, so that they are no values. */
struct loose {
    const char *name;
    uint32_t *argument;
    uint32_t arguments;
};

/* Whether the parts from `first` on equal the parts of the label that are not taken, in some order. */
static uint32_t match_parts(struct formula_expansion *expansion, const struct loose *part, uint32_t parts,
                            uint32_t first, uint32_t label, unsigned taken) {
    uint32_t result = FALSE_VALUE;
    if (first == parts) {
        return TRUE_VALUE;
    }
    for (uint32_t i = 0; i < parts && result != TRUE_VALUE; i++) {
        uint32_t other = value_child(&expansion->values, label, i);
        const struct value *of = value_at(&expansion->values, other);
        if (taken >> i & 1 || of->name != part[first].name || of->children != part[first].arguments) {
            continue;
        }
        uint32_t same = part_equals(expansion, part[first].argument, other);
        uint32_t rest = same == FALSE_VALUE
                            ? FALSE_VALUE
                            : match_parts(expansion, part, parts, first + 1, label, taken | 1u << i);
        uint32_t both = rest == FALSE_VALUE || same == TRUE_VALUE ? rest : UNKNOWN;
        result = both == FALSE_VALUE ? result : both;
    }
    return result;
}

/* The list of the names and numbers of arguments; VALUE_NONE when memory runs out. */
static uint32_t shape_of(struct formula_expansion *expansion, const struct loose *part, uint32_t parts) {
    uint32_t shape[MOST_PERMUTED];
    for (uint32_t i = 0; i < parts; i++) {
        uint32_t arity = value_number(&expansion->values, part[i].arguments);
        shape[i] = arity == VALUE_NONE ? VALUE_NONE
                                       : value_make(&expansion->values, VALUE_TERM, part[i].name, &arity, 1);
        if (shape[i] == VALUE_NONE) {
            return VALUE_NONE;
        }
    }
    value_sort(shape, parts);
    return value_make(&expansion->values, VALUE_LIST, NULL, shape, parts);
}

/* Whether variables occur in an expression. */
static int has_variables(const struct data *data, const struct binding *bindings) {
    int has = 0;
    for (const struct binding *at = bindings;
         at != NULL && !has && (data->kind == DATA_NAME || data->kind == DATA_APPLY); at = at->outer) {
        has = at->variable != NULL && at->variable->name == data->name;
    }
    for (uint32_t i = 0; i < data->children && !has; i++) {
        has = has_variables(data->child[i], bindings);
    }
    for (uint32_t i = 0; data->kind == DATA_WHERE && i < data->variables->count && !has; i++) {
        has = has_variables(data->variables->variable[i].value, bindings);
    }
    return has;
}

/* Whether an action without variables is written as the label is: then they are equal, even if the value of
 * an argument is not known. */
static int is_written_as(const struct formula_expansion *expansion, const struct action *action,
                         const struct binding *bindings, uint32_t label) {
    const struct formula_data *data = action->data;
    for (uint32_t i = 0; i < data->parts; i++) {
        for (uint32_t k = 0; k < data->part[i].arguments; k++) {
            if (has_variables(data->part[i].argument[k], bindings)) {
                return 0;
            }
        }
    }
    return multiaction_matches(action->text, action->length, expansion->labels->text[label],
                               expansion->labels->length[label]);
}

/* Gives the reason that a label may or may not be equal to the action; an unknown argument has its reason
 * already. */
static void explain_label(struct formula_expansion *expansion, const struct action *action,
                          const struct loose *part, uint32_t parts, uint32_t label) {
    for (uint32_t i = 0; i < parts; i++) {
        for (uint32_t k = 0; k < part[i].arguments; k++) {
            if (part[i].argument[k] == UNKNOWN) {
                return;
            }
        }
    }
    evaluate_unknown(&expansion->evaluation, action->where,
                     "whether '%.60s' is the label '%.80s' is not known", action->text,
                     expansion->labels->text[label]);
}

/* The labels that equal the parts of an action. */
static const struct action *match_labels(struct formula_expansion *expansion, const struct action *action,
                                         const struct loose *part, const struct binding *bindings,
                                         int upper) {
    uint32_t parts = action->data->parts;
    const struct action *all = leaf(expansion, ACTION_FALSE);
    uint32_t shape = shape_of(expansion, part, parts);
    if (shape == VALUE_NONE) {
        expansion_memory(expansion);
        return NULL;
    }
    struct index_walk walk = index_find(&expansion->by_shape, index_hash_key(shape));
    uint32_t at = index_next(&walk) ? walk.number : LABELS_END;
    for (; at != LABELS_END && all != NULL; at = expansion->label[at].next) {
        const struct label_value *label = &expansion->label[at];
        uint32_t same = match_parts(expansion, part, parts, 0, label->value, 0);
        if (expansion_step(expansion) != 0) {
            return NULL;
        }
        if (same == UNKNOWN && is_written_as(expansion, action, bindings, label->label)) {
            same = TRUE_VALUE;
        }
        if (same == UNKNOWN) {
            explain_label(expansion, action, part, parts, label->label);
            expansion_doubt(expansion);
        }
        if (same == TRUE_VALUE || (same == UNKNOWN && upper)) {
            all =
                join_actions(expansion, ACTION_OR, all, label_action(expansion, label->label, action->where));
        }
    }
    return all;
}

/* The labels of a value, which has no fresh parts. */
static const struct action *find_labels(struct formula_expansion *expansion, const struct loose *part,
                                        uint32_t parts, struct formula_position where) {
    uint32_t term[MOST_PERMUTED];
    const struct action *all = leaf(expansion, ACTION_FALSE);
    for (uint32_t i = 0; i < parts; i++) {
        term[i] =
            value_make(&expansion->values, VALUE_TERM, part[i].name, part[i].argument, part[i].arguments);
        if (term[i] == VALUE_NONE) {
            expansion_memory(expansion);
            return NULL;
        }
    }
    value_sort(term, parts);
    uint32_t list = value_make(&expansion->values, VALUE_LIST, NULL, term, parts);
    if (list == VALUE_NONE) {
        expansion_memory(expansion);
        return NULL;
    }
    for (struct index_walk walk = index_find(&expansion->by_value, index_hash_key(list));
         index_next(&walk) && all != NULL;) {
        if (expansion->label[walk.number].value == list) {
            all = join_actions(expansion, ACTION_OR, all,
                               label_action(expansion, expansion->label[walk.number].label, where));
        }
    }
    return all;
}

/* --- terms that are nested too deep to be read --- */

/* The labels that may equal an action whose arguments are not known: the action itself if there are none.
 * Without variables around it, it equals those that are written as it is. */
static const struct action *expand_unread(struct formula_expansion *expansion, const struct action *action,
                                          const struct binding *bindings, int upper) {
    const struct label_texts *labels = expansion->labels;
    const struct action *all = leaf(expansion, ACTION_FALSE);
    int is_absent = 1;
    while (bindings != NULL && bindings->variable == NULL) {
        bindings = bindings->outer;
    }
    for (uint32_t i = 0; i < labels->count && all != NULL; i++) {
        if (labels->is_internal[i] ||
            !multiaction_has_names(action->text, action->length, labels->text[i], labels->length[i])) {
            continue;
        }
        is_absent = 0;
        int same = bindings == NULL &&
                   multiaction_matches(action->text, action->length, labels->text[i], labels->length[i]);
        if (!same) {
            evaluate_unknown(&expansion->evaluation, action->data->failure->where, "%s",
                             action->data->failure->text);
            expansion_doubt(expansion);
        }
        if (expansion_step(expansion) != 0) {
            return NULL;
        }
        if (same || upper) {
            all = join_actions(expansion, ACTION_OR, all, label_action(expansion, i, action->where));
        }
    }
    return is_absent && all != NULL ? action : all;
}

/* --- actions with data --- */

static const struct action *expand_parts(struct formula_expansion *expansion, const struct action *action,
                                         const struct binding *bindings, int upper) {
    const struct formula_data *data = action->data;
    struct loose part[MOST_PERMUTED];
    uint32_t *argument, at = 0, count = 0;
    int is_exact = !expansion->has_opaque && expansion->values.symbolic.count == 0;
    if (data->failure != NULL) { /* a label in quotes has no data */
        return data->failure->is_too_deep ? expand_unread(expansion, action, bindings, upper) : action;
    }
    if (data->parts > MOST_PERMUTED) {
        evaluate_unknown(&expansion->evaluation, action->where,
                         "a multi-action with data of more than %u parts", MOST_PERMUTED);
        expansion_doubt(expansion);
        return leaf(expansion, upper ? ACTION_TRUE : ACTION_FALSE);
    }
    for (uint32_t i = 0; i < data->parts; i++) {
        count += data->part[i].arguments;
    }
    uint64_t bytes = ((uint64_t)count + 1) * sizeof *argument;
    argument = memory_allocate(expansion->memory, bytes);
    if (argument == NULL) {
        expansion_memory(expansion);
        return NULL;
    }
    for (uint32_t i = 0; i < data->parts; i++) {
        part[i] = (struct loose){data->part[i].name, argument + at, data->part[i].arguments};
        for (uint32_t k = 0; k < data->part[i].arguments; k++) {
            uint32_t value = evaluate_data(&expansion->evaluation, data->part[i].argument[k], bindings);
            is_exact = is_exact && value != UNKNOWN && !value_at(&expansion->values, value)->has_fresh;
            argument[at++] = value;
        }
    }
    const struct action *result = is_exact ? find_labels(expansion, part, data->parts, action->where)
                                           : match_labels(expansion, action, part, bindings, upper);
    memory_free(expansion->memory, argument, bytes);
    return result;
}

/* --- quantifiers --- */

static const struct action *expand_quantified(struct formula_expansion *expansion,
                                              const struct action *action, uint32_t first,
                                              const struct binding *bindings, int upper) {
    const struct bound_variables *variables = action->data->variables;
    if (first == variables->count) {
        return expand_action(expansion, action->left, bindings, upper);
    }
    int all = action->kind == ACTION_FORALL;
    enum action_kind decides = all ? ACTION_FALSE : ACTION_TRUE, neutral = all ? ACTION_TRUE : ACTION_FALSE;
    struct quantified quantified =
        quantified_begin(&expansion->evaluation, &variables->variable[first], bindings);
    const struct action *result = leaf(expansion, neutral);
    int found = 1;
    while (result != NULL && result->kind != decides && (found = quantified_next(&quantified)) > 0) {
        if (expansion_step(expansion) != 0) {
            return NULL;
        }
        const struct action *part =
            expand_quantified(expansion, action, first + 1, &quantified.binding, upper);
        if (part != NULL && quantified.is_uncertain && part->kind != neutral) {
            expansion_doubt_sort(expansion, &quantified.binding);
        }
        if (part == NULL || !quantified.is_uncertain || upper != all) {
            result = join_actions(expansion, all ? ACTION_AND : ACTION_OR, result, part);
        }
    }
    if (found < 0) {
        expansion_memory(expansion);
        return NULL;
    }
    return result;
}

/* --- actions --- */

const struct action *expand_action(struct formula_expansion *expansion, const struct action *action,
                                   const struct binding *bindings, int upper) {
    if (expansion_step(expansion) != 0) {
        return NULL;
    }
    const struct action *left, *right;
    switch (action->kind) {
    case ACTION_VALUE: {
        uint32_t value = evaluate_data(&expansion->evaluation, action->data->argument[0], bindings);
        uint32_t truth = truth_of(value);
        if (truth == UNKNOWN) {
            expansion_explain(expansion, action->where, value);
            expansion_doubt(expansion);
            truth = value_truth(upper);
        }
        return leaf(expansion, truth == TRUE_VALUE ? ACTION_TRUE : ACTION_FALSE);
    }
    case ACTION_FORALL:
    case ACTION_EXISTS:
        return expand_quantified(expansion, action, 0, bindings, upper);
    case ACTION_MULTIACTION:
        return action->data == NULL ? action : expand_parts(expansion, action, bindings, upper);
    case ACTION_NOT:
        return negate(expansion, expand_action(expansion, action->left, bindings, !upper));
    case ACTION_AND:
    case ACTION_OR:
    case ACTION_IMPLIES:
        left =
            expand_action(expansion, action->left, bindings, action->kind == ACTION_IMPLIES ? !upper : upper);
        left = action->kind == ACTION_IMPLIES ? negate(expansion, left) : left;
        if (left == NULL || left->kind == (action->kind == ACTION_AND ? ACTION_FALSE : ACTION_TRUE)) {
            return left;
        }
        right = expand_action(expansion, action->right, bindings, upper);
        return join_actions(expansion, action->kind == ACTION_AND ? ACTION_AND : ACTION_OR, left, right);
    default:
        return action;
    }
}

/* --- regular expressions --- */

static int is_empty(const struct regular *regular) {
    return regular->kind == REGULAR_ACTION && regular->action->kind == ACTION_FALSE;
}

static const struct regular *make_regular(struct formula_expansion *expansion, const struct regular *model,
                                          const struct regular *left, const struct regular *right,
                                          const struct action *action) {
    struct regular *regular = formula_new_regular(expansion->text, model->kind, left, right, action);
    if (regular == NULL) {
        expansion_memory(expansion);
        return NULL;
    }
    regular->where = model->where;
    return regular;
}

static const struct regular *expand_pair(struct formula_expansion *expansion, const struct regular *regular,
                                         const struct regular *left, const struct regular *right) {
    if (left == regular->left && right == regular->right) {
        return regular;
    }
    if (regular->kind == REGULAR_CONCATENATION && (is_empty(left) || is_empty(right))) {
        return is_empty(left) ? left : right;
    }
    if (regular->kind == REGULAR_CHOICE && (is_empty(left) || is_empty(right))) {
        return is_empty(left) ? right : left;
    }
    return make_regular(expansion, regular, left, right, NULL);
}

const struct regular *expand_regular(struct formula_expansion *expansion, const struct regular *regular,
                                     const struct binding *bindings, int upper) {
    if (regular->kind == REGULAR_ACTION) {
        const struct action *action = expand_action(expansion, regular->action, bindings, upper);
        return action == NULL              ? NULL
               : action == regular->action ? regular
                                           : make_regular(expansion, regular, NULL, NULL, action);
    }
    if (regular->kind == REGULAR_NIL) {
        return regular;
    }
    const struct regular *left = expand_regular(expansion, regular->left, bindings, upper);
    const struct regular *right = left == NULL || regular->right == NULL
                                      ? NULL
                                      : expand_regular(expansion, regular->right, bindings, upper);
    if (left == NULL || (right == NULL && regular->right != NULL)) {
        return NULL;
    }
    return right == NULL && left == regular->left ? regular
           : right == NULL                        ? make_regular(expansion, regular, left, NULL, NULL)
                                                  : expand_pair(expansion, regular, left, right);
}
