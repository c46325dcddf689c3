/* The meaning of labels: which are added up, and their numbers in common units. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/text/label_number.h"
#include "base/text/text_buffer.h"
#include "model/mdp_names.h"
#include "explorer/graph/graph.h"
#include "base/fraction.h"
#include "reduce/lump/lump_internal.h"

struct label_reading {
    struct lump_labels *labels;
    struct memory *memory;
    struct error *error;
    const label_table *table; /* knows kinds of texts */
    mdp_names *parts;         /* kinds and actions */
    struct fraction *numbers; /* [count] */
    struct text_buffer key;   /* of a part */
};

static int is_weighed(const struct lump_labels *labels, uint32_t label) {
    return labels->kind[label] == LABEL_PROB || labels->kind[label] == LABEL_RATE;
}

/* Reads the P of "L; prob P". */
static int read_number(struct label_reading *reading, uint32_t label, const char *text) {
    label_number_fraction(text, &reading->numbers[label]);
    return label_number_check(text, LABEL_FRACTIONS, reading->error);
}

/* The part of a prob or rate label: the first label of its kind and action. */
static int find_part(struct label_reading *reading, uint32_t label, const char *text, uint32_t *first_of) {
    struct lump_labels *labels = reading->labels;
    const size_t length = strlen(text);
    const size_t action = label_text_action_length(reading->table, text, length);
    const int internal = label_text_action_is_internal(reading->table, text, length);
    labels->action[label] = (uint32_t)action;
    labels->internal[label] = (uint8_t)internal;
    reading->key.length = 0;
    if (text_buffer_add(reading->memory, &reading->key, labels->kind[label] == LABEL_PROB ? "p" : "r") != 0 ||
        text_buffer_append(reading->memory, &reading->key, internal ? "i" : text, internal ? 1 : action) !=
            0) {
        return -1;
    }
    const uint32_t name = mdp_names_intern(reading->parts, reading->key.data, reading->key.length);
    if (name == MDP_NO_NAME) {
        return -1;
    }
    first_of[name] = first_of[name] == LUMP_NONE ? label : first_of[name];
    labels->part[label] = first_of[name];
    return 0;
}

static int read_label(struct label_reading *reading, uint32_t label, const char *text, uint32_t *first_of) {
    struct lump_labels *labels = reading->labels;
    labels->kind[label] = (uint8_t)label_text_kind(reading->table, text, strlen(text));
    labels->part[label] = label;
    if (!is_weighed(labels, label)) {
        return 0;
    }
    labels->has_probabilities |= labels->kind[label] == LABEL_PROB;
    return find_part(reading, label, text, first_of) != 0 ? error_memory(reading->error, "for the labels")
                                                          : read_number(reading, label, text);
}

/* Brings the numbers to common units. */
static int weigh_labels(struct label_reading *reading, const struct graph *graph) {
    struct lump_labels *labels = reading->labels;
    int failed = 0;
    labels->units = 1;
    for (uint32_t label = 0; label < labels->count && !failed; label++) {
        failed =
            is_weighed(labels, label) &&
            fraction_common_multiple(labels->units, reading->numbers[label].denominator, &labels->units) != 0;
    }
    for (uint32_t label = 0; label < labels->count && !failed; label++) {
        const struct fraction *number = &reading->numbers[label];
        failed = is_weighed(labels, label) &&
                 __builtin_mul_overflow(number->numerator, labels->units / number->denominator,
                                        &labels->weight[label]);
        if (failed) {
            return error_set(reading->error, ERROR_LIMIT,
                             "'%.200s' and the numbers of other labels have too many digits for exact sums",
                             graph->label_text[label]);
        }
    }
    return failed ? error_set(reading->error, ERROR_LIMIT,
                              "the numbers of labels have too many digits for exact sums")
                  : 0;
}

/* Sums of a row must not overflow. */
static int check_sums(const struct graph *graph, const struct lump_labels *labels, struct error *error) {
    for (uint64_t vertex = 0; vertex < graph->vertices; vertex++) {
        refine_weight sum = 0;
        for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1]; edge++) {
            if (__builtin_add_overflow(sum, labels->weight[graph->labels[edge]], &sum)) {
                return error_set(error, ERROR_LIMIT, "the numbers of labels are too large for exact sums");
            }
        }
    }
    return 0;
}

static void open_labels(struct lump_labels *labels, uint32_t count, struct memory *memory) {
    *labels = (struct lump_labels){.scope = {.memory = memory}, .count = count};
    labels->kind = scope_array(&labels->scope, count, 1);
    labels->part = scope_array(&labels->scope, (uint64_t)count + 1, sizeof *labels->part);
    labels->weight = scope_zeroed(&labels->scope, (uint64_t)count + 1, sizeof *labels->weight);
    labels->action = scope_zeroed(&labels->scope, count, sizeof *labels->action);
    labels->internal = scope_zeroed(&labels->scope, count, 1);
}

int lump_labels_make(const struct graph *graph, const label_table *table, const struct run *run,
                     struct lump_labels *labels, struct error *error) {
    struct memory *memory = run->memory;
    const uint64_t count = graph->label_count;
    label_table *own = table == NULL ? label_table_create(memory, 0, NULL, 0) : NULL;
    struct scope scope = {.memory = memory};
    struct label_reading reading = {.labels = labels,
                                    .memory = memory,
                                    .error = error,
                                    .table = table == NULL ? own : table,
                                    .parts = mdp_names_create(memory),
                                    .numbers = scope_array(&scope, count, sizeof *reading.numbers)};
    uint32_t *first_of = scope_array(&scope, count, sizeof *first_of);
    open_labels(labels, (uint32_t)count, memory);
    int failed = reading.table == NULL || reading.parts == NULL || scope.failed || labels->scope.failed
                     ? error_memory(error, "for the labels")
                     : 0;
    if (!failed) {
        memset(first_of, 0xff, count * sizeof *first_of);
        labels->part[count] = (uint32_t)count;
    }
    for (uint32_t label = 0; label < count && !failed; label++) {
        failed = read_label(&reading, label, graph->label_text[label], first_of);
    }
    failed = failed || weigh_labels(&reading, graph) != 0 || check_sums(graph, labels, error) != 0 ? -1 : 0;
    scope_close(&scope);
    text_buffer_free(memory, &reading.key);
    mdp_names_free(reading.parts);
    if (own != NULL) {
        label_table_free(own);
    }
    return failed;
}

void lump_labels_free(struct lump_labels *labels) {
    scope_close(&labels->scope);
}
