/*
 * par with vectors. In label mode a vector joins one label of each branch that moves. In gate mode it joins
 * labels of the gates whose offers are equal strings, starting from the branch with the fewest labels.
 */
#include "frontend/exp/compile/compose.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"

struct vectors_work {
    struct composer *composer;
    const struct exp_node *node;
    struct rule_set *branches, *result;
    uint32_t *moving; /* the branches that move in the current vector */
    uint32_t *items;  /* their gates or labels */
    uint32_t moving_count;
};

static uint32_t find_text(const label_table *table, const struct exp_text *text) {
    return label_find(table, text->text, strlen(text->text));
}

/* Termination is an ordinary label in vectors. */
static int prepare_branch(struct vectors_work *work, struct rule_set *set) {
    struct composer *composer = work->composer;
    for (uint64_t i = 0; i < set->exit.count; i++) {
        const struct rule_entry *entry = &set->exit.entries[i];
        uint32_t gate = compose_gate(composer, entry->label);
        struct rule_entry *target = rule_map_insert(composer->memory, &set->plain, entry->label, gate);
        if (gate == LABEL_NONE || target == NULL) {
            return compose_memory(composer);
        }
        rule_concatenate(&composer->store, &target->rules, &entry->rules);
        set->plain.rules += entry->rules.count;
    }
    rule_map_free(composer->memory, &set->exit);
    return work->node->mode == EXP_MODE_GATE &&
                   rule_map_index(composer->memory, &set->plain, composer->gate_of) != 0
               ? compose_memory(composer)
               : 0;
}

/* Joins the rules of one label for each moving branch, and adds them under the result. */
static int join_labels(struct vectors_work *work, const uint32_t *labels, uint32_t result) {
    struct composer *composer = work->composer;
    struct rule_list joined = {0, 0, 0};
    uint64_t count = 1;
    for (uint32_t i = 0; i < work->moving_count; i++) {
        const struct rule_entry *entry = rule_map_find(&work->branches[work->moving[i]].plain, labels[i]);
        count = entry == NULL ? 0 : count * entry->rules.count;
        if (count == 0) {
            return 0;
        }
        if (compose_check_rules(composer, work->node, rule_set_total(work->result) + count) != 0) {
            return -1;
        }
    }
    for (uint32_t i = 0; i < work->moving_count; i++) {
        const struct rule_list *rules =
            &rule_map_find(&work->branches[work->moving[i]].plain, labels[i])->rules;
        struct rule_list one = {0, 0, 0};
        if (i == 0) {
            /* a copy, because other vectors may use the branch's own list */
            for (uint32_t rule = rules->first; rule != RULE_NONE; rule = composer->store.nodes[rule].next) {
                struct rule_node node = composer->store.nodes[rule];
                uint32_t copy = rule_make(&composer->store, node.kind, node.left, node.right, node.level);
                if (copy == RULE_NONE) {
                    return compose_memory(composer);
                }
                rule_append(&composer->store, &one, copy);
            }
        } else if (rule_cross(&composer->store, &joined, rules, &one) != 0) {
            return compose_memory(composer);
        }
        joined = one;
    }
    return compose_add(composer, work->node, work->result, result, &joined);
}

/* The vector's result label with these offers; the internal action has no offers. */
static uint32_t result_label(struct vectors_work *work, const struct exp_text *result, const char *offers) {
    const label_table *labels = work->composer->labels;
    if (label_text_kind(labels, result->text, strlen(result->text)) == LABEL_INTERNAL) {
        return LABEL_INTERNAL_ID;
    }
    return compose_intern(work->composer, result->text, offers);
}

/*
 * Takes one label of the branch with the fewest, and finds labels with the same offers in the other branches.
 */
static int join_offers(struct vectors_work *work, const struct exp_vector *vector, uint32_t label,
                       uint32_t *labels) {
    struct composer *composer = work->composer;
    const char *offers = label_text(composer->labels, label) + label_gate_length(composer->labels, label);
    for (uint32_t i = 0; i < work->moving_count; i++) {
        if (compose_find(composer, vector->entries[work->moving[i]].text, offers, &labels[i]) != 0) {
            return -1;
        }
        if (labels[i] == LABEL_NONE ||
            rule_map_find(&work->branches[work->moving[i]].plain, labels[i]) == NULL) {
            return 0;
        }
    }
    uint32_t result = result_label(work, &vector->result, offers);
    return result == LABEL_NONE ? compose_memory(composer) : join_labels(work, labels, result);
}

static int join_gates(struct vectors_work *work, const struct exp_vector *vector, uint32_t *labels) {
    struct composer *composer = work->composer;
    const struct rule_gate *fewest = NULL;
    uint32_t branch = 0;
    for (uint32_t i = 0; i < work->moving_count; i++) {
        const struct rule_gate *chain = rule_map_gate(&work->branches[work->moving[i]].plain, work->items[i]);
        if (chain == NULL) {
            return 0;
        }
        if (fewest == NULL || chain->count < fewest->count) {
            fewest = chain;
            branch = work->moving[i];
        }
    }
    const struct rule_map *map = &work->branches[branch].plain;
    for (uint32_t at = fewest->first; at != RULE_NONE; at = map->entries[at].gate_next) {
        if (map->entries[at].rules.count > 0 &&
            join_offers(work, vector, map->entries[at].label, labels) != 0) {
            return -1;
        }
    }
    return compose_should_stop(composer);
}

/* Whether branch `b` has the gate or label. */
static int is_present(const struct vectors_work *work, uint32_t b, uint32_t item) {
    const struct rule_map *map = &work->branches[b].plain;
    return item != LABEL_NONE && (work->node->mode == EXP_MODE_GATE ? rule_map_has_gate(map, item)
                                                                    : rule_map_find(map, item) != NULL);
}

/*
 * Warns once of a gate or label that a branch does not have; the warning's key is made of the branch and a
 * number for the text.
 */
static int warn_item(struct vectors_work *work, const struct exp_text *text, uint32_t branch,
                     label_table *seen) {
    struct composer *composer = work->composer;
    char number[16];
    snprintf(number, sizeof number, "%u ", branch);
    composer->text.length = 0;
    if (text_buffer_add(composer->memory, &composer->text, number) != 0 ||
        text_buffer_add(composer->memory, &composer->text, text->text) != 0) {
        return compose_memory(composer);
    }
    uint32_t known = label_count(seen);
    uint32_t id = label_intern(seen, composer->text.data, composer->text.length);
    if (id == LABEL_NONE) {
        return compose_memory(composer);
    }
    enum compose_item kind = work->node->mode == EXP_MODE_GATE ? COMPOSE_GATE : COMPOSE_LABEL;
    return id < known ? 0 : compose_warn_item(composer, text, kind, &work->branches[branch], 1, 0);
}

static int compose_vector(struct vectors_work *work, const struct exp_vector *vector, uint32_t *labels,
                          label_table *seen) {
    struct composer *composer = work->composer;
    int possible = 1;
    work->moving_count = 0;
    for (uint32_t b = 0; b < work->node->child_count; b++) {
        const struct exp_text *text = &vector->entries[b];
        if (text->text == NULL) {
            continue;
        }
        uint32_t item =
            find_text(work->node->mode == EXP_MODE_GATE ? composer->gates : composer->labels, text);
        if (!is_present(work, b, item)) {
            possible = 0;
            if (warn_item(work, text, b, seen) != 0) {
                return -1;
            }
        }
        work->moving[work->moving_count] = b;
        work->items[work->moving_count++] = item;
    }
    if (!possible) {
        return 0;
    }
    if (work->node->mode == EXP_MODE_GATE) {
        uint64_t before = rule_set_total(work->result);
        if (join_gates(work, vector, labels) != 0) {
            return -1;
        }
        return rule_set_total(work->result) > before
                   ? 0
                   : compose_warn_blocked_vector(composer, vector, work->branches, work->moving, work->items,
                                                 work->moving_count);
    }
    uint32_t result = result_label(work, &vector->result, "");
    return result == LABEL_NONE ? compose_memory(composer) : join_labels(work, work->items, result);
}

/* --- labels in no vector --- */

static int mark_items(struct vectors_work *work, uint32_t branch, uint32_t *stamp) {
    struct composer *composer = work->composer;
    int gates = work->node->mode == EXP_MODE_GATE;
    const label_table *table = gates ? composer->gates : composer->labels;
    *stamp = compose_marks(composer, label_count(table));
    if (*stamp == 0) {
        return compose_memory(composer);
    }
    for (uint32_t i = 0; i < work->node->vector_count; i++) {
        const struct exp_text *text = &work->node->vectors[i].entries[branch];
        uint32_t item = text->text == NULL ? LABEL_NONE : find_text(table, text);
        if (item != LABEL_NONE) {
            composer->marks[item] = *stamp;
        }
    }
    return 0;
}

/*
 * Adds the branch's internal and stochastic moves, and with --independent the moves by labels that no vector
 * mentions.
 */
static int add_alone(struct vectors_work *work, uint32_t branch, struct compose_names *blocked) {
    struct composer *composer = work->composer;
    struct rule_set *set = &work->branches[branch];
    uint32_t stamp;
    if (mark_items(work, branch, &stamp) != 0) {
        return -1;
    }
    for (uint64_t i = 0; i < set->plain.count; i++) {
        const struct rule_entry *entry = &set->plain.entries[i];
        uint32_t item = work->node->mode == EXP_MODE_GATE ? composer->gate_of[entry->label] : entry->label;
        if (entry->rules.count == 0 || composer->marks[item] == stamp) {
            continue;
        }
        if (!composer->options->independent) {
            compose_name(blocked, label_text(composer->labels, entry->label), branch);
        } else if (compose_add(composer, work->node, work->result, entry->label, &entry->rules) != 0) {
            return -1;
        }
    }
    for (uint64_t i = 0; i < set->free.count; i++) {
        const struct rule_entry *entry = &set->free.entries[i];
        if (compose_add(composer, work->node, work->result, entry->label, &entry->rules) != 0) {
            return -1;
        }
    }
    return compose_should_stop(composer);
}

static int warn_blocked(struct vectors_work *work, const struct compose_names *blocked) {
    return blocked->count == 0
               ? 0
               : compose_warn_names(work->composer, &work->node->position, 1, "no vector mentions ", blocked,
                                    blocked->count == 1 ? ": blocked (--independent lets it move alone)"
                                                        : ": blocked (--independent lets them move alone)");
}

static int compose_all(struct vectors_work *work, uint32_t *labels, label_table *seen) {
    struct compose_names blocked = {.used = 0};
    for (uint32_t b = 0; b < work->node->child_count; b++) {
        if (prepare_branch(work, &work->branches[b]) != 0) {
            return -1;
        }
    }
    for (uint32_t i = 0; i < work->node->vector_count; i++) {
        if (compose_vector(work, &work->node->vectors[i], labels, seen) != 0) {
            return -1;
        }
        if ((i & 1023) == 1023 && compose_should_stop(work->composer) != 0) {
            return -1;
        }
    }
    for (uint32_t b = 0; b < work->node->child_count; b++) {
        if (add_alone(work, b, &blocked) != 0) {
            return -1;
        }
    }
    return warn_blocked(work, &blocked);
}

int compose_par_vectors(struct composer *composer, const struct exp_node *node, struct rule_set *branches,
                        struct rule_set *result) {
    struct vectors_work work = {.composer = composer, .node = node, .branches = branches, .result = result};
    uint64_t bytes = node->child_count * sizeof(uint32_t);
    uint32_t *labels = memory_allocate(composer->memory, bytes);
    label_table *seen = label_table_create(composer->memory, 0, NULL, 0);
    work.moving = memory_allocate(composer->memory, bytes);
    work.items = memory_allocate(composer->memory, bytes);
    int missing = labels == NULL || seen == NULL || work.moving == NULL || work.items == NULL;
    int status = missing ? compose_memory(composer) : compose_all(&work, labels, seen);
    memory_free(composer->memory, labels, bytes);
    memory_free(composer->memory, work.moving, bytes);
    memory_free(composer->memory, work.items, bytes);
    label_table_free(seen);
    return status;
}
