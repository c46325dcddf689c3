/*
 * Finds the labels that reach a target. A regular expression that consists of true*, one action, and a part
 * that may be empty is reached by every transition with a label of that action, from any state. A search
 * without observer can detect that. The same holds for a choice between such expressions.
 */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/check_internal.h"
#include "explorer/model/network.h"

#define LOOK_LABELS 4096u /* labels between two checks of the stop flag */

uint64_t check_label_bytes(const struct checking *checking) {
    return (uint64_t)checking->network->label_count + 1;
}

/* --- regular expressions --- */

/* A list of subexpressions of a regular expression, from left to right. */
struct parts {
    struct memory *memory;
    const struct regular **items;
    uint64_t count, capacity;
};

static int add_part(struct parts *parts, const struct regular *part) {
    if (MEMORY_GROW(parts->memory, &parts->items, &parts->capacity, parts->count + 1) != 0) {
        return -1;
    }
    parts->items[parts->count++] = part;
    return 0;
}

static void free_parts(struct parts *parts) {
    memory_free(parts->memory, parts->items, parts->capacity * sizeof *parts->items);
}

/* Splits an expression into the operands of nested operators of one kind. Returns 0, or -1 if memory runs
 * out. */
static int split(const struct regular *regular, enum regular_kind joined_by, struct parts *parts) {
    struct parts stack = {.memory = parts->memory};
    int failed = add_part(&stack, regular);
    while (stack.count > 0 && !failed) {
        const struct regular *top = stack.items[--stack.count];
        failed = top->kind != joined_by
                     ? add_part(parts, top)
                     : add_part(&stack, top->right) != 0 || add_part(&stack, top->left) != 0;
    }
    free_parts(&stack);
    return failed ? -1 : 0;
}

static int is_any_word(const struct regular *regular) {
    return regular->kind == REGULAR_STAR && regular->left->kind == REGULAR_ACTION &&
           regular->left->action->kind == ACTION_TRUE;
}

static int has_no_word(const struct regular *regular) {
    return regular->kind == REGULAR_ACTION && regular->action->kind == ACTION_FALSE;
}

/* Appends to `actions` the actions of one alternative: each of them completes a word of the alternative
 * from any state of a run. Returns 1; 0 if the alternative has another shape; -1 if memory runs out. */
static int last_actions_of(const struct regular *regular, struct parts *actions) {
    struct parts parts = {.memory = actions->memory};
    uint64_t first = 0, known = actions->count;
    int status = split(regular, REGULAR_CONCATENATION, &parts) == 0 ? 1 : -1;
    while (status == 1 && first < parts.count && is_any_word(parts.items[first])) {
        first++;
    }
    if (status == 1 && (first == 0 || first == parts.count)) {
        status = 0;
    }
    for (uint64_t i = first + 1; i < parts.count && status == 1; i++) {
        status = regular_is_nullable(parts.items[i]);
    }
    if (status == 1) {
        status = split(parts.items[first], REGULAR_CHOICE, actions) == 0 ? 1 : -1;
    }
    for (uint64_t i = known; i < actions->count && status == 1; i++) {
        status = actions->items[i]->kind == REGULAR_ACTION;
    }
    free_parts(&parts);
    return status;
}

/* Appends the last actions of all alternatives. Returns the same values. */
static int last_actions(const struct regular *regular, struct parts *actions) {
    struct parts parts = {.memory = actions->memory};
    int status = split(regular, REGULAR_CHOICE, &parts) == 0 ? 1 : -1;
    for (uint64_t i = 0; i < parts.count && status == 1; i++) {
        if (!has_no_word(parts.items[i])) {
            status = last_actions_of(parts.items[i], actions);
        }
    }
    free_parts(&parts);
    return status;
}

/* --- labels --- */

/* Whether the label reaches the target: whether it matches one of the actions, or, if actions is NULL, the
 * property. Returns 1, 0, or -1. */
static int matches(const struct checking *checking, const struct check_target *target,
                   const struct parts *actions, const struct network_label *label, struct error *error) {
    int found = 0;
    if (actions == NULL) {
        return property_matches(&checking->properties[target->property], label->text, label->length, error);
    }
    for (uint64_t i = 0; i < actions->count && found == 0; i++) {
        found = action_matches(actions->items[i]->action, label->text, label->length,
                               label->kind == LABEL_INTERNAL, error);
    }
    return found;
}

static int fill_labels(struct checking *checking, struct check_target *target, const struct parts *actions,
                       struct error *error) {
    const struct network *network = checking->network;
    int any = 0;
    target->kind = TRACE_TO_LABEL;
    target->labels = memory_allocate_zeroed(checking->run->memory, check_label_bytes(checking));
    if (target->labels == NULL) {
        return error_memory(error, "for the properties");
    }
    for (uint32_t i = 0; i < network->label_count; i++) {
        int has = matches(checking, target, actions, &network->labels[i], error);
        if (has < 0) {
            return -1;
        }
        if (i % LOOK_LABELS == LOOK_LABELS - 1 && run_should_stop(checking->run)) {
            return error_set(error, ERROR_INTERRUPTED, "interrupted while the properties were prepared");
        }
        target->labels[i] = (uint8_t)has;
        any |= has;
    }
    target->impossible = !any;
    target->finding = any ? FINDING_UNKNOWN : FINDING_ABSENT;
    return 0;
}

int check_find_labels(struct checking *checking, struct check_target *target, struct error *error) {
    return fill_labels(checking, target, NULL, error);
}

int check_find_steps(struct checking *checking, struct check_target *target, const struct regular *regular,
                     struct error *error) {
    struct parts actions = {.memory = checking->run->memory};
    int status = last_actions(regular, &actions);
    target->kind = TRACE_TO_ERROR;
    target->regular = regular;
    if (status == 1) {
        status = fill_labels(checking, target, &actions, error) == 0 ? 1 : -1;
    } else if (status < 0) {
        error_memory(error, "for the properties");
    }
    free_parts(&actions);
    return status < 0 ? -1 : 0;
}
