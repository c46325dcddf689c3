/* The results of an earlier run, for --report-base. */
#include "api/check/report_base.h"

#include <jansson.h>

#include "base/array.h"
#include "base/error.h"
#include "base/run.h"
#include "base/text/json_text.h"
#include "api/earlier_run.h"

/* The counts that a page compares. */
static const char *const kept_counts[] = {"states",       "transitions",   "product_states", "deadlocks",
                                          "complete",     "outcome",       "device",         "seconds",
                                          "game_seconds", "total_seconds", "memory_bytes"};

/* A property without its trace, of which only the length is kept; NULL if it is none. */
static json_t *take_property(const json_t *property) {
    json_t *name = json_object_get(property, "name"), *kind = json_object_get(property, "kind");
    json_t *verdict = json_object_get(property, "verdict"), *trace = json_object_get(property, "trace");
    json_t *steps = json_is_array(trace) ? json_integer((json_int_t)json_array_size(trace)) : json_null();
    if (!json_is_string(name) || !json_is_string(kind) || !json_is_string(verdict)) {
        return NULL;
    }
    return json_pack("{s:O, s:O, s:O, s:o}", "name", name, "kind", kind, "verdict", verdict, "steps", steps);
}

static int take_properties(const char *path, const json_t *run, json_t *base, struct error *error) {
    json_t *all = json_object_get(run, "properties"), *taken = json_array();
    if (json_object_set_new(base, "properties", taken) != 0) {
        return error_memory(error, "for the results of the earlier run");
    }
    for (size_t i = 0; i < json_array_size(all); i++) {
        json_t *property = take_property(json_array_get(all, i));
        if (property == NULL) {
            return error_in(error, ERROR_INPUT, path, "property %zu has no name, kind and verdict", i + 1);
        }
        json_array_append_new(taken, property);
    }
    return 0;
}

static json_t *take_counts(const json_t *run) {
    json_t *counts = json_object();
    for (size_t i = 0; i < LENGTH(kept_counts); i++) {
        json_t *value = json_object_get(run, kept_counts[i]);
        if (value != NULL) {
            json_object_set(counts, kept_counts[i], value);
        }
    }
    return counts;
}

static json_t *take_run(const char *path, const json_t *run, struct memory *memory, struct error *error) {
    json_t *base = json_pack("{s:o, s:o}", "file", json_text(memory, path), "counts", take_counts(run));
    if (base == NULL) {
        error_memory(error, "for the results of the earlier run");
    } else if (take_properties(path, run, base, error) != 0) {
        json_decref(base);
        base = NULL;
    }
    return base;
}

json_t *report_base_read(const char *path, const struct run *run, struct error *error) {
    json_t *value = earlier_run_read(path, "check", "properties", run, error);
    json_t *base = value == NULL ? NULL : take_run(path, value, run->memory, error);
    json_decref(value);
    return base;
}
