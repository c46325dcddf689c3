/* Writes evidence (docs/evidence-format.md). Long traces and certificates are written piece by piece. */
#include "checker/evidence/evidence.h"

#include <jansson.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/text/definitions.h"
#include "base/text/json_text.h"
#include "base/run.h"
#include "checker/evidence/evidence_put.h"
#include "checker/evidence/formula_evidence.h"
#include "checker/property/fairness.h"
#include "checker/evidence/trace_step.h"
#include "checker/evidence/trace_table.h"
#include "frontend/exp/syntax/exp_tree.h"
#include "frontend/formats/aut_write.h"
#include "frontend/walk/walker.h"

#define REPORT_LINES 65536u

const enum file_format evidence_trace_formats[4] = {FILE_TXT, FILE_AUT, FILE_JSON, FILE_UNKNOWN};

/* --- files --- */

int evidence_writer_open(struct evidence_writer *writer, const char *path) {
    writer->output = output_create(writer->run, path, writer->error);
    return writer->output == NULL ? -1 : 0;
}

int evidence_writer_close(struct evidence_writer *writer) {
    if (!writer->failed) {
        return output_finish(writer->output, writer->error);
    }
    output_discard(writer->output);
    return -1;
}

static int stop(struct evidence_writer *writer) {
    return run_ask(writer->run, writer->error, "interrupted while the evidence was written");
}

void evidence_writer_report(struct evidence_writer *writer, uint64_t done, uint64_t total, const char *unit) {
    if (done % REPORT_LINES != 0 || writer->failed) {
        return;
    }
    run_tell(writer->run, "writing", done, total, unit);
    writer->failed = stop(writer);
}

void evidence_writer_require(struct evidence_writer *writer, const struct evidence_subject *subject) {
    if (!writer->failed && walker_lacked_memory(subject->walker)) {
        writer->failed = error_memory(writer->error, "for the steps of the trace");
    }
}

/* --- pieces --- */

void evidence_put_text(struct evidence_writer *writer, const char *text) {
    writer->failed = writer->failed || output_text(writer->output, text, writer->error) != 0;
}

void evidence_put_bytes(struct evidence_writer *writer, const void *bytes, size_t size) {
    writer->failed = writer->failed || output_write(writer->output, bytes, size, writer->error) != 0;
}

void evidence_put_number(struct evidence_writer *writer, const char *before, uint64_t number) {
    evidence_put_text(writer, before);
    writer->failed = writer->failed || output_number(writer->output, number, writer->error) != 0;
}

void evidence_put_json(struct evidence_writer *writer, const char *before, json_t *value) {
    char *text = value == NULL ? NULL : json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
    evidence_put_text(writer, before);
    if (text != NULL) {
        evidence_put_text(writer, text);
    } else if (!writer->failed) {
        writer->failed = error_memory(writer->error, "for the JSON text");
    }
    free(text);
    json_decref(value);
}

void evidence_put_state(struct evidence_writer *writer, const uint32_t *state, uint32_t components) {
    evidence_put_text(writer, "[");
    for (uint32_t i = 0; i < components; i++) {
        evidence_put_number(writer, i == 0 ? "" : ",", state[i]);
    }
    evidence_put_text(writer, "]");
}

void evidence_put_values(struct evidence_writer *writer, const struct evidence_subject *subject,
                         const uint32_t *state) {
    char text[WALKER_STATE_TEXT];
    if (!walker_has_variables(subject->walker)) {
        evidence_put_state(writer, state, subject->component_count);
        return;
    }
    evidence_put_text(writer, "{");
    for (uint32_t i = 0; i < subject->component_count; i++) {
        evidence_put_json(writer, i == 0 ? "" : ",", json_bytes(writer->run->memory, subject->components[i]));
        evidence_put_text(writer, ":");
        evidence_put_text(writer, walker_state_text(subject->walker, i, state[i], text));
    }
    evidence_put_text(writer, "}");
}

/* {"N": "4"}, or NULL if memory runs out. */
static json_t *json_constants(struct memory *memory, const struct definitions *definitions) {
    json_t *object = json_object();
    for (uint64_t i = 0; i < definitions->list.count; i++) {
        const struct definition *one = &definitions->list.data[i];
        if (json_object_set_new(object, one->name, json_text(memory, one->value)) != 0) {
            json_decref(object);
            return NULL;
        }
    }
    return object;
}

static json_t *json_inputs(struct memory *memory, const struct evidence_subject *subject) {
    const struct exp_options *options = subject->options;
    json_t *inputs = json_pack("{s:o, s:b, s:b, s:s, s:o}", "network", json_bytes(memory, subject->network),
                               "ignore_case", options->ignore_case, "independent", options->independent,
                               "regex", options->regex_extended ? "extended" : "basic", "internal",
                               json_bytes_list(memory, options->internal, options->internal_count));
    if (options->definitions != NULL && options->definitions->list.count > 0 &&
        json_object_set_new(inputs, "constants", json_constants(memory, options->definitions)) != 0) {
        json_decref(inputs);
        return NULL;
    }
    return inputs;
}

/* All error states, including those with an ERROR transition. */
static json_t *json_error_states(const struct monitor *monitor) {
    uint32_t count;
    const uint32_t *errors = monitor_errors(monitor, &count);
    json_t *array = json_array();
    for (uint32_t i = 0; i < count; i++) {
        if (json_array_append_new(array, json_integer(errors[i])) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

static const char *text_key(const struct property *property) {
    return property->pattern != NULL ? "pattern" : "label";
}

static json_t *json_parts(struct memory *memory, const struct property *property) {
    json_t *array = json_array();
    for (uint32_t i = 0; i < property->part_count; i++) {
        const struct property *part = &property->parts[i];
        if (json_array_append_new(array,
                                  json_pack("{s:o}", text_key(part), json_bytes(memory, part->text))) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

static json_t *json_property(struct memory *memory, const struct property *property) {
    const char *kind = property_row(property->kind)->name;
    json_t *name = json_text(memory, property->name);
    switch (property_row(property->kind)->takes) {
    case PROPERTY_TAKES_NOTHING:
        return json_pack("{s:s, s:o}", "kind", kind, "name", name);
    case PROPERTY_TAKES_LABEL:
        return json_pack("{s:s, s:o, s:o}", "kind", kind, "name", name, text_key(property),
                         json_bytes(memory, property->text));
    case PROPERTY_TAKES_LABELS:
        return json_pack("{s:s, s:o, s:o}", "kind", kind, "name", name, "labels",
                         json_parts(memory, property));
    case PROPERTY_TAKES_MONITOR:
        return json_pack("{s:s, s:o, s:o, s:o}", "kind", kind, "name", name, "file",
                         json_bytes(memory, monitor_path(property->monitor)), "error_states",
                         json_error_states(property->monitor));
    case PROPERTY_TAKES_AUTOMATON:
        return json_pack("{s:s, s:o, s:o, s:o}", "kind", kind, "name", name, "file",
                         json_bytes(memory, property->file), "atoms",
                         json_bytes_list(memory, property->meaning, property->meaning_count));
    case PROPERTY_TAKES_FORMULA:
        if (property_row(property->kind)->dialect != FORMULA_DIALECT_AUTO) { /* the kind says it */
            return json_pack("{s:s, s:o, s:o}", "kind", kind, "name", name, "formula",
                             json_bytes(memory, property->text));
        }
        return json_pack("{s:s, s:o, s:o, s:s}", "kind", kind, "name", name, "formula",
                         json_bytes(memory, property->text), "dialect",
                         property->dialect == FORMULA_DIALECT_MCF ? "mcf" : "mcl");
    }
    return NULL;
}

void evidence_put_subject(struct evidence_writer *writer, const struct evidence_subject *subject) {
    struct memory *memory = writer->run->memory;
    evidence_put_json(writer, "\"inputs\": ", json_inputs(memory, subject));
    evidence_put_json(
        writer, ", \"components\": ", json_bytes_list(memory, subject->components, subject->component_count));
}

void evidence_put_mdp(struct evidence_writer *writer, const char *path, const struct exp_options *options) {
    evidence_put_json(writer, "\"inputs\": ",
                      json_pack("{s:o, s:b, s:s}", "mdp", json_bytes(writer->run->memory, path),
                                "ignore_case", options->ignore_case, "regex",
                                options->regex_extended ? "extended" : "basic"));
}

void evidence_put_head(struct evidence_writer *writer, unsigned version, const char *kind,
                       const struct evidence_subject *subject) {
    evidence_put_number(writer, "{\"heddle_evidence\": ", version);
    evidence_put_json(writer, ", \"kind\": ", json_string(kind));
    evidence_put_text(writer, ", ");
    evidence_put_subject(writer, subject);
}

/* Adds what the property assumes; NULL if memory runs out. */
static json_t *json_assuming(struct memory *memory, const struct property *property, json_t *object) {
    const struct fairness *fairness = property->fairness;
    if (object == NULL || !fairness_is_assumed(fairness)) {
        return object;
    }
    if (json_object_set_new(object, "fairness", json_string(fairness_names[fairness->processes])) != 0 ||
        (fairness->text != NULL &&
         json_object_set_new(object, "fair_labels", json_bytes(memory, fairness->text)) != 0)) {
        json_decref(object);
        return NULL;
    }
    return object;
}

void evidence_put_property(struct evidence_writer *writer, const struct property *property) {
    struct memory *memory = writer->run->memory;
    evidence_put_json(writer, "",
                      property == NULL ? json_null()
                                       : json_assuming(memory, property, json_property(memory, property)));
}

void evidence_put_local(struct evidence_writer *writer, const struct evidence_subject *subject,
                        const struct walker_transition *transition) {
    json_t *local = trace_local_json(subject, transition, json_bytes, writer->run->memory);
    if (!json_is_null(local)) {
        evidence_put_json(writer, ", \"local\": ", local);
    }
}

void evidence_put_observer(struct evidence_writer *writer, const char *before,
                           const struct evidence_claim *claim) {
    json_t *states = trace_observer_json(claim, writer->run->memory);
    if (!json_is_null(states)) {
        evidence_put_json(writer, before, states);
    }
}

void evidence_put_trace(struct evidence_writer *writer, const struct trace *trace,
                        const struct evidence_claim *claim) {
    const struct evidence_subject *subject = claim->subject;
    evidence_put_text(writer, ",\n \"property\": ");
    evidence_put_property(writer, claim->property);
    evidence_put_text(writer, ",\n \"initial\": ");
    evidence_put_values(writer, subject, trace_state(trace, 0));
    evidence_put_text(writer, ",\n \"steps\": [");
    for (uint64_t step = 0; step < trace->steps && !writer->failed; step++) {
        evidence_put_json(writer, step == 0 ? "\n  {\"label\": " : ",\n  {\"label\": ",
                          json_bytes(writer->run->memory, trace->labels[step]));
        evidence_put_text(writer, ", \"to\": ");
        evidence_put_values(writer, subject, trace_state(trace, step + 1));
        evidence_put_local(writer, subject, trace_transition(trace, subject->walker, step));
        evidence_put_text(writer, "}");
        evidence_writer_report(writer, step + 1, trace->steps, "steps");
    }
    evidence_put_json(writer, "],\n \"lasso\": ",
                      trace->lasso == TRACE_NO_LASSO ? json_null() : json_integer((json_int_t)trace->lasso));
    evidence_writer_require(writer, subject);
    if (claim->strategy == NULL) { /* the nodes of a strategy have its subformulas */
        evidence_put_observer(writer, ",\n \"observer\": ", claim);
    }
}

/* --- traces and strategies --- */

/* Writes a linear graph; the last transition of a lasso leads back. */
static void put_aut(struct evidence_writer *writer, const struct trace *trace) {
    uint64_t lasso = trace->lasso != TRACE_NO_LASSO && trace->steps > 0 ? trace->lasso : UINT64_MAX;
    uint64_t states = trace->steps + (lasso == UINT64_MAX);
    writer->failed = aut_write_header(writer->output, 0, trace->steps, states, writer->error);
    for (uint64_t step = 0; step < trace->steps && !writer->failed; step++) {
        uint64_t to = step + 1 == states ? lasso : step + 1;
        writer->failed = aut_write_transition(writer->output, step, trace->labels[step], to, writer->error);
        evidence_writer_report(writer, step + 1, trace->steps, "steps");
    }
}

static int put_table_text(void *context, const char *text, size_t length) {
    struct evidence_writer *writer = context;
    if (++writer->pieces % REPORT_LINES == 0 && stop(writer) != 0) {
        return -1;
    }
    return output_write(writer->output, text, length, writer->error);
}

static void put_trace_file(struct evidence_writer *writer, enum file_format format,
                           const struct evidence_claim *claim, const struct trace *trace) {
    switch (format) {
    default:
        writer->failed = trace_write_claim(claim, UINT64_MAX, writer->run->memory, put_table_text, writer);
        if (writer->failed > 0) {
            writer->failed = error_memory(writer->error, "for the steps of the trace");
        }
        evidence_writer_require(writer, claim->subject);
        break;
    case FILE_AUT:
        put_aut(writer, trace);
        break;
    case FILE_JSON:
        evidence_put_head(writer, 1, "trace", claim->subject);
        evidence_put_trace(writer, trace, claim);
        evidence_put_text(writer, claim->holds ? ",\n \"holds\": true}\n" : "}\n");
        break;
    }
}

void evidence_put_claim(struct evidence_writer *writer, const struct evidence_claim *claim) {
    if (claim->strategy != NULL && claim->strategy->is_part) {
        writer->failed =
            error_set(writer->error, ERROR_LIMIT,
                      "the strategy for the evidence has more than %u nodes: name an .aut or .txt file for "
                      "its path",
                      STRATEGY_NODES);
    } else if (claim->strategy != NULL) {
        formula_evidence_put_file(writer, claim);
    } else {
        put_trace_file(writer, FILE_JSON, claim, claim->trace);
    }
}

int evidence_write(const char *path, enum file_format format, const struct evidence_claim *claim,
                   const struct run *run, struct error *error) {
    struct evidence_writer writer = {.run = run, .error = error};
    const struct strategy *strategy = claim->strategy;
    if (evidence_writer_open(&writer, path) != 0) {
        return -1;
    }
    if (format == FILE_JSON) {
        evidence_put_claim(&writer, claim);
    } else {
        const struct trace *trace = strategy == NULL ? claim->trace : &strategy->trace;
        if (strategy == NULL || trace->steps > 0 || format == FILE_AUT) {
            put_trace_file(&writer, format, claim, trace);
        }
        if (strategy != NULL && format != FILE_AUT) {
            formula_evidence_put_table(&writer, claim);
        }
    }
    return evidence_writer_close(&writer);
}
