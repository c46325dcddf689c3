/*
 * The network in a report: its processes, and which of them synchronise. There may be a million rules, so
 * rules with the same participants form a group; if there are many groups, only those with the fewest
 * participants are written, because a picture cannot show more.
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/text/json_text.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/model/network.h"
#include "report/report_internal.h"

#define MOST_GROUPS 4000u
#define MOST_MEMBERS 40000u /* most members of all groups together */
#define MOST_LABELS 6u      /* most labels of a group */

static uint64_t width_of(const struct network_rule *rule) {
    return rule->participants_end - rule->participants_begin;
}

/* Compares the numbers of participants, then the participants. */
static int compare_participants(const struct network *network, const struct network_rule *a,
                                const struct network_rule *b) {
    uint64_t width = width_of(a);
    if (width != width_of(b)) {
        return width < width_of(b) ? -1 : 1;
    }
    for (uint64_t i = 0; i < width; i++) {
        uint32_t left = network->participants[a->participants_begin + i].component;
        uint32_t right = network->participants[b->participants_begin + i].component;
        if (left != right) {
            return left < right ? -1 : 1;
        }
    }
    return 0;
}

/* Compares rules by participants, then by index: the rules are already ordered by label. */
static int compare_rules(const void *left, const void *right, void *context) {
    const struct network *network = context;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    int order = compare_participants(network, &network->rules[a], &network->rules[b]);
    return order != 0 ? order : a < b ? -1 : a > b;
}

static void put_sizes(struct evidence_writer *writer, const struct network *network) {
    evidence_put_text(writer, ",\n\"sizes\": [");
    for (uint32_t i = 0; i < network->component_count; i++) {
        const struct lts *lts = network->components[i].lts;
        evidence_put_number(writer, i == 0 ? "[" : ",[", lts->states);
        evidence_put_number(writer, ",", lts->moves);
        evidence_put_number(writer, ",", lts->label_count);
        evidence_put_text(writer, "]");
    }
    evidence_put_text(writer, "]");
}

/* A group: the rules order[begin .. end). */
struct rule_group {
    const uint32_t *order;
    uint64_t begin, end;
};

/* The first labels of the group's rules, each once; *count: the number of all of them. */
static json_t *group_labels(const struct network *network, const struct rule_group *group,
                            struct memory *memory, uint64_t *count) {
    json_t *labels = json_array();
    uint32_t last = UINT32_MAX;
    *count = 0;
    for (uint64_t i = group->begin; i < group->end && labels != NULL; i++) {
        uint32_t label = network->rules[group->order[i]].label;
        if (label == last) {
            continue;
        }
        last = label;
        if (++*count <= MOST_LABELS &&
            json_array_append_new(labels, json_text(memory, network->labels[label].text)) != 0) {
            json_decref(labels);
            labels = NULL;
        }
    }
    return labels;
}

/* Writes a group: {"components": [..], "rules": 2, "label_count": 2, "labels": [..]} */
static void put_group(struct evidence_writer *writer, const struct network *network,
                      const struct rule_group *group) {
    const struct network_rule *rule = &network->rules[group->order[group->begin]];
    uint64_t label_count = 0;
    json_t *labels = group_labels(network, group, writer->run->memory, &label_count);
    evidence_put_text(writer, "{\"components\": [");
    for (uint64_t i = rule->participants_begin; i < rule->participants_end; i++) {
        evidence_put_number(writer, i == rule->participants_begin ? "" : ",",
                            network->participants[i].component);
    }
    evidence_put_number(writer, "], \"rules\": ", group->end - group->begin);
    evidence_put_number(writer, ", \"label_count\": ", label_count);
    evidence_put_json(writer, ", \"labels\": ", labels);
    evidence_put_text(writer, "}");
}

static void put_groups(struct evidence_writer *writer, const struct network *network, const uint32_t *order,
                       uint64_t rules) {
    uint64_t shown = 0, members = 0, left_out = 0;
    evidence_put_text(writer, ",\n\"synchronisations\": [");
    for (struct rule_group group = {order, 0, 0}; group.begin < rules && !writer->failed;
         group.begin = group.end) {
        const struct network_rule *rule = &network->rules[order[group.begin]];
        for (group.end = group.begin + 1;
             group.end < rules &&
             compare_participants(network, rule, &network->rules[order[group.end]]) == 0;) {
            group.end++;
        }
        members += width_of(rule);
        if (shown < MOST_GROUPS && members <= MOST_MEMBERS) {
            evidence_put_text(writer, shown++ == 0 ? "\n" : ",\n");
            put_group(writer, network, &group);
        } else {
            left_out++;
        }
    }
    evidence_put_number(writer, "],\n\"left_out\": ", left_out);
}

/* Of a model with data: {"labels": 2} */
static void put_data_network(struct evidence_writer *writer, const struct network *network) {
    evidence_put_number(writer, "{\"labels\": ", network->label_count);
    evidence_put_text(writer, "}");
}

void report_put_network(struct evidence_writer *writer, const struct network *network) {
    uint64_t rules = network->rule_count - network->sub_rule_count;
    struct memory *memory = writer->run->memory;
    if (network->data != NULL) {
        put_data_network(writer, network);
        return;
    }
    uint32_t *order = memory_allocate_array(memory, rules + 1, sizeof *order);
    if (order == NULL) {
        writer->failed = error_memory(writer->error, "for the report's picture of the network");
        return;
    }
    for (uint64_t i = 0; i < rules; i++) {
        order[i] = (uint32_t)(network->sub_rule_count + i);
    }
    qsort_r(order, rules, sizeof *order, compare_rules, (void *)network);
    evidence_put_number(writer, "{\"rules\": ", rules);
    evidence_put_number(writer, ", \"labels\": ", network->label_count);
    evidence_put_number(writer, ", \"guards\": ", network->guards);
    put_sizes(writer, network);
    put_groups(writer, network, order, rules);
    evidence_put_text(writer, "}");
    memory_free(memory, order, (rules + 1) * sizeof *order);
}
