/*
 * Finds the labels that reach a target. A regular expression that consists of true*, one action, and a part
 * that may be empty is reached by every transition with a label of that action, from any state. A search
 * without observer can detect that. The same holds for a choice between such expressions. One of true* and
 * tests is reached by every state that meets them, which searches on the CPU watch for (check_watch.c).
 */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/check_internal.h"
#include "explorer/backend.h"
#include "explorer/model/network.h"

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
        status = parts.items[i]->is_nullable;
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

/* Whether a label is chosen: 1, 0, or -1. */
static int is_chosen(const struct label_choice *choice, const struct network_label *label,
                     struct error *error) {
    if (choice->property != NULL) {
        return property_matches(choice->property, label->text, label->length, error);
    }
    int is_internal = label->kind == LABEL_INTERNAL, found = choice->internal && is_internal;
    for (uint64_t i = 0; i < choice->action_count && found == 0; i++) {
        found = action_matches(choice->actions[i]->action, label->text, label->length, is_internal, error);
    }
    return found;
}

int check_mark_labels(const struct checking *checking, const struct label_choice *choice, uint8_t **marks,
                      struct error *error) {
    const struct network *network = checking->network;
    int any = 0;
    *marks = memory_allocate_zeroed(checking->run->memory, check_label_bytes(checking));
    if (*marks == NULL) {
        return error_memory(error, "for the properties");
    }
    for (uint32_t i = 0; i < network->label_count; i++) {
        if (run_should_stop(checking->run)) { /* a label may be compared with very many others */
            return error_set(error, ERROR_INTERRUPTED, "interrupted while the properties were prepared");
        }
        int chosen = is_chosen(choice, &network->labels[i], error);
        if (chosen < 0) {
            return -1;
        }
        (*marks)[i] = chosen != choice->others;
        any |= (*marks)[i];
    }
    return any;
}

int check_find_labels(struct checking *checking, struct check_target *target,
                      const struct label_choice *choice, struct error *error) {
    int any = check_mark_labels(checking, choice, &target->labels, error);
    target->kind = TRACE_TO_LABEL;
    target->impossible = any == 0;
    target->finding = any == 0 ? FINDING_ABSENT : FINDING_UNKNOWN;
    return any < 0 ? -1 : 0;
}

/* --- states --- */

#define MOST_NESTED 512 /* formulas of so many predicates have no plan */

/* Adds the tests of a part, which are concatenated or alternatives: a state that meets them goes on with
 * *first, any other one with `unmet`; *first becomes the first of them. Returns 1; 0 if the part is no test;
 * -1 if memory runs out. */
static int add_tests(struct check_target *target, const struct regular *part, uint32_t unmet, unsigned depth,
                     uint32_t *first, struct memory *memory) {
    const uint32_t met = *first;
    if (part->kind == REGULAR_TEST) {
        if (target->test_count >= CHECK_MET ||
            MEMORY_GROW(memory, &target->tests, &target->test_capacity, target->test_count + 1) != 0) {
            return -1;
        }
        *first = (uint32_t)target->test_count;
        target->tests[target->test_count++] = (struct check_test){
            part->test->predicate, {part->is_negated ? met : unmet, part->is_negated ? unmet : met}};
        return 1;
    }
    if ((part->kind != REGULAR_CONCATENATION && part->kind != REGULAR_CHOICE) || depth == 0) {
        return 0;
    }
    int status = add_tests(target, part->right, unmet, depth - 1, first, memory);
    if (status == 1 && part->kind == REGULAR_CHOICE) {
        unmet = *first;
        *first = met;
    }
    return status == 1 ? add_tests(target, part->left, unmet, depth - 1, first, memory) : status;
}

/* Adds the tests of an alternative, true* and then tests, before those at *first, of the next alternative.
 * Returns the same values. */
static int add_alternative(struct check_target *target, const struct regular *regular, uint32_t *first,
                           struct memory *memory) {
    struct parts parts = {.memory = memory};
    uint32_t next = CHECK_MET;
    uint64_t begin = 0;
    int status = split(regular, REGULAR_CONCATENATION, &parts) == 0 ? 1 : -1;
    while (status == 1 && begin < parts.count && is_any_word(parts.items[begin])) {
        begin++;
    }
    status = status == 1 && (begin == 0 || begin == parts.count) ? 0 : status;
    for (uint64_t i = parts.count; i > begin && status == 1; i--) {
        status = add_tests(target, parts.items[i - 1], *first, MOST_NESTED, &next, memory);
    }
    *first = next;
    free_parts(&parts);
    return status;
}

/* Makes the tests of a regular expression. Returns the same values. */
static int find_tests(struct check_target *target, const struct regular *regular, struct memory *memory) {
    struct parts parts = {.memory = memory};
    int status = split(regular, REGULAR_CHOICE, &parts) == 0 ? 1 : -1;
    target->first_test = CHECK_UNMET;
    for (uint64_t i = parts.count; i > 0 && status == 1; i--) {
        if (!has_no_word(parts.items[i - 1])) {
            status = add_alternative(target, parts.items[i - 1], &target->first_test, memory);
        }
    }
    free_parts(&parts);
    return status;
}

int check_find_steps(struct checking *checking, struct check_target *target, const struct regular *regular,
                     struct error *error) {
    struct parts actions = {.memory = checking->run->memory};
    int status = last_actions(regular, &actions);
    target->kind = TRACE_TO_ERROR;
    target->regular = regular;
    if (status == 0 && !backend_may_use_device(checking->options->backend)) {
        status = find_tests(target, regular, checking->run->memory);
        target->kind = status == 1 ? TRACE_TO_STATE : TRACE_TO_ERROR;
        target->level = UINT64_MAX;
        status = status < 0 ? error_memory(error, "for the properties") : 0;
    } else if (status == 1) {
        const struct label_choice choice = {.actions = actions.items, .action_count = actions.count};
        status = check_find_labels(checking, target, &choice, error);
    } else if (status < 0) {
        error_memory(error, "for the properties");
    }
    free_parts(&actions);
    return status < 0 ? -1 : 0;
}
