#ifndef HEDDLE_EXPLORER_MODEL_DATA_DATA_PRIORITY_CORE_H
#define HEDDLE_EXPLORER_MODEL_DATA_DATA_PRIORITY_CORE_H

/*
 * Priorities in a model with data: which guards of rules are falsified in a state (explorer/model/network.h
 * says what sub-rules and guards are). A sub-rule is enabled where each of its participants can move; it is
 * not asked where the branches lead, so an error in one of them counts as a move.
 */
#include "explorer/model/data/data_choices_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a class without locations can do in a state. */
struct data_ability {
    int enabled; /* a guard holds */
    int moves;   /* .. of a command that has a branch */
    int fails;   /* .. of a command with an error in its weights */
};

CORE_FUNCTION struct data_ability
data_ability_of(const struct data_header *image, struct data_scratch *scratch, const struct data_class *one) {
    struct data_ability able = {0, 0, 0};
    for (uint32_t i = one->members; i < one->members + one->member_count && !able.moves; i++) {
        const uint32_t command = data_members(image)[i];
        struct data_step step;
        double sum;
        if (!(scratch->enabled[command / 32] >> command % 32 & 1)) {
            continue;
        }
        able.enabled = 1;
        if (data_commands(image)[command].certain || !data_commands(image)[command].is_rated) {
            able.moves = 1; /* probabilities that do not add up to 1 are an error, which is a move, too */
        } else if (data_sum(image, scratch, &step, command, &sum) != DATA_FINE) {
            able.fails = 1;
        } else {
            able.moves = sum > 0;
        }
    }
    return able;
}

/* The process of a class without locations; DATA_NONE if it has no commands. */
CORE_FUNCTION uint32_t data_process_of(const struct data_header *image, uint32_t class_index) {
    const struct data_class *one = &data_classes(image)[class_index];
    return one->member_count == 0 ? DATA_NONE
                                  : data_commands(image)[data_members(image)[one->members]].component;
}

/*
 * Whether the classes of one process without locations, from *at on, can move together; *at becomes the end
 * of these. As in data_is_void: they cannot if the rates of one command are all 0 and nothing is wrong.
 */
CORE_FUNCTION int data_process_moves(const struct data_header *image, struct data_scratch *scratch,
                                     const struct data_sub_rule *rule, uint32_t *at) {
    const uint32_t *classes = data_rule_classes(image) + rule->classes;
    const uint32_t process = data_process_of(image, classes[*at]);
    int enabled = 1, moves = 1, fails = 0;
    do {
        const struct data_ability able = data_ability_of(image, scratch, &data_classes(image)[classes[*at]]);
        enabled &= able.enabled;
        moves &= able.moves;
        fails |= able.fails;
        ++*at;
    } while (*at < rule->class_count && data_classes(image)[classes[*at]].located == DATA_NONE &&
             data_process_of(image, classes[*at]) == process);
    return enabled && (moves || fails);
}

CORE_FUNCTION int data_sub_rule_is_enabled(const struct data_header *image, struct data_scratch *scratch,
                                           const struct data_sub_rule *rule) {
    const uint32_t *classes = data_rule_classes(image) + rule->classes;
    int enabled = data_guards_hold(image, scratch, rule->needs, rule->need_count);
    for (uint32_t at = 0; at < rule->class_count && enabled;) {
        if (data_classes(image)[classes[at]].located == DATA_NONE) {
            enabled = data_process_moves(image, scratch, rule, &at);
        } else {
            enabled = data_find_entry(image, scratch, classes[at++]) != DATA_NONE;
        }
    }
    return enabled;
}

/* Finds the guards that are falsified in the state, after data_begin. */
CORE_CALL void data_prioritise(const struct data_header *image, struct data_scratch *scratch) {
    const struct data_sub_rule *rules = data_sub_rules(image);
    for (uint64_t i = 0; i <= image->guards / 32; i++) {
        scratch->falsified[i] = 0;
    }
    for (uint64_t i = 0; i < image->sub_rules.count; i++) {
        const uint32_t *falsifies = data_guard_numbers(image) + rules[i].falsifies;
        if (data_sub_rule_is_enabled(image, scratch, &rules[i])) {
            for (uint32_t j = 0; j < rules[i].falsify_count; j++) {
                scratch->falsified[falsifies[j] / 32] |= UINT32_C(1) << falsifies[j] % 32;
            }
        }
    }
}

#ifdef __cplusplus
}
#endif
#endif
