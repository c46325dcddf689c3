#ifndef HEDDLE_EXPLORER_MODEL_DATA_DATA_CHOICES_CORE_H
#define HEDDLE_EXPLORER_MODEL_DATA_DATA_CHOICES_CORE_H

/*
 * The choices of a state of a model with data, one after the other, in the order of rules, and the branches
 * of each, in the order of its commands, the last one fastest. Rules that components with locations lead come
 * last, by component and location. The scalar interpreter: the reference for faster ones.
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
    uint32_t *enabled;   /* [commands / 32 + 1]: bit k of word k / 32: the guard of command k holds */
    uint32_t *chosen;    /* [most_participants]: the place of the command or move among all members */
    uint32_t *digits;    /* [most_participants]: the branch of each command */
    uint32_t *begins;    /* [most_participants]: the members of each class in this state, */
    uint32_t *ends;      /* .. and where they end */
    uint32_t *falsified; /* [guards / 32 + 1]: bit k of word k / 32: guard k does not hold */
};

/* The words of memory that data_scratch_at needs. */
CORE_FUNCTION uint64_t data_scratch_words(const struct data_header *image) {
    return 2 * image->variables.count + image->registers + (image->commands.count / 32 + 2) / 2 +
           2 * (uint64_t)image->most_participants + (image->guards / 32 + 2) / 2;
}

/* Room for a state, in the caller's data_scratch_words words. */
CORE_FUNCTION struct data_scratch data_scratch_at(const struct data_header *image, uint64_t *words) {
    struct data_scratch scratch;
    scratch.fields = (int64_t *)words;
    scratch.target = scratch.fields + image->variables.count;
    scratch.registers = (uint64_t *)(scratch.target + image->variables.count);
    scratch.enabled = (uint32_t *)(scratch.registers + image->registers);
    scratch.chosen = scratch.enabled + (image->commands.count / 32 + 2) / 2 * 2;
    scratch.digits = scratch.chosen + image->most_participants;
    scratch.begins = scratch.digits + image->most_participants;
    scratch.ends = scratch.begins + image->most_participants;
    scratch.falsified = scratch.ends + image->most_participants;
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

/* The command of a participant in the choice; of one with locations, where it goes. */
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
    uint32_t count = (uint32_t)image->commands.count;
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
        if (scratch->enabled[command / 32] >> command % 32 & 1) {
            scratch->chosen[participant] = place;
            return 1;
        }
    }
    return 0;
}

/* The entries of a component in its location: [*begin, *end). */
CORE_FUNCTION void data_entries_now(const struct data_header *image, const struct data_scratch *scratch,
                                    uint32_t located, uint32_t *begin, uint32_t *end) {
    const struct data_located *one = &data_located(image)[located];
    const uint64_t place = (uint64_t)scratch->fields[one->variable];
    *begin = *end = 0;
    if (place < one->row_count) {
        *begin = data_rows(image)[one->rows + place];
        *end = data_rows(image)[one->rows + place + 1];
    }
}

/* The entry of a class in the location of its component, or DATA_NONE. */
CORE_FUNCTION uint32_t data_find_entry(const struct data_header *image, const struct data_scratch *scratch,
                                       uint32_t class_index) {
    uint32_t low, end;
    data_entries_now(image, scratch, data_classes(image)[class_index].located, &low, &end);
    uint32_t high = end;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (data_entries(image)[middle].class_index < class_index) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < end && data_entries(image)[low].class_index == class_index ? low : DATA_NONE;
}

/* Whether guards hold, guard_numbers [begin, begin + count). */
CORE_FUNCTION int data_guards_hold(const struct data_header *image, const struct data_scratch *scratch,
                                   uint32_t begin, uint32_t count) {
    for (uint32_t i = begin; i < begin + count; i++) {
        const uint32_t guard = data_guard_numbers(image)[i];
        if (scratch->falsified[guard / 32] >> guard % 32 & 1) {
            return 0;
        }
    }
    return 1;
}

/* Finds the members of each class of a rule, and chooses the first enabled ones: 1, or 0 if a class has none,
 * or a guard does not hold. */
CORE_FUNCTION int data_try_rule(const struct data_header *image, struct data_scratch *scratch,
                                const struct data_step *step) {
    const struct data_rule *rule = &data_rules(image)[step->rule];
    if (!data_guards_hold(image, scratch, rule->needs, rule->need_count)) {
        return 0;
    }
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
        scratch->chosen[i] = scratch->begins[i];
        if (i >= rule->located_count && !data_choose_from(image, scratch, i, scratch->begins[i])) {
            return 0;
        }
    }
    return 1;
}

/* Moves a participant of the choice to its next command or move: 1, or 0 if there is none. */
CORE_FUNCTION int data_choose_next(const struct data_header *image, struct data_scratch *scratch,
                                   uint32_t participant, uint32_t located_count) {
    return participant < located_count
               ? ++scratch->chosen[participant] < scratch->ends[participant]
               : data_choose_from(image, scratch, participant, scratch->chosen[participant] + 1);
}

/* Moves a participant back to the first one. */
CORE_FUNCTION void data_choose_first(const struct data_header *image, struct data_scratch *scratch,
                                     uint32_t participant, uint32_t located_count) {
    scratch->chosen[participant] = scratch->begins[participant];
    if (participant >= located_count) {
        data_choose_from(image, scratch, participant, scratch->begins[participant]);
    }
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
            data_entries_now(image, scratch, step->located++, &step->entry, &step->entry_end);
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

/* DATA_NETWORK: the choice of the process that moves alone, or DATA_NONE. */
CORE_FUNCTION uint32_t data_process_choice(const struct data_header *image,
                                           const struct data_scratch *scratch, const struct data_step *step) {
    const struct data_rule *rule = &data_rules(image)[step->rule];
    return image->member_choices.count == 0 || rule->class_count > 1 || rule->located_count == 0
               ? DATA_NONE
               : data_member_choices(image)[scratch->chosen[0]];
}

/* The next choice: 1, or 0 if there is none. */
CORE_CALL int data_next_choice(const struct data_header *image, struct data_scratch *scratch,
                               struct data_step *step) {
    step->has_branch = 0;
    if (step->has_choice) {
        const uint32_t count = data_rules(image)[step->rule].class_count;
        const uint32_t located = data_rules(image)[step->rule].located_count;
        uint32_t at = count;
        while (at > 0 && !data_choose_next(image, scratch, at - 1, located)) {
            at--;
        }
        if (at > 0) {
            for (; at < count; at++) {
                data_choose_first(image, scratch, at, located);
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

/* The sum of a command's weights; DATA_FINE, or what is wrong with one of them. */
CORE_FUNCTION enum data_failure data_sum(const struct data_header *image, struct data_scratch *scratch,
                                         struct data_step *step, uint32_t command, double *sum) {
    *sum = 0;
    for (uint32_t j = 0; j < data_commands(image)[command].branch_count; j++) {
        double weight;
        enum data_failure failure = data_weigh(image, scratch, step, command, j, &weight);
        if (failure != DATA_FINE) {
            return failure;
        }
        *sum += weight;
    }
    return DATA_FINE;
}

/*
 * Whether a component that takes part has nothing wrong in its weights, but rates that are all 0: then
 * nothing can happen, whatever is wrong elsewhere. Its commands follow each other.
 */
CORE_CALL int data_is_void(const struct data_header *image, struct data_scratch *scratch,
                           const struct data_step *step) {
    struct data_step tried = *step;
    const uint32_t count = data_rules(image)[step->rule].class_count;
    uint32_t component = DATA_NONE;
    int is_void = 0;
    for (uint32_t i = data_rules(image)[step->rule].located_count; i < count; i++) {
        const uint32_t command = data_chosen(image, scratch, i);
        double sum;
        if (data_commands(image)[command].component != component) {
            if (is_void > 0) {
                return 1;
            }
            component = data_commands(image)[command].component;
            is_void = 0;
        }
        if (data_sum(image, scratch, &tried, command, &sum) != DATA_FINE ||
            (sum == 0 && !data_commands(image)[command].is_rated)) {
            is_void = -1;
        } else if (is_void == 0 && sum == 0) {
            is_void = 1;
        }
    }
    return is_void > 0;
}

/* Checks the weights of the choice's commands: to be done before its branches. */
CORE_CALL enum data_failure data_check_weights(const struct data_header *image, struct data_scratch *scratch,
                                               struct data_step *step) {
    const struct data_rule *rule = &data_rules(image)[step->rule];
    for (uint32_t i = rule->located_count; i < rule->class_count; i++) {
        uint32_t command = data_chosen(image, scratch, i);
        double sum;
        if (data_commands(image)[command].certain) {
            continue;
        }
        enum data_failure failure = data_sum(image, scratch, step, command, &sum);
        if (failure == DATA_FINE && !data_commands(image)[command].is_rated &&
            !(fabs(sum - 1) <= DATA_SUM_TOLERANCE)) {
            step->command = command;
            failure = DATA_SUM;
        }
        if (failure != DATA_FINE) {
            return image->kind == DATA_NETWORK && data_is_void(image, scratch, step) ? DATA_FINE : failure;
        }
    }
    return DATA_FINE;
}

/* Goes to the next combination of branches: 1, or 0 after the last one. */
CORE_FUNCTION int data_advance(const struct data_header *image, struct data_scratch *scratch,
                               struct data_step *step) {
    const uint32_t located = data_rules(image)[step->rule].located_count;
    uint32_t at = data_rules(image)[step->rule].class_count;
    if (!step->has_branch) {
        step->has_branch = 1;
        for (uint32_t i = 0; i < at; i++) {
            scratch->digits[i] = 0;
        }
        return 1;
    }
    while (at > located) {
        const uint32_t command = data_chosen(image, scratch, at - 1);
        if (++scratch->digits[at - 1] < data_commands(image)[command].branch_count) {
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

/* Writes where the first participants go, which have locations. */
CORE_FUNCTION void data_move(const struct data_header *image, struct data_scratch *scratch,
                             const struct data_step *step, uint32_t located) {
    const uint32_t *classes = data_rule_classes(image) + data_rules(image)[step->rule].classes;
    for (uint32_t i = 0; i < located; i++) {
        const uint32_t variable = data_located(image)[data_classes(image)[classes[i]].located].variable;
        scratch->target[variable] = data_chosen(image, scratch, i);
    }
}

/*
 * The next branch of the choice, its weight in step->weight and its state in scratch->target: *found is 1, or
 * 0 if there is none. Branches of weight 0 are left out, and what they assign is not evaluated.
 */
CORE_CALL enum data_failure data_next_branch(const struct data_header *image, struct data_scratch *scratch,
                                             struct data_step *step, int *found) {
    const uint32_t count = data_rules(image)[step->rule].class_count;
    const uint32_t located = data_rules(image)[step->rule].located_count;
    for (*found = 0; data_advance(image, scratch, step);) {
        double weight;
        uint32_t i = located;
        step->weight = 1;
        for (; i < count; i++) {
            data_weigh(image, scratch, step, data_chosen(image, scratch, i), scratch->digits[i], &weight);
            if (weight == 0) {
                break;
            }
            step->weight *= weight;
        }
        if (i < count) {
            /* Nor can combinations with other branches of the later commands happen. */
            for (i++; i < count; i++) {
                scratch->digits[i] = data_commands(image)[data_chosen(image, scratch, i)].branch_count - 1;
            }
            continue;
        }
        for (uint64_t j = 0; j < image->variables.count; j++) {
            scratch->target[j] = scratch->fields[j];
        }
        data_move(image, scratch, step, located);
        for (i = located; i < count; i++) {
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
