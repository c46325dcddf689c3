#ifndef HEDDLE_EXPLORER_MODEL_DATA_DATA_CHOICES_CORE_H
#define HEDDLE_EXPLORER_MODEL_DATA_DATA_CHOICES_CORE_H

/*
 * The choices of a state of a model with data, one after the other, in the order of rules, but those that are
 * led by components with locations by component and location; the branches of each, in the order of its
 * commands, the last one fastest. The scalar interpreter: the reference for faster ones.
 */
#include "explorer/model/data/data_model_core.h"

#ifdef __cplusplus
extern "C" {
#endif

#define DATA_SUM_TOLERANCE 1e-6

/* What is wrong with the model in a state. */
enum data_failure {
    DATA_FINE,
    DATA_GUARD,       /* a guard has no value */
    DATA_WEIGHT,      /* a weight has no value */
    DATA_WEIGHT_SIGN, /* .. is negative or not finite */
    DATA_SUM,         /* the probabilities of a command do not add up to 1 */
    DATA_VALUE,       /* a value that is assigned has no value */
    DATA_RANGE        /* .. is not in the range of its variable */
};

/* Room for one state. */
struct data_scratch {
    int64_t *fields;     /* [variables] of the state */
    int64_t *target;     /* [variables] of a branch */
    uint64_t *registers; /* [registers] */
    uint32_t *enabled;   /* [guarded / 32 + 1]: bit k of word k / 32: the guard of command k holds */
    uint32_t *chosen;    /* [most_participants]: the place of the command among all members */
    uint32_t *digits;    /* [most_participants]: the branch of each command */
    uint32_t *begins;    /* [most_participants]: the members of each class in this state, */
    uint32_t *ends;      /* .. and where they end */
};

/* The words of memory that data_scratch_at needs. */
CORE_FUNCTION uint64_t data_scratch_words(const struct data_header *image) {
    return 2 * image->variables.count + image->registers + (image->guarded / 32 + 2) / 2 +
           2 * (uint64_t)image->most_participants;
}

/* Room for a state, in the caller's data_scratch_words words. */
CORE_FUNCTION struct data_scratch data_scratch_at(const struct data_header *image, uint64_t *words) {
    struct data_scratch scratch;
    scratch.fields = (int64_t *)words;
    scratch.target = scratch.fields + image->variables.count;
    scratch.registers = (uint64_t *)(scratch.target + image->variables.count);
    scratch.enabled = (uint32_t *)(scratch.registers + image->registers);
    scratch.chosen = scratch.enabled + (image->guarded / 32 + 2) / 2 * 2;
    scratch.digits = scratch.chosen + image->most_participants;
    scratch.begins = scratch.digits + image->most_participants;
    scratch.ends = scratch.begins + image->most_participants;
    return scratch;
}

/* Where the enumeration is. */
struct data_step {
    uint32_t rule, rule_end;   /* the rule of the choice, and the end of those that follow at once */
    uint32_t located;          /* the next component with locations */
    uint32_t entry, entry_end; /* the one that leads the rule, and the end of its row */
    uint32_t way, span; /* of the last rule that had a choice: its way, and how many combinations of located
                           commands it has */
    uint32_t before;    /* such combinations of earlier ways */
    uint32_t command;   /* of a failure */
    uint32_t branch;    /* of a failure: in the command */
    uint32_t part;      /* DATA_RANGE, DATA_VALUE: the assignment in the branch */
    enum program_failure why;
    int has_choice, has_branch;
    double weight; /* of the branch */
};

/* The command of a participant in the choice. */
CORE_FUNCTION uint32_t data_chosen(const struct data_header *image, const struct data_scratch *scratch,
                                   uint32_t participant) {
    return data_members(image)[scratch->chosen[participant]];
}

/* Evaluates the guard of a command. */
CORE_FUNCTION enum program_failure data_guard(const struct data_header *image,
                                              const struct data_scratch *scratch,
                                              const struct data_command *command, uint64_t *holds) {
    const struct data_test *tests = data_tests(image) + command->tests;
    *holds = 0;
    for (uint32_t i = 0; i < command->test_count; i++) {
        if (!data_test_holds(&tests[i], scratch->fields[tests[i].variable])) {
            return PROGRAM_FINE;
        }
    }
    *holds = 1;
    return command->is_tested ? PROGRAM_FINE
                              : data_run(image, command->guard, scratch->fields, scratch->registers, holds);
}

/* Evaluates all guards, and begins. */
CORE_CALL enum data_failure data_begin(const struct data_header *image, struct data_scratch *scratch,
                                       struct data_step *step) {
    const struct data_command *commands = data_commands(image);
    uint32_t count = image->guarded;
    step->rule = UINT32_MAX; /* the next one is rule 0 */
    step->rule_end = image->led;
    step->located = 0;
    step->entry = step->entry_end = 0;
    step->way = DATA_NONE;
    step->span = step->before = 0;
    step->has_choice = 0;
    for (uint32_t i = 0; i <= count / 32; i++) {
        scratch->enabled[i] = 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint64_t holds;
        step->why = data_guard(image, scratch, &commands[i], &holds);
        if (step->why != PROGRAM_FINE) {
            step->command = i;
            return DATA_GUARD;
        }
        scratch->enabled[i / 32] |= (uint32_t)holds << i % 32;
    }
    return DATA_FINE;
}

/* Moves a participant to the first enabled command from a place on: 1, or 0 if there is none. */
CORE_FUNCTION int data_choose_from(const struct data_header *image, struct data_scratch *scratch,
                                   uint32_t participant, uint32_t place) {
    for (; place < scratch->ends[participant]; place++) {
        uint32_t command = data_members(image)[place];
        if (command >= image->guarded || scratch->enabled[command / 32] >> command % 32 & 1) {
            scratch->chosen[participant] = place;
            return 1;
        }
    }
    return 0;
}

/* The entry of a class in the location of its component, or DATA_NONE. */
CORE_FUNCTION uint32_t data_find_entry(const struct data_header *image, const struct data_scratch *scratch,
                                       uint32_t class_index) {
    const struct data_located *one = &data_located(image)[data_classes(image)[class_index].located];
    const uint64_t place =
        (uint64_t)(scratch->fields[one->variable] - data_variables(image)[one->variable].low);
    const uint32_t *row = data_rows(image) + one->rows + place;
    uint32_t low = row[0], high = row[1];
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (data_entries(image)[middle].class_index < class_index) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < row[1] && data_entries(image)[low].class_index == class_index ? low : DATA_NONE;
}

/* Finds the members of each class of a rule, and chooses the first enabled ones: 1, or 0 if a class has none.
 */
CORE_FUNCTION int data_try_rule(const struct data_header *image, struct data_scratch *scratch,
                                const struct data_step *step) {
    const struct data_rule *rule = &data_rules(image)[step->rule];
    for (uint32_t i = 0; i < rule->class_count; i++) {
        const uint32_t class_index = data_rule_classes(image)[rule->classes + i];
        if (i < rule->located_count) {
            const uint32_t entry = i == 0 ? step->entry : data_find_entry(image, scratch, class_index);
            if (entry == DATA_NONE) {
                return 0;
            }
            scratch->begins[i] = data_entries(image)[entry].members;
            scratch->ends[i] = scratch->begins[i] + data_entries(image)[entry].member_count;
        } else {
            scratch->begins[i] = data_classes(image)[class_index].members;
            scratch->ends[i] = scratch->begins[i] + data_classes(image)[class_index].member_count;
        }
        if (!data_choose_from(image, scratch, i, scratch->begins[i])) {
            return 0;
        }
    }
    return 1;
}

/* Goes to the next rule that may have a choice: 1, or 0 if there is none. */
CORE_FUNCTION int data_next_rule(const struct data_header *image, const struct data_scratch *scratch,
                                 struct data_step *step) {
    step->rule++;
    while (step->rule >= step->rule_end) {
        step->entry++;
        while (step->entry >= step->entry_end) {
            if (step->located == image->located.count) {
                return 0;
            }
            const struct data_located *one = &data_located(image)[step->located++];
            const uint32_t *row =
                data_rows(image) + one->rows +
                (uint64_t)(scratch->fields[one->variable] - data_variables(image)[one->variable].low);
            step->entry = row[0];
            step->entry_end = row[1];
        }
        const uint32_t *leads = data_leads(image) + data_entries(image)[step->entry].class_index;
        step->rule = leads[0];
        step->rule_end = leads[1];
    }
    return 1;
}

/* Counts the combinations of located commands, for data_choice_number. */
CORE_FUNCTION void data_begin_way(const struct data_header *image, const struct data_scratch *scratch,
                                  struct data_step *step) {
    const struct data_rule *rule = &data_rules(image)[step->rule];
    if (rule->way != step->way) {
        step->way = rule->way;
        step->before += step->span;
        step->span = 1;
        for (uint32_t i = 0; i < rule->located_count; i++) {
            step->span *= scratch->ends[i] - scratch->begins[i];
        }
    }
}

/*
 * Of DATA_NETWORK: a number of the choice in its state. Those of one way with the same located commands share
 * it: branches that have it and the same target are one transition.
 */
CORE_FUNCTION uint32_t data_choice_number(const struct data_header *image, const struct data_scratch *scratch,
                                          const struct data_step *step) {
    const struct data_rule *rule = &data_rules(image)[step->rule];
    uint32_t number = 0;
    for (uint32_t i = 0; i < rule->located_count; i++) {
        number = number * (scratch->ends[i] - scratch->begins[i]) + scratch->chosen[i] - scratch->begins[i];
    }
    return step->before + number;
}

/* The next choice: 1, or 0 if there is none. */
CORE_CALL int data_next_choice(const struct data_header *image, struct data_scratch *scratch,
                               struct data_step *step) {
    step->has_branch = 0;
    if (step->has_choice) {
        const uint32_t count = data_rules(image)[step->rule].class_count;
        uint32_t at = count;
        while (at > 0 && !data_choose_from(image, scratch, at - 1, scratch->chosen[at - 1] + 1)) {
            at--;
        }
        if (at > 0) {
            for (; at < count; at++) {
                data_choose_from(image, scratch, at, scratch->begins[at]);
            }
            return 1;
        }
    }
    while (data_next_rule(image, scratch, step)) {
        if (data_try_rule(image, scratch, step)) {
            data_begin_way(image, scratch, step);
            step->has_choice = 1;
            return 1;
        }
    }
    step->has_choice = 0;
    return 0;
}

CORE_FUNCTION enum data_failure data_weigh(const struct data_header *image, struct data_scratch *scratch,
                                           struct data_step *step, uint32_t command, uint32_t branch,
                                           double *weight) {
    const struct data_branch *one = &data_branches(image)[data_commands(image)[command].branches + branch];
    uint64_t bits;
    *weight = 1;
    if (one->weight == DATA_NONE) {
        return DATA_FINE;
    }
    step->command = command;
    step->branch = branch;
    step->why = data_run(image, one->weight, scratch->fields, scratch->registers, &bits);
    if (step->why != PROGRAM_FINE) {
        return DATA_WEIGHT;
    }
    *weight = program_double(bits);
    return *weight >= 0 && *weight - *weight == 0 ? DATA_FINE : DATA_WEIGHT_SIGN;
}

/* Checks the weights of the choice's commands: to be done before its branches. */
CORE_CALL enum data_failure data_check_weights(const struct data_header *image, struct data_scratch *scratch,
                                               struct data_step *step) {
    for (uint32_t i = 0; i < data_rules(image)[step->rule].class_count; i++) {
        uint32_t command = data_chosen(image, scratch, i);
        double sum = 0, weight;
        for (uint32_t j = 0; j < data_commands(image)[command].branch_count; j++) {
            enum data_failure failure = data_weigh(image, scratch, step, command, j, &weight);
            if (failure != DATA_FINE) {
                return failure;
            }
            sum += weight;
        }
        if (!data_commands(image)[command].is_rated && !(fabs(sum - 1) <= DATA_SUM_TOLERANCE)) {
            step->command = command;
            return DATA_SUM;
        }
    }
    return DATA_FINE;
}

/* Goes to the next combination of branches: 1, or 0 after the last one. */
CORE_FUNCTION int data_advance(const struct data_header *image, struct data_scratch *scratch,
                               struct data_step *step) {
    uint32_t at = data_rules(image)[step->rule].class_count;
    if (!step->has_branch) {
        step->has_branch = 1;
        for (uint32_t i = 0; i < at; i++) {
            scratch->digits[i] = 0;
        }
        return 1;
    }
    while (at > 0) {
        const struct data_command *command = &data_commands(image)[data_chosen(image, scratch, at - 1)];
        if (++scratch->digits[at - 1] < command->branch_count) {
            return 1;
        }
        scratch->digits[--at] = 0;
    }
    return 0;
}

/* Writes what one command assigns to the target. */
CORE_FUNCTION enum data_failure data_assign(const struct data_header *image, struct data_scratch *scratch,
                                            struct data_step *step, uint32_t command, uint32_t branch) {
    const struct data_branch *one = &data_branches(image)[data_commands(image)[command].branches + branch];
    for (uint32_t i = 0; i < one->assignment_count; i++) {
        const struct data_assignment *assignment = &data_assignments(image)[one->assignments + i];
        const struct data_variable *variable = &data_variables(image)[assignment->variable];
        uint64_t bits;
        step->command = command;
        step->branch = branch;
        step->part = i;
        step->why = PROGRAM_FINE;
        if (assignment->is_sum) {
            bits = (uint64_t)(assignment->add +
                              (assignment->from == DATA_NONE ? 0 : scratch->fields[assignment->from]));
        } else {
            step->why = data_run(image, assignment->program, scratch->fields, scratch->registers, &bits);
        }
        if (step->why != PROGRAM_FINE) {
            return DATA_VALUE;
        }
        if ((int64_t)bits < variable->low || (int64_t)bits > variable->high) {
            return DATA_RANGE;
        }
        scratch->target[assignment->variable] = (int64_t)bits;
    }
    return DATA_FINE;
}

/*
 * The next branch of the choice, its weight in step->weight and its state in scratch->target: *found is 1, or
 * 0 if there is none. Branches of weight 0 are left out, and what they assign is not evaluated.
 */
CORE_CALL enum data_failure data_next_branch(const struct data_header *image, struct data_scratch *scratch,
                                             struct data_step *step, int *found) {
    uint32_t count = data_rules(image)[step->rule].class_count;
    for (*found = 0; data_advance(image, scratch, step);) {
        double weight;
        uint32_t i = 0;
        step->weight = 1;
        for (; i < count; i++) {
            data_weigh(image, scratch, step, data_chosen(image, scratch, i), scratch->digits[i], &weight);
            if (weight == 0) {
                break;
            }
            step->weight *= weight;
        }
        if (i < count) {
            continue;
        }
        for (uint64_t j = 0; j < image->variables.count; j++) {
            scratch->target[j] = scratch->fields[j];
        }
        for (i = 0; i < count; i++) {
            enum data_failure failure =
                data_assign(image, scratch, step, data_chosen(image, scratch, i), scratch->digits[i]);
            if (failure != DATA_FINE) {
                return failure;
            }
        }
        *found = 1;
        return DATA_FINE;
    }
    return DATA_FINE;
}

#ifdef __cplusplus
}
#endif
#endif
