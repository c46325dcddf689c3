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
#include "checker/evidence/evidence_put.h"
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

static int put_components(output *output, const struct network *network, struct error *error) {
    int failed = output_text(output, "\"sizes\": [", error);
    for (uint32_t i = 0; i < network->component_count && !failed; i++) {
        const struct lts *lts = network->components[i].lts;
        failed = output_text(output, i == 0 ? "[" : ",[", error) ||
                 output_number(output, lts->states, error) || output_text(output, ",", error) ||
                 output_number(output, lts->moves, error) || output_text(output, ",", error) ||
                 output_number(output, lts->label_count, error) || output_text(output, "]", error);
    }
    return failed || output_text(output, "]", error);
}

/* The first labels of the rules order[begin..end), each once; *count: the number of all of them. */
static json_t *group_labels(const struct network *network, const uint32_t *order, uint64_t begin,
                            uint64_t end, struct memory *memory, uint64_t *count) {
    json_t *labels = json_array();
    uint32_t last = UINT32_MAX;
    *count = 0;
    for (uint64_t i = begin; i < end && labels != NULL; i++) {
        uint32_t label = network->rules[order[i]].label;
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
static int put_group(output *output, const struct network *network, const uint32_t *order, uint64_t begin,
                     uint64_t end, struct memory *memory, struct error *error) {
    const struct network_rule *rule = &network->rules[order[begin]];
    int failed = output_text(output, "{\"components\": [", error);
    for (uint64_t i = rule->participants_begin; i < rule->participants_end && !failed; i++) {
        failed = (i > rule->participants_begin && output_text(output, ",", error)) ||
                 output_number(output, network->participants[i].component, error);
    }
    uint64_t label_count = 0;
    json_t *labels = group_labels(network, order, begin, end, memory, &label_count);
    if (failed || output_text(output, "], \"rules\": ", error) || output_number(output, end - begin, error) ||
        output_text(output, ", \"label_count\": ", error) || output_number(output, label_count, error) ||
        output_text(output, ", ", error)) {
        json_decref(labels);
        return -1;
    }
    return evidence_put_key(output, "labels", labels, error) || output_text(output, "}", error);
}

static int put_groups(output *output, const struct network *network, const uint32_t *order, uint64_t rules,
                      struct memory *memory, struct error *error) {
    uint64_t shown = 0, members = 0, left_out = 0;
    int failed = output_text(output, ",\n\"synchronisations\": [", error);
    for (uint64_t begin = 0, end; begin < rules && !failed; begin = end) {
        const struct network_rule *rule = &network->rules[order[begin]];
        for (end = begin + 1;
             end < rules && compare_participants(network, rule, &network->rules[order[end]]) == 0;) {
            end++;
        }
        members += width_of(rule);
        if (shown < MOST_GROUPS && members <= MOST_MEMBERS) {
            failed = output_text(output, shown++ == 0 ? "\n" : ",\n", error) ||
                     put_group(output, network, order, begin, end, memory, error);
        } else {
            left_out++;
        }
    }
    return failed || output_text(output, "],\n\"left_out\": ", error) ||
           output_number(output, left_out, error);
}

static int put_synchronisations(output *output, const struct network *network, struct memory *memory,
                                struct error *error) {
    uint64_t rules = network->rule_count - network->sub_rule_count;
    uint32_t *order = memory_allocate_array(memory, rules + 1, sizeof *order);
    if (order == NULL) {
        return error_memory(error, "for the report's picture of the network");
    }
    for (uint64_t i = 0; i < rules; i++) {
        order[i] = (uint32_t)(network->sub_rule_count + i);
    }
    qsort_r(order, rules, sizeof *order, compare_rules, (void *)network);
    int failed = put_groups(output, network, order, rules, memory, error);
    memory_free(memory, order, (rules + 1) * sizeof *order);
    return failed;
}

int report_put_network(output *output, const struct network *network, struct memory *memory,
                       struct error *error) {
    int failed =
        output_text(output, "{\"rules\": ", error) ||
        output_number(output, network->rule_count - network->sub_rule_count, error) ||
        output_text(output, ", \"labels\": ", error) || output_number(output, network->label_count, error) ||
        output_text(output, ", \"guards\": ", error) || output_number(output, network->guards, error) ||
        output_text(output, ",\n", error) || put_components(output, network, error) ||
        put_synchronisations(output, network, memory, error) || output_text(output, "}", error);
    return failed ? -1 : 0;
}
