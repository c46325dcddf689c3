/* Components with locations in a model with data: checks, and which of them leads each rule. */
#include "explorer/model/data/data_located.h"

#include <string.h>

#include "base/memory.h"
#include "explorer/model/data/data_model.h"

/* --- checks --- */

static uint64_t count_values(const struct data_variable *variable) {
    return (uint64_t)(variable->high - variable->low) + 1;
}

static int check_entry(const struct data_builder *builder, uint32_t located, const struct data_entry *entry) {
    if (entry->class_index >= builder->classes.count ||
        builder->classes.data[entry->class_index].located != located || entry->member_count == 0 ||
        entry->members > builder->members.count ||
        entry->member_count > builder->members.count - entry->members) {
        return 0;
    }
    const struct data_located *one = &builder->located.data[located];
    for (uint32_t i = 0; i < entry->member_count; i++) {
        if (builder->members.data[entry->members + i] > builder->variables.data[one->variable].high) {
            return 0;
        }
    }
    return 1;
}

static int check_located(const struct data_builder *builder, uint32_t located) {
    const struct data_located *one = &builder->located.data[located];
    if (one->variable >= builder->variables.count || builder->variables.data[one->variable].low != 0) {
        return 0;
    }
    if (one->rows >= builder->rows.count || one->row_count >= builder->rows.count - one->rows) {
        return 0;
    }
    for (uint64_t n = one->rows; n < (uint64_t)one->rows + one->row_count; n++) {
        const uint32_t begin = builder->rows.data[n], end = builder->rows.data[n + 1];
        if (begin > end || end > builder->entries.count) {
            return 0;
        }
        for (uint32_t i = begin; i < end; i++) {
            const struct data_entry *entry = &builder->entries.data[i];
            if ((i > begin && entry[-1].class_index >= entry->class_index) ||
                !check_entry(builder, located, entry)) {
                return 0;
            }
        }
    }
    return 1;
}

static int check_all(const struct data_builder *builder) {
    int right = 1;
    for (uint64_t i = 0; i < builder->classes.count && right; i++) {
        const struct data_class *one = &builder->classes.data[i];
        right =
            one->located == DATA_NONE || (one->located < builder->located.count && one->member_count == 0);
    }
    for (uint64_t i = 0; i < builder->located.count && right; i++) {
        right = check_located(builder, (uint32_t)i);
    }
    return right;
}

/* --- leaders --- */

/* Whether the class has members in a smaller share of its locations; seen[c] is the number of those of c. */
static int is_rarer(const struct data_builder *builder, const uint32_t *seen, uint32_t one, uint32_t other) {
    const struct data_located *a = &builder->located.data[builder->classes.data[one].located];
    const struct data_located *b = &builder->located.data[builder->classes.data[other].located];
    return seen[one] * count_values(&builder->variables.data[b->variable]) <
           seen[other] * count_values(&builder->variables.data[a->variable]);
}

static void choose_leader(struct data_builder *builder, const uint32_t *seen, struct data_rule *rule) {
    uint32_t *classes = builder->rule_classes.data + rule->classes;
    rule->located_count = 0;
    for (uint32_t i = 0; i < rule->class_count; i++) {
        const uint32_t one = classes[i];
        if (builder->classes.data[one].located != DATA_NONE) {
            memmove(classes + rule->located_count + 1, classes + rule->located_count,
                    (i - rule->located_count) * sizeof *classes);
            classes[rule->located_count++] = one;
        }
    }
    for (uint32_t i = 1; i < rule->located_count; i++) {
        if (is_rarer(builder, seen, classes[i], classes[0])) {
            const uint32_t first = classes[0];
            classes[0] = classes[i];
            classes[i] = first;
        }
    }
}

/* 0 for rules that nothing leads, else 1 + the class. */
static uint64_t leader_of(const struct data_builder *builder, const struct data_rule *rule) {
    return rule->located_count == 0 ? 0 : (uint64_t)builder->rule_classes.data[rule->classes] + 1;
}

/* Sorts the rules by their leaders; ends[k] is the number of rules whose leader_of is at most k. */
static void sort_rules(struct data_builder *builder, uint32_t *ends, struct data_rule *sorted) {
    const uint64_t rules = builder->rules.count;
    for (uint64_t i = 0; i < rules; i++) {
        ends[leader_of(builder, &builder->rules.data[i]) + 1]++;
    }
    for (uint64_t i = 0; i <= builder->classes.count; i++) {
        ends[i + 1] += ends[i];
    }
    for (uint64_t i = 0; i < rules; i++) {
        sorted[ends[leader_of(builder, &builder->rules.data[i])]++] = builder->rules.data[i];
    }
    if (rules > 0) {
        memcpy(builder->rules.data, sorted, rules * sizeof *sorted);
    }
}

static int arrange_rules(struct data_builder *builder, uint32_t *seen, uint32_t *ends,
                         struct data_rule *sorted) {
    for (uint64_t i = 0; i < builder->entries.count; i++) {
        seen[builder->entries.data[i].class_index]++;
    }
    for (uint64_t i = 0; i < builder->rules.count; i++) {
        choose_leader(builder, seen, &builder->rules.data[i]);
    }
    sort_rules(builder, ends, sorted);
    builder->leads.count = 0;
    for (uint64_t i = 0; i <= builder->classes.count; i++) {
        if (GROWING_ADD(builder->memory, builder->leads, ends[i]) != 0) {
            return -1;
        }
    }
    return 1;
}

int data_arrange_located(struct data_builder *builder) {
    if (!check_all(builder)) {
        return 0;
    }
    if (builder->located.count == 0) {
        return 1;
    }
    const uint64_t classes = builder->classes.count, rules = builder->rules.count;
    uint32_t *seen = memory_allocate_zeroed(builder->memory, (classes + 1) * sizeof *seen);
    uint32_t *ends = memory_allocate_zeroed(builder->memory, (classes + 2) * sizeof *ends);
    struct data_rule *sorted = memory_allocate_zeroed(builder->memory, (rules + 1) * sizeof *sorted);
    int status =
        seen == NULL || ends == NULL || sorted == NULL ? -1 : arrange_rules(builder, seen, ends, sorted);
    memory_free(builder->memory, seen, (classes + 1) * sizeof *seen);
    memory_free(builder->memory, ends, (classes + 2) * sizeof *ends);
    memory_free(builder->memory, sorted, (rules + 1) * sizeof *sorted);
    return status;
}
