/*
 * Instances: formulas with the values of the variables on which they depend. Fresh values in the parameters
 * of a fixpoint are renamed in the order in which they occur, so that a fixpoint that passes on ever new
 * fresh values has finitely many instances.
 */
#include "specs/data/instance.h"
#include "specs/data/value_number.h"

#include <stdio.h>
#include <string.h>

#include "base/core.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/text/text_buffer.h"

#define MOST_NAME 60u /* bytes of the name of a fixpoint with values */

/* --- keys --- */

static int add_key(struct formula_expansion *expansion, uint32_t value) {
    return GROWING_ADD(expansion->memory, expansion->key, value) != 0 ? expansion_memory(expansion) : 0;
}

/* Whether a binding is of a variable of the set. */
static int is_used(const struct formula_expansion *expansion, uint64_t uses, const struct binding *binding) {
    uint32_t number = binding->variable == NULL ? 0 : expansion_variable_number(expansion, binding->variable);
    return binding->variable != NULL && (uses >> (number < 63 ? number : 63) & 1);
}

/* Adds the values of the variables that a node uses, in the order of the bindings. */
static int add_used(struct formula_expansion *expansion, uint64_t uses, const struct binding *bindings) {
    for (; bindings != NULL; bindings = bindings->outer) {
        if (is_used(expansion, uses, bindings) &&
            (add_key(expansion, expansion_variable_number(expansion, bindings->variable)) != 0 ||
             add_key(expansion, bindings->value) != 0)) {
            return -1;
        }
    }
    return 0;
}

/* Finds the instance whose key is at the end of the keys from `first` on, and removes that key; or adds it.
 * Returns its number, or UINT64_MAX with the error filled. */
static uint64_t find_instance(struct formula_expansion *expansion, const struct formula *formula, int upper,
                              uint64_t first) {
    uint32_t count = (uint32_t)(expansion->key.count - first);
    uint64_t hash = core_mix((uint64_t)(uintptr_t)formula * 2 + (uint64_t)upper);
    hash = count == 0 ? hash
                      : hash_bytes(expansion->key.data + first, count * sizeof *expansion->key.data, hash);
    for (struct index_walk walk = index_find(&expansion->by_instance, hash); index_next(&walk);) {
        const struct instance *instance = &expansion->instance[walk.number];
        if (instance->formula == formula && instance->upper == upper && instance->count == count &&
            (count == 0 || memcmp(expansion->key.data + instance->first, expansion->key.data + first,
                                  count * sizeof *expansion->key.data) == 0)) {
            expansion->key.count = first;
            return walk.number;
        }
    }
    if (expansion->instances >= INDEX_NONE - 1 ||
        MEMORY_GROW(expansion->memory, &expansion->instance, &expansion->instance_capacity,
                    expansion->instances + 1) != 0 ||
        index_add(&expansion->by_instance, expansion->memory, hash, (uint32_t)expansion->instances) != 0) {
        expansion_memory(expansion);
        return UINT64_MAX;
    }
    expansion->instance[expansion->instances] = (struct instance){formula, NULL, first, count, upper};
    return expansion->instances++;
}

const struct formula *expansion_recall(struct formula_expansion *expansion, const struct formula *formula,
                                       const struct binding *bindings, int upper, uint64_t *number) {
    uint64_t first = expansion->key.count;
    *number = UINT64_MAX;
    if (add_used(expansion, expansion_node(expansion, formula)->uses, bindings) != 0) {
        return NULL;
    }
    *number = find_instance(expansion, formula, upper, first);
    return *number == UINT64_MAX ? NULL : expansion->instance[*number].result;
}

/* --- renaming --- */

/* Values with fresh parts, and what they become; `index` has the places of the former. */
struct renaming {
    uint32_t *from, *to;
    uint32_t count;
    uint64_t from_capacity, to_capacity;
    struct index index;
};

static void renaming_free(struct formula_expansion *expansion, struct renaming *renaming) {
    memory_free(expansion->memory, renaming->from, renaming->from_capacity * sizeof *renaming->from);
    memory_free(expansion->memory, renaming->to, renaming->to_capacity * sizeof *renaming->to);
    index_free(&renaming->index, expansion->memory);
}

/* Notes what a value becomes, which may be VALUE_NONE. Returns that, or VALUE_NONE. */
static uint32_t note_renamed(struct formula_expansion *expansion, struct renaming *renaming, uint32_t from,
                             uint32_t to) {
    struct memory *memory = expansion->memory;
    const uint64_t count = (uint64_t)renaming->count + 1;
    if (to == VALUE_NONE || MEMORY_GROW(memory, &renaming->from, &renaming->from_capacity, count) != 0 ||
        MEMORY_GROW(memory, &renaming->to, &renaming->to_capacity, count) != 0 ||
        index_add(&renaming->index, memory, index_hash_key(from), renaming->count) != 0) {
        return VALUE_NONE;
    }
    renaming->from[renaming->count] = from;
    renaming->to[renaming->count++] = to;
    return to;
}

/* The new name of a fresh value: the first index of its region that no other one has. VALUE_NONE on failure.
 */
static uint32_t rename_fresh(struct formula_expansion *expansion, const struct renaming *renaming,
                             uint32_t value) {
    const struct value of = *value_at(&expansion->values, value);
    uint32_t index = 1, class = sort_class_find(&expansion->classes, (uint32_t)of.number);
    for (uint32_t i = 0; i < renaming->count; i++) {
        const struct value *other = value_at(&expansion->values, renaming->from[i]);
        index += other->kind == VALUE_FRESH && other->region == of.region &&
                 sort_class_find(&expansion->classes, (uint32_t)other->number) == class;
    }
    return value_fresh(&expansion->values, class, of.region, index);
}

static uint32_t rename_value(struct formula_expansion *expansion, struct renaming *renaming, uint32_t value);

/* A value whose children are renamed; VALUE_NONE on failure. */
static uint32_t rename_children(struct formula_expansion *expansion, struct renaming *renaming,
                                uint32_t value) {
    const struct value of = *value_at(&expansion->values, value);
    uint64_t bytes = of.children * sizeof(uint32_t);
    uint32_t *child = memory_allocate(expansion->memory, bytes), result = VALUE_NONE;
    int failed = child == NULL;
    for (uint32_t i = 0; i < of.children && !failed; i++) {
        child[i] = rename_value(expansion, renaming, value_child(&expansion->values, value, i));
        failed = child[i] == VALUE_NONE;
    }
    if (!failed) {
        result = value_make(&expansion->values, of.kind, of.name, child, of.children);
    }
    memory_free(expansion->memory, child, bytes);
    return result;
}

/* VALUE_NONE when memory runs out, or no step is left. */
static uint32_t rename_value(struct formula_expansion *expansion, struct renaming *renaming, uint32_t value) {
    const struct value of = *value_at(&expansion->values, value);
    if (!of.has_fresh) {
        return value;
    }
    const uint32_t known = index_find_key(&renaming->index, value);
    if (known != INDEX_NONE || evaluation_part(&expansion->evaluation) != 0) {
        return known != INDEX_NONE ? renaming->to[known] : VALUE_NONE;
    }
    return note_renamed(expansion, renaming, value,
                        of.kind == VALUE_FRESH ? rename_fresh(expansion, renaming, value)
                                               : rename_children(expansion, renaming, value));
}

/* The error of a value that was not renamed: -1. */
static int not_renamed(struct formula_expansion *expansion) {
    return expansion->evaluation.steps == 0 ? expansion_stopped(expansion) : expansion_memory(expansion);
}

/* Copies the bindings, renamed; the used variables first, so that their names do not depend on others. */
static int rename_bindings(struct formula_expansion *expansion, struct renaming *renaming, uint64_t uses,
                           const struct binding *bindings, const struct binding **result) {
    struct binding *last = NULL;
    for (const struct binding *at = bindings; at != NULL; at = at->outer) {
        if (is_used(expansion, uses, at) && rename_value(expansion, renaming, at->value) == VALUE_NONE) {
            return not_renamed(expansion);
        }
    }
    *result = NULL;
    for (const struct binding *at = bindings; at != NULL; at = at->outer) {
        struct binding *copy = arena_allocate(expansion->arena, sizeof *copy);
        if (copy == NULL) {
            return expansion_memory(expansion);
        }
        *copy = (struct binding){at->variable, at->binder, at->value, NULL};
        copy->value = at->variable == NULL ? 0 : rename_value(expansion, renaming, at->value);
        if (copy->value == VALUE_NONE) {
            return not_renamed(expansion);
        }
        if (last == NULL) {
            *result = copy;
        } else {
            last->outer = copy;
        }
        last = copy;
    }
    return 0;
}

/* --- names --- */

static int add_value(struct formula_expansion *expansion, struct text_buffer *name, uint32_t value) {
    const struct value of = *value_at(&expansion->values, value);
    static const char *const begins[] = {
        [VALUE_TERM] = "(", [VALUE_LIST] = "[", [VALUE_SET] = "{", [VALUE_BAG] = "{"};
    static const char *const ends[] = {
        [VALUE_TERM] = ")", [VALUE_LIST] = "]", [VALUE_SET] = "}", [VALUE_BAG] = "}"};
    char number[VALUE_NUMBER_TEXT];
    struct memory *memory = expansion->memory;
    if (name->length > MOST_NAME) {
        return 0;
    }
    switch (of.kind) {
    case VALUE_NUMBER:
        value_number_write(&expansion->values, value, number);
        return text_buffer_add(memory, name, number);
    case VALUE_FRESH:
        snprintf(number, sizeof number,
                 of.region == 0 || of.region == REGION_OTHER ? "other%u" : "other%u_%u", of.index, of.region);
        return text_buffer_add(memory, name, number);
    case VALUE_OPAQUE:
        return text_buffer_add(memory, name, of.name);
    case VALUE_UNKNOWN:
        return text_buffer_add(memory, name, "?");
    case VALUE_TRUE:
    case VALUE_FALSE:
        return text_buffer_add(memory, name, of.kind == VALUE_TRUE ? "true" : "false");
    default:
        break;
    }
    if ((of.name != NULL && text_buffer_add(memory, name, of.name) != 0) ||
        ((of.children > 0 || of.kind != VALUE_TERM) && text_buffer_add(memory, name, begins[of.kind]) != 0)) {
        return -1;
    }
    for (uint32_t i = 0; i < of.children; i++) {
        const char *sign = of.kind == VALUE_BAG && i % 2 != 0 ? ":" : ",";
        if ((i > 0 && text_buffer_add(memory, name, sign) != 0) ||
            add_value(expansion, name, value_child(&expansion->values, value, i)) != 0) {
            return -1;
        }
    }
    return of.children == 0 && of.kind == VALUE_TERM ? 0 : text_buffer_add(memory, name, ends[of.kind]);
}

/* The text's own copy of a value as text; NULL with the error filled. */
static const char *value_text(struct formula_expansion *expansion, uint32_t value) {
    struct text_buffer text = {0};
    const char *kept = add_value(expansion, &text, value) != 0
                           ? NULL
                           : formula_intern(expansion->text, text.data, text.length);
    text_buffer_free(expansion->memory, &text);
    if (kept == NULL) {
        expansion_memory(expansion);
    }
    return kept;
}

int expansion_note_values(struct formula_expansion *expansion, const struct formula *model, uint64_t uses,
                          const struct binding *bindings, struct formula *made) {
    uint32_t count = 0;
    for (const struct binding *at = bindings; at != NULL; at = at->outer) {
        count += (uint32_t)is_used(expansion, uses, at);
    }
    made->extent = model->extent;
    struct formula_values *values =
        count == 0 ? NULL : formula_allocate(expansion->text, sizeof *values + count * sizeof *values->value);
    if (count > 0 && values == NULL) {
        return expansion_memory(expansion);
    }
    for (const struct binding *at = bindings; at != NULL; at = at->outer) {
        if (is_used(expansion, uses, at)) { /* the innermost comes last */
            const char *text = value_text(expansion, at->value);
            if (text == NULL) {
                return -1;
            }
            values->value[--count] = (struct formula_value){at->variable->name, text};
            values->count++;
        }
    }
    made->values = values;
    return 0;
}

/* Notes the values of a fixpoint's parameters, inside those around it. */
static int note_parameters(struct formula_expansion *expansion, const struct formula *binder,
                           const uint32_t *argument, uint32_t count, const struct binding *around,
                           struct formula *made) {
    struct binding *binding = arena_allocate(expansion->arena, ((uint64_t)count + 1) * sizeof *binding);
    uint64_t uses = expansion_node(expansion, binder)->uses;
    if (binding == NULL) {
        return expansion_memory(expansion);
    }
    for (uint32_t i = 0; i < count; i++) {
        const struct bound_variable *variable = &binder->data->variables->variable[i];
        uint32_t number = expansion_variable_number(expansion, variable);
        binding[i] = (struct binding){
            .variable = variable, .value = argument[i], .outer = i == 0 ? around : &binding[i - 1]};
        uses |= (uint64_t)1 << (number < 63 ? number : 63);
    }
    return expansion_note_values(expansion, binder, uses, count == 0 ? around : &binding[count - 1], made);
}

/* X(1,true) */
static struct formula *new_fixpoint(struct formula_expansion *expansion, const struct formula *binder,
                                    const uint32_t *argument, uint32_t count) {
    struct text_buffer name = {0};
    int failed = text_buffer_add(expansion->memory, &name, binder->name) != 0;
    for (uint32_t i = 0; i < count && !failed; i++) {
        failed = text_buffer_add(expansion->memory, &name, i == 0 ? "(" : ",") != 0 ||
                 add_value(expansion, &name, argument[i]) != 0;
    }
    failed = failed || (count > 0 && text_buffer_add(expansion->memory, &name, ")") != 0);
    struct formula *formula =
        failed ? NULL : formula_new_named(expansion->text, binder->kind, name.data, name.length, NULL);
    text_buffer_free(expansion->memory, &name);
    if (formula == NULL) {
        expansion_memory(expansion);
        return NULL;
    }
    formula->where = binder->where;
    formula->rank = expansion_node(expansion, binder)->rank;
    return formula;
}

/* --- fixpoints --- */

/* Whether a parameter can have the value: it is not outside the sort. */
static int may_take(struct formula_expansion *expansion, const struct bound_variable *variable,
                    uint32_t value) {
    struct text_buffer text = {0};
    if (value == UNKNOWN || evaluation_fits(&expansion->evaluation, variable->sort, value) != FALSE_VALUE) {
        return 1;
    }
    expansion->evaluation.failed |= add_value(expansion, &text, value) != 0;
    evaluate_unknown(&expansion->evaluation, variable->where,
                     "the sort of the parameter '%.40s' does not have the value %.60s", variable->name,
                     text.data == NULL ? "" : text.data);
    text_buffer_free(expansion->memory, &text);
    return 0;
}

static int evaluate_arguments(struct formula_expansion *expansion, const struct instance_request *request,
                              uint32_t count, uint32_t *argument) {
    for (uint32_t i = 0; i < count; i++) {
        const struct data *data = request->argument == NULL
                                      ? request->binder->data->variables->variable[i].value
                                      : request->argument[i];
        argument[i] = evaluate_data(&expansion->evaluation, data, request->bindings);
        if (!may_take(expansion, &request->binder->data->variables->variable[i], argument[i])) {
            argument[i] = UNKNOWN;
        }
    }
    return expansion->evaluation.failed ? expansion_memory(expansion) : 0;
}

/* Renames the arguments and the bindings around the fixpoint, and adds its key. */
static int prepare(struct formula_expansion *expansion, const struct instance_request *request,
                   uint32_t *argument, uint32_t count, const struct binding **around) {
    struct renaming renaming = {.count = 0};
    uint64_t uses = expansion_node(expansion, request->binder)->uses;
    int failed = 0;
    for (uint32_t i = 0; i < count && !failed; i++) {
        argument[i] = rename_value(expansion, &renaming, argument[i]);
        failed = argument[i] == VALUE_NONE ? not_renamed(expansion) : add_key(expansion, argument[i]);
    }
    failed = failed || rename_bindings(expansion, &renaming, uses, request->around, around) != 0 ||
             add_used(expansion, uses, *around) != 0;
    renaming_free(expansion, &renaming);
    return failed ? -1 : 0;
}

static int add_work(struct formula_expansion *expansion, const struct pending_fixpoint *work) {
    return GROWING_ADD(expansion->memory, expansion->work, *work) != 0 ? expansion_memory(expansion) : 0;
}

/* One of too many: it may hold or not. */
static const struct formula *unknown_fixpoint(struct formula_expansion *expansion,
                                              const struct instance_request *request) {
    evaluate_unknown(&expansion->evaluation, request->binder->where,
                     "the verdict depends on more values of the parameters of '%.80s' than were tried: they "
                     "are too many, or have no end",
                     request->binder->name);
    expansion_doubt(expansion);
    const struct formula *unknown =
        formula_new(expansion->text, request->upper ? FORMULA_TRUE : FORMULA_FALSE, NULL, NULL, NULL);
    if (unknown == NULL) {
        expansion_memory(expansion);
    }
    return unknown;
}

const struct formula *expansion_fixpoint(struct formula_expansion *expansion,
                                         const struct instance_request *request) {
    const struct formula *binder = request->binder;
    uint32_t count = binder->data == NULL ? 0 : binder->data->variables->count;
    uint64_t first = expansion->key.count;
    const struct binding *around = NULL;
    uint32_t *argument = arena_allocate(expansion->arena, ((uint64_t)count + 1) * sizeof *argument);
    if (argument == NULL) {
        expansion_memory(expansion);
        return NULL;
    }
    if (evaluate_arguments(expansion, request, count, argument) != 0 ||
        prepare(expansion, request, argument, count, &around) != 0) {
        return NULL;
    }
    uint64_t number = find_instance(expansion, binder, request->upper, first);
    if (number == UINT64_MAX || expansion->instance[number].result != NULL) {
        return number == UINT64_MAX ? NULL : expansion->instance[number].result;
    }
    if (expansion->is_cut && expansion->made > MOST_NODES_OF_CUT) {
        return unknown_fixpoint(expansion, request);
    }
    struct formula *made = new_fixpoint(expansion, binder, argument, count);
    if (made == NULL || note_parameters(expansion, binder, argument, count, around, made) != 0 ||
        add_work(expansion, &(struct pending_fixpoint){binder, made, around, argument, request->upper}) !=
            0) {
        return NULL;
    }
    expansion->instance[number].result = made;
    return made;
}
