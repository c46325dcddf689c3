/* Writes evidence (docs/evidence.md). Long traces and certificates are written piece by piece. */
#include "checker/evidence/evidence.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/text/json_text.h"
#include "base/memory.h"
#include "base/stream/output.h"
#include "base/run.h"
#include "base/text/text.h"
#include "checker/evidence/evidence_put.h"
#include "checker/property/property.h"
#include "checker/evidence/trace_table.h"
#include "frontend/formats/aut_write.h"
#include "explorer/model/lts.h"

const enum file_format evidence_trace_formats[4] = {FILE_TXT, FILE_AUT, FILE_JSON, FILE_UNKNOWN};

/* --- pieces of JSON --- */

static int put_json(output *output, json_t *value, struct error *error) {
    char *text = value == NULL ? NULL : json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
    int failed = text == NULL ? error_memory(error, "for the JSON text") : output_text(output, text, error);
    free(text);
    json_decref(value);
    return failed;
}

int evidence_put_key(output *output, const char *key, json_t *value, struct error *error) {
    int failed = output_text(output, "\"", error) || output_text(output, key, error) ||
                 output_text(output, "\": ", error);
    if (failed) {
        json_decref(value);
        return -1;
    }
    return put_json(output, value, error);
}

int evidence_put_state(output *output, const uint32_t *state, uint32_t components, struct error *error) {
    int failed = output_text(output, "[", error);
    for (uint32_t i = 0; i < components && !failed; i++) {
        failed = (i > 0 && output_text(output, ",", error)) || output_number(output, state[i], error);
    }
    return failed || output_text(output, "]", error) ? -1 : 0;
}

static json_t *json_inputs(struct memory *memory, const struct evidence_subject *subject) {
    const struct exp_options *options = subject->options;
    return json_pack("{s:o, s:b, s:b, s:s, s:o}", "network", json_bytes(memory, subject->network),
                     "ignore_case", options->ignore_case, "independent", options->independent, "regex",
                     options->regex_extended ? "extended" : "basic", "internal",
                     json_bytes_list(memory, options->internal, options->internal_count));
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
    const char *kind = property_kind_name(property->kind);
    json_t *name = json_text(memory, property->name);
    switch (property->kind) {
    case PROPERTY_DEADLOCK:
    case PROPERTY_LIVELOCK:
        return json_pack("{s:s, s:o}", "kind", kind, "name", name);
    case PROPERTY_NEVER:
    case PROPERTY_STARVATION:
    case PROPERTY_ALMOST_SURELY:
    case PROPERTY_ALMOST_SURELY_REPEATEDLY:
        return json_pack("{s:s, s:o, s:o}", "kind", kind, "name", name, text_key(property),
                         json_bytes(memory, property->text));
    case PROPERTY_FAIR_CYCLE:
        return json_pack("{s:s, s:o, s:o}", "kind", kind, "name", name, "labels",
                         json_parts(memory, property));
    case PROPERTY_MONITOR:
        return json_pack("{s:s, s:o, s:o, s:o}", "kind", kind, "name", name, "file",
                         json_bytes(memory, monitor_path(property->monitor)), "error_states",
                         json_error_states(property->monitor));
    case PROPERTY_FORMULA:
        return json_pack("{s:s, s:o, s:o, s:s}", "kind", kind, "name", name, "formula",
                         json_bytes(memory, property->text), "dialect",
                         property->dialect == FORMULA_DIALECT_MCF ? "mcf" : "mcl");
    }
    return NULL;
}

int evidence_put_head(output *output, const char *kind, const struct evidence_subject *subject,
                      struct memory *memory, struct error *error) {
    return output_text(output, "{\"heddle_evidence\": 1, ", error) ||
                   evidence_put_key(output, "kind", json_string(kind), error) ||
                   output_text(output, ", ", error) ||
                   evidence_put_key(output, "inputs", json_inputs(memory, subject), error) ||
                   output_text(output, ", ", error) ||
                   evidence_put_key(output, "components",
                                    json_bytes_list(memory, subject->components, subject->component_count),
                                    error)
               ? -1
               : 0;
}

int evidence_put_property(output *output, const struct property *property, struct memory *memory,
                          struct error *error) {
    return put_json(output, property == NULL ? json_null() : json_property(memory, property), error);
}

/* --- traces --- */

int evidence_put_trace(output *output, const struct trace *trace, const struct property *property,
                       struct memory *memory, struct error *error) {
    int failed = output_text(output, ",\n \"property\": ", error) ||
                 evidence_put_property(output, property, memory, error) ||
                 output_text(output, ",\n \"initial\": ", error) ||
                 evidence_put_state(output, trace_state(trace, 0), trace->components, error) ||
                 output_text(output, ",\n \"steps\": [", error);
    for (uint64_t step = 0; step < trace->steps && !failed; step++) {
        failed = output_text(output, step == 0 ? "\n  {" : ",\n  {", error) ||
                 evidence_put_key(output, "label", json_bytes(memory, trace->labels[step]), error) ||
                 output_text(output, ", \"to\": ", error) ||
                 evidence_put_state(output, trace_state(trace, step + 1), trace->components, error) ||
                 output_text(output, "}", error);
    }
    json_t *lasso = trace->lasso == TRACE_NO_LASSO ? json_null() : json_integer((json_int_t)trace->lasso);
    if (failed || output_text(output, "],\n ", error)) {
        json_decref(lasso);
        return -1;
    }
    return evidence_put_key(output, "lasso", lasso, error) ? -1 : 0;
}

static int write_json(output *output, const struct trace *trace, const struct property *property, int holds,
                      const struct evidence_subject *subject, struct memory *memory, struct error *error) {
    return evidence_put_head(output, "trace", subject, memory, error) ||
                   evidence_put_trace(output, trace, property, memory, error) ||
                   (holds && output_text(output, ",\n \"holds\": true", error)) ||
                   output_text(output, "}\n", error)
               ? -1
               : 0;
}

/* Writes a linear graph; the last transition of a lasso leads back. */
static int write_aut(output *output, const struct trace *trace, struct error *error) {
    uint64_t lasso = trace->lasso != TRACE_NO_LASSO && trace->steps > 0 ? trace->lasso : UINT64_MAX;
    uint64_t states = trace->steps + (lasso == UINT64_MAX);
    int failed = aut_write_header(output, 0, trace->steps, states, error);
    for (uint64_t step = 0; step < trace->steps && !failed; step++) {
        uint64_t to = step + 1 == states ? lasso : step + 1;
        failed = aut_write_transition(output, step, trace->labels[step], to, error);
    }
    return failed ? -1 : 0;
}

struct table_writer {
    output *output;
    struct error *error;
};

static int write_text(void *context, const char *text, size_t length) {
    struct table_writer *writer = context;
    return output_write(writer->output, text, length, writer->error);
}

static int write_trace(const char *path, enum file_format format, const struct trace *trace,
                       const struct property *property, int holds, const struct evidence_subject *subject,
                       const struct run *run, struct error *error) {
    output *output = output_create(run, path, error);
    if (output == NULL) {
        return -1;
    }
    struct table_writer writer = {output, error};
    int failed = 0;
    switch (format) {
    default:
        failed = trace_write_table(trace, subject->components, subject->semantics, UINT64_MAX, write_text,
                                   &writer);
        break;
    case FILE_AUT:
        failed = write_aut(output, trace, error);
        break;
    case FILE_JSON:
        failed = write_json(output, trace, property, holds, subject, run->memory, error);
        break;
    }
    if (failed) {
        output_discard(output);
        return -1;
    }
    return output_finish(output, error);
}

int evidence_write_trace(const char *path, enum file_format format, const struct trace *trace,
                         const struct property *property, const struct evidence_subject *subject,
                         const struct run *run, struct error *error) {
    return write_trace(path, format, trace, property, 0, subject, run, error);
}

int evidence_write_witness(const char *path, enum file_format format, const struct trace *trace,
                           const struct property *property, const struct evidence_subject *subject,
                           const struct run *run, struct error *error) {
    return write_trace(path, format, trace, property, 1, subject, run, error);
}
