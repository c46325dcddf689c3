/*
 * The rules of a network in a model with data. A PRISM model takes part in a rule of the network by any of
 * its own rules whose label is in the class, so there is a rule for each combination of these. Combinations
 * of the same labels are one way: a process has a transition once for each label and target, so what leads to
 * the same target by the same labels counts once.
 */
#include "base/error.h"
#include "base/memory.h"
#include "frontend/exp/compile/compose_join.h"

/* A PRISM model that takes part. */
struct joined_model {
    const struct joined_process *process;
    uint64_t begin, end;       /* its rules of the class, in `own` */
    uint64_t group, group_end; /* those of one label */
    uint64_t at;               /* the one that is chosen */
};

struct rule_joiner {
    struct joiner *joiner;
    const struct network_rule *rule;
    GROWING(struct joined_model) parts;
    uint32_t ways;
    uint32_t needs; /* the rule's, in guard_numbers; what a sub-rule falsifies is after them */
};

/* The process's first rule of this class or a higher one; own_end if there is none. */
static uint64_t find_own(const struct joiner *joiner, const struct joined_process *process,
                         uint64_t class_index) {
    uint64_t low = process->own_begin, high = process->own_end;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (joiner->own.data[middle].class_index < class_index) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Goes to the label group that begins at part->group. */
static void enter_group(const struct joiner *joiner, struct joined_model *part) {
    const struct own_rule *own = joiner->own.data;
    part->group_end = part->group + 1;
    while (part->group_end < part->end && own[part->group_end].label == own[part->group].label) {
        part->group_end++;
    }
    part->at = part->group;
}

/* The next combination of the same labels, the last part fastest: 1, or 0 after the last one. */
static int next_rules(struct rule_joiner *rules) {
    for (uint64_t i = rules->parts.count; i-- > 0;) {
        struct joined_model *part = &rules->parts.data[i];
        if (++part->at < part->group_end) {
            return 1;
        }
        part->at = part->group;
    }
    return 0;
}

/* The next combination of labels. */
static int next_labels(struct rule_joiner *rules) {
    for (uint64_t i = rules->parts.count; i-- > 0;) {
        struct joined_model *part = &rules->parts.data[i];
        const int more = part->group_end < part->end;
        part->group = more ? part->group_end : part->begin;
        enter_group(rules->joiner, part);
        if (more) {
            return 1;
        }
    }
    return 0;
}

static int find_parts(struct rule_joiner *rules) {
    const struct joiner *joiner = rules->joiner;
    const struct network_participant *participants = joiner->network->participants;
    rules->parts.count = 0;
    for (uint64_t p = rules->rule->participants_begin; p < rules->rule->participants_end; p++) {
        struct joined_model part = {.process = &joiner->processes[participants[p].component]};
        if (part.process->model == NULL) {
            continue;
        }
        part.begin = part.group = find_own(joiner, part.process, participants[p].class_index);
        part.end = find_own(joiner, part.process, (uint64_t)participants[p].class_index + 1);
        enter_group(joiner, &part);
        if (GROWING_ADD(joiner->composer->memory, rules->parts, part) != 0) {
            return compose_memory(joiner->composer);
        }
    }
    return 0;
}

/* Adds the classes of the rule that is chosen for a part. */
static int add_part(struct joiner *joiner, const struct joined_model *part, struct data_rule *made) {
    const struct data_header *image = part->process->model->image;
    const struct data_rule *own = &data_rules(image)[joiner->own.data[part->at].rule];
    for (uint32_t i = 0; i < own->class_count; i++) {
        const uint32_t class_index = data_rule_classes(image)[own->classes + i];
        if (JOIN_ADD(joiner, rule_classes, part->process->classes + class_index) != 0) {
            return -1;
        }
    }
    made->class_count += own->class_count;
    return 0;
}

/* Adds the guards of the rule. */
static int add_guards(struct rule_joiner *rules) {
    struct joiner *joiner = rules->joiner;
    const struct network *network = joiner->network;
    const struct network_rule *rule = rules->rule;
    int failed = 0;
    rules->needs = (uint32_t)joiner->builder.guard_numbers.count;
    for (uint64_t i = rule->needs_begin; i < rule->needs_end && !failed; i++) {
        failed = JOIN_ADD(joiner, guard_numbers, network->needs[i]);
    }
    for (uint64_t i = rule->falsifies_begin; i < rule->falsifies_end && !failed; i++) {
        failed = JOIN_ADD(joiner, guard_numbers, network->falsifies[i]);
    }
    return failed;
}

static int add_sub_rule(struct rule_joiner *rules, const struct data_rule *made) {
    struct joiner *joiner = rules->joiner;
    const struct data_sub_rule one = {
        .classes = made->classes,
        .class_count = made->class_count,
        .needs = made->needs,
        .need_count = made->need_count,
        .falsifies = made->needs + made->need_count,
        .falsify_count = (uint32_t)(rules->rule->falsifies_end - rules->rule->falsifies_begin)};
    return JOIN_ADD(joiner, sub_rules, one);
}

static int add_rule(struct rule_joiner *rules, int is_sub_rule) {
    struct joiner *joiner = rules->joiner;
    const struct network_participant *participants = joiner->network->participants;
    struct data_rule made = {.action = DATA_NONE,
                             .label = rules->rule->label,
                             .classes = (uint32_t)joiner->builder.rule_classes.count,
                             .way = rules->ways,
                             .needs = rules->needs,
                             .need_count = (uint32_t)(rules->rule->needs_end - rules->rule->needs_begin)};
    uint64_t part = 0;
    for (uint64_t p = rules->rule->participants_begin; p < rules->rule->participants_end; p++) {
        const struct joined_process *process = &joiner->processes[participants[p].component];
        if (process->model != NULL) {
            if (add_part(joiner, &rules->parts.data[part++], &made) != 0) {
                return -1;
            }
        } else if (JOIN_ADD(joiner, rule_classes, process->classes + participants[p].class_index) != 0) {
            return -1;
        } else {
            made.class_count++;
        }
    }
    if (joiner->builder.rules.count + joiner->builder.sub_rules.count >= COMPOSE_MAX_RULES) {
        return error_set(joiner->composer->error, ERROR_LIMIT,
                         "the network makes more than %llu rules of those of its PRISM models",
                         (unsigned long long)COMPOSE_MAX_RULES);
    }
    return is_sub_rule ? add_sub_rule(rules, &made) : JOIN_ADD(joiner, rules, made);
}

int join_rules(struct joiner *joiner) {
    const struct network *network = joiner->network;
    struct rule_joiner rules = {.joiner = joiner};
    int status = 0;
    joiner->builder.guards = network->guards;
    for (uint64_t r = 0; r < network->rule_count && status == 0; r++) {
        rules.rule = &network->rules[r];
        status = (r & 65535) == 0 ? compose_should_stop(joiner->composer) : 0;
        status = status != 0 || find_parts(&rules) != 0 ? -1 : add_guards(&rules);
        for (int more = status == 0; more && status == 0; more = next_labels(&rules)) {
            do {
                status = add_rule(&rules, r < network->sub_rule_count);
            } while (status == 0 && next_rules(&rules));
            rules.ways++;
        }
    }
    GROWING_FREE(joiner->composer->memory, rules.parts);
    return status;
}
