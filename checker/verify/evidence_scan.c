/* Scans evidence byte by byte: white space, numbers and tuples, with messages about anything else. */
#include "checker/verify/evidence_scan.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/run.h"

int evidence_refill(evidence_reader *reader) {
    if (reader->failed) {
        return EVIDENCE_FAILED;
    }
    int64_t count = input_read(reader->input, reader->buffer, EVIDENCE_BUFFER_BYTES, reader->error);
    if (count >= 0 && run_should_stop(reader->run)) {
        count = error_set(reader->error, ERROR_INTERRUPTED, "interrupted while %s was read", reader->path);
    }
    reader->failed = count < 0;
    reader->at = 0;
    reader->end = count < 0 ? 0 : (size_t)count;
    return count < 0 ? EVIDENCE_FAILED : count == 0 ? EVIDENCE_END : reader->buffer[0];
}

int evidence_skip_blanks(evidence_reader *reader) {
    int byte = evidence_peek(reader);
    while (byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n') {
        evidence_take(reader);
        byte = evidence_peek(reader);
    }
    return byte;
}

int evidence_fail(evidence_reader *reader, const char *text) {
    return error_at(reader->error, ERROR_INPUT, evidence_place(reader), "%s", text);
}

int evidence_unexpected(evidence_reader *reader, int byte, const char *expected) {
    if (byte == EVIDENCE_FAILED) {
        return -1;
    }
    char found[32] = "the end of the file";
    if (byte != EVIDENCE_END) {
        snprintf(found, sizeof found, byte > ' ' && byte < 127 ? "'%c'" : "byte 0x%02x", byte);
    }
    return error_at(reader->error, ERROR_INPUT, evidence_place(reader), "expected %s, found %s", expected,
                    found);
}

const char *evidence_name(const evidence_reader *reader) {
    return reader->evidence.kind == EVIDENCE_CERTIFICATE ? "certificate"
           : reader->evidence.kind == EVIDENCE_TRACE     ? "trace"
                                                         : "evidence";
}

static int has_nodes(const evidence_reader *reader) {
    return reader->evidence.kind == EVIDENCE_PARITY || reader->evidence.kind == EVIDENCE_TRACE;
}

const char *evidence_line_name(const evidence_reader *reader) {
    return has_nodes(reader) ? "node" : "state";
}

int evidence_scan_number(evidence_reader *reader, const char *what, uint32_t *number) {
    int byte = evidence_skip_blanks(reader);
    if (byte < '0' || byte > '9') {
        return evidence_unexpected(reader, byte, what);
    }
    int zero = byte == '0', digits = 0;
    uint64_t value = 0;
    for (; byte >= '0' && byte <= '9'; byte = evidence_peek(reader)) {
        value = value * 10 + (uint64_t)(byte - '0');
        if (value > UINT32_MAX) {
            return error_at(reader->error, ERROR_INPUT, evidence_place(reader), "%s beyond 4294967295", what);
        }
        evidence_take(reader);
        if (++digits > 1 && zero) {
            return evidence_fail(reader, "a number with a leading zero");
        }
    }
    *number = (uint32_t)value;
    return byte == EVIDENCE_FAILED ? -1 : 0;
}

static int too_few(evidence_reader *reader) {
    return error_at(reader->error, ERROR_INPUT, evidence_place(reader),
                    "the %s announces %llu %ss, but has %llu", evidence_name(reader),
                    (unsigned long long)reader->announced, evidence_line_name(reader),
                    (unsigned long long)(reader->announced - reader->left));
}

int evidence_scan_line(evidence_reader *reader) {
    if (reader->left == 0) {
        return 0;
    }
    int byte = evidence_skip_blanks(reader);
    if (byte == EVIDENCE_END || byte == '{') {
        return too_few(reader);
    }
    if (byte != '[') {
        return evidence_unexpected(reader, byte,
                                   reader->evidence.kind == EVIDENCE_CERTIFICATE ? "a tuple"
                                   : has_nodes(reader)                           ? "a node"
                                                                                 : "a state");
    }
    reader->tuple_line = reader->line;
    reader->left--;
    evidence_take(reader);
    return 1;
}

/* The records begin after the line of the head. */
static int enter_packed(evidence_reader *reader) {
    int byte = evidence_peek(reader);
    if (byte != '\n') {
        return evidence_unexpected(reader, byte, "the end of the line");
    }
    evidence_take(reader);
    return 0;
}

int64_t evidence_scan_packed(evidence_reader *reader, uint8_t *bytes, uint64_t count) {
    uint64_t size = reader->evidence.packed_bytes, done = 0;
    if (reader->left == reader->announced && reader->left > 0 && enter_packed(reader) != 0) {
        return -1;
    }
    count = count < reader->left ? count : reader->left;
    while (done < count * size) {
        int byte = evidence_peek(reader);
        if (byte < 0) {
            reader->left -= done / size;
            return byte == EVIDENCE_FAILED ? -1 : too_few(reader);
        }
        uint64_t here = reader->end - reader->at, wanted = count * size - done;
        here = here < wanted ? here : wanted;
        memcpy(bytes + done, reader->buffer + reader->at, here);
        reader->at += here;
        reader->bytes += here;
        done += here;
    }
    reader->left -= count;
    return (int64_t)count;
}

static int wrong_length(evidence_reader *reader, uint32_t length) {
    return error_at(reader->error, ERROR_INPUT, evidence_place(reader), "a tuple of this %s has %u numbers",
                    evidence_name(reader), length);
}

int evidence_scan_tuple(evidence_reader *reader, uint32_t *tuple, uint32_t length) {
    int byte;
    for (uint32_t k = 0; k < length; k++) {
        byte = k == 0 ? ',' : evidence_skip_blanks(reader);
        if ((k == 0 && evidence_skip_blanks(reader) == ']') || byte == ']') {
            return wrong_length(reader, length);
        }
        if (byte != ',') {
            return evidence_unexpected(reader, byte, "',' or ']'");
        }
        if (k > 0) {
            evidence_take(reader);
        }
        if (evidence_scan_number(reader, "the number of a local state", &tuple[k]) != 0) {
            return -1;
        }
    }
    byte = evidence_skip_blanks(reader);
    if (byte == ',' || (length == 0 && byte >= '0' && byte <= '9')) {
        return wrong_length(reader, length);
    }
    if (byte != ']') {
        return evidence_unexpected(reader, byte, "']'");
    }
    evidence_take(reader);
    return 0;
}
