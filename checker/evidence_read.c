/*
 * Reading evidence: a stream of JSON values. Traces and heads of certificates are loaded by jansson, which is
 * fed byte by byte so that it takes nothing of what follows; tuples, of which there may be millions, are
 * scanned here.
 */
#include "checker/evidence_read.h"

#include <jansson.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/input.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/evidence_convert.h"

#define BUFFER_BYTES ((size_t)64 << 10)
#define STOP_BYTES 65536u /* between two looks at the stop flag */
#define END (-1)
#define FAILED (-2)

struct evidence_reader {
    const struct run *run;
    char *path;
    uint64_t path_bytes;
    input *input;
    unsigned char *buffer;
    size_t at, end;
    uint64_t line, column; /* of the next byte, from 1 */
    uint64_t bytes;        /* that were taken */
    uint64_t tuple_line;
    uint64_t left;      /* tuples of the certificate that are still to come */
    uint64_t announced; /* how many it has */
    uint64_t pieces;
    arena *arena; /* of the evidence */
    struct evidence evidence;
    uint64_t value_bytes; /* what jansson needs for the value so far, at most */
    int failed;           /* *error is filled */
    struct error *error;  /* of the call that runs */
};

evidence_reader *evidence_open(const char *path, const struct run *run, struct error *error) {
    struct memory *memory = run->memory;
    evidence_reader *reader = memory_allocate_zeroed(memory, sizeof *reader);
    if (reader == NULL) {
        error_set(error, ERROR_MEMORY, "not enough memory to read the evidence");
        return NULL;
    }
    reader->run = run;
    reader->line = reader->column = 1;
    reader->path_bytes = strlen(path) + 1;
    reader->path = memory_allocate(memory, reader->path_bytes);
    reader->buffer = memory_allocate(memory, BUFFER_BYTES);
    if (reader->path == NULL || reader->buffer == NULL) {
        error_set(error, ERROR_MEMORY, "not enough memory to read the evidence");
        evidence_close(reader);
        return NULL;
    }
    memcpy(reader->path, path, reader->path_bytes);
    reader->input = input_open(memory, path, error);
    if (reader->input == NULL) {
        evidence_close(reader);
        return NULL;
    }
    return reader;
}

static void forget(evidence_reader *reader) {
    trace_free(reader->run->memory, &reader->evidence.trace);
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
    memory_free(memory, reader->buffer, BUFFER_BYTES);
    memory_free(memory, reader->path, reader->path_bytes);
    memory_free(memory, reader, sizeof *reader);
}

/* --- bytes --- */

/* The next byte, which stays; END or FAILED. */
static int peek(evidence_reader *reader) {
    if (reader->at < reader->end) {
        return reader->buffer[reader->at];
    }
    if (reader->failed) {
        return FAILED;
    }
    int64_t count = input_read(reader->input, reader->buffer, BUFFER_BYTES, reader->error);
    if (count >= 0 && run_should_stop(reader->run)) {
        count = error_set(reader->error, ERROR_INTERRUPTED, "interrupted while %s was read", reader->path);
    }
    reader->failed = count < 0;
    reader->at = 0;
    reader->end = count < 0 ? 0 : (size_t)count;
    return count < 0 ? FAILED : count == 0 ? END : reader->buffer[0];
}

/* Takes the byte that peek has shown. */
static void take(evidence_reader *reader) {
    int newline = reader->buffer[reader->at++] == '\n';
    reader->line += (uint64_t)newline;
    reader->column = newline ? 1 : reader->column + 1;
    reader->bytes++;
}

/* The next byte that is no white space, which stays. */
static int skip_blanks(evidence_reader *reader) {
    int byte = peek(reader);
    while (byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n') {
        take(reader);
        byte = peek(reader);
    }
    return byte;
}

static int fail(evidence_reader *reader, const char *format, const char *text) {
    return error_at(reader->error, ERROR_INPUT, reader->path, reader->line, reader->column, format, text);
}

static int unexpected(evidence_reader *reader, int byte, const char *expected) {
    if (byte == FAILED) {
        return -1;
    }
    char found[32] = "the end of the file";
    if (byte != END) {
        snprintf(found, sizeof found, byte > ' ' && byte < 127 ? "'%c'" : "byte 0x%02x", byte);
    }
    return error_at(reader->error, ERROR_INPUT, reader->path, reader->line, reader->column,
                    "expected %s, found %s", expected, found);
}

int evidence_is_aut(evidence_reader *reader, struct error *error) {
    reader->error = error;
    int byte = skip_blanks(reader);
    if (byte == '{' || byte == 'd') {
        return byte == 'd';
    }
    return unexpected(reader, byte, "evidence, a JSON object or an AUT graph");
}

/* --- values --- */

/* An upper bound of what jansson allocates for what begins with the byte. */
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

/* Called by jansson: one byte, 0 at the end, or what it takes for an error. */
static size_t feed(void *buffer, size_t size, void *context) {
    evidence_reader *reader = context;
    int byte = size == 0 ? END : peek(reader);
    if (byte < 0) {
        return byte == END ? 0 : (size_t)-1;
    }
    reader->value_bytes += cost(byte);
    if (reader->bytes % STOP_BYTES == 0 && reader->value_bytes > memory_left(reader->run->memory)) {
        reader->failed = 1;
        reader->end = reader->at;
        error_at(reader->error, ERROR_MEMORY, reader->path, reader->line, 0,
                 "not enough memory for a JSON value of this size");
        return (size_t)-1;
    }
    *(unsigned char *)buffer = (unsigned char)byte;
    take(reader);
    return 1;
}

/* Loads the JSON value that begins here. NULL on failure. */
static json_t *load(evidence_reader *reader) {
    uint64_t line = reader->line, column = reader->column;
    json_error_t wrong;
    reader->value_bytes = 0;
    json_t *root = json_load_callback(feed, reader, JSON_DISABLE_EOF_CHECK | JSON_REJECT_DUPLICATES, &wrong);
    if (root == NULL && !reader->failed) {
        if (json_error_code(&wrong) == json_error_out_of_memory) {
            error_set(reader->error, ERROR_MEMORY, "not enough memory to read the evidence");
        } else {
            uint64_t at = wrong.column < 1 ? 1 : (uint64_t)wrong.column;
            error_at(reader->error, ERROR_INPUT, reader->path, line + (uint64_t)wrong.line - 1,
                     wrong.line == 1 ? column + at - 1 : at, "%s", wrong.text);
        }
    }
    return root;
}

int evidence_read(evidence_reader *reader, const struct evidence **evidence, struct error *error) {
    reader->error = error;
    int byte = skip_blanks(reader);
    if (byte == END && reader->pieces > 0) {
        return 0;
    }
    if (byte == '[' && reader->pieces > 0 && reader->evidence.kind == EVIDENCE_CERTIFICATE) {
        return error_at(error, ERROR_INPUT, reader->path, reader->line, reader->column,
                        "a state more than the %llu that the certificate announces",
                        (unsigned long long)reader->announced);
    }
    if (byte != '{') {
        return unexpected(reader, byte, reader->pieces == 0 ? "evidence, a JSON object" : "a certificate");
    }
    if (reader->pieces > 0 && reader->evidence.kind == EVIDENCE_TRACE) {
        return fail(reader, "%s", "something follows the trace");
    }
    forget(reader);
    reader->arena = arena_create(reader->run->memory);
    if (reader->arena == NULL) {
        return error_set(error, ERROR_MEMORY, "not enough memory to read the evidence");
    }
    struct evidence_value value = {reader->run->memory, reader->arena, reader->path, reader->line, error};
    json_t *root = load(reader);
    if (root == NULL) {
        return -1;
    }
    int status = evidence_convert(&value, root, &reader->evidence);
    json_decref(root);
    reader->announced = reader->left = reader->evidence.states;
    reader->pieces++;
    *evidence = &reader->evidence;
    return status != 0 ? -1 : 1;
}

/* --- tuples --- */

static int read_number(evidence_reader *reader, uint32_t *number) {
    int byte = skip_blanks(reader);
    if (byte < '0' || byte > '9') {
        return unexpected(reader, byte, "the number of a local state");
    }
    int zero = byte == '0';
    uint64_t value = 0;
    for (; byte >= '0' && byte <= '9'; byte = peek(reader)) {
        value = value * 10 + (uint64_t)(byte - '0');
        if (value > UINT32_MAX) {
            return fail(reader, "%s", "a local state beyond 4294967295");
        }
        take(reader);
        if (zero && value > 0) {
            return fail(reader, "%s", "a number with a zero in front");
        }
    }
    *number = (uint32_t)value;
    return byte == FAILED ? -1 : 0;
}

static int wrong_length(evidence_reader *reader, uint32_t length) {
    return error_at(reader->error, ERROR_INPUT, reader->path, reader->line, reader->column,
                    "a tuple of this certificate has %u numbers", length);
}

int evidence_read_tuple(evidence_reader *reader, uint32_t *tuple, uint32_t length, struct error *error) {
    reader->error = error;
    if (reader->left == 0) {
        return 0;
    }
    int byte = skip_blanks(reader);
    if (byte == END || byte == '{') {
        return error_at(error, ERROR_INPUT, reader->path, reader->line, reader->column,
                        "the certificate announces %llu states, and %llu are here",
                        (unsigned long long)reader->announced,
                        (unsigned long long)(reader->announced - reader->left));
    }
    if (byte != '[') {
        return unexpected(reader, byte, "a tuple");
    }
    reader->tuple_line = reader->line;
    reader->left--;
    take(reader);
    for (uint32_t k = 0; k < length; k++) {
        byte = k == 0 ? ',' : skip_blanks(reader);
        if ((k == 0 && skip_blanks(reader) == ']') || byte == ']') {
            return wrong_length(reader, length);
        }
        if (byte != ',') {
            return unexpected(reader, byte, "',' or ']'");
        }
        if (k > 0) {
            take(reader);
        }
        if (read_number(reader, &tuple[k]) != 0) {
            return -1;
        }
    }
    byte = skip_blanks(reader);
    if (byte == ',' || (length == 0 && byte >= '0' && byte <= '9')) {
        return wrong_length(reader, length);
    }
    if (byte != ']') {
        return unexpected(reader, byte, "']'");
    }
    take(reader);
    return 1;
}

uint64_t evidence_line(const evidence_reader *reader) {
    return reader->tuple_line;
}
