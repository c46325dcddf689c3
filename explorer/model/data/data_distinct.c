/*
 * Compares the branches of choices (data_distinct.h): each as the commands that make it. What a branch does
 * to a variable is known as a difference from its value before, as a value, or both where the guards fix the
 * value before.
 */
#include "explorer/model/data/data_distinct.h"

#include "base/memory.h"
#include "explorer/model/data/data_model.h"

#define MOST_PARTS 16u
#define MOST_EFFECTS 512u /* so many are compared with each other */

/* A combination of branches of a combination of commands. */
struct effect {
    uint32_t choice;
    uint32_t count; /* of commands */
    uint32_t commands[MOST_PARTS], branches[MOST_PARTS];
};

struct effect_list {
    const struct data_builder *builder;
    uint32_t count;
    struct effect effects[MOST_EFFECTS];
};

/* What becomes of a variable. */
struct change {
    int has_difference, has_value;
    int64_t difference, value;
};

/* --- comparison --- */

/* Whether the guards of an effect fix the value of a variable. */
static int is_fixed(const struct data_builder *builder, const struct effect *effect, uint32_t variable,
                    int64_t *value) {
    for (uint32_t i = 0; i < effect->count; i++) {
        const struct data_command *command = &builder->commands.data[effect->commands[i]];
        for (uint32_t j = 0; j < command->test_count; j++) {
            const struct data_test *test = &builder->tests.data[command->tests + j];
            if (test->variable == variable && !test->outside && test->low == test->high) {
                *value = test->low;
                return 1;
            }
        }
    }
    return 0;
}

static const struct data_assignment *find_assignment(const struct data_builder *builder,
                                                     const struct effect *effect, uint32_t variable) {
    for (uint32_t i = 0; i < effect->count; i++) {
        const struct data_branch *branch = &builder->branches.data[effect->branches[i]];
        for (uint32_t j = 0; j < branch->assignment_count; j++) {
            if (builder->assignments.data[branch->assignments + j].variable == variable) {
                return &builder->assignments.data[branch->assignments + j];
            }
        }
    }
    return NULL;
}

static struct change change_of(const struct data_builder *builder, const struct effect *effect,
                               uint32_t variable) {
    const struct data_assignment *assignment = find_assignment(builder, effect, variable);
    struct change change = {0, 0, 0, 0};
    int64_t before;
    if (assignment != NULL && !assignment->is_sum) {
        return change;
    }
    if (assignment == NULL || assignment->from == variable) {
        change.has_difference = 1;
        change.difference = assignment == NULL ? 0 : assignment->add;
    } else if (assignment->from == DATA_NONE) {
        change.has_value = 1;
        change.value = assignment->add;
    }
    if (is_fixed(builder, effect, variable, &before) && change.has_difference != change.has_value) {
        change.value = change.has_value ? change.value : before + change.difference;
        change.difference = change.has_difference ? change.difference : change.value - before;
        change.has_value = change.has_difference = 1;
    }
    return change;
}

/* Whether a variable that `one` assigns to shows that the two differ. */
static int shows_difference(const struct data_builder *builder, const struct effect *one,
                            const struct effect *other) {
    for (uint32_t i = 0; i < one->count; i++) {
        const struct data_branch *branch = &builder->branches.data[one->branches[i]];
        for (uint32_t j = 0; j < branch->assignment_count; j++) {
            uint32_t variable = builder->assignments.data[branch->assignments + j].variable;
            struct change a = change_of(builder, one, variable), b = change_of(builder, other, variable);
            if ((a.has_difference && b.has_difference && a.difference != b.difference) ||
                (a.has_value && b.has_value && a.value != b.value)) {
                return 1;
            }
        }
    }
    return 0;
}

static int tests_exclude(const struct data_builder *builder, const struct data_command *one,
                         const struct data_command *other) {
    for (uint32_t i = 0; i < one->test_count; i++) {
        const struct data_test *a = &builder->tests.data[one->tests + i];
        for (uint32_t j = 0; j < other->test_count; j++) {
            const struct data_test *b = &builder->tests.data[other->tests + j];
            if (a->variable == b->variable && !a->outside && !b->outside &&
                (a->high < b->low || b->high < a->low)) {
                return 1;
            }
        }
    }
    return 0;
}

/* Whether guards show that the two cannot happen in the same state. */
static int exclude(const struct data_builder *builder, const struct effect *one, const struct effect *other) {
    const struct data_command *commands = builder->commands.data;
    for (uint32_t i = 0; i < one->count; i++) {
        for (uint32_t j = 0; j < other->count; j++) {
            if (tests_exclude(builder, &commands[one->commands[i]], &commands[other->commands[j]])) {
                return 1;
            }
        }
    }
    return 0;
}

static int all_differ(const struct effect_list *list) {
    const struct data_builder *builder = list->builder;
    for (uint32_t i = 0; i < list->count; i++) {
        for (uint32_t j = 0; j < i; j++) {
            const struct effect *one = &list->effects[i], *other = &list->effects[j];
            if (one->choice == other->choice && !shows_difference(builder, one, other) &&
                !shows_difference(builder, other, one) && !exclude(builder, one, other)) {
                return 0;
            }
        }
    }
    return 1;
}

/* --- enumeration --- */

/*
 * Adds the effects of a rule from its class `at` on, to an effect of the classes before; 0 if there are too
 * many. Classes with locations, which come first, are left out: other members make other choices.
 */
static int add_effects(struct effect_list *list, const struct data_rule *rule, uint32_t at,
                       struct effect *effect) {
    const struct data_builder *builder = list->builder;
    if (at == rule->class_count) {
        if (list->count == MOST_EFFECTS) {
            return 0;
        }
        list->effects[list->count++] = *effect;
        return 1;
    }
    const struct data_class *members = &builder->classes.data[builder->rule_classes.data[rule->classes + at]];
    const uint32_t part = at - rule->located_count;
    effect->count = part + 1;
    for (uint32_t i = 0; i < members->member_count; i++) {
        const uint32_t number = builder->members.data[members->members + i];
        const struct data_command *command = &builder->commands.data[number];
        effect->commands[part] = number;
        for (uint32_t j = 0; j < command->branch_count; j++) {
            effect->branches[part] = command->branches + j;
            if (!add_effects(list, rule, at + 1, effect)) {
                return 0;
            }
        }
    }
    return 1;
}

/* In an MDP, two effects are of one choice if they have the same commands. */
static void number_effects(struct effect_list *list) {
    for (uint32_t i = 0; i < list->count; i++) {
        struct effect *one = &list->effects[i];
        one->choice = i;
        for (uint32_t j = 0; j < i && one->choice == i; j++) {
            const struct effect *other = &list->effects[j];
            int same = one->count == other->count;
            for (uint32_t k = 0; k < one->count && same; k++) {
                same = one->commands[k] == other->commands[k];
            }
            one->choice = same ? other->choice : i;
        }
    }
}

/* Whether effects of this rule and of the next one cannot be of one choice. */
static int ends_choices(const struct data_builder *builder, uint64_t rule) {
    const struct data_rule *rules = builder->rules.data;
    return builder->kind == DATA_MDP ||
           (builder->kind == DATA_NETWORK &&
            (rule + 1 == builder->rules.count || rules[rule].way != rules[rule + 1].way));
}

int data_is_distinct(const struct data_builder *builder) {
    struct effect_list *list = memory_allocate_zeroed(builder->memory, sizeof *list);
    int distinct = list != NULL;
    if (list != NULL) {
        list->builder = builder;
    }
    for (uint64_t i = 0; i < builder->rules.count && distinct; i++) {
        const struct data_rule *rule = &builder->rules.data[i];
        struct effect effect = {.choice = 0};
        distinct = rule->class_count - rule->located_count <= MOST_PARTS &&
                   add_effects(list, rule, rule->located_count, &effect);
        if (distinct && ends_choices(builder, i)) {
            if (builder->kind == DATA_MDP) {
                number_effects(list);
            }
            distinct = all_differ(list);
            list->count = 0;
        }
    }
    distinct = distinct && all_differ(list);
    memory_free(builder->memory, list, sizeof *list);
    return distinct;
}
