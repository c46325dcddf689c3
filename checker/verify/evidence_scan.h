#ifndef HEDDLE_CHECKER_VERIFY_EVIDENCE_SCAN_H
#define HEDDLE_CHECKER_VERIFY_EVIDENCE_SCAN_H

/* Shared by the readers of evidence: the stream, byte by byte, and the numbers in it. */
#include "base/arena.h"
#include "base/error.h"
#include "base/stream/input.h"
#include "checker/verify/evidence_read.h"

#define EVIDENCE_BUFFER_BYTES ((size_t)64 << 10)
#define EVIDENCE_END (-1)
#define EVIDENCE_FAILED (-2)

struct json_t;

struct evidence_reader {
    const struct run *run;
    char *path;
    uint64_t path_bytes;
    input *input;
    unsigned char *buffer;
    size_t at, end;
    uint64_t line, column; /* position of the next byte, from 1 */
    uint64_t bytes;        /* bytes read so far */
    uint64_t tuple_line;
    uint64_t left;      /* lines of the piece that have not been read: tuples, states, or nodes */
    uint64_t announced; /* lines that the piece announces */
    uint64_t pieces;
    arena *arena; /* memory for the evidence */
    struct evidence evidence;
    uint64_t value_bytes; /* upper bound of the memory that jansson needs for the value so far */
    int failed;           /* *error is filled */
    struct error *error;  /* the error of the current call */
};

/* The place of the next byte. */
static inline struct source_position evidence_place(const struct evidence_reader *reader) {
    return (struct source_position){reader->path, reader->line, reader->column};
}

/* Refills the buffer. Returns the next byte without consuming it, EVIDENCE_END or EVIDENCE_FAILED. */
int evidence_refill(evidence_reader *reader);

/* The next byte, without consuming it; or EVIDENCE_END or EVIDENCE_FAILED. */
static inline int evidence_peek(evidence_reader *reader) {
    return reader->at < reader->end ? reader->buffer[reader->at] : evidence_refill(reader);
}

/* Consumes the byte that evidence_peek returned. */
static inline void evidence_take(evidence_reader *reader) {
    int newline = reader->buffer[reader->at++] == '\n';
    reader->line += (uint64_t)newline;
    reader->column = newline ? 1 : reader->column + 1;
    reader->bytes++;
}

/* Skips white space and returns the next byte without consuming it. */
int evidence_skip_blanks(evidence_reader *reader);
/* Both report an error at the next byte, unless there is an error already, and return -1. */
int evidence_fail(evidence_reader *reader, const char *text);
int evidence_unexpected(evidence_reader *reader, int byte, const char *expected);

/* The names of the piece in messages ("certificate", "trace", "evidence") and of its lines ("state",
 * "node"). */
const char *evidence_name(const evidence_reader *reader);
const char *evidence_line_name(const evidence_reader *reader);
/* Scans a number below 2^32; what: its name in messages. */
int evidence_scan_number(evidence_reader *reader, const char *what, uint32_t *number);
/* Finds the beginning of the next announced line and consumes its '['. Returns 1, 0 after the last line, or
 * -1. */
int evidence_scan_line(evidence_reader *reader);
/* Copies the next announced records of a packed certificate, as evidence_read_packed does. */
int64_t evidence_scan_packed(evidence_reader *reader, uint8_t *bytes, uint64_t count);
/* Scans the numbers of a tuple, after its '[', and its ']'. Returns 0 or -1. */
int evidence_scan_tuple(evidence_reader *reader, uint32_t *tuple, uint32_t length);

/* Converts a JSON value, the head of a piece or a trace, to reader->evidence
 * (checker/verify/evidence_convert.c). Returns 0, or -1 with *reader->error filled. */
int evidence_convert(evidence_reader *reader, const struct json_t *json);

#endif
