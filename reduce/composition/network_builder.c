/* Builds networks from parts of other networks. */
#include "reduce/composition/network_builder.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"

static void free_builder(struct memory *memory, struct network *network) {
    struct network_builder *builder = (struct network_builder *)network;
    for (uint64_t i = 0; i < builder->components.count; i++) {
        const struct network_component *component = &builder->components.data[i];
        memory_free(memory, component->class_of, component->lts->label_count * sizeof(uint32_t));
    }
    GROWING_FREE(memory, builder->components);
    GROWING_FREE(memory, builder->labels);
    GROWING_FREE(memory, builder->rules);
    GROWING_FREE(memory, builder->participants);
    GROWING_FREE(memory, builder->needs);
    GROWING_FREE(memory, builder->falsifies);
    memory_free(memory, builder, sizeof *builder);
}

struct network_builder *network_builder_create(struct memory *memory) {
    struct network_builder *builder = memory_allocate_zeroed(memory, sizeof *builder);
    if (builder != NULL) {
        builder->memory = memory;
        builder->network.strata = 1;
        builder->network.initial_count = 1;
        builder->network.free = free_builder;
    }
    return builder;
}

int network_builder_component(struct network_builder *builder, const struct network_component *component) {
    const uint32_t count = component->lts->label_count;
    struct network_component copy = *component;
    copy.class_of = memory_allocate_array(builder->memory, count, sizeof *copy.class_of);
    if (copy.class_of == NULL) {
        return -1;
    }
    for (uint32_t i = 0; i < count; i++) {
        copy.class_of[i] = component->class_of == NULL ? i : component->class_of[i];
    }
    if (GROWING_ADD(builder->memory, builder->components, copy) != 0) {
        memory_free(builder->memory, copy.class_of, count * sizeof *copy.class_of);
        return -1;
    }
    return 0;
}

int network_builder_rule(struct network_builder *builder, const struct network *from,
                         const struct network_rule *rule) {
    struct network_rule made = {.label = rule->label,
                                .stratum = rule->stratum,
                                .participants_begin = builder->participants.count,
                                .participants_end = builder->participants.count,
                                .needs_begin = builder->needs.count,
                                .falsifies_begin = builder->falsifies.count};
    for (uint64_t i = rule->needs_begin; i < rule->needs_end; i++) {
        if (GROWING_ADD(builder->memory, builder->needs, from->needs[i]) != 0) {
            return -1;
        }
    }
    for (uint64_t i = rule->falsifies_begin; i < rule->falsifies_end; i++) {
        if (GROWING_ADD(builder->memory, builder->falsifies, from->falsifies[i]) != 0) {
            return -1;
        }
    }
    made.needs_end = builder->needs.count;
    made.falsifies_end = builder->falsifies.count;
    return GROWING_ADD(builder->memory, builder->rules, made);
}

int network_builder_participant(struct network_builder *builder, uint32_t component, uint32_t class_index) {
    struct network_rule *rule = &builder->rules.data[builder->rules.count - 1];
    const struct network_participant participant = {component, class_index};
    if (GROWING_ADD(builder->memory, builder->participants, participant) != 0) {
        return -1;
    }
    rule->participants_end = builder->participants.count;
    return 0;
}

/* --- the order of rules --- */

static int compare_participants(const void *left, const void *right) {
    const struct network_participant *a = left, *b = right;
    return sort_compare(a->component, b->component);
}

static int compare_words(const uint32_t *a, uint64_t a_count, const uint32_t *b, uint64_t b_count) {
    const int order = sort_compare_rows(a, b, a_count < b_count ? a_count : b_count);
    return order != 0 ? order : sort_compare(a_count, b_count);
}

/* Final rules by label, then by participants and guards. */
static int compare_rules(const void *left, const void *right, void *context) {
    const struct network_builder *builder = context;
    const struct network_rule *a = left, *b = right;
    if (a->label != b->label) {
        return a->label < b->label ? -1 : 1;
    }
    _Static_assert(sizeof(struct network_participant) == 2 * sizeof(uint32_t), "a participant is two words");
    const struct network_participant *all = builder->participants.data;
    int order = compare_words(
        (const uint32_t *)(all + a->participants_begin), 2 * (a->participants_end - a->participants_begin),
        (const uint32_t *)(all + b->participants_begin), 2 * (b->participants_end - b->participants_begin));
    return order != 0 ? order
                      : compare_words(builder->needs.data + a->needs_begin, a->needs_end - a->needs_begin,
                                      builder->needs.data + b->needs_begin, b->needs_end - b->needs_begin);
}

static void sort_final_rules(struct network_builder *builder, uint64_t first) {
    struct network_rule *rules = builder->rules.count == 0 ? NULL : builder->rules.data + first;
    const uint64_t count = builder->rules.count - first;
    uint64_t kept = 0;
    if (count > 1) {
        qsort_r(rules, count, sizeof *rules, compare_rules, builder);
    }
    for (uint64_t i = 0; i < count; i++) {
        if (kept == 0 || compare_rules(&rules[kept - 1], &rules[i], builder) != 0) {
            rules[kept++] = rules[i];
        }
    }
    builder->rules.count = first + kept;
}

/* Labels that rules have, in their order. */
static int take_labels(struct network_builder *builder, const struct network *like, uint64_t first) {
    uint32_t last = UINT32_MAX;
    for (uint64_t i = first; i < builder->rules.count; i++) {
        struct network_rule *rule = &builder->rules.data[i];
        if (rule->label != last) {
            last = rule->label;
            if (GROWING_ADD(builder->memory, builder->labels, like->labels[last]) != 0) {
                return -1;
            }
        }
        rule->label = (uint32_t)builder->labels.count - 1;
    }
    return 0;
}

int network_builder_finish(struct network_builder *builder, const struct network *like) {
    struct network *network = &builder->network;
    for (uint64_t i = 0; i < builder->rules.count; i++) {
        const struct network_rule *rule = &builder->rules.data[i];
        if (rule->participants_begin < rule->participants_end) {
            sort_items(builder->participants.data + rule->participants_begin,
                       rule->participants_end - rule->participants_begin, sizeof *builder->participants.data,
                       compare_participants);
        }
    }
    uint64_t sub_rules = 0;
    while (sub_rules < builder->rules.count &&
           builder->rules.data[sub_rules].falsifies_begin < builder->rules.data[sub_rules].falsifies_end) {
        sub_rules++;
    }
    sort_final_rules(builder, sub_rules);
    if (take_labels(builder, like, sub_rules) != 0) {
        return -1;
    }
    network->components = builder->components.data;
    network->component_count = (uint32_t)builder->components.count;
    network->labels = builder->labels.data;
    network->label_count = (uint32_t)builder->labels.count;
    network->rules = builder->rules.data;
    network->rule_count = builder->rules.count;
    network->sub_rule_count = sub_rules;
    network->participants = builder->participants.data;
    network->participant_count = builder->participants.count;
    network->needs = builder->needs.data;
    network->need_count = builder->needs.count;
    network->falsifies = builder->falsifies.data;
    network->falsify_count = builder->falsifies.count;
    network->guards = like->guards;
    network->strata = like->strata;
    return 0;
}
