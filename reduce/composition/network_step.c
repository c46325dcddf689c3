/* Single steps of a network, straight from its rules. */
#include "reduce/composition/network_step.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "explorer/model/network.h"

#define ANYWHERE UINT32_MAX

int network_stepper_open(struct network_stepper *stepper, const struct network *network,
                         struct memory *memory, struct error *error) {
    *stepper = (struct network_stepper){.network = network, .memory = memory};
    stepper->fails = memory_allocate_zeroed(memory, network->guards);
    return stepper->fails == NULL ? error_memory(error, "for the steps of a network") : 0;
}

void network_stepper_close(struct network_stepper *stepper) {
    if (stepper->fails != NULL) {
        memory_free(stepper->memory, stepper->fails, stepper->network->guards);
    }
}

/* Whether the component has a move of the class between the states; `to` ANYWHERE: to any state. */
static int has_move(const struct network_component *component, uint32_t class_index, uint32_t from,
                    uint32_t to) {
    const struct lts *lts = component->lts;
    if (from >= lts->row_states) {
        return 0;
    }
    for (uint64_t i = lts->row[from]; i < lts->row[from + 1]; i++) {
        if ((to == ANYWHERE || lts->target[i] == to) && component->class_of[lts->label[i]] == class_index) {
            return 1;
        }
    }
    return 0;
}

static int holds_needs(const struct network_stepper *stepper, const struct network_rule *rule) {
    for (uint64_t i = rule->needs_begin; i < rule->needs_end; i++) {
        if (stepper->fails[stepper->network->needs[i]]) {
            return 0;
        }
    }
    return 1;
}

/* Whether all participants can move; to: NULL: anywhere. */
static int can_fire(const struct network_stepper *stepper, const struct network_rule *rule,
                    const uint32_t *from, const uint32_t *to) {
    const struct network *network = stepper->network;
    for (uint64_t i = rule->participants_begin; i < rule->participants_end; i++) {
        const struct network_participant *participant = &network->participants[i];
        const uint32_t number = participant->component;
        if (!has_move(&network->components[number], participant->class_index, from[number],
                      to == NULL ? ANYWHERE : to[number])) {
            return 0;
        }
    }
    return holds_needs(stepper, rule);
}

/* Sub-rules are sorted by stratum, so the guards that one needs are known when it is looked at. */
static void find_guards(const struct network_stepper *stepper, const uint32_t *state) {
    const struct network *network = stepper->network;
    if (network->guards != 0) {
        memset(stepper->fails, 0, network->guards);
    }
    for (uint64_t i = 0; i < network->sub_rule_count; i++) {
        const struct network_rule *rule = &network->rules[i];
        if (can_fire(stepper, rule, state, NULL)) {
            for (uint64_t k = rule->falsifies_begin; k < rule->falsifies_end; k++) {
                stepper->fails[network->falsifies[k]] = 1;
            }
        }
    }
}

/* Components that do not take part must stay where they are. */
static int changes_only_participants(const struct network *network, const struct network_rule *rule,
                                     const uint32_t *from, const uint32_t *to, uint32_t changed) {
    uint32_t inside = 0;
    for (uint64_t i = rule->participants_begin; i < rule->participants_end; i++) {
        const uint32_t component = network->participants[i].component;
        inside += from[component] != to[component];
    }
    return inside == changed;
}

uint64_t network_step_find(const struct network_stepper *stepper, const uint32_t *from, const uint32_t *to,
                           network_label_wanted *wanted, const void *context) {
    const struct network *network = stepper->network;
    uint32_t changed = 0;
    for (uint32_t i = 0; i < network->component_count; i++) {
        changed += from[i] != to[i];
    }
    find_guards(stepper, from);
    for (uint64_t i = network->sub_rule_count; i < network->rule_count; i++) {
        const struct network_rule *rule = &network->rules[i];
        if ((wanted == NULL || wanted(context, rule->label)) &&
            changes_only_participants(network, rule, from, to, changed) &&
            can_fire(stepper, rule, from, to)) {
            return i;
        }
    }
    return NETWORK_NO_RULE;
}

int network_step_is_deadlock(const struct network_stepper *stepper, const uint32_t *state) {
    const struct network *network = stepper->network;
    find_guards(stepper, state);
    for (uint64_t i = network->sub_rule_count; i < network->rule_count; i++) {
        if (can_fire(stepper, &network->rules[i], state, NULL)) {
            return 0;
        }
    }
    return 1;
}
