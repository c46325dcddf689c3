/* Labels as data: name(argument, ..), with '|' between the parts of a multi-action. An argument that is no
 * data is a constant of that text. */
#include <string.h>

#include "base/core.h"
#include "base/long_sort.h"
#include "base/memory.h"
#include "base/run.h"
#include "specs/data/expand_internal.h"
#include "specs/syntax/multiaction.h"

#define MOST_PARTS 32u
#define MOST_LABEL_STEPS (1u << 20) /* most steps of evaluation of an argument */

static uint32_t constant(struct formula_expansion *expansion, const char *name) {
    if (name == NULL || evaluation_add_symbol(&expansion->evaluation, name, 0) != 0) {
        return VALUE_NONE;
    }
    return value_make(&expansion->values, VALUE_TERM, name, NULL, 0);
}

/* Makes the names in an argument known, unless they are declared or operators: they are constructors. Returns
 * 0, or -1 when memory runs out. */
static int add_symbols(struct formula_expansion *expansion, const struct data *data) {
    int failed = 0;
    if ((data->kind == DATA_NAME || (data->kind == DATA_APPLY && !evaluate_is_operator(data))) &&
        (declarations_find(&expansion->declarations, data->name, data->children) == DECLARATIONS_END ||
         declarations_equation(&expansion->declarations, data->name, data->children) == DECLARATIONS_END)) {
        failed = evaluation_add_symbol(&expansion->evaluation, data->name, data->children) != 0;
    }
    for (uint32_t i = 0; i < data->children && data->variables == NULL && !failed; i++) {
        failed = add_symbols(expansion, data->child[i]) != 0;
    }
    return failed ? -1 : 0;
}

static uint32_t opaque(struct formula_expansion *expansion, const char *name) {
    struct value value = {.kind = VALUE_OPAQUE, .name = name};
    expansion->has_opaque = 1;
    return name == NULL ? VALUE_NONE : value_intern(&expansion->values, &value, NULL);
}

/* Whether a text that is no data looks like a number: only digits, signs, points and exponents. */
static int looks_like_number(const char *text, const char *end) {
    int digits = 0;
    for (; text < end; text++) {
        if (strchr("0123456789+-._eExX \t", *text) == NULL) {
            return 0;
        }
        digits |= *text >= '0' && *text <= '9';
    }
    return digits;
}

/* The value of an expression in a label. */
static uint32_t label_data_value(struct formula_expansion *expansion, const struct data *data) {
    struct evaluation *evaluation = &expansion->evaluation;
    uint64_t left = evaluation->steps;
    evaluation->steps = MOST_LABEL_STEPS;
    evaluation->in_label = 1;
    uint32_t value = evaluate_data(evaluation, data, NULL);
    evaluation->in_label = 0;
    evaluation->steps = evaluation->steps == 0 && run_should_stop(expansion->run) ? 0 : left;
    return value;
}

/* The value of an argument of a label. A text that is no data is a constant, unless it may be a number in
 * another notation than that of mCRL2, or is nested too deep to be read. */
static uint32_t argument_value(struct formula_expansion *expansion, const char *text, const char *end) {
    struct data_failure failure;
    const struct data *data;
    struct data_source source = {text, (size_t)(end - text), {1, 1}};
    if (data_parse_expression(expansion->text, source, &data, &failure) == 0) {
        int failed = add_symbols(expansion, data) != 0;
        uint32_t value = failed ? UNKNOWN : label_data_value(expansion, data);
        return failed || expansion->evaluation.failed ? VALUE_NONE
               : value != UNKNOWN                     ? value
                                  : opaque(expansion, formula_intern(expansion->text, text, source.length));
    }
    const char *name = failure.no_memory ? NULL : formula_intern(expansion->text, text, source.length);
    return name != NULL && (failure.is_too_deep || looks_like_number(text, end)) ? opaque(expansion, name)
                                                                                 : constant(expansion, name);
}

/* The end of the argument that begins at `at`: a comma outside of brackets, or the end. */
static const char *argument_end(const char *at, const char *end) {
    for (size_t depth = 0; at < end; at++) {
        if (strchr("([{", *at) != NULL) {
            depth++;
        } else if (strchr(")]}", *at) != NULL && depth > 0) {
            depth--;
        } else if (*at == ',' && depth == 0) {
            break;
        }
    }
    return at;
}

/* The value of one part of a label, and in *shape that of its name and number of arguments. */
static uint32_t part_value(struct formula_expansion *expansion, const char *text, const char *end,
                           uint32_t *shape) {
    size_t length = multiaction_trim(&text, end);
    const char *open = memchr(text, '(', length);
    uint32_t *child = NULL, count = 0, result = VALUE_NONE;
    uint64_t capacity = 0;
    int failed = 0, has_arguments = open != NULL && text[length - 1] == ')';
    end = text + length;
    length = multiaction_trim(&text, has_arguments ? open : end);
    const char *name = formula_intern(expansion->text, text, length);
    for (const char *at = open; has_arguments && !failed && at < end - 1; count++) {
        const char *stop = argument_end(++at, end - 1);
        failed = MEMORY_GROW(expansion->memory, &child, &capacity, (uint64_t)count + 1) != 0;
        if (!failed) {
            child[count] = argument_value(expansion, at, stop);
            failed = child[count] == VALUE_NONE;
        }
        at = stop;
    }
    if (!failed && name != NULL) {
        uint32_t arity = value_number(&expansion->values, count);
        result =
            arity == VALUE_NONE ? VALUE_NONE : value_make(&expansion->values, VALUE_TERM, name, child, count);
        *shape =
            arity == VALUE_NONE ? VALUE_NONE : value_make(&expansion->values, VALUE_TERM, name, &arity, 1);
    }
    memory_free(expansion->memory, child, capacity * sizeof *child);
    return *shape == VALUE_NONE ? VALUE_NONE : result;
}

static int add_label(struct formula_expansion *expansion, uint32_t label, uint32_t *part, uint32_t *shape,
                     uint32_t parts) {
    struct label_value made = {.label = label, .next = LABELS_END};
    value_sort(part, parts);
    value_sort(shape, parts);
    made.value = value_make(&expansion->values, VALUE_LIST, NULL, part, parts);
    made.shape = value_make(&expansion->values, VALUE_LIST, NULL, shape, parts);
    if (made.value == VALUE_NONE || made.shape == VALUE_NONE ||
        MEMORY_GROW(expansion->memory, &expansion->label, &expansion->label_capacity,
                    expansion->label_count + 1) != 0) {
        return -1;
    }
    uint32_t number = (uint32_t)expansion->label_count;
    struct index_walk walk = index_find(&expansion->by_shape, index_hash_key(made.shape));
    if (index_next(&walk)) { /* after the first label of the shape */
        struct label_value *first = &expansion->label[walk.number];
        made.next = first->next;
        first->next = number;
    } else if (index_add(&expansion->by_shape, expansion->memory, index_hash_key(made.shape), number) != 0) {
        return -1;
    }
    expansion->label[expansion->label_count++] = made;
    return index_add(&expansion->by_value, expansion->memory, index_hash_key(made.value), number);
}

static int read_label(struct formula_expansion *expansion, uint32_t label) {
    const char *text = expansion->labels->text[label], *end = text + expansion->labels->length[label];
    uint32_t part[MOST_PARTS], shape[MOST_PARTS], parts = 0;
    if (multiaction_parts(text, expansion->labels->length[label]) > MOST_PARTS) {
        return 0;
    }
    for (;;) {
        const char *stop = multiaction_part_end(text, end);
        shape[parts] = VALUE_NONE;
        part[parts] = part_value(expansion, text, stop, &shape[parts]);
        if (part[parts++] == VALUE_NONE) {
            return -1;
        }
        if (stop == end) {
            return add_label(expansion, label, part, shape, parts);
        }
        text = stop + 1;
    }
}

struct ordered {
    const char *text;
    uint32_t label;
};

static int compare_texts(const void *left, const void *right, void *context) {
    (void)context;
    return strcmp(((const struct ordered *)left)->text, ((const struct ordered *)right)->text);
}

/* In the order of their texts, so that the result depends on the set of labels alone. */
int expansion_read_labels(struct formula_expansion *expansion) {
    uint32_t count = expansion->labels->count;
    struct ordered *ordered = memory_allocate_array(expansion->memory, count, sizeof *ordered);
    int failed = ordered == NULL ? expansion_memory(expansion) : 0;
    for (uint32_t i = 0; i < count && !failed; i++) {
        ordered[i] = (struct ordered){expansion->labels->text[i], i};
    }
    if (!failed && long_sort(ordered, count, sizeof *ordered, compare_texts, NULL, expansion->run) != 0) {
        failed = run_should_stop(expansion->run) ? expansion_stopped(expansion) : expansion_memory(expansion);
    }
    for (uint32_t i = 0; i < count && !failed; i++) {
        uint32_t label = ordered[i].label;
        failed = expansion_step(expansion) != 0;
        if (!failed && !expansion->labels->is_internal[label] && read_label(expansion, label) != 0) {
            failed = expansion_memory(expansion);
        }
    }
    values_note_symbolic(&expansion->values);
    memory_free(expansion->memory, ordered, count * sizeof *ordered);
    return failed ? -1 : 0;
}

/* --- collecting --- */

static int collect_part(struct formula_expansion *expansion, uint32_t part) {
    struct value of = *value_at(&expansion->values, part);
    for (uint32_t i = 0; i < of.children; i++) {
        uint32_t class = sort_class_known(&expansion->classes, PLACE_ACTION, of.name, of.children, i);
        if (class != CLASS_NONE &&
            sort_class_collect(&expansion->classes, class, value_child(&expansion->values, part, i)) != 0) {
            return expansion_memory(expansion);
        }
    }
    return 0;
}

int expansion_collect_labels(struct formula_expansion *expansion) {
    for (uint64_t i = 0; i < expansion->label_count; i++) {
        if (expansion_step(expansion) != 0) {
            return -1;
        }
        uint32_t value = expansion->label[i].value, parts = value_at(&expansion->values, value)->children;
        for (uint32_t k = 0; k < parts; k++) {
            if (collect_part(expansion, value_child(&expansion->values, value, k)) != 0) {
                return -1;
            }
        }
    }
    return 0;
}
