/*
 * Makes the network of a composed tree: labels that can happen are numbered in byte order, classes and guards
 * that are used are numbered densely, sub-rules whose guards are not needed are left out, and rules are
 * sorted into an order that depends only on the tree.
 */
#include "frontend/exp/compile/network_internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sort.h"
#include "explorer/model/data/data_model.h"
#include "frontend/exp/compile/compose_data.h"

/* The function `free` of the network. */
static void free_network(struct memory *memory, struct network *network) {
    struct owned_network *owned = (struct owned_network *)network;
    for (uint32_t i = 0; network->components != NULL && i < network->component_count; i++) {
        if (network->components[i].lts != NULL) {
            memory_free(memory, network->components[i].class_of,
                        network->components[i].lts->label_count * sizeof(uint32_t));
        }
    }
    data_model_free(memory, network->data);
    memory_free(memory, network->initial_states, owned->initial_capacity * sizeof *network->initial_states);
    memory_free(memory, owned->variables, owned->variable_count * sizeof *owned->variables);
    memory_free(memory, network->components, owned->component_capacity * sizeof *network->components);
    memory_free(memory, network->labels, owned->label_capacity * sizeof *network->labels);
    memory_free(memory, network->rules, owned->rule_capacity * sizeof *network->rules);
    memory_free(memory, network->participants, owned->participant_capacity * sizeof *network->participants);
    memory_free(memory, network->needs, owned->need_capacity * sizeof *network->needs);
    memory_free(memory, network->falsifies, owned->falsify_capacity * sizeof *network->falsifies);
    memory_free(memory, owned->warnings, owned->warning_capacity * sizeof *owned->warnings);
    arena_free(owned->arena);
    memory_free(memory, owned, sizeof *owned);
}

static int memory_error(struct network_finish *finish) {
    return compose_memory(finish->composer);
}

/* --- participants and needs --- */

static int push_rule(struct network_finish *finish, uint32_t rule) {
    return GROWING_ADD(finish->composer->memory, finish->stack, rule) != 0 ? memory_error(finish) : 0;
}

static int add_participant(struct network_finish *finish, uint32_t component, uint32_t class_index) {
    struct network *network = finish->network;
    if (MEMORY_GROW(finish->composer->memory, &network->participants, &finish->owned->participant_capacity,
                    network->participant_count + 1) != 0) {
        return memory_error(finish);
    }
    network->participants[network->participant_count++] =
        (struct network_participant){component, class_index};
    return 0;
}

static int add_need(struct network_finish *finish, uint32_t guard) {
    struct network *network = finish->network;
    if (MEMORY_GROW(finish->composer->memory, &network->needs, &finish->owned->need_capacity,
                    network->need_count + 1) != 0) {
        return memory_error(finish);
    }
    network->needs[network->need_count++] = guard;
    return 0;
}

static int compare_participants(const void *left, const void *right) {
    const struct network_participant *a = left, *b = right;
    return a->component < b->component ? -1 : a->component > b->component;
}

/* Walks a rule, and appends its leaves and guards to the network. */
static int walk_rule(struct network_finish *finish, uint32_t rule) {
    const struct rule_node *nodes = finish->composer->store.nodes;
    if (push_rule(finish, rule) != 0) {
        return -1;
    }
    while (finish->stack.count > 0) {
        const struct rule_node *node = &nodes[finish->stack.data[--finish->stack.count]];
        int status = 0;
        switch ((enum rule_kind)node->kind) {
        case RULE_LEAF:
            status = add_participant(finish, node->left, node->right);
            break;
        case RULE_JOIN:
            status = push_rule(finish, node->right) != 0 ? -1 : push_rule(finish, node->left);
            break;
        case RULE_GUARD:
            status = add_need(finish, node->right) != 0 ? -1 : push_rule(finish, node->left);
            break;
        }
        if (status != 0) {
            return -1;
        }
    }
    return 0;
}

/* Removes duplicate guards. */
static void sort_needs(struct network *network, uint64_t begin) {
    if (network->need_count > begin) {
        network->need_count =
            begin + sort_unique_numbers(network->needs + begin, network->need_count - begin);
    }
}

/* Appends a rule to the network, with its participants sorted and without duplicate guards. */
static int add_rule(struct network_finish *finish, uint32_t rule, uint32_t label, uint32_t stratum) {
    struct network *network = finish->network;
    struct network_rule made = {.label = label,
                                .stratum = stratum,
                                .participants_begin = network->participant_count,
                                .needs_begin = network->need_count};
    if (MEMORY_GROW(finish->composer->memory, &network->rules, &finish->owned->rule_capacity,
                    network->rule_count + 1) != 0) {
        return memory_error(finish);
    }
    if (walk_rule(finish, rule) != 0) {
        return -1;
    }
    uint64_t count = network->participant_count - made.participants_begin;
    struct network_participant *participants = network->participants + made.participants_begin;
    for (uint64_t i = 1; i < count; i++) {
        if (participants[i - 1].component > participants[i].component) {
            qsort(participants, count, sizeof *participants, compare_participants);
            break;
        }
    }
    sort_needs(network, made.needs_begin);
    made.participants_end = network->participant_count;
    made.needs_end = network->need_count;
    network->rules[network->rule_count++] = made;
    return 0;
}

/* --- labels --- */

static int compare_entries(const void *left, const void *right, void *context) {
    const label_table *labels = context;
    const struct rule_entry *a = *(const struct rule_entry *const *)left,
                            *b = *(const struct rule_entry *const *)right;
    return strcmp(label_text(labels, a->label), label_text(labels, b->label));
}

static int make_labels(struct network_finish *finish, const struct rule_set *set) {
    struct composer *composer = finish->composer;
    struct network *network = finish->network;
    finish->entry_capacity = rule_set_entries(set);
    finish->entries =
        memory_allocate_array(composer->memory, finish->entry_capacity, sizeof *finish->entries);
    if (finish->entries == NULL) {
        return memory_error(finish);
    }
    const struct rule_entry *entry;
    for (struct rule_walk walk = {0}; (entry = rule_set_next(set, &walk)) != NULL;) {
        finish->entries[finish->entry_count++] = entry;
    }
    qsort_r(finish->entries, finish->entry_count, sizeof *finish->entries, compare_entries, composer->labels);
    network->labels = memory_allocate_array(composer->memory, finish->entry_count, sizeof *network->labels);
    if (network->labels == NULL) {
        return memory_error(finish);
    }
    finish->owned->label_capacity = finish->entry_count;
    network->label_count = (uint32_t)finish->entry_count;
    for (uint64_t i = 0; i < finish->entry_count; i++) {
        const label_table *labels = composer->labels;
        uint32_t label = finish->entries[i]->label, length = label_length(labels, label);
        const char *text = label_text(labels, label);
        network->labels[i] =
            (struct network_label){.text = text,
                                   .length = length,
                                   .kind = label_kind(labels, label),
                                   .is_action_internal = label_text_action_is_internal(labels, text, length)};
    }
    return 0;
}

/* --- guards --- */

static int mark_needs(struct network_finish *finish, uint32_t rule) {
    const struct rule_node *nodes = finish->composer->store.nodes;
    if (nodes[rule].level == 0) {
        return 0;
    }
    if (push_rule(finish, rule) != 0) {
        return -1;
    }
    while (finish->stack.count > 0) {
        const struct rule_node *node = &nodes[finish->stack.data[--finish->stack.count]];
        if (node->level == 0) {
            continue;
        }
        if (node->kind == RULE_GUARD) {
            finish->guard_number[node->right] = 1;
        } else if (push_rule(finish, node->right) != 0) {
            return -1;
        }
        if (push_rule(finish, node->left) != 0) {
            return -1;
        }
    }
    return 0;
}

/* A sub-rule is live when a guard that it falsifies is needed by a final rule or a live sub-rule of a later
 * prio. */
static int mark_subrules(struct network_finish *finish) {
    struct composer *composer = finish->composer;
    for (uint64_t i = 0; i < finish->entry_count; i++) {
        const struct rule_list *rules = &finish->entries[i]->rules;
        for (uint32_t rule = rules->first; rule != RULE_NONE; rule = composer->store.nodes[rule].next) {
            if (mark_needs(finish, rule) != 0) {
                return -1;
            }
        }
    }
    for (uint64_t i = composer->subrules.count; i-- > 0;) {
        const struct compose_subrule *subrule = &composer->subrules.data[i];
        for (uint64_t j = subrule->falsifies_begin; j < subrule->falsifies_end && !finish->live[i]; j++) {
            finish->live[i] = finish->guard_number[composer->falsifies.data[j]] != 0;
        }
        if (finish->live[i] && mark_needs(finish, subrule->rule) != 0) {
            return -1;
        }
    }
    return 0;
}

static void number_guards(struct network_finish *finish) {
    for (uint64_t i = 0; i < finish->composer->guard_stratum.count; i++) {
        if (finish->guard_number[i] != 0) {
            finish->guard_number[i] = ++finish->network->guards;
        }
    }
}

/* Consecutive sub-rules of one label share their list of falsified guards. */
static int add_falsifies(struct network_finish *finish, const struct compose_subrule *subrule,
                         const struct compose_subrule *before) {
    struct composer *composer = finish->composer;
    struct network *network = finish->network;
    struct network_rule *rule = &network->rules[network->rule_count - 1];
    if (before != NULL && before->falsifies_begin == subrule->falsifies_begin) {
        rule->falsifies_begin = network->rules[network->rule_count - 2].falsifies_begin;
        rule->falsifies_end = network->rules[network->rule_count - 2].falsifies_end;
        return 0;
    }
    rule->falsifies_begin = network->falsify_count;
    for (uint64_t i = subrule->falsifies_begin; i < subrule->falsifies_end; i++) {
        uint32_t number = finish->guard_number[composer->falsifies.data[i]];
        if (number == 0) {
            continue;
        }
        if (MEMORY_GROW(composer->memory, &network->falsifies, &finish->owned->falsify_capacity,
                        network->falsify_count + 1) != 0) {
            return memory_error(finish);
        }
        network->falsifies[network->falsify_count++] = number - 1;
    }
    rule = &network->rules[network->rule_count - 1];
    rule->falsifies_end = network->falsify_count;
    return 0;
}

static int compare_strata(const void *left, const void *right, void *context) {
    const struct composer *composer = context;
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    uint32_t x = composer->store.nodes[composer->subrules.data[a].rule].level;
    uint32_t y = composer->store.nodes[composer->subrules.data[b].rule].level;
    return x != y ? (x < y ? -1 : 1) : a < b ? -1 : a > b;
}

static int add_ordered_subrules(struct network_finish *finish, uint64_t *order, uint64_t count) {
    struct composer *composer = finish->composer;
    const struct compose_subrule *before = NULL;
    qsort_r(order, count, sizeof *order, compare_strata, composer);
    for (uint64_t i = 0; i < count; i++) {
        const struct compose_subrule *subrule = &composer->subrules.data[order[i]];
        uint32_t level = composer->store.nodes[subrule->rule].level;
        if (add_rule(finish, subrule->rule, 0, level) != 0 || add_falsifies(finish, subrule, before) != 0) {
            return -1;
        }
        finish->network->strata = level + 2;
        before = subrule;
    }
    finish->network->sub_rule_count = count;
    return 0;
}

static int add_subrules(struct network_finish *finish) {
    struct composer *composer = finish->composer;
    uint64_t count = 0;
    finish->guard_number =
        memory_allocate_zeroed(composer->memory, composer->guard_stratum.count * sizeof(uint32_t));
    finish->live = memory_allocate_zeroed(composer->memory, composer->subrules.count);
    uint64_t *order = memory_allocate_array(composer->memory, composer->subrules.count, sizeof *order);
    int status = finish->guard_number == NULL || finish->live == NULL || order == NULL
                     ? memory_error(finish)
                     : mark_subrules(finish);
    if (status == 0) {
        number_guards(finish);
        for (uint64_t i = 0; i < composer->subrules.count; i++) {
            if (finish->live[i]) {
                order[count++] = i;
            }
        }
        status = add_ordered_subrules(finish, order, count);
    }
    memory_free(composer->memory, order, composer->subrules.count * sizeof *order);
    return status;
}

/* --- rules --- */

static int compare_rules(const void *left, const void *right, void *context) {
    const struct network *network = context;
    const struct network_rule *a = left, *b = right;
    const struct network_participant *x = network->participants + a->participants_begin;
    const struct network_participant *y = network->participants + b->participants_begin;
    uint64_t m = a->participants_end - a->participants_begin, n = b->participants_end - b->participants_begin;
    for (uint64_t i = 0; i < m && i < n; i++) {
        if (x[i].component != y[i].component) {
            return x[i].component < y[i].component ? -1 : 1;
        }
        if (x[i].class_index != y[i].class_index) {
            return x[i].class_index < y[i].class_index ? -1 : 1;
        }
    }
    if (m != n) {
        return m < n ? -1 : 1;
    }
    uint64_t p = a->needs_end - a->needs_begin, q = b->needs_end - b->needs_begin;
    for (uint64_t i = 0; i < p && i < q; i++) {
        uint32_t g = network->needs[a->needs_begin + i], h = network->needs[b->needs_begin + i];
        if (g != h) {
            return g < h ? -1 : 1;
        }
    }
    return p < q ? -1 : p > q;
}

static int add_final_rules(struct network_finish *finish) {
    struct composer *composer = finish->composer;
    struct network *network = finish->network;
    for (uint64_t i = 0; i < finish->entry_count; i++) {
        uint64_t begin = network->rule_count;
        const struct rule_list *rules = &finish->entries[i]->rules;
        for (uint32_t rule = rules->first; rule != RULE_NONE; rule = composer->store.nodes[rule].next) {
            if (add_rule(finish, rule, (uint32_t)i, network->strata - 1) != 0) {
                return -1;
            }
            if ((network->rule_count & 65535) == 0 && compose_should_stop(composer) != 0) {
                return -1;
            }
        }
        if (network->rule_count - begin > 1) {
            qsort_r(network->rules + begin, network->rule_count - begin, sizeof *network->rules,
                    compare_rules, network);
        }
    }
    for (uint64_t i = 0; i < network->need_count; i++) {
        network->needs[i] = finish->guard_number[network->needs[i]] - 1;
    }
    return 0;
}

/* --- the whole network --- */

/* Collects the warnings of reading, then those of composing. */
static int collect_warnings(struct network_finish *finish) {
    struct composer *composer = finish->composer;
    struct owned_network *owned = finish->owned;
    uint32_t count;
    const struct source_warning *reading = exp_tree_warnings(composer->tree, &count);
    uint64_t all = count + composer->warnings.count;
    owned->warnings = memory_allocate_array(composer->memory, all, sizeof *owned->warnings);
    if (owned->warnings == NULL) {
        return memory_error(finish);
    }
    owned->warning_capacity = all;
    if (count > 0) {
        memcpy(owned->warnings, reading, count * sizeof *owned->warnings);
    }
    if (composer->warnings.count > 0) {
        memcpy(owned->warnings + count, composer->warnings.data,
               composer->warnings.count * sizeof *owned->warnings);
    }
    owned->network.warnings = owned->warnings;
    owned->network.warning_count = (uint32_t)all;
    owned->arena = composer->arena;
    composer->arena = NULL;
    return 0;
}

struct network *compose_finish(struct composer *composer, const struct rule_set *set) {
    struct owned_network *owned = memory_allocate_zeroed(composer->memory, sizeof *owned);
    if (owned == NULL) {
        compose_memory(composer);
        return NULL;
    }
    struct network_finish finish = {.composer = composer, .owned = owned, .network = &owned->network};
    owned->network.strata = 1;
    owned->network.initial_count = 1;
    owned->network.free = free_network;
    owned->tree = composer->tree;
    int status =
        network_make_processes(&finish) != 0 || make_labels(&finish, set) != 0 ||
                add_subrules(&finish) != 0 || add_final_rules(&finish) != 0 ||
                network_number_classes(&finish) != 0 || collect_warnings(&finish) != 0 ||
                (composer->models.count > 0 && compose_data(composer, owned, finish.variable_names.data) != 0)
            ? -1
            : 0;
    memory_free(composer->memory, finish.entries, finish.entry_capacity * sizeof *finish.entries);
    GROWING_FREE(composer->memory, finish.stack);
    GROWING_FREE(composer->memory, finish.variable_names);
    memory_free(composer->memory, finish.guard_number,
                composer->guard_stratum.count * sizeof *finish.guard_number);
    memory_free(composer->memory, finish.live, composer->subrules.count);
    if (status != 0) {
        network_free(composer->memory, &owned->network);
        return NULL;
    }
    return &owned->network;
}
