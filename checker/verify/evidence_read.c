/*
 * Reads evidence: a stream of JSON values. Jansson loads traces and the heads of the other kinds; it gets its
 * input byte by byte, so that it does not read beyond the value. Tuples and rows, of which there may be
 * millions, are scanned (checker/verify/evidence_scan.c, checker/verify/evidence_rows.c).
 */
#include "checker/verify/evidence_read.h"

#include <jansson.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/verify/evidence_scan.h"

#define STOP_BYTES 65536u /* bytes between two checks of the remaining memory */

evidence_reader *evidence_open(const char *path, const struct run *run, struct error *error) {
    struct memory *memory = run->memory;
    evidence_reader *reader = memory_allocate_zeroed(memory, sizeof *reader);
    if (reader == NULL) {
        error_memory(error, "to read the evidence");
        return NULL;
    }
    reader->run = run;
    reader->line = reader->column = 1;
    const char *name = strcmp(path, "-") == 0 ? "<stdin>" : path;
    reader->path_bytes = strlen(name) + 1;
    reader->path = memory_allocate(memory, reader->path_bytes);
    reader->buffer = memory_allocate(memory, EVIDENCE_BUFFER_BYTES);
    if (reader->path == NULL || reader->buffer == NULL) {
        error_memory(error, "to read the evidence");
        evidence_close(reader);
        return NULL;
    }
    memcpy(reader->path, name, reader->path_bytes);
    reader->input = input_open(run, path, error);
    if (reader->input == NULL) {
        evidence_close(reader);
        return NULL;
    }
    return reader;
}

static void forget(evidence_reader *reader) {
    trace_free(reader->run->memory, &reader->evidence.trace);
    GROWING_FREE(reader->run->memory, reader->evidence.own_labels);
    measured_formula_free(&reader->evidence.formula, reader->run->memory);
    if (reader->evidence.definitions.memory != NULL) {
        definitions_free(&reader->evidence.definitions);
    }
    if (reader->evidence.second != NULL && reader->evidence.second->definitions.memory != NULL) {
        definitions_free(&reader->evidence.second->definitions);
    }
    arena_free(reader->arena);
    reader->arena = NULL;
    memset(&reader->evidence, 0, sizeof reader->evidence);
}

void evidence_close(evidence_reader *reader) {
    if (reader == NULL) {
        return;
    }
    struct memory *memory = reader->run->memory;
    forget(reader);
    input_close(reader->input);
    memory_free(memory, reader->buffer, EVIDENCE_BUFFER_BYTES);
    memory_free(memory, reader->path, reader->path_bytes);
    memory_free(memory, reader, sizeof *reader);
}

int evidence_is_aut(evidence_reader *reader, struct error *error) {
    reader->error = error;
    int byte = evidence_skip_blanks(reader);
    if (byte == '{' || byte == 'd') {
        return byte == 'd';
    }
    return evidence_unexpected(reader, byte, "evidence, a JSON object or an AUT graph");
}

/* --- values --- */

/* An upper bound of the memory that jansson allocates for what the byte begins. */
static unsigned cost(int byte) {
    switch (byte) {
    case '{':
        return 512;
    case '[':
        return 192;
    case ':':
        return 128;
    case ',':
        return 64;
    default:
        return 2;
    }
}

/* Called by jansson. Returns 1 and one byte, 0 at the end, or jansson's value for an error. */
static size_t feed(void *buffer, size_t size, void *context) {
    evidence_reader *reader = context;
    int byte = size == 0 ? EVIDENCE_END : evidence_peek(reader);
    if (byte < 0) {
        return byte == EVIDENCE_END ? 0 : (size_t)-1;
    }
    reader->value_bytes += cost(byte);
    if (reader->bytes % STOP_BYTES == 0 && reader->value_bytes > memory_left(reader->run->memory)) {
        reader->failed = 1;
        reader->end = reader->at;
        error_at(reader->error, ERROR_MEMORY, (struct source_position){reader->path, reader->line, 0},
                 "not enough memory for a JSON value of this size");
        return (size_t)-1;
    }
    *(unsigned char *)buffer = (unsigned char)byte;
    evidence_take(reader);
    return 1;
}

/* Loads the JSON value that begins at the next byte. NULL on failure. */
static json_t *load(evidence_reader *reader) {
    uint64_t line = reader->line, column = reader->column;
    json_error_t wrong;
    reader->value_bytes = 0;
    json_t *root = json_load_callback(feed, reader, JSON_DISABLE_EOF_CHECK | JSON_REJECT_DUPLICATES, &wrong);
    if (root == NULL && !reader->failed) {
        if (json_error_code(&wrong) == json_error_out_of_memory) {
            error_memory(reader->error, "to read the evidence");
        } else {
            uint64_t at = wrong.column < 1 ? 1 : (uint64_t)wrong.column;
            error_at(reader->error, ERROR_INPUT,
                     (struct source_position){reader->path, line + (uint64_t)wrong.line - 1,
                                              wrong.line == 1 ? column + at - 1 : at},
                     "%s", wrong.text);
        }
    }
    return root;
}

/* Skips the unread records of a packed certificate. */
static int skip_packed(evidence_reader *reader) {
    uint8_t *bytes = memory_allocate(reader->run->memory, reader->evidence.packed_bytes);
    int64_t count = bytes == NULL ? error_memory(reader->error, "to read the evidence") : 1;
    while (count > 0) {
        count = evidence_scan_packed(reader, bytes, 1);
    }
    memory_free(reader->run->memory, bytes, reader->evidence.packed_bytes);
    return (int)count;
}

/* Skips the unread lines of the previous piece, which its head alone refuted. */
static int skip_lines(evidence_reader *reader) {
    int status = 1;
    while ((status = evidence_scan_line(reader)) == 1) {
        for (uint64_t depth = 1; depth > 0;) {
            int byte = evidence_peek(reader);
            if (byte < 0 || byte == '{' || byte == '"') {
                return evidence_unexpected(reader, byte, "',' or ']'");
            }
            depth = byte == '[' ? depth + 1 : byte == ']' ? depth - 1 : depth;
            evidence_take(reader);
        }
    }
    return status;
}

int evidence_finish(evidence_reader *reader, struct error *error) {
    reader->error = error;
    if ((reader->evidence.packed != NULL ? skip_packed(reader) : skip_lines(reader)) != 0) {
        return -1;
    }
    int byte = evidence_skip_blanks(reader);
    if (byte == '[' && reader->pieces > 0) {
        return error_at(error, ERROR_INPUT, evidence_place(reader),
                        "a %s more than the %llu that the %s announces", evidence_line_name(reader),
                        (unsigned long long)reader->announced, evidence_name(reader));
    }
    return byte == EVIDENCE_FAILED ? -1 : 0;
}

int evidence_read(evidence_reader *reader, const struct evidence **evidence, struct error *error) {
    if (evidence_finish(reader, error) != 0) {
        return -1;
    }
    int byte = evidence_skip_blanks(reader);
    if (byte == EVIDENCE_END && reader->pieces > 0) {
        return 0;
    }
    if (byte != '{') {
        return evidence_unexpected(
            reader, byte, reader->pieces == 0 ? "evidence, a JSON object" : "another piece of evidence");
    }
    reader->tuple_line = reader->line;
    forget(reader);
    reader->arena = arena_create(reader->run->memory);
    if (reader->arena == NULL) {
        return error_memory(error, "to read the evidence");
    }
    json_t *root = load(reader);
    if (root == NULL) {
        return -1;
    }
    int status = evidence_convert(reader, root);
    json_decref(root);
    reader->announced = reader->left = reader->evidence.states;
    reader->pieces++;
    *evidence = &reader->evidence;
    return status != 0 ? -1 : 1;
}

/* --- values of variables --- */

static int refuse_value(const walker *walker, uint32_t component, int32_t value, struct error *error) {
    struct walker_variable variable = walker_variable(walker, component);
    const char *name = walker_name(walker, component);
    if (variable.is_bool) {
        error_set(error, ERROR_INPUT, "%.200s is true or false in the model, and %d in the evidence", name,
                  value);
    } else {
        uint64_t states = walker_local_states(walker, component);
        error_set(error, ERROR_INPUT, "%.200s is %lld to %lld in the model, and %d in the evidence", name,
                  (long long)variable.lowest, (long long)(variable.lowest + (int64_t)(states - 1)), value);
    }
    return 0;
}

int evidence_local_states(const struct evidence *evidence, const walker *walker, const struct run *run,
                          uint32_t **states, struct error *error) {
    const struct trace *trace = &evidence->trace;
    uint64_t count = (trace->steps + 1) * trace->components;
    *states = NULL;
    if (!evidence->has_path || (evidence->values == NULL && !walker_has_variables(walker))) {
        return 1;
    }
    if (evidence->values == NULL || !walker_has_variables(walker)) {
        error_set(error, ERROR_INPUT,
                  evidence->values == NULL
                      ? "the model has variables, and the states of the evidence have none"
                      : "the states of the evidence have variables, and the network none");
        return 0;
    }
    *states = memory_allocate_array(run->memory, count, sizeof **states);
    if (*states == NULL) {
        return error_memory(error, "for the states of the evidence");
    }
    for (uint64_t i = 0; i < count; i++) {
        uint32_t component = (uint32_t)(i % trace->components);
        int32_t value = (int32_t)trace->states[i];
        if (evidence->values[component] != walker_variable(walker, component).is_bool ||
            !walker_find_value(walker, component, value, &(*states)[i])) {
            memory_free(run->memory, *states, count * sizeof **states);
            *states = NULL;
            return refuse_value(walker, component, value, error);
        }
    }
    return 1;
}

/* --- tuples --- */

int evidence_read_tuple(evidence_reader *reader, uint32_t *tuple, uint32_t length, struct error *error) {
    reader->error = error;
    int status = evidence_scan_line(reader);
    return status == 1 && evidence_scan_tuple(reader, tuple, length) != 0 ? -1 : status;
}

int64_t evidence_read_packed(evidence_reader *reader, uint8_t *bytes, uint64_t count, struct error *error) {
    reader->error = error;
    return evidence_scan_packed(reader, bytes, count);
}

uint64_t evidence_line(const evidence_reader *reader) {
    return reader->tuple_line;
}
