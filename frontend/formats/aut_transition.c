/* Reads AUT line by line: transitions, what their count must be, and what is wrong with other text. */
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/run.h"
#include "frontend/formats/aut_reader.h"

int aut_is_comment(const char *at, const char *end) {
    return scan_is_comment(at, end) || (at < end && *at == ';');
}

int aut_fail_comment(const struct scan *scan, const char *at) {
    return scan_fail(scan, ERROR_INPUT, at, "AUT files have no comments: remove this one");
}

int aut_fail_expected(const struct scan *scan, const char *what) {
    return aut_is_comment(scan->at, scan->end) ? aut_fail_comment(scan, scan->at)
                                               : scan_fail_expected(scan, what);
}

/* After another error in a transition: reports a comment that follows its ')', if there is one. */
static int fail_transition(const struct scan *scan) {
    for (const char *at = scan->at + 1; at < scan->end; at++) {
        if (*at != ')' || !(scan_is_digit(at[-1]) || scan_is_blank(at[-1]))) {
            continue;
        }
        const char *next = scan_skip_blanks(at + 1, scan->end);
        if (aut_is_comment(next, scan->end)) {
            return aut_fail_comment(scan, next);
        }
    }
    return -1;
}

/* --- states --- */

int aut_check_state(const struct aut_reader *reader, const struct scan *scan, uint64_t state,
                    const char *at) {
    if (state < reader->states) {
        return 0;
    }
    if (state == UINT64_MAX) {
        return scan_fail(scan, ERROR_INPUT, at, "this state is beyond the %llu state%s of the header",
                         (unsigned long long)reader->states, aut_plural(reader->states));
    }
    return scan_fail(
        scan, ERROR_INPUT, at, "state %llu is beyond the %llu state%s of the header (they count from 0)",
        (unsigned long long)state, (unsigned long long)reader->states, aut_plural(reader->states));
}

int aut_check_states(const struct aut_reader *reader, const struct scan *scan,
                     const struct aut_targets *targets) {
    for (uint64_t i = 0; i < targets->count; i++) {
        if (aut_check_state(reader, scan, targets->items[i].state, targets->items[i].at) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Reads the targets: a state, a distribution, or an error. The label begins at scan->at. */
static const char *scan_targets(struct aut_reader *reader, struct scan *scan) {
    const char *comma = memrchr(scan->at, ',', (size_t)(scan->end - scan->at));
    struct scan tail = *scan;
    if (comma == NULL) {
        tail.at = scan->end > scan->at && scan->end[-1] == ')' ? scan->end - 1 : scan->end;
        scan_fail_expected(&tail, "',' and the target state");
        return NULL;
    }
    tail.at = comma + 1;
    if (aut_targets_scan(&reader->to, &tail, reader->run->memory, "the target state") != 0 ||
        scan_byte(&tail, ')', "')' after the target state") != 0) {
        return NULL;
    }
    scan_blanks(&tail);
    if (tail.at < tail.end) {
        scan_fail_expected(&tail, "the end of the line after the transition");
        return NULL;
    }
    return comma;
}

/* --- labels --- */

/* Checks a label that is new in this file. */
static int check_label(struct aut_reader *reader, const struct scan *scan, const struct aut_label *label,
                       uint32_t local) {
    struct lts *lts = reader->rows.lts;
    const uint32_t id = lts->labels[local];
    const struct lts_slip slip = {label_text(reader->labels, id),
                                  scan->line < UINT32_MAX ? (uint32_t)scan->line : UINT32_MAX,
                                  (uint32_t)(label->begin - scan->begin) + 1};
    const char *word;
    if (lts->quotes.line == 0 && aut_label_has_other_quotes(label)) {
        lts->quotes = slip;
    }
    if (lts->number.line == 0 &&
        label_text_is_slip(reader->labels, label->begin, (size_t)(label->end - label->begin), &word)) {
        lts->number = slip;
    }
    aut_number_note(lts, label_kind(reader->labels, id), &slip);
    return aut_label_check(scan, label);
}

uint32_t aut_find_label(struct aut_reader *reader, const struct scan *scan, const struct aut_label *label) {
    size_t length = (size_t)(label->end - label->begin);
    uint32_t known = reader->rows.lts->label_count;
    uint32_t id = label_intern(reader->labels, label->begin, length);
    if (id == LABEL_NONE) {
        int many = label_count(reader->labels) == LABEL_NONE || length >= UINT32_MAX;
        scan_fail(scan, many ? ERROR_LIMIT : ERROR_MEMORY, label->begin,
                  many ? "more or longer labels than 32 bits can count" : "not enough memory for the label");
        return LABEL_NONE;
    }
    uint32_t local = aut_rows_label(&reader->rows, id, reader->error);
    return local == known && check_label(reader, scan, label, local) != 0 ? LABEL_NONE : local;
}

/* --- transitions --- */

int aut_add_choice(struct aut_reader *reader, uint32_t from, uint32_t label,
                   const struct aut_targets *targets) {
    uint32_t choice = aut_rows_choice(&reader->rows, reader->error);
    if (choice == LTS_NO_CHOICE) {
        return -1;
    }
    reader->rows.lts->distributions = 1;
    for (uint64_t i = 0; i < targets->count; i++) {
        if (aut_rows_add(&reader->rows, from, label, choice, (uint32_t)targets->items[i].state,
                         reader->error) != 0 ||
            aut_rows_weigh(&reader->rows, targets->items[i].probability, reader->error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* A transition that is not plain, or to a state that the header does not count. */
static int read_other(struct aut_reader *reader, struct scan *scan) {
    uint64_t from = 0;
    struct aut_label label = {NULL, NULL, 0};
    if (scan_byte(scan, '(', "'(' of a transition") != 0) {
        return -1;
    }
    scan_blanks(scan);
    const char *from_at = scan->at;
    if (scan_number(scan, &from, "the source state") != 0 ||
        scan_byte(scan, ',', "',' after the source state") != 0) {
        return -1;
    }
    const char *comma = scan_targets(reader, scan);
    if (comma == NULL) {
        return fail_transition(scan);
    }
    if (aut_label_scan(scan, comma, &label) != 0 || aut_check_state(reader, scan, from, from_at) != 0 ||
        aut_check_states(reader, scan, &reader->to) != 0) {
        return -1;
    }
    uint32_t local = aut_find_label(reader, scan, &label);
    if (local == LABEL_NONE) {
        return -1;
    }
    if (reader->to.count == 1) {
        return aut_rows_add(&reader->rows, (uint32_t)from, local, LTS_NO_CHOICE,
                            (uint32_t)reader->to.items[0].state, reader->error);
    }
    enum label_kind kind = label_kind(reader->labels, reader->rows.lts->labels[local]);
    if (kind == LABEL_PROB || kind == LABEL_RATE) {
        return scan_fail(scan, ERROR_INPUT, label.begin, "a distribution cannot follow a prob or rate label");
    }
    return aut_add_choice(reader, (uint32_t)from, local, &reader->to);
}

static int read_transition(struct aut_reader *reader, struct scan *scan) {
    struct aut_plain plain;
    if (aut_line_plain(scan->at, scan->end, &plain) != AUT_LINE_PLAIN || plain.from >= reader->states ||
        plain.to >= reader->states) {
        return read_other(reader, scan);
    }
    uint32_t local = aut_find_label(reader, scan, &plain.label);
    return local == LABEL_NONE ? -1
                               : aut_rows_add(&reader->rows, (uint32_t)plain.from, local, LTS_NO_CHOICE,
                                              (uint32_t)plain.to, reader->error);
}

/* --- lines --- */

/* All transitions are counted now, so the message can say what the header should be. */
static int fail_more_transitions(const struct aut_reader *reader) {
    uint64_t count = reader->transitions + reader->beyond;
    char header[100] = "";
    if (reader->first.count == 1) {
        snprintf(header, sizeof header, ": write des (%llu, %llu, %llu)",
                 (unsigned long long)reader->first.items[0].state, (unsigned long long)count,
                 (unsigned long long)reader->states);
    }
    return error_at(reader->error, ERROR_INPUT, reader->beyond_at,
                    "a transition beyond the %llu of the header: the file has %llu%s",
                    (unsigned long long)reader->transitions, (unsigned long long)count, header);
}

/* A line after the last transition that the header counts: another one is an error when all are counted. */
static int read_beyond(struct aut_reader *reader, const struct scan *scan) {
    if (*scan->at == '(') {
        if (reader->beyond++ == 0) {
            reader->beyond_at = (struct source_position){reader->lines.name, scan->line,
                                                         (uint64_t)(scan->at - scan->begin) + 1};
        }
        return 0;
    }
    return reader->beyond > 0
               ? fail_more_transitions(reader)
               : scan_fail(scan, ERROR_INPUT, scan->at,
                           reader->transitions == 1 ? "text after the %llu transition of the header"
                                                    : "text after the last of the %llu transitions",
                           (unsigned long long)reader->transitions);
}

static int read_line(struct aut_reader *reader, struct scan *scan) {
    int unlike = *scan->at != '(' || (scan->end - scan->at > 1 && scan->at[1] == '*');
    if (reader->beyond == 0 && unlike && aut_is_comment(scan->at, scan->end)) {
        return aut_fail_comment(scan, scan->at);
    }
    if (reader->count == reader->transitions) {
        return read_beyond(reader, scan);
    }
    reader->count++;
    return read_transition(reader, scan);
}

int aut_read_lines_of(struct aut_reader *reader, struct lines *lines) {
    struct scan scan;
    int more;
    while ((more = scan_next_line(lines, &scan, reader->error)) == 1) {
        if (read_line(reader, &scan) != 0) {
            return -1;
        }
    }
    return more;
}

int aut_read_end(const struct aut_reader *reader) {
    if (reader->beyond > 0) {
        return fail_more_transitions(reader);
    }
    return reader->count == reader->transitions
               ? 0
               : error_at(reader->error, ERROR_INPUT, lines_place(&reader->lines),
                          "the file ends after %llu of the %llu transition%s of its header",
                          (unsigned long long)reader->count, (unsigned long long)reader->transitions,
                          aut_plural(reader->transitions));
}
