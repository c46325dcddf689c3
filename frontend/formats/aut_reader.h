#ifndef HEDDLE_FRONTEND_FORMATS_AUT_READER_H
#define HEDDLE_FRONTEND_FORMATS_AUT_READER_H

#include "frontend/formats/aut.h"
#include "frontend/formats/aut_label.h"
#include "frontend/formats/aut_rows.h"
#include "frontend/formats/aut_targets.h"
#include "frontend/formats/lines.h"

/* For the files of the AUT reader and their tests. */

/* An AUT file that is being read. */
struct aut_reader {
    const struct run *run;
    label_table *labels;
    struct error *error;
    struct lines lines;
    struct aut_rows rows;
    struct aut_targets first;     /* the initial state in the header */
    struct aut_targets to;        /* targets of the current line */
    uint64_t transitions, states; /* as the header says */
    uint64_t count;               /* transitions so far */
    uint64_t beyond;              /* of these, beyond those of the header */
    struct source_position beyond_at;
};

/*
 * aut_read with pieces of this many bytes, which the run's threads read at the same time; 0: line by line. */
struct lts *aut_read_pieces(const char *path, uint64_t bytes, label_table *labels, const struct run *run,
                            struct error *error);

/* All lines of `lines`, which is reader->lines or some of them. 0, or -1 with *reader->error filled. */
int aut_read_lines_of(struct aut_reader *reader, struct lines *lines);
/* After the last line: whether all transitions of the header were there. 0 or -1. */
int aut_read_end(const struct aut_reader *reader);
/* What reader->lines still has, in pieces of this many bytes on `threads` threads. 0 or -1. */
int aut_read_in_pieces(struct aut_reader *reader, unsigned threads, uint64_t bytes);

/* Reports what was expected instead of the text at scan->at. -1. */
int aut_fail_expected(const struct scan *scan, const char *what);
/* Whether the text is a comment of another language: AUT has none. Then aut_fail_comment reports that. */
int aut_is_comment(const char *at, const char *end);
int aut_fail_comment(const struct scan *scan, const char *at);
/* Checks states against the header. 0 or -1. */
int aut_check_states(const struct aut_reader *reader, const struct scan *scan,
                     const struct aut_targets *targets);
int aut_check_state(const struct aut_reader *reader, const struct scan *scan, uint64_t state, const char *at);
/* The local label of a label of this line; a new one is checked. LABEL_NONE with *error filled. */
uint32_t aut_find_label(struct aut_reader *reader, const struct scan *scan, const struct aut_label *label);
/* Adds a choice, with a move to each of the states. 0 or -1. */
int aut_add_choice(struct aut_reader *reader, uint32_t from, uint32_t label,
                   const struct aut_targets *targets);

static inline const char *aut_plural(uint64_t count) {
    return count == 1 ? "" : "s";
}

/* A transition to a single state. */
struct aut_plain {
    uint64_t from, to;
    struct aut_label label;
};

enum aut_line { AUT_LINE_BLANK, AUT_LINE_PLAIN, AUT_LINE_OTHER };

/*
 * A line that is plainly well-formed, or blank: all others (distributions, errors, numbers of more than ten
 * digits) are OTHER. A transition is read from both ends, because the label reaches to the last comma.
 */
static inline enum aut_line aut_line_plain(const char *at, const char *end, struct aut_plain *plain) {
    end = scan_trim_end(at, end);
    at = scan_skip_blanks(at, end);
    if (at == end) {
        return AUT_LINE_BLANK;
    }
    if (*at != '(' || end[-1] != ')') {
        return AUT_LINE_OTHER;
    }
    const char *digits = scan_skip_blanks(at + 1, --end);
    for (at = digits, plain->from = 0; at < end && scan_is_digit(*at); at++) {
        plain->from = 10 * plain->from + (uint64_t)(*at - '0');
    }
    if (at == digits || at - digits > 10) {
        return AUT_LINE_OTHER;
    }
    at = scan_skip_blanks(at, end);
    if (at == end || *at++ != ',') {
        return AUT_LINE_OTHER;
    }
    uint64_t power = 1;
    digits = end = scan_trim_end(at, end);
    for (plain->to = 0; end > at && scan_is_digit(end[-1]) && digits - end < 10; power *= 10) {
        plain->to += power * (uint64_t)(*--end - '0');
    }
    if (end == digits) {
        return AUT_LINE_OTHER;
    }
    end = scan_trim_end(at, end);
    if (end == at || *--end != ',') {
        return AUT_LINE_OTHER;
    }
    const char *begin = scan_skip_blanks(at, end);
    end = scan_trim_end(begin, end);
    int quoted = begin < end && *begin == '"';
    plain->label = (struct aut_label){begin + quoted, end - quoted, quoted};
    return begin == end || (quoted && (end - begin == 1 || end[-1] != '"')) ? AUT_LINE_OTHER : AUT_LINE_PLAIN;
}

#endif
