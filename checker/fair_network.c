/* Conditions of fairness as sets of labels (fair_network.h). */
#include "checker/fair_network.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "checker/property/fairness.h"

/* --- labels by processes --- */

/* A final rule, to be sorted by its label and the processes that take part. */
struct entry {
    const struct network *network;
    uint64_t rule;
};

static int compare_processes(const struct entry *a, const struct entry *b) {
    const struct network_rule *left = &a->network->rules[a->rule], *right = &b->network->rules[b->rule];
    const uint64_t left_count = left->participants_end - left->participants_begin,
                   right_count = right->participants_end - right->participants_begin;
    int order = 0;
    for (uint64_t i = 0; i < left_count && i < right_count && order == 0; i++) {
        order = sort_compare(a->network->participants[left->participants_begin + i].component,
                             a->network->participants[right->participants_begin + i].component);
    }
    return order != 0 ? order : sort_compare(left_count, right_count);
}

static int compare_entries(const void *left, const void *right) {
    const struct entry *a = left, *b = right;
    const uint32_t one = a->network->rules[a->rule].label, other = b->network->rules[b->rule].label;
    const int order = one != other ? sort_compare(one, other) : compare_processes(a, b);
    return order != 0 ? order : sort_compare(a->rule, b->rule);
}

/* Sorts the final rules, and gives a label to each label with the same processes. */
static void split_rules(struct fair_network *fair, const struct network *network, struct entry *entries) {
    const uint64_t first = network->sub_rule_count, count = network->rule_count - first;
    struct network *split = &fair->split;
    split->label_count = 0;
    for (uint64_t i = 0; i < count; i++) {
        entries[i] = (struct entry){network, first + i};
    }
    sort_items(entries, count, sizeof *entries, compare_entries);
    for (uint64_t i = 0; i < first; i++) {
        split->rules[i] = network->rules[i];
    }
    for (uint64_t i = 0; i < count; i++) {
        const struct network_rule *rule = &network->rules[entries[i].rule];
        if (i == 0 || rule->label != network->rules[entries[i - 1].rule].label ||
            compare_processes(&entries[i - 1], &entries[i]) != 0) {
            split->labels[split->label_count++] = network->labels[rule->label];
        }
        split->rules[first + i] = *rule;
        split->rules[first + i].label = split->label_count - 1;
    }
}

static int split_network(struct fair_network *fair, const struct network *network, struct error *error) {
    const uint64_t first = network->sub_rule_count, count = network->rule_count - first;
    if (network->data != NULL) {
        return error_set(
            error, ERROR_USAGE,
            "--fairness is for networks of processes without variables: of PRISM models, say which "
            "labels are fair: --fair-labels 'weak:LABEL,..'");
    }
    fair->split = *network;
    fair->labels = count;
    fair->split.rules = memory_allocate_array(fair->memory, network->rule_count, sizeof *fair->split.rules);
    fair->split.labels = memory_allocate_array(fair->memory, count, sizeof *fair->split.labels);
    struct entry *entries = memory_allocate_array(fair->memory, count, sizeof *entries);
    const int failed = fair->split.rules == NULL || fair->split.labels == NULL || entries == NULL;
    if (!failed) {
        split_rules(fair, network, entries);
        fair->network = &fair->split;
    }
    memory_free(fair->memory, entries, count * sizeof *entries);
    return failed ? error_memory(error, "for the processes of the labels") : 0;
}

/* --- conditions --- */

static uint64_t label_bytes(const struct fair_network *fair) {
    return fair->network->label_count == 0 ? 1 : fair->network->label_count;
}

/* Adds an empty set; NULL with *error filled. */
static uint8_t *add_set(struct fair_network *fair, enum fairness_strength strength, struct error *error) {
    const uint64_t count = fair->weak_count + (uint64_t)fair->strong_count;
    uint8_t *set = MEMORY_GROW(fair->memory, &fair->set, &fair->capacity, count + 1) != 0
                       ? NULL
                       : memory_allocate_zeroed(fair->memory, label_bytes(fair));
    if (set == NULL) {
        error_memory(error, "for the conditions of fairness");
        return NULL;
    }
    fair->set[count] = set;
    if (strength == FAIRNESS_WEAK) { /* weak ones come first */
        fair->set[count] = fair->set[fair->weak_count];
        fair->set[fair->weak_count++] = set;
    } else {
        fair->strong_count++;
    }
    return set;
}

/* A condition for each process. */
static int add_processes(struct fair_network *fair, enum fairness_strength strength, const struct run *run,
                         struct error *error) {
    const struct network *network = fair->network;
    for (uint32_t c = 0; c < network->component_count; c++) {
        uint8_t *set = add_set(fair, strength, error);
        if (set == NULL) {
            return -1;
        }
        for (uint64_t r = network->sub_rule_count; r < network->rule_count; r++) {
            const struct network_rule *rule = &network->rules[r];
            for (uint64_t i = rule->participants_begin; i < rule->participants_end; i++) {
                set[rule->label] |= network->participants[i].component == c;
            }
            if (run_stops_at(run, r + 1, 4096)) {
                return error_set(error, ERROR_INTERRUPTED, "interrupted while the properties were prepared");
            }
        }
    }
    return 0;
}

/* One condition for the labels of the set, or one for each of them by its text. */
static int add_labels(struct fair_network *fair, const struct fairness_labels *labels, const struct run *run,
                      struct error *error) {
    const struct network *network = fair->network;
    uint8_t *set = labels->each ? NULL : add_set(fair, labels->strength, error);
    if (!labels->each && set == NULL) {
        return -1;
    }
    for (uint32_t i = 0; i < network->label_count; i++) {
        const struct network_label *label = &network->labels[i];
        const int matches = property_matches(&labels->set, label->text, label->length, error);
        const int is_new = i == 0 || strcmp(network->labels[i - 1].text, label->text) != 0;
        if (matches < 0) {
            return -1;
        }
        if (run_stops_at(run, i + 1, 4096)) {
            return error_set(error, ERROR_INTERRUPTED, "interrupted while the properties were prepared");
        }
        if (matches && labels->each && is_new) {
            set = add_set(fair, labels->strength, error);
        }
        if (matches && set == NULL) {
            return -1;
        }
        if (matches) {
            set[i] = 1;
        }
    }
    return 0;
}

int fair_network_make(struct fair_network *fair, const struct network *network,
                      const struct fairness *fairness, const struct run *run, struct error *error) {
    *fair = (struct fair_network){.network = network, .memory = run->memory};
    if (!fairness_is_assumed(fairness)) {
        return 0;
    }
    int failed =
        fairness->processes != FAIRNESS_NONE && (split_network(fair, network, error) != 0 ||
                                                 add_processes(fair, fairness->processes, run, error) != 0);
    for (uint64_t i = 0; i < fairness->count && !failed; i++) {
        failed = add_labels(fair, &fairness->labels[i], run, error) != 0;
    }
    return failed ? -1 : 0;
}

void fair_network_free(struct fair_network *fair) {
    struct memory *memory = fair->memory;
    for (uint64_t i = 0; i < fair->weak_count + (uint64_t)fair->strong_count; i++) {
        memory_free(memory, fair->set[i], label_bytes(fair));
    }
    memory_free(memory, fair->set, fair->capacity * sizeof *fair->set);
    memory_free(memory, fair->split.rules, fair->split.rule_count * sizeof *fair->split.rules);
    memory_free(memory, fair->split.labels, fair->labels * sizeof *fair->split.labels);
    *fair = (struct fair_network){.memory = memory};
}
