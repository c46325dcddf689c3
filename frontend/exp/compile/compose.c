/*
 * Flattens the tree: binary operators are folded along their left spine, the smaller operand into the larger
 * one, so that a chain of n operands costs n log n steps, apart from the rules that it makes.
 */
#include "frontend/exp/compile/compose.h"
#include "frontend/exp/compile/network_compose.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"

/* --- errors and helpers --- */

int compose_memory(struct composer *composer) {
    return error_memory(composer->error, "while the network is composed");
}

int compose_fail(struct composer *composer, const struct source_position *position, const char *text) {
    return error_at(composer->error, ERROR_INPUT, *position, "%s", text);
}

int compose_check_rules(struct composer *composer, const struct exp_node *node, uint64_t count) {
    if (count <= COMPOSE_MAX_RULES) {
        return 0;
    }
    const struct source_position *position = &node->position;
    return error_at(composer->error, ERROR_LIMIT, *position, "this operator makes more than %llu rules",
                    (unsigned long long)COMPOSE_MAX_RULES);
}

int compose_should_stop(struct composer *composer) {
    run_tell(composer->run, "composing the network", 0, 0, NULL);
    return run_ask(composer->run, composer->error, "interrupted");
}

uint32_t compose_gate(struct composer *composer, uint32_t label) {
    uint64_t count = label_count(composer->labels);
    if (MEMORY_GROW(composer->memory, &composer->gate_of, &composer->gate_capacity, count) != 0) {
        return LABEL_NONE;
    }
    for (; composer->gate_known < count; composer->gate_known++) {
        uint32_t id = (uint32_t)composer->gate_known;
        uint32_t gate = label_intern(composer->gates, label_text(composer->labels, id),
                                     label_gate_length(composer->labels, id));
        if (gate == LABEL_NONE) {
            return LABEL_NONE;
        }
        composer->gate_of[id] = gate;
    }
    return composer->gate_of[label];
}

static int join_text(struct composer *composer, const char *head, const char *tail) {
    composer->text.length = 0;
    return text_buffer_add(composer->memory, &composer->text, head) != 0 ||
                   text_buffer_add(composer->memory, &composer->text, tail) != 0
               ? -1
               : 0;
}

uint32_t compose_intern(struct composer *composer, const char *head, const char *tail) {
    return join_text(composer, head, tail) != 0
               ? LABEL_NONE
               : label_intern(composer->labels, composer->text.data, composer->text.length);
}

int compose_find(struct composer *composer, const char *head, const char *tail, uint32_t *label) {
    if (join_text(composer, head, tail) != 0) {
        return compose_memory(composer);
    }
    *label = label_find(composer->labels, composer->text.data, composer->text.length);
    return 0;
}

uint32_t compose_marks(struct composer *composer, uint64_t count) {
    uint64_t known = composer->mark_capacity;
    if (MEMORY_GROW(composer->memory, &composer->marks, &composer->mark_capacity, count) != 0) {
        return 0;
    }
    if (++composer->stamp == 0) { /* stamps wrapped around: old marks would look current */
        known = 0;
        composer->stamp = 1;
    }
    memset(composer->marks + known, 0, (composer->mark_capacity - known) * sizeof *composer->marks);
    return composer->stamp;
}

int compose_add(struct composer *composer, const struct exp_node *node, struct rule_set *set, uint32_t label,
                const struct rule_list *rules) {
    if (rules->count == 0) {
        return 0;
    }
    uint32_t gate = compose_gate(composer, label);
    enum label_kind kind = label_kind(composer->labels, label);
    struct rule_map *map = kind != LABEL_PLAIN                      ? &set->free
                           : label_is_exit(composer->labels, label) ? &set->exit
                                                                    : &set->plain;
    struct rule_entry *entry =
        gate == LABEL_NONE ? NULL : rule_map_insert(composer->memory, map, label, gate);
    if (entry == NULL) {
        return compose_memory(composer);
    }
    rule_concatenate(&composer->store, &entry->rules, rules);
    map->rules += rules->count;
    return compose_check_rules(composer, node, rule_set_total(set));
}

/* --- leaves --- */

static void free_labels(struct composer *composer, struct composed_operand *operand) {
    memory_free(composer->memory, operand->label_of, operand->label_count * sizeof *operand->label_of);
    operand->label_of = NULL;
}

static void operand_free(struct composer *composer, struct composed_operand *operand) {
    free_labels(composer, operand);
    rule_set_free(composer->memory, &operand->set);
}

static int add_process(struct composer *composer, struct compose_process process) {
    if (composer->processes.count >= COMPOSE_MAX_PROCESSES) {
        return compose_fail(composer, &process.leaf->position, "this is more than 1048576 processes");
    }
    const uint64_t bytes = process.label_count * sizeof *process.class_of;
    process.class_of = memory_allocate(composer->memory, bytes);
    if (process.class_of == NULL) {
        return compose_memory(composer);
    }
    memset(process.class_of, 0xff, bytes);
    if (GROWING_ADD(composer->memory, composer->processes, process) != 0) {
        memory_free(composer->memory, process.class_of, bytes);
        return compose_memory(composer);
    }
    return 0;
}

static int compose_leaf(struct composer *composer, const struct exp_node *leaf,
                        struct composed_operand *operand) {
    struct compose_process process = {.leaf = leaf};
    const uint32_t *labels;
    if (leaf->prism != NULL) {
        int64_t model = compose_model(composer, leaf);
        if (model < 0) {
            return -1;
        }
        process.model = (uint32_t)model;
        process.label_count = (uint32_t)composer->models.data[model].labels.count;
        labels = composer->models.data[model].labels.data;
    } else {
        process.label_count = leaf->lts->label_count;
        labels = leaf->lts->labels;
    }
    operand->is_leaf = 1;
    operand->process = (uint32_t)composer->processes.count;
    operand->label_count = process.label_count;
    operand->label_of =
        memory_allocate_array(composer->memory, process.label_count, sizeof *operand->label_of);
    if (operand->label_of == NULL) {
        return compose_memory(composer);
    }
    for (uint32_t i = 0; i < process.label_count; i++) {
        operand->label_of[i] = labels[i];
    }
    return add_process(composer, process);
}

/* The process's classes: one for each distinct label. */
static int make_classes(struct composer *composer, struct composed_operand *operand) {
    struct compose_process *component = &composer->processes.data[operand->process];
    for (uint32_t i = 0; i < operand->label_count; i++) {
        uint32_t label = operand->label_of[i];
        if (label == LABEL_NONE) {
            continue;
        }
        uint64_t classes = rule_set_total(&operand->set);
        const struct rule_map *map = label_kind(composer->labels, label) != LABEL_PLAIN ? &operand->set.free
                                     : label_is_exit(composer->labels, label)           ? &operand->set.exit
                                                                                        : &operand->set.plain;
        const struct rule_entry *entry = rule_map_find(map, label);
        if (entry != NULL) {
            component->class_of[i] = composer->store.nodes[entry->rules.first].right;
            continue;
        }
        uint32_t rule = rule_make(&composer->store, RULE_LEAF, operand->process, (uint32_t)classes, 0);
        struct rule_list list = {rule, rule, 1};
        if (rule == RULE_NONE) {
            return compose_memory(composer);
        }
        if (compose_add(composer, component->leaf, &operand->set, label, &list) != 0) {
            return -1;
        }
        component->class_of[i] = (uint32_t)classes;
    }
    component->classes = (uint32_t)rule_set_total(&operand->set);
    return 0;
}

/* Turns a leaf into rules; changes nothing else. */
static int operand_to_rules(struct composer *composer, struct composed_operand *operand) {
    if (!operand->is_leaf) {
        return 0;
    }
    int status = make_classes(composer, operand);
    free_labels(composer, operand);
    operand->is_leaf = 0;
    return status;
}

/* --- binary operators --- */

static void swap_smaller_second(struct rule_map *a, struct rule_map *b) {
    if (b->count > a->count) {
        struct rule_map swap = *a;
        *a = *b;
        *b = swap;
    }
}

/* Joins an entry with the other operand's rules for its label; without a partner it cannot fire. */
static int join_entry(struct composer *composer, const struct exp_node *node, struct rule_map *map,
                      struct rule_entry *entry, const struct rule_entry *partner) {
    struct rule_list joined = {0, 0, 0};
    map->rules -= entry->rules.count;
    if (partner != NULL && entry->rules.count > 0) {
        uint64_t count = entry->rules.count * partner->rules.count; /* each at most 10^7 */
        if (compose_check_rules(composer, node, map->rules + count) != 0) {
            return -1;
        }
        if (rule_cross(&composer->store, &entry->rules, &partner->rules, &joined) != 0) {
            return compose_memory(composer);
        }
        map->rules += count;
    }
    entry->rules = joined;
    return 0;
}

/* All labels synchronise: the labels that both operands have remain, in a. */
static int join_maps(struct composer *composer, const struct exp_node *node, struct rule_map *a,
                     struct rule_map *b) {
    swap_smaller_second(a, b);
    for (uint64_t i = 0; i < b->count; i++) {
        struct rule_entry *entry = &b->entries[i];
        if (join_entry(composer, node, b, entry, rule_map_find(a, entry->label)) != 0) {
            return -1;
        }
    }
    rule_map_free(composer->memory, a);
    *a = *b;
    memset(b, 0, sizeof *b);
    return 0;
}

/* No label synchronises. Labels of b whose gate has the mark `skipped` are left out (0: none). */
static int merge_maps(struct composer *composer, struct rule_map *a, struct rule_map *b, uint32_t skipped) {
    for (uint64_t i = 0; i < b->count; i++) {
        const struct rule_entry *entry = &b->entries[i];
        uint32_t gate = compose_gate(composer, entry->label);
        if (gate == LABEL_NONE) {
            return compose_memory(composer);
        }
        if (entry->rules.count == 0 || (skipped != 0 && composer->marks[gate] == skipped)) {
            continue;
        }
        struct rule_entry *target = rule_map_insert(composer->memory, a, entry->label, gate);
        if (target == NULL) {
            return compose_memory(composer);
        }
        rule_concatenate(&composer->store, &target->rules, &entry->rules);
        a->rules += entry->rules.count;
    }
    rule_map_free(composer->memory, b);
    return 0;
}

/* Warns of listed gates that neither operand has; marks b's gates. */
static int warn_gates(struct composer *composer, const struct exp_node *node, const struct rule_set *a,
                      const struct rule_set *b) {
    uint32_t stamp = compose_marks(composer, label_count(composer->gates));
    if (stamp == 0) {
        return compose_memory(composer);
    }
    for (uint64_t i = 0; i < b->plain.count; i++) {
        if (b->plain.entries[i].rules.count > 0) {
            composer->marks[compose_gate(composer, b->plain.entries[i].label)] = stamp;
        }
    }
    for (uint32_t i = 0; i < node->name_count; i++) {
        const char *text = node->names[i].text;
        uint32_t gate = label_find(composer->gates, text, strlen(text));
        if (gate != LABEL_NONE && (composer->marks[gate] == stamp || rule_map_has_gate(&a->plain, gate))) {
            continue;
        }
        if (strcmp(text, label_table_ignores_case(composer->labels) ? "EXIT" : "exit") == 0) {
            continue; /* termination synchronises, listed or not */
        }
        const struct rule_set both[2] = {*a, *b};
        if (compose_warn_item(composer, &node->names[i], COMPOSE_GATE, both, 2, 0) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Joins a's labels of one gate with b's. */
static int join_gate(struct composer *composer, const struct exp_node *node, const struct exp_text *name,
                     uint32_t gate, struct rule_map *a, struct rule_map *b) {
    const struct rule_gate *chain = rule_map_gate(a, gate);
    uint32_t label = LABEL_NONE;
    uint64_t joined = 0;
    for (uint32_t at = chain == NULL ? RULE_NONE : chain->first; at != RULE_NONE;) {
        struct rule_entry *entry = &a->entries[at];
        at = entry->gate_next;
        label = entry->rules.count > 0 ? entry->label : label;
        if (join_entry(composer, node, a, entry, rule_map_find(b, entry->label)) != 0) {
            return -1;
        }
        joined += entry->rules.count;
    }
    return joined > 0 ? 0 : compose_warn_blocked(composer, &name->position, gate, label, b);
}

/*
 * The listed gates synchronise: a's labels of these gates are joined or removed, then b's other labels are
 * merged.
 */
static int join_gates(struct composer *composer, const struct exp_node *node, struct rule_set *a,
                      struct rule_set *b) {
    swap_smaller_second(&a->plain, &b->plain);
    for (uint64_t i = 0; i < b->plain.count; i++) {
        if (compose_gate(composer, b->plain.entries[i].label) == LABEL_NONE) {
            return compose_memory(composer);
        }
    }
    if (rule_map_index(composer->memory, &a->plain, composer->gate_of) != 0) {
        return compose_memory(composer);
    }
    if (warn_gates(composer, node, a, b) != 0) {
        return -1;
    }
    uint32_t stamp = compose_marks(composer, label_count(composer->gates));
    if (stamp == 0) {
        return compose_memory(composer);
    }
    for (uint32_t i = 0; i < node->name_count; i++) {
        uint32_t gate = label_find(composer->gates, node->names[i].text, strlen(node->names[i].text));
        if (gate == LABEL_NONE || composer->marks[gate] == stamp) {
            continue;
        }
        composer->marks[gate] = stamp;
        if (join_gate(composer, node, &node->names[i], gate, &a->plain, &b->plain) != 0) {
            return -1;
        }
    }
    return merge_maps(composer, &a->plain, &b->plain, stamp);
}

static int compose_node(struct composer *composer, const struct exp_node *node,
                        struct composed_operand *result);
static int compose_rules(struct composer *composer, const struct exp_node *node,
                         struct composed_operand *result);

/* Folds b into a; b is empty afterwards. */
static int fold_binary(struct composer *composer, const struct exp_node *node, struct rule_set *a,
                       struct rule_set *b) {
    int status;
    if (node->kind == EXP_SYNC_ALL) {
        status = compose_warn_blocked_all(composer, node, &a->plain, &b->plain) != 0
                     ? -1
                     : join_maps(composer, node, &a->plain, &b->plain);
    } else if (node->kind == EXP_SYNC_GATES) {
        status = join_gates(composer, node, a, b);
    } else {
        swap_smaller_second(&a->plain, &b->plain);
        status = merge_maps(composer, &a->plain, &b->plain, 0);
    }
    swap_smaller_second(&a->free, &b->free);
    if (status != 0 || join_maps(composer, node, &a->exit, &b->exit) != 0 ||
        merge_maps(composer, &a->free, &b->free, 0) != 0) {
        return -1;
    }
    return compose_check_rules(composer, node, rule_set_total(a));
}

static int compose_right(struct composer *composer, const struct exp_node *node,
                         struct composed_operand *left) {
    struct composed_operand right = {0};
    int status = compose_rules(composer, node->children[1], &right);
    if (status == 0) {
        status = fold_binary(composer, node, &left->set, &right.set);
    }
    operand_free(composer, &right);
    return status;
}

static int is_binary(const struct exp_node *node) {
    return node->kind == EXP_SYNC_ALL || node->kind == EXP_INTERLEAVE || node->kind == EXP_SYNC_GATES;
}

/* Composes a left spine, from its lower end upwards. */
static int compose_spine(struct composer *composer, const struct exp_node *node,
                         struct composed_operand *result) {
    uint64_t count = 0;
    const struct exp_node *lowest = node;
    for (; is_binary(lowest); lowest = lowest->children[0]) {
        count++;
    }
    const struct exp_node **spine = memory_allocate_array(composer->memory, count, sizeof *spine);
    if (spine == NULL) {
        return compose_memory(composer);
    }
    uint64_t at = count;
    for (const struct exp_node *next = node; is_binary(next); next = next->children[0]) {
        spine[--at] = next;
    }
    int status = compose_rules(composer, lowest, result);
    for (uint64_t i = 0; status == 0 && i < count; i++) {
        status = compose_right(composer, spine[i], result);
    }
    memory_free(composer->memory, spine, count * sizeof *spine);
    return status;
}

/* --- the other nodes --- */

static int compose_branches(struct composer *composer, const struct exp_node *node,
                            struct rule_set *branches) {
    for (uint32_t i = 0; i < node->child_count; i++) {
        struct composed_operand operand = {0};
        if (compose_rules(composer, node->children[i], &operand) != 0) {
            operand_free(composer, &operand);
            return -1;
        }
        branches[i] = operand.set;
    }
    return 0;
}

static int compose_par(struct composer *composer, const struct exp_node *node, struct rule_set *result) {
    uint64_t bytes = node->child_count * sizeof(struct rule_set);
    struct rule_set *branches = memory_allocate_zeroed(composer->memory, bytes);
    if (branches == NULL) {
        return compose_memory(composer);
    }
    int status = compose_branches(composer, node, branches);
    if (status == 0) {
        status = node->kind == EXP_PAR_GATES ? compose_par_gates(composer, node, branches, result)
                                             : compose_par_vectors(composer, node, branches, result);
    }
    for (uint32_t i = 0; i < node->child_count; i++) {
        rule_set_free(composer->memory, &branches[i]);
    }
    memory_free(composer->memory, branches, bytes);
    return status;
}

static int compose_any(struct composer *composer, const struct exp_node *node,
                       struct composed_operand *result) {
    switch (node->kind) {
    case EXP_STOP:
        return 0;
    case EXP_LEAF:
        return compose_leaf(composer, node, result);
    case EXP_FILE:
        return compose_node(composer, node->children[0], result);
    case EXP_HIDE:
    case EXP_CUT:
    case EXP_RENAME:
        return compose_node(composer, node->children[0], result) != 0
                   ? -1
                   : compose_relabel(composer, node, result);
    case EXP_PRIO:
        return compose_rules(composer, node->children[0], result) != 0
                   ? -1
                   : compose_prio(composer, node, &result->set);
    case EXP_PAR_GATES:
    case EXP_PAR_VECTORS:
        return compose_par(composer, node, &result->set);
    default:
        return compose_spine(composer, node, result);
    }
}

/* Composes a subtree; on failure the operand is empty. */
static int compose_node(struct composer *composer, const struct exp_node *node,
                        struct composed_operand *result) {
    if (++composer->nodes > COMPOSE_MAX_NODES) {
        return compose_fail(composer, &node->position,
                            "this is more than 16777216 operators, all files counted");
    }
    if (compose_should_stop(composer) != 0) {
        return -1;
    }
    int status = compose_any(composer, node, result);
    if (status != 0) {
        operand_free(composer, result);
    }
    return status;
}

/* The same, and turns a leaf into rules. */
static int compose_rules(struct composer *composer, const struct exp_node *node,
                         struct composed_operand *result) {
    return compose_node(composer, node, result) != 0 ? -1 : operand_to_rules(composer, result);
}

/* --- the whole network --- */

static void composer_free(struct composer *composer) {
    struct memory *memory = composer->memory;
    for (uint64_t i = 0; i < composer->processes.count; i++) {
        struct compose_process *component = &composer->processes.data[i];
        memory_free(memory, component->class_of, component->label_count * sizeof(uint32_t));
    }
    GROWING_FREE(memory, composer->processes);
    compose_models_free(composer);
    memory_free(memory, composer->gate_of, composer->gate_capacity * sizeof *composer->gate_of);
    memory_free(memory, composer->marks, composer->mark_capacity * sizeof *composer->marks);
    memory_free(memory, composer->store.nodes, composer->store.capacity * sizeof *composer->store.nodes);
    GROWING_FREE(memory, composer->subrules);
    GROWING_FREE(memory, composer->falsifies);
    GROWING_FREE(memory, composer->guard_stratum);
    GROWING_FREE(memory, composer->warnings);
    text_buffer_free(memory, &composer->text);
    label_table_free(composer->gates);
    label_table_free(composer->warned);
    label_table_free(composer->names);
    arena_free(composer->arena);
}

struct network *network_compose(const exp_tree *tree, const struct run *run, struct error *error) {
    struct composer composer = {.tree = tree,
                                .options = exp_tree_options(tree),
                                .run = run,
                                .memory = run->memory,
                                .error = error,
                                .labels = exp_tree_labels(tree),
                                .store = {.memory = run->memory}};
    struct network *network = NULL;
    struct composed_operand operand = {0};
    composer.gates = label_table_create(run->memory, 0, NULL, 0);
    composer.warned = label_table_create(run->memory, 0, NULL, 0);
    composer.names = label_table_create(run->memory, 0, NULL, 0);
    composer.arena = arena_create(run->memory);
    if (composer.gates == NULL || composer.warned == NULL || composer.names == NULL ||
        composer.arena == NULL) {
        compose_memory(&composer);
    } else if (compose_rules(&composer, exp_tree_root(tree), &operand) == 0) {
        network = compose_finish(&composer, &operand.set);
    }
    operand_free(&composer, &operand);
    composer_free(&composer);
    return network;
}
