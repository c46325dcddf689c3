#ifndef HEDDLE_REDUCE_COMPOSITION_NETWORK_BUILDER_H
#define HEDDLE_REDUCE_COMPOSITION_NETWORK_BUILDER_H

#include "base/array.h"
#include "explorer/model/network.h"

struct error;
struct memory;

/*
 * A network under construction, without data and without names of its own: texts and tables (`lts`) belong to
 * others, and must outlive it. Functions return 0, or -1 when memory runs out.
 */
struct network_builder {
    struct network network; /* first: what the caller gets */
    struct memory *memory;
    GROWING(struct network_component) components;
    GROWING(struct network_label) labels;
    GROWING(struct network_rule) rules;
    GROWING(struct network_participant) participants;
    GROWING(uint32_t) needs;
    GROWING(uint32_t) falsifies;
};

/* NULL when memory runs out. network_free frees it at any time. */
struct network_builder *network_builder_create(struct memory *memory);
/* Adds a component with a copy of its classes; NULL: each label is a class. */
int network_builder_component(struct network_builder *builder, const struct network_component *component);
/* Begins a rule like `rule`, but without participants: its label, its stratum, what it needs and falsifies
 * are copied from the network that has it. */
int network_builder_rule(struct network_builder *builder, const struct network *from,
                         const struct network_rule *rule);
/* A participant of the rule that was begun last. In any order. */
int network_builder_participant(struct network_builder *builder, uint32_t component, uint32_t class_index);
/*
 * Takes labels, sub-rules (which were added first) and guards as the network `like` has them; sorts
 * participants and final rules, leaves out rules that occur twice, and labels without rules. The network to
 * search, which is the builder.
 */
int network_builder_finish(struct network_builder *builder, const struct network *like);

#endif
