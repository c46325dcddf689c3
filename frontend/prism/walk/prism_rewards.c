/* Labels and rewards of a state. */
#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "frontend/prism/syntax/prism_show.h"
#include "frontend/prism/walk/prism_walk_internal.h"

int prism_walk_predicate(prism_walk *walk, uint32_t predicate, const int32_t *state, struct error *error) {
    struct prism_value value;
    struct prism_failure failure;
    const struct prism_expression *expression = prism_tree_predicate(walk->tree, predicate).expression;
    if (prism_evaluate(walk->model, expression, state, &value, &failure) != 0) {
        return walk_failure(walk, &failure, state,
                            predicate < walk->model->label_count ? "in a label" : "in a formula", error);
    }
    return value.integer != 0;
}

/* What one item adds; nothing where its guard is false. */
static int add_item(prism_walk *walk, const struct prism_reward *item, const int32_t *state, double *sum,
                    struct error *error) {
    struct prism_value guard;
    struct prism_failure failure;
    char shown[PRISM_SHOWN], number[40], where[PRISM_SHOWN];
    if (prism_evaluate(walk->model, item->guard, state, &guard, &failure) != 0) {
        return walk_failure(walk, &failure, state, "in a reward", error);
    }
    if (!guard.integer) {
        return 0;
    }
    double reward;
    if (prism_weight_value(walk->model, &item->value, state, &reward, &failure) != 0) {
        return walk_failure(walk, &failure, state, "in a reward", error);
    }
    if (!isfinite(reward) || reward < 0) {
        const struct prism_value value = {.type = PRISM_DOUBLE, .real = reward};
        return error_at(error, ERROR_INPUT, item->value.expression->position,
                        "the reward %s is %s: it must be finite and not negative, in the state %s",
                        prism_show_expression(walk->model, item->value.expression, shown, sizeof shown),
                        prism_show_value(&value, number, sizeof number),
                        prism_show_state(walk->model, state, where, sizeof where));
    }
    *sum += reward;
    if (!isfinite(*sum)) {
        return error_at(error, ERROR_INPUT, item->value.expression->position,
                        "with the reward %s, the rewards add up to Infinity, in the state %s",
                        prism_show_expression(walk->model, item->value.expression, shown, sizeof shown),
                        prism_show_state(walk->model, state, where, sizeof where));
    }
    return 0;
}

int prism_walk_state_reward(prism_walk *walk, uint32_t structure, const int32_t *state, double *reward,
                            struct error *error) {
    const struct prism_reward_structure *items = &walk->model->rewards[structure];
    *reward = 0;
    for (uint32_t i = 0; i < items->reward_count; i++) {
        if (items->rewards[i].kind == PRISM_REWARD_STATE &&
            add_item(walk, &items->rewards[i], state, reward, error) != 0) {
            return -1;
        }
    }
    return 0;
}

int prism_walk_action_reward(prism_walk *walk, uint32_t structure, const int32_t *state, uint32_t action,
                             double *reward, struct error *error) {
    const struct prism_reward_structure *items = &walk->model->rewards[structure];
    *reward = 0;
    for (uint32_t i = 0; i < items->reward_count; i++) {
        const struct prism_reward *item = &items->rewards[i];
        int counts = action == PRISM_NONE ? item->kind == PRISM_REWARD_UNLABELLED
                                          : item->kind == PRISM_REWARD_ACTION && item->action == action;
        if (counts && add_item(walk, item, state, reward, error) != 0) {
            return -1;
        }
    }
    return 0;
}
