/*
 * Initial states. Those of `init .. endinit` are found by setting one variable after the other; as soon as
 * the values so far make the condition false, whatever the others are, the next value is tried.
 */
#include <string.h>

#include "base/error.h"
#include "base/run.h"
#include "frontend/prism/walk/prism_walk_internal.h"

enum truth { UNKNOWN = -1, IS_FALSE, IS_TRUE };

/* The condition when the variables below `set` have values (Kleene's logic). */
static enum truth judge(const prism_walk *walk, const struct prism_expression *expression,
                        const int32_t *state, uint32_t set) {
    enum truth left, right;
    if (expression->variables_end > set && expression->kind == PRISM_FORMULA) {
        return judge(walk, expression->operands[0], state, set);
    }
    if (expression->variables_end <= set) {
        struct prism_value value;
        struct prism_failure failure;
        /* A failure counts when all variables have values. */
        return prism_evaluate(walk->model, expression, state, &value, &failure) != 0 ? UNKNOWN
               : value.integer                                                       ? IS_TRUE
                                                                                     : IS_FALSE;
    }
    switch (expression->kind) {
    case PRISM_NOT:
        left = judge(walk, expression->operands[0], state, set);
        return left == UNKNOWN ? UNKNOWN : !left;
    case PRISM_AND:
    case PRISM_OR: {
        enum truth ending = expression->kind == PRISM_OR ? IS_TRUE : IS_FALSE;
        enum truth result = ending == IS_TRUE ? IS_FALSE : IS_TRUE;
        for (uint32_t i = 0; i < expression->operand_count; i++) {
            left = judge(walk, expression->operands[i], state, set);
            if (left == ending) {
                return ending;
            }
            result = left == UNKNOWN ? UNKNOWN : result;
        }
        return result;
    }
    case PRISM_IMPLIES:
        left = judge(walk, expression->operands[0], state, set);
        right = judge(walk, expression->operands[1], state, set);
        return left == IS_FALSE || right == IS_TRUE ? IS_TRUE : left == UNKNOWN ? UNKNOWN : right;
    case PRISM_EQUIVALENT:
        left = judge(walk, expression->operands[0], state, set);
        right = judge(walk, expression->operands[1], state, set);
        return left == UNKNOWN || right == UNKNOWN ? UNKNOWN : left == right ? IS_TRUE : IS_FALSE;
    case PRISM_CONDITIONAL:
        left = judge(walk, expression->operands[0], state, set);
        return left == UNKNOWN ? UNKNOWN
                               : judge(walk, expression->operands[left == IS_TRUE ? 1 : 2], state, set);
    default:
        return UNKNOWN;
    }
}

/* Whether all values satisfy the condition: 1 or 0; -1 with *error filled. */
static int satisfies_init(prism_walk *walk, const int32_t *state, struct error *error) {
    struct prism_value value;
    struct prism_failure failure;
    if (prism_evaluate(walk->model, walk->model->initial, state, &value, &failure) != 0) {
        return walk_failure(walk, &failure, state, "in init .. endinit", error);
    }
    return value.integer != 0;
}

/* Tuples in order: the variables below `set` have values. At least one satisfies the condition. */
static int enumerate(prism_walk *walk, int32_t *state, int (*visit)(void *, const int32_t *), void *context,
                     struct error *error) {
    const struct prism_model *model = walk->model;
    uint32_t set = 0;
    int found = 0;
    for (uint64_t steps = 1;; steps++) {
        int status = 0;
        if (run_stops_at(walk->run, steps, 1024)) {
            return error_set(error, ERROR_INTERRUPTED, "interrupted");
        }
        if (set == model->variable_count) {
            status = satisfies_init(walk, state, error);
            found |= status == 1;
            status = status == 1 ? visit(context, state) : status;
        } else if (judge(walk, model->initial, state, set) != IS_FALSE) {
            state[set] = model->variables[set].low;
            set++;
            continue;
        }
        if (status != 0) {
            return status;
        }
        while (set > 0 && state[set - 1] == model->variables[set - 1].high) {
            set--;
        }
        if (set == 0) {
            return found ? 0
                         : error_at(error, ERROR_INPUT, model->initial->position,
                                    "no state satisfies init .. endinit");
        }
        state[set - 1]++;
    }
}

int prism_walk_initial(prism_walk *walk, int (*visit)(void *context, const int32_t *state), void *context,
                       struct error *error) {
    const struct prism_model *model = walk->model;
    uint64_t bytes = model->variable_count * sizeof(int32_t);
    int32_t *state = memory_allocate_zeroed(walk->memory, bytes);
    if (state == NULL) {
        return walk_memory(walk, error);
    }
    for (uint32_t i = 0; i < model->variable_count; i++) {
        state[i] = model->variables[i].initial;
    }
    int status =
        model->initial == NULL ? visit(context, state) : enumerate(walk, state, visit, context, error);
    memory_free(walk->memory, state, bytes);
    return status;
}
