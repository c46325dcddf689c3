/* Conditions of fairness as sets of labels (fair_network.h). */
#include "checker/fair_network.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "checker/property/fairness.h"
#include "explorer/model/data/data_model.h"

/* --- who moves --- */

/* A final rule, with the processes that take part, in order; or one of `data`. */
struct mover_rule {
    uint64_t rule;
    const uint32_t *process;
    uint32_t count, label;
};

/* The final rules of a network; of a model with data, its rules. */
struct movers {
    const struct network *network;
    struct mover_rule *rule;
    uint64_t count;
    uint32_t *process;
    uint64_t process_room;
    uint32_t processes; /* in all */
};

static int lack_memory(struct error *error) {
    return error_memory(error, "for the processes of the labels");
}

static int stop(struct error *error) {
    return error_set(error, ERROR_INTERRUPTED, "interrupted while the properties were prepared");
}

static uint64_t first_rule(const struct network *network) {
    return network->sub_rule_count;
}

static uint64_t count_rules(const struct network *network) {
    return network->data != NULL ? network->data->rules.count : network->rule_count - first_rule(network);
}

static uint32_t count_parts(const struct network *network, uint64_t rule) {
    return network->data != NULL ? data_rules(network->data)[rule].class_count
                                 : (uint32_t)(network->rules[first_rule(network) + rule].participants_end -
                                              network->rules[first_rule(network) + rule].participants_begin);
}

/* The processes of the parts of a rule, to `process`. */
static void list_parts(const struct network *network, uint64_t rule, uint32_t *process) {
    const uint32_t count = count_parts(network, rule);
    if (network->data != NULL) {
        const uint32_t *classes = data_rule_classes(network->data) + data_rules(network->data)[rule].classes;
        for (uint32_t i = 0; i < count; i++) {
            process[i] = data_classes(network->data)[classes[i]].process;
        }
        return;
    }
    const struct network_participant *participant =
        network->participants + network->rules[first_rule(network) + rule].participants_begin;
    for (uint32_t i = 0; i < count; i++) {
        process[i] = participant[i].component;
    }
}

static uint32_t label_of(const struct network *network, uint64_t rule) {
    return network->data != NULL ? data_rules(network->data)[rule].label
                                 : network->rules[first_rule(network) + rule].label;
}

/* 0, or -1 with *error filled. */
static int movers_open(struct movers *movers, const struct network *network, struct memory *memory,
                       struct error *error) {
    *movers = (struct movers){.network = network, .count = count_rules(network)};
    for (uint64_t r = 0; r < movers->count; r++) {
        movers->process_room += count_parts(network, r);
    }
    movers->rule = memory_allocate_array(memory, movers->count, sizeof *movers->rule);
    movers->process = memory_allocate_array(memory, movers->process_room, sizeof *movers->process);
    return movers->rule == NULL || movers->process == NULL ? lack_memory(error) : 0;
}

static void movers_close(struct movers *movers, struct memory *memory) {
    memory_free(memory, movers->rule, movers->count * sizeof *movers->rule);
    memory_free(memory, movers->process, movers->process_room * sizeof *movers->process);
}

/* 0, or -1 with *error filled. */
static int movers_find(struct movers *movers, const struct run *run, struct error *error) {
    uint32_t *process = movers->process;
    movers->processes = movers->network->data == NULL ? movers->network->component_count : 0;
    for (uint64_t r = 0; r < movers->count; r++) {
        const uint32_t parts = count_parts(movers->network, r);
        list_parts(movers->network, r, process);
        movers->rule[r] = (struct mover_rule){.rule = r,
                                              .process = process,
                                              .count = (uint32_t)sort_unique_numbers(process, parts),
                                              .label = label_of(movers->network, r)};
        for (uint32_t i = 0; i < movers->rule[r].count; i++) {
            movers->processes = process[i] < movers->processes ? movers->processes : process[i] + 1;
        }
        process += parts;
        if (run_stops_at(run, r + 1, 4096)) {
            return stop(error);
        }
    }
    return 0;
}

/* --- labels by processes --- */

static int compare_processes(const struct mover_rule *a, const struct mover_rule *b) {
    const uint32_t common = a->count < b->count ? a->count : b->count;
    const int order = sort_compare_rows(a->process, b->process, common);
    return order != 0 ? order : sort_compare(a->count, b->count);
}

static int compare_rules(const void *left, const void *right) {
    const struct mover_rule *a = left, *b = right;
    const int order = a->label != b->label ? sort_compare(a->label, b->label) : compare_processes(a, b);
    return order != 0 ? order : sort_compare(a->rule, b->rule);
}

/* Sorts the rules, and gives a label to each label with the same processes. */
static void split_labels(struct fair_network *fair, struct movers *movers) {
    const struct network *network = movers->network;
    struct network *split = &fair->split;
    uint32_t before = 0;
    split->label_count = 0;
    sort_items(movers->rule, movers->count, sizeof *movers->rule, compare_rules);
    for (uint64_t i = 0; i < movers->count; i++) {
        struct mover_rule *rule = &movers->rule[i];
        const int is_new =
            i == 0 || rule->label != before || compare_processes(&movers->rule[i - 1], rule) != 0;
        before = rule->label;
        if (is_new) {
            split->labels[split->label_count++] = network->labels[rule->label];
        }
        rule->label = split->label_count - 1;
    }
}

/* The rules of tables, in the order of their labels. 0, or -1 when memory runs out. */
static int split_rules(struct fair_network *fair, const struct movers *movers) {
    const struct network *network = movers->network;
    const uint64_t first = first_rule(network);
    fair->split.rules = memory_allocate_array(fair->memory, network->rule_count, sizeof *fair->split.rules);
    if (fair->split.rules == NULL) {
        return -1;
    }
    for (uint64_t i = 0; i < first; i++) {
        fair->split.rules[i] = network->rules[i];
    }
    for (uint64_t i = 0; i < movers->count; i++) {
        fair->split.rules[first + i] = network->rules[first + movers->rule[i].rule];
        fair->split.rules[first + i].label = movers->rule[i].label;
    }
    return 0;
}

/* The same model with data, whose rules have other labels. Likewise. */
static int split_data(struct fair_network *fair, const struct movers *movers) {
    uint32_t *labels = memory_allocate_array(fair->memory, movers->count, sizeof *labels);
    fair->split.data = data_model_copy(fair->memory, movers->network->data);
    const int failed = labels == NULL || fair->split.data == NULL;
    for (uint64_t i = 0; i < movers->count && !failed; i++) {
        labels[movers->rule[i].rule] = movers->rule[i].label;
    }
    if (!failed) {
        data_model_number_labels(fair->split.data, labels);
    }
    memory_free(fair->memory, labels, movers->count * sizeof *labels);
    return failed ? -1 : 0;
}

/* 0, or -1 with *error filled. */
static int split_network(struct fair_network *fair, struct movers *movers, struct error *error) {
    fair->split = *movers->network;
    fair->split.rules = NULL;
    fair->split.data = NULL;
    fair->network = &fair->split;
    fair->labels = movers->count;
    fair->split.labels = memory_allocate_array(fair->memory, fair->labels, sizeof *fair->split.labels);
    if (fair->split.labels == NULL) {
        return lack_memory(error);
    }
    split_labels(fair, movers);
    const int failed = movers->network->data != NULL ? split_data(fair, movers) : split_rules(fair, movers);
    return failed ? lack_memory(error) : 0;
}

/* --- conditions --- */

static uint64_t label_bytes(const struct fair_network *fair) {
    return fair->network->label_count == 0 ? 1 : fair->network->label_count;
}

/* Adds an empty set; NULL with *error filled. */
static uint8_t *add_set(struct fair_network *fair, enum fairness_strength strength,
                        struct fair_condition condition, struct error *error) {
    const uint64_t count = fair->weak_count + (uint64_t)fair->strong_count;
    uint8_t *set =
        MEMORY_GROW(fair->memory, &fair->set, &fair->capacity, count + 1) != 0 ||
                MEMORY_GROW(fair->memory, &fair->condition, &fair->condition_capacity, count + 1) != 0
            ? NULL
            : memory_allocate_zeroed(fair->memory, label_bytes(fair));
    if (set == NULL) {
        error_memory(error, "for the conditions of fairness");
        return NULL;
    }
    fair->set[count] = set;
    fair->condition[count] = condition;
    if (strength == FAIRNESS_WEAK) { /* weak ones come first */
        fair->set[count] = fair->set[fair->weak_count];
        fair->condition[count] = fair->condition[fair->weak_count];
        fair->condition[fair->weak_count] = condition;
        fair->set[fair->weak_count++] = set;
    } else {
        fair->strong_count++;
    }
    return set;
}

/* A condition for each process; they come before all others. */
static int add_processes(struct fair_network *fair, const struct movers *movers,
                         enum fairness_strength strength, const struct run *run, struct error *error) {
    for (uint32_t p = 0; p < movers->processes; p++) {
        if (add_set(fair, strength, (struct fair_condition){.process = p}, error) == NULL) {
            return -1;
        }
    }
    for (uint64_t r = 0; r < movers->count; r++) {
        const struct mover_rule *rule = &movers->rule[r];
        for (uint32_t i = 0; i < rule->count; i++) {
            fair->set[rule->process[i]][rule->label] = 1;
        }
        if (run_stops_at(run, r + 1, 4096)) {
            return stop(error);
        }
    }
    return 0;
}

/* Splits the labels, and adds the conditions of processes. */
static int assume_processes(struct fair_network *fair, const struct network *network,
                            enum fairness_strength strength, const struct run *run, struct error *error) {
    struct movers movers;
    const int failed = movers_open(&movers, network, fair->memory, error) != 0 ||
                       movers_find(&movers, run, error) != 0 || split_network(fair, &movers, error) != 0 ||
                       add_processes(fair, &movers, strength, run, error) != 0;
    movers_close(&movers, fair->memory);
    return failed ? -1 : 0;
}

/* One condition for the labels of the set, or one for each of them by its text. */
static int add_labels(struct fair_network *fair, const struct fairness *fairness, uint64_t which,
                      const struct run *run, struct error *error) {
    const struct network *network = fair->network;
    const struct fairness_labels *labels = &fairness->labels[which];
    struct fair_condition condition = {.process = FAIR_LABELS, .labels = which};
    uint8_t *set = labels->each ? NULL : add_set(fair, labels->strength, condition, error);
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
            return stop(error);
        }
        if (matches && labels->each && is_new) {
            condition.label = label->text;
            set = add_set(fair, labels->strength, condition, error);
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
    int failed = fairness->processes != FAIRNESS_NONE &&
                 assume_processes(fair, network, fairness->processes, run, error) != 0;
    for (uint64_t i = 0; i < fairness->count && !failed; i++) {
        failed = add_labels(fair, fairness, i, run, error) != 0;
    }
    return failed ? -1 : 0;
}

void fair_network_free(struct fair_network *fair) {
    struct memory *memory = fair->memory;
    for (uint64_t i = 0; i < fair->weak_count + (uint64_t)fair->strong_count; i++) {
        memory_free(memory, fair->set[i], label_bytes(fair));
    }
    memory_free(memory, fair->set, fair->capacity * sizeof *fair->set);
    data_model_free(memory, fair->split.data);
    memory_free(memory, fair->condition, fair->condition_capacity * sizeof *fair->condition);
    memory_free(memory, fair->split.rules, fair->split.rule_count * sizeof *fair->split.rules);
    memory_free(memory, fair->split.labels, fair->labels * sizeof *fair->split.labels);
    *fair = (struct fair_network){.memory = memory};
}
