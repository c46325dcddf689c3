/* Writes evidence of formulas (docs/evidence.md), node by node. */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/text/json_text.h"
#include "base/memory.h"
#include "base/stream/output.h"
#include "base/run.h"
#include "checker/evidence/evidence_put.h"
#include "checker/evidence/formula_evidence.h"
#include "checker/property/property.h"
#include "specs/syntax/formula_write.h"

#define STOP_NODES 65536u

struct writer {
    const struct strategy *evidence;
    const struct property *property;
    const struct evidence_subject *subject;
    const struct run *run;
    struct error *error;
    output *output;
};

static int put_text(struct writer *writer, const char *text) {
    return output_text(writer->output, text, writer->error);
}

static int put_number(struct writer *writer, uint64_t number) {
    return output_number(writer->output, number, writer->error);
}

static int put_key(struct writer *writer, const char *key, json_t *value) {
    if (put_text(writer, ",\n ")) {
        json_decref(value);
        return -1;
    }
    return evidence_put_key(writer->output, key, value, writer->error);
}

static const uint32_t *tuple_of(const struct writer *writer, uint64_t node) {
    return writer->evidence->tuples + node * (writer->evidence->components + 1);
}

static const struct observer_state *state_of(const struct writer *writer, uint64_t node) {
    return &writer->evidence->observer->observer.state[tuple_of(writer, node)[writer->evidence->components]];
}

static int may_go_on(const struct writer *writer, uint64_t node) {
    if (node % STOP_NODES != 0) {
        return 0;
    }
    if (run_should_stop(writer->run)) {
        return error_set(writer->error, ERROR_INTERRUPTED, "interrupted while the evidence was written");
    }
    run_tell(writer->run, "writing", node, writer->evidence->nodes, "nodes");
    return 0;
}

/* --- JSON --- */

/* Replaces *text by the text of a subformula. Returns 0, or -1 if memory runs out. */
static int write_subformula(const struct writer *writer, uint32_t state, struct pattern_text *text) {
    text->length = 0;
    return formula_write(writer->evidence->observer->origin[state], writer->property->dialect, STRATEGY_TEXT,
                         writer->run->memory, text);
}

static json_t *json_subformulas(const struct writer *writer) {
    const struct formula_observer *observer = writer->evidence->observer;
    json_t *list = json_array();
    struct memory *memory = writer->run->memory;
    struct pattern_text text = {0};
    for (uint32_t k = 0; k < observer->observer.states && list != NULL; k++) {
        if (write_subformula(writer, k, &text) != 0 ||
            json_array_append_new(list, json_text(memory, text.data)) != 0) {
            json_decref(list);
            list = NULL;
        }
    }
    pattern_text_free(memory, &text);
    return list;
}

/* , "holds": .., "labels": .., "subformulas": .., "nodes": .. */
static int put_parts(struct writer *writer) {
    const struct label_texts *labels = writer->evidence->labels;
    return put_key(writer, "holds", json_boolean(writer->evidence->holds)) ||
           put_key(writer, "labels", json_bytes_list(writer->run->memory, labels->text, labels->count)) ||
           put_key(writer, "subformulas", json_subformulas(writer)) || put_text(writer, ",\n \"nodes\": ") ||
           put_number(writer, writer->evidence->nodes);
}

static int put_head(struct writer *writer) {
    const struct strategy *evidence = writer->evidence;
    struct memory *memory = writer->run->memory;
    int graph = evidence->shape == STRATEGY_GRAPH;
    int failed =
        evidence_put_head(writer->output, graph ? "parity" : "trace", writer->subject, memory, writer->error);
    if (graph) {
        failed = failed || put_text(writer, ",\n \"property\": ") ||
                 evidence_put_property(writer->output, writer->property, memory, writer->error);
    } else {
        failed = failed || evidence_put_trace(writer->output, &evidence->trace, writer->property, memory,
                                              writer->error);
    }
    return failed || put_parts(writer) || put_text(writer, "}\n");
}

/* [STATE,SUBFORMULA,OWNER,PRIORITY,[[LABEL,NODE],..]] */
static int put_node(struct writer *writer, uint64_t node) {
    const struct strategy *evidence = writer->evidence;
    const struct observer_state *state = state_of(writer, node);
    const uint32_t *tuple = tuple_of(writer, node);
    int failed = put_text(writer, "[") ||
                 evidence_put_state(writer->output, tuple, evidence->components, writer->error) ||
                 put_text(writer, ",") || put_number(writer, tuple[evidence->components]) ||
                 put_text(writer, ",") || put_number(writer, state->owner) || put_text(writer, ",") ||
                 put_number(writer, state->priority) || put_text(writer, ",[");
    for (uint64_t edge = evidence->offsets[node]; edge < evidence->offsets[node + 1] && !failed; edge++) {
        uint32_t label = evidence->edge_labels[edge];
        failed = put_text(writer, edge == evidence->offsets[node] ? "[" : ",[") ||
                 (label == STRATEGY_NO_LABEL ? put_text(writer, "null") : put_number(writer, label)) ||
                 put_text(writer, ",") || put_number(writer, evidence->targets[edge]) ||
                 put_text(writer, "]");
    }
    return failed || put_text(writer, "]]");
}

static int write_json(struct writer *writer) {
    int failed = put_head(writer);
    for (uint64_t node = 0; node < writer->evidence->nodes && !failed; node++) {
        failed = may_go_on(writer, node) || put_node(writer, node) || put_text(writer, "\n");
    }
    return failed;
}

int formula_evidence_put(output *output, const struct strategy *evidence, const struct property *property,
                         uint64_t most_nodes, const struct run *run, struct error *error) {
    struct writer writer = {evidence, property, NULL, run, error, output};
    uint64_t nodes = evidence->nodes < most_nodes ? evidence->nodes : most_nodes;
    int failed = put_parts(&writer) || put_text(&writer, ",\n \"strategy\": [");
    for (uint64_t node = 0; node < nodes && !failed; node++) {
        failed = put_text(&writer, node == 0 ? "\n" : ",\n") || put_node(&writer, node);
    }
    return failed || put_text(&writer, "]") ? -1 : 0;
}

/* --- tables --- */

static int put_state_text(struct writer *writer, const uint32_t *tuple) {
    int failed = put_text(writer, "(");
    for (uint32_t k = 0; k < writer->evidence->components && !failed; k++) {
        failed = put_text(writer, k == 0 ? "" : ", ") || put_text(writer, writer->subject->components[k]) ||
                 put_text(writer, " ") || put_number(writer, tuple[k]);
    }
    return failed || put_text(writer, ")");
}

static int put_subformula(struct writer *writer, uint32_t state) {
    struct pattern_text text = {0};
    int failed = write_subformula(writer, state, &text) != 0
                     ? error_memory(writer->error, "to write the evidence")
                     : put_text(writer, text.data);
    pattern_text_free(writer->run->memory, &text);
    return failed;
}

static int put_move_text(struct writer *writer, uint64_t edge) {
    uint32_t label = writer->evidence->edge_labels[edge];
    return put_text(writer, "    -> node ") || put_number(writer, writer->evidence->targets[edge]) ||
           (label != STRATEGY_NO_LABEL &&
            (put_text(writer, "  ") || put_text(writer, writer->evidence->labels->text[label]))) ||
           put_text(writer, "\n");
}

static int put_node_text(struct writer *writer, uint64_t node) {
    const struct strategy *evidence = writer->evidence;
    const uint32_t *tuple = tuple_of(writer, node);
    const struct observer_state *state = state_of(writer, node);
    int failed = put_text(writer, "node ") || put_number(writer, node) || put_text(writer, "  ") ||
                 put_state_text(writer, tuple) ||
                 put_text(writer, state->owner == PLAYER_EVEN ? "  even, priority " : "  odd, priority ") ||
                 put_number(writer, state->priority) || put_text(writer, "\n    ") ||
                 put_subformula(writer, tuple[evidence->components]) || put_text(writer, "\n");
    for (uint64_t edge = evidence->offsets[node]; edge < evidence->offsets[node + 1] && !failed; edge++) {
        failed = put_move_text(writer, edge);
    }
    return failed;
}

static int write_table(struct writer *writer) {
    int failed = 0;
    for (uint64_t node = 0; node < writer->evidence->nodes && !failed; node++) {
        failed = may_go_on(writer, node) || put_node_text(writer, node);
    }
    return failed;
}

/* --- files --- */

/* Refuses a formula with bytes that are not UTF-8: JSON would have to replace them, which gives another
 * formula. */
static int check_text(const struct writer *writer) {
    json_t *text = json_string(writer->property->text);
    if (text == NULL) {
        return error_set(writer->error, ERROR_INPUT,
                         "evidence in JSON contains the formula's text, and this text is not UTF-8");
    }
    json_decref(text);
    return 0;
}

int formula_evidence_write(const char *path, enum file_format format, const struct strategy *evidence,
                           const struct property *property, const struct evidence_subject *subject,
                           const struct run *run, struct error *error) {
    struct writer writer = {evidence, property, subject, run, error, NULL};
    if (format != FILE_JSON && evidence->shape != STRATEGY_GRAPH) {
        return evidence_write_trace(path, format, &evidence->trace, property, subject, run, error);
    }
    if (format == FILE_AUT) {
        return error_set(error, ERROR_USAGE,
                         "the evidence is a strategy that branches, and cannot be written as a linear graph: "
                         "name a .json file, or a file for a table");
    }
    if (format == FILE_JSON && check_text(&writer) != 0) {
        return -1;
    }
    writer.output = output_create(run, path, error);
    if (writer.output == NULL) {
        return -1;
    }
    if (format == FILE_JSON ? write_json(&writer) : write_table(&writer)) {
        output_discard(writer.output);
        return -1;
    }
    return output_finish(writer.output, error);
}
