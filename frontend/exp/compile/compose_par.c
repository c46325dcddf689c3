/*
 * par with gates: all branches' rules are grouped by label. Then each label is treated as its gate (or in
 * label mode, the label itself) requires: no synchronisation, all candidates, or every choice of n of them.
 */
#include "frontend/exp/compile/compose.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/sort.h"

#define KEY_ONE_BRANCH 1 /* the key of a warning */

#define MAX_PARTICIPANTS ((uint64_t)1 << 29)

/* A gate of the operator. */
struct gate_spec {
    const struct exp_text *text;
    int has_degree;
    uint32_t degree;
    uint32_t candidate_count; /* 0: all branches */
    uint32_t *candidates;     /* numbers of branches, ascending */
    uint64_t capacity;
    int found; /* some branch has the gate */
    int fires; /* some label of the gate makes rules */
};

/* The rules that one branch has for a label. */
struct branch_rules {
    struct rule_list rules;
    uint32_t branch;
    uint32_t label;
};

struct gates_work {
    struct composer *composer;
    const struct exp_node *node;
    struct rule_set *branches, *result;
    label_table *names; /* texts of gates; the spec's number is id - 1 */
    GROWING(struct gate_spec) specs;
    struct branch_rules *items;
    uint64_t item_count;
    struct branch_rules **chosen; /* [child_count] */
};

/*
 * The gate of that text. NULL when memory runs out or, without `create`, if there is none. The text buffer
 * has room for the longest created text: a longer one cannot be among them.
 */
static struct gate_spec *find_spec(struct gates_work *work, const char *text, size_t length, int create) {
    struct composer *composer = work->composer;
    composer->text.length = 0;
    if (text_buffer_add(composer->memory, &composer->text, "=") != 0 ||
        text_buffer_append(composer->memory, &composer->text, text, length) != 0) {
        return NULL;
    }
    uint32_t id = create ? label_intern(work->names, composer->text.data, composer->text.length)
                         : label_find(work->names, composer->text.data, composer->text.length);
    if (id == LABEL_NONE || id == LABEL_INTERNAL_ID) {
        return NULL;
    }
    if (id > work->specs.count) {
        if (MEMORY_GROW(composer->memory, &work->specs.data, &work->specs.capacity, id) != 0) {
            return NULL;
        }
        memset(&work->specs.data[work->specs.count++], 0, sizeof *work->specs.data);
    }
    return &work->specs.data[id - 1];
}

static int read_specs(struct gates_work *work) {
    const struct exp_node *node = work->node;
    for (uint32_t i = 0; i < node->gate_count; i++) {
        const struct exp_gate *gate = &node->gates[i];
        struct gate_spec *spec = find_spec(work, gate->name.text, strlen(gate->name.text), 1);
        if (spec == NULL) {
            return compose_memory(work->composer);
        }
        spec->text = &gate->name;
        spec->has_degree = gate->has_degree;
        spec->degree = (uint32_t)gate->degree;
    }
    for (uint32_t branch = 0; branch < node->child_count; branch++) {
        for (uint32_t i = 0; i < node->branch_gates[branch].count; i++) {
            const struct exp_text *name = &node->branch_gates[branch].names[i];
            struct gate_spec *spec = find_spec(work, name->text, strlen(name->text), 1);
            if (spec == NULL || MEMORY_GROW(work->composer->memory, &spec->candidates, &spec->capacity,
                                            (uint64_t)spec->candidate_count + 1) != 0) {
                return compose_memory(work->composer);
            }
            spec->text = spec->text == NULL ? name : spec->text;
            if (spec->candidate_count == 0 || spec->candidates[spec->candidate_count - 1] != branch) {
                spec->candidates[spec->candidate_count++] = branch;
            }
        }
    }
    return 0;
}

static int is_candidate(const struct gate_spec *spec, uint32_t branch) {
    uint32_t count = spec->candidate_count;
    return count == 0 || sort_find(spec->candidates, count, branch) < count;
}

/* The number of candidates that must take part. */
static uint32_t count_needed(const struct gates_work *work, const struct gate_spec *spec) {
    return spec->has_degree             ? spec->degree
           : spec->candidate_count == 0 ? work->node->child_count
                                        : spec->candidate_count;
}

/* --- grouping by label --- */

/* Orders by label, then by branch. */
static int compare_items(const void *left, const void *right) {
    const struct branch_rules *a = left, *b = right;
    if (a->label != b->label) {
        return a->label < b->label ? -1 : 1;
    }
    return a->branch < b->branch ? -1 : a->branch > b->branch;
}

static int group_items(struct gates_work *work, uint64_t *capacity) {
    *capacity = 0;
    for (uint32_t i = 0; i < work->node->child_count; i++) {
        *capacity += rule_set_entries(&work->branches[i]);
    }
    work->items = memory_allocate_array(work->composer->memory, *capacity, sizeof *work->items);
    if (work->items == NULL) {
        return compose_memory(work->composer);
    }
    for (uint32_t i = 0; i < work->node->child_count; i++) {
        const struct rule_entry *entry;
        for (struct rule_walk walk = {0}; (entry = rule_set_next(&work->branches[i], &walk)) != NULL;) {
            work->items[work->item_count++] = (struct branch_rules){entry->rules, i, entry->label};
        }
        rule_set_free(work->composer->memory, &work->branches[i]);
    }
    qsort(work->items, work->item_count, sizeof *work->items, compare_items);
    return 0;
}

/* --- synchronising one label --- */

static int add_rules(struct gates_work *work, uint32_t label, const struct rule_list *rules) {
    return compose_add(work->composer, work->node, work->result, label, rules);
}

/* partial := base x item, after a check of the count. */
static int extend(struct gates_work *work, const struct rule_list *base, const struct branch_rules *item,
                  struct rule_list *partial) {
    uint64_t count = base->count * item->rules.count;
    if (compose_check_rules(work->composer, work->node, rule_set_total(work->result) + count) != 0) {
        return -1;
    }
    return rule_cross(&work->composer->store, base, &item->rules, partial) != 0
               ? compose_memory(work->composer)
               : 0;
}

static int join_all(struct gates_work *work, uint32_t label, uint32_t count) {
    struct rule_list joined = work->chosen[0]->rules;
    for (uint32_t i = 1; i < count; i++) {
        struct rule_list base = joined;
        if (extend(work, &base, work->chosen[i], &joined) != 0) {
            return -1;
        }
    }
    return add_rules(work, label, &joined);
}

/* The number of ways to choose, or some number above the limit. */
static uint64_t count_choices(uint64_t all, uint64_t some) {
    uint64_t result = 1;
    some = some > all - some ? all - some : some;
    for (uint64_t i = 1; i <= some; i++) {
        result = result * (all - some + i) / i; /* below 10^7 * 2^20 */
        if (result > COMPOSE_MAX_RULES) {
            break;
        }
    }
    return result;
}

/*
 * Makes rules for every choice of `degree` of chosen[0, count), in lexicographic order; partial[k] joins the
 * first k + 1.
 */
static int join_choices(struct gates_work *work, uint32_t label, uint32_t count, uint32_t degree,
                        uint32_t *index, struct rule_list *partial) {
    uint32_t depth = 0;
    index[0] = 0;
    for (;;) {
        if (index[depth] > count - (degree - depth)) {
            if (depth == 0) {
                return 0;
            }
            index[--depth]++;
            continue;
        }
        const struct branch_rules *item = work->chosen[index[depth]];
        if (depth > 0) {
            if (extend(work, &partial[depth - 1], item, &partial[depth]) != 0) {
                return -1;
            }
        } else if (degree > 1) {
            partial[0] = item->rules;
        }
        if (depth + 1 < degree) {
            index[depth + 1] = index[depth] + 1;
            depth++;
            continue;
        }
        if (add_rules(work, label, depth == 0 ? &item->rules : &partial[depth]) != 0 ||
            compose_should_stop(work->composer) != 0) {
            return -1;
        }
        index[depth]++;
    }
}

static int join_degree(struct gates_work *work, const struct gate_spec *spec, uint32_t label,
                       uint32_t count) {
    struct composer *composer = work->composer;
    uint32_t degree = spec->degree;
    uint64_t choices = count_choices(count, degree);
    if (compose_check_rules(composer, work->node, choices) != 0) {
        return -1;
    }
    if (choices * degree > MAX_PARTICIPANTS) {
        return error_at(composer->error, ERROR_LIMIT, work->node->position,
                        "the rules of this operator have more than 2^29 participants");
    }
    uint32_t *index = memory_allocate_array(composer->memory, degree, sizeof *index);
    struct rule_list *partial = memory_allocate_array(composer->memory, degree, sizeof *partial);
    int status = index == NULL || partial == NULL ? compose_memory(composer)
                                                  : join_choices(work, label, count, degree, index, partial);
    memory_free(composer->memory, index, degree * sizeof *index);
    memory_free(composer->memory, partial, degree * sizeof *partial);
    return status;
}

/* Makes the rules of one label: the items of candidates synchronise, the others move alone. */
static int join_label(struct gates_work *work, struct branch_rules *items, uint64_t count) {
    struct composer *composer = work->composer;
    uint32_t label = items[0].label, chosen = 0;
    static const struct gate_spec exit_spec = {0};
    const struct gate_spec *spec = NULL;
    struct gate_spec *listed = NULL;
    int exits = label_is_exit(composer->labels, label);
    if (label_kind(composer->labels, label) == LABEL_PLAIN) {
        size_t length = work->node->mode == EXP_MODE_LABEL ? label_length(composer->labels, label)
                                                           : label_gate_length(composer->labels, label);
        listed = find_spec(work, label_text(composer->labels, label), length, 0);
        if (listed != NULL) {
            listed->found = 1;
        }
        spec = exits ? &exit_spec : listed;
    }
    for (uint64_t i = 0; i < count; i++) {
        if (spec != NULL && is_candidate(spec, items[i].branch)) {
            work->chosen[chosen++] = &items[i];
        } else if (add_rules(work, label, &items[i].rules) != 0) {
            return -1;
        }
    }
    if (chosen == 0) {
        return 0;
    }
    uint32_t needed = count_needed(work, spec);
    if (chosen < needed) {
        return 0;
    }
    if (listed != NULL) {
        listed->fires = 1;
    }
    return chosen == needed ? join_all(work, label, chosen) : join_degree(work, spec, label, chosen);
}

static int join_labels(struct gates_work *work) {
    for (uint64_t i = 0; i < work->item_count;) {
        uint64_t end = i;
        while (end < work->item_count && work->items[end].label == work->items[i].label) {
            end++;
        }
        if (join_label(work, &work->items[i], end - i) != 0 || compose_should_stop(work->composer) != 0) {
            return -1;
        }
        i = end;
    }
    return 0;
}

static int warn_specs(struct gates_work *work, const struct rule_set *all) {
    for (uint64_t i = 0; i < work->specs.count; i++) {
        const struct exp_text *text = work->specs.data[i].text;
        const char *name = work->composer->options->ignore_case ? "EXIT" : "exit";
        enum compose_item kind = work->node->mode == EXP_MODE_LABEL ? COMPOSE_LABEL : COMPOSE_GATE;
        if (!work->specs.data[i].found && strcmp(text->text, name) != 0 &&
            compose_warn_item(work->composer, text, kind, all, 1, 0) != 0) {
            return -1;
        }
    }
    return 0;
}

/* --- gates that make no rules --- */

/* A label that would synchronise if enough branches had it. */
struct idle_item {
    uint32_t spec, branch, label;
};

static int compare_idle(const void *left, const void *right) {
    const struct idle_item *a = left, *b = right;
    if (a->spec != b->spec) {
        return a->spec < b->spec ? -1 : 1;
    }
    if (a->branch != b->branch) {
        return a->branch < b->branch ? -1 : 1;
    }
    return a->label < b->label ? -1 : a->label > b->label;
}

/* Collects the candidates' labels of the gates that make no rules. */
static uint64_t list_idle(struct gates_work *work, struct idle_item *idle) {
    const label_table *labels = work->composer->labels;
    uint64_t count = 0;
    for (uint64_t i = 0; i < work->item_count; i++) {
        uint32_t label = work->items[i].label, branch = work->items[i].branch;
        const struct gate_spec *spec =
            label_kind(labels, label) != LABEL_PLAIN || label_is_exit(labels, label)
                ? NULL
                : find_spec(work, label_text(labels, label), label_gate_length(labels, label), 0);
        if (spec != NULL && !spec->fires && is_candidate(spec, branch)) {
            idle[count++] = (struct idle_item){(uint32_t)(spec - work->specs.data), branch, label};
        }
    }
    qsort(idle, count, sizeof *idle, compare_idle);
    return count;
}

/* Warns of gates that can never happen. */
static int warn_idle(struct gates_work *work, const struct idle_item *idle, uint64_t count) {
    for (uint64_t i = 0; i < count;) {
        const struct gate_spec *spec = &work->specs.data[idle[i].spec];
        struct compose_names names = {.used = 0};
        uint64_t begin = i;
        for (; i < count && idle[i].spec == idle[begin].spec; i++) {
            if (i == begin || idle[i].branch != idle[i - 1].branch) {
                compose_name(&names, label_text(work->composer->labels, idle[i].label), idle[i].branch);
            }
        }
        uint32_t needed = count_needed(work, spec);
        if (compose_warn_blocked_branches(work->composer, spec->text, needed, spec->has_degree, &names) !=
            0) {
            return -1;
        }
    }
    return 0;
}

static int warn_blocked(struct gates_work *work) {
    int blocked = 0;
    for (uint64_t i = 0; i < work->specs.count; i++) {
        blocked |= work->specs.data[i].found && !work->specs.data[i].fires;
    }
    if (!blocked || work->node->mode == EXP_MODE_LABEL) {
        return 0;
    }
    struct idle_item *idle = memory_allocate_array(work->composer->memory, work->item_count, sizeof *idle);
    int status = idle == NULL ? compose_memory(work->composer) : warn_idle(work, idle, list_idle(work, idle));
    memory_free(work->composer->memory, idle, work->item_count * sizeof *idle);
    return status;
}

/* Collects all labels of the branches once, to find what the user may have meant. */
static int list_all(struct gates_work *work, struct rule_set *all) {
    for (uint64_t i = 0; i < work->item_count; i++) {
        uint32_t label = work->items[i].label;
        struct rule_entry *entry = rule_map_insert(work->composer->memory, &all->plain, label, 0);
        if (entry == NULL) {
            return compose_memory(work->composer);
        }
        entry->rules.count = 1;
    }
    return 0;
}

static int compose_gates(struct gates_work *work) {
    int missing = 0;
    if (read_specs(work) != 0 || join_labels(work) != 0) {
        return -1;
    }
    for (uint64_t i = 0; i < work->specs.count; i++) {
        missing |= !work->specs.data[i].found;
    }
    struct rule_set all = {0};
    int status = !missing ? 0 : list_all(work, &all) != 0 ? -1 : warn_specs(work, &all);
    rule_set_free(work->composer->memory, &all);
    return status != 0 ? -1 : warn_blocked(work);
}

int compose_par_gates(struct composer *composer, const struct exp_node *node, struct rule_set *branches,
                      struct rule_set *result) {
    struct gates_work work = {.composer = composer, .node = node, .branches = branches, .result = result};
    uint64_t items = 0, chosen = node->child_count * sizeof *work.chosen;
    work.names = label_table_create(composer->memory, 0, NULL, 0);
    work.chosen = memory_allocate(composer->memory, chosen);
    int status =
        work.names == NULL || work.chosen == NULL ? compose_memory(composer) : group_items(&work, &items);
    if (status == 0 && node->child_count == 1) {
        status =
            compose_warn(composer, &node->position, KEY_ONE_BRANCH,
                         "this par has one branch, so nothing synchronises in it: || separates branches");
    }
    if (status == 0) {
        status = compose_gates(&work);
    }
    for (uint64_t i = 0; i < work.specs.count; i++) {
        memory_free(composer->memory, work.specs.data[i].candidates,
                    work.specs.data[i].capacity * sizeof *work.specs.data[i].candidates);
    }
    GROWING_FREE(composer->memory, work.specs);
    memory_free(composer->memory, work.items, work.items == NULL ? 0 : items * sizeof *work.items);
    memory_free(composer->memory, work.chosen, chosen);
    label_table_free(work.names);
    return status;
}
