#ifndef HEDDLE_CHECKER_VERIFY_EVIDENCE_SCAN_H
#define HEDDLE_CHECKER_VERIFY_EVIDENCE_SCAN_H

/* What the readers of evidence share: the stream, byte by byte, and numbers in it. */
#include "base/arena.h"
#include "base/stream/input.h"
#include "checker/verify/evidence_read.h"

#define EVIDENCE_BUFFER_BYTES ((size_t)64 << 10)
#define EVIDENCE_END (-1)
#define EVIDENCE_FAILED (-2)

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
    uint64_t left;      /* lines of the piece that are still to come: tuples, states */
    uint64_t announced; /* how many it has */
    uint64_t pieces;
    arena *arena; /* of the evidence */
    struct evidence evidence;
    uint64_t value_bytes; /* what jansson needs for the value so far, at most */
    int failed;           /* *error is filled */
    struct error *error;  /* of the call that runs */
};

/* Fills the buffer again: the next byte, which stays, EVIDENCE_END or EVIDENCE_FAILED. */
int evidence_refill(evidence_reader *reader);

/* The next byte, which stays; EVIDENCE_END or EVIDENCE_FAILED. */
static inline int evidence_peek(evidence_reader *reader) {
    return reader->at < reader->end ? reader->buffer[reader->at] : evidence_refill(reader);
}

/* Takes the byte that evidence_peek has shown. */
static inline void evidence_take(evidence_reader *reader) {
    int newline = reader->buffer[reader->at++] == '\n';
    reader->line += (uint64_t)newline;
    reader->column = newline ? 1 : reader->column + 1;
    reader->bytes++;
}

/* The next byte that is no white space, which stays. */
int evidence_skip_blanks(evidence_reader *reader);
/* Both return -1 with an error at the next byte, unless there is one already. */
int evidence_fail(evidence_reader *reader, const char *text);
int evidence_unexpected(evidence_reader *reader, int byte, const char *expected);

/* The piece as messages name it: "certificate", "trace", "evidence"; and its lines: "state", "node". */
const char *evidence_name(const evidence_reader *reader);
const char *evidence_line_name(const evidence_reader *reader);
/* A number below 2^32; what: as messages name it. */
int evidence_scan_number(evidence_reader *reader, const char *what, uint32_t *number);
/* Where the next of the announced lines begins, '[' if it is well-formed: 1 and it is taken; 0 after the
 * last one; -1. */
int evidence_scan_line(evidence_reader *reader);
/* Numbers of a tuple, '[' being taken already, and its ']'. 0 or -1. */
int evidence_scan_tuple(evidence_reader *reader, uint32_t *tuple, uint32_t length);

#endif
