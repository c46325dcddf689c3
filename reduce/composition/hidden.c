/* Hides labels of a network. */
#include "reduce/composition/hidden.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "reduce/composition/network_builder.h"

/* The new labels: all old ones, and `i` in its place if the network lacks it. */
struct relabelling {
    const struct network *network;
    struct network_label *labels; /* [network->label_count + 1] */
    uint32_t *number;             /* [network->label_count]: of the label that an old one becomes */
    uint32_t count;
};

static void relabel(struct relabelling *work, const uint8_t *hidden) {
    const struct network *network = work->network;
    const struct network_label internal = {.text = "i", .length = 1, .kind = LABEL_INTERNAL};
    uint32_t place = 0;
    while (place < network->label_count && strcmp(network->labels[place].text, internal.text) < 0) {
        place++;
    }
    const uint32_t added = place == network->label_count || network->labels[place].kind != LABEL_INTERNAL;
    for (uint32_t i = 0; i < network->label_count; i++) {
        work->number[i] = i < place ? i : i + added;
        work->labels[work->number[i]] = network->labels[i];
    }
    work->labels[place] = internal;
    for (uint32_t i = 0; i < network->label_count; i++) {
        work->number[i] = hidden[i] ? place : work->number[i];
    }
    work->count = network->label_count + added;
}

static int copy_rule(const struct relabelling *work, struct network_builder *builder,
                     const struct network_rule *rule) {
    const struct network *network = work->network;
    struct network_rule copy = *rule;
    if (rule->falsifies_begin == rule->falsifies_end) {
        copy.label = work->number[rule->label];
    }
    int failed = network_builder_rule(builder, network, &copy) != 0;
    for (uint64_t i = rule->participants_begin; i < rule->participants_end && !failed; i++) {
        const struct network_participant *participant = &network->participants[i];
        failed = network_builder_participant(builder, participant->component, participant->class_index) != 0;
    }
    return failed ? -1 : 0;
}

static int fill(const struct relabelling *work, struct network_builder *builder) {
    const struct network *network = work->network;
    const struct network like = {.labels = work->labels,
                                 .label_count = work->count,
                                 .guards = network->guards,
                                 .strata = network->strata};
    int failed = 0;
    for (uint32_t i = 0; i < network->component_count && !failed; i++) {
        failed = network_builder_component(builder, &network->components[i]) != 0;
    }
    for (uint64_t i = 0; i < network->rule_count && !failed; i++) {
        failed = copy_rule(work, builder, &network->rules[i]) != 0;
    }
    return failed ? -1 : network_builder_finish(builder, &like);
}

struct network *network_hide(const struct network *network, const uint8_t *hidden, struct memory *memory,
                             struct error *error) {
    const uint64_t count = network->label_count;
    struct relabelling work = {.network = network,
                               .labels = memory_allocate_array(memory, count + 1, sizeof *work.labels),
                               .number = memory_allocate_array(memory, count, sizeof *work.number)};
    struct network_builder *builder = network_builder_create(memory);
    int failed = work.labels == NULL || work.number == NULL || builder == NULL;
    if (!failed) {
        relabel(&work, hidden);
        failed = fill(&work, builder) != 0;
    }
    memory_free(memory, work.labels, (count + 1) * sizeof *work.labels);
    memory_free(memory, work.number, count * sizeof *work.number);
    if (failed) {
        network_free(memory, builder == NULL ? NULL : &builder->network);
        error_memory(error, "while labels are hidden");
        return NULL;
    }
    return &builder->network;
}
