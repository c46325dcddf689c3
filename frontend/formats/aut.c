/* Reads AUT: header, transitions, counts. A transition line is read from both ends, because the label reaches
 * to the last comma. A line that is not plainly well-formed takes the slow way, which reports what is wrong.
 */
#include "frontend/formats/aut.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/bitmap_core.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "frontend/formats/lines.h"
#include "frontend/formats/aut_label.h"
#include "frontend/formats/aut_rows.h"
#include "frontend/formats/aut_targets.h"
#include "frontend/formats/table/file_format.h"

#define HEADER "des (FIRST, TRANSITIONS, STATES)"

struct reader {
    const struct run *run;
    label_table *labels;
    struct error *error;
    struct lines lines;
    struct aut_rows rows;
    struct aut_targets first;     /* the initial state in the header */
    struct aut_targets to;        /* the distribution of the current line; empty for a single state */
    uint64_t transitions, states; /* as the header says */
};

/* Whether the text is a comment of another language: AUT has none. */
static int is_comment(const char *at, const char *end) {
    static const char *const marks[] = {"//", "#", "--", "%", ";", "/*", "(*"};
    for (size_t i = 0; i < LENGTH(marks); i++) {
        size_t length = strlen(marks[i]);
        if ((size_t)(end - at) >= length && memcmp(at, marks[i], length) == 0) {
            return 1;
        }
    }
    return 0;
}

static int fail_comment(const struct scan *scan, const char *at) {
    return scan_fail(scan, ERROR_INPUT, at, "AUT files have no comments: remove this one");
}

/* Reports what was expected instead of the text at scan->at. */
static int fail_expected(const struct scan *scan, const char *what) {
    return is_comment(scan->at, scan->end) ? fail_comment(scan, scan->at) : scan_fail_expected(scan, what);
}

/* After another error in a transition: reports a comment that follows its ')', if there is one. */
static int fail_transition(const struct scan *scan) {
    for (const char *at = scan->at + 1; at < scan->end; at++) {
        if (*at != ')' || !(scan_is_digit(at[-1]) || scan_is_blank(at[-1]))) {
            continue;
        }
        const char *next = aut_skip_blanks(at + 1, scan->end);
        if (is_comment(next, scan->end)) {
            return fail_comment(scan, next);
        }
    }
    return -1;
}

static const char *plural(uint64_t count) {
    return count == 1 ? "" : "s";
}

static int check_state(const struct reader *reader, const struct scan *scan, uint64_t state, const char *at) {
    if (state < reader->states) {
        return 0;
    }
    if (state == UINT64_MAX) {
        return scan_fail(scan, ERROR_INPUT, at, "this state is beyond the %llu state%s of the header",
                         (unsigned long long)reader->states, plural(reader->states));
    }
    return scan_fail(scan, ERROR_INPUT, at,
                     "state %llu is beyond the %llu state%s of the header (they count from 0)",
                     (unsigned long long)state, (unsigned long long)reader->states, plural(reader->states));
}

static int check_states(const struct reader *reader, const struct scan *scan,
                        const struct aut_targets *targets) {
    for (uint64_t i = 0; i < targets->count; i++) {
        if (check_state(reader, scan, targets->items[i].state, targets->items[i].at) != 0) {
            return -1;
        }
    }
    return 0;
}

/* --- the header --- */

static int is_digit_here(const struct scan *scan) {
    return scan->at < scan->end && scan_is_digit(*scan->at);
}

/* Fails for `des (0 2 2)`: a whole number after the first number is no probability. The place is after '('.
 */
static int check_comma(const struct scan *header) {
    struct scan scan = *header;
    uint64_t numbers[3];
    const char *place = NULL;
    int count = 0;
    for (scan_blanks(&scan); count < 3 && is_digit_here(&scan); scan_blanks(&scan)) {
        scan_number(&scan, &numbers[count++], "");
        place = count == 1 ? scan.at : place;
        if (count == 2 && scan.at < scan.end && !scan_is_blank(*scan.at) && strchr(",)", *scan.at) == NULL) {
            return 0;
        }
        scan_blanks(&scan);
        scan.at += count > 1 && scan.at < scan.end && *scan.at == ',';
    }
    if (count == 3 && scan.at < scan.end && *scan.at == ')') {
        return scan_fail(
            header, ERROR_INPUT, place, "expected ',' after the initial state: des (%llu, %llu, %llu)",
            (unsigned long long)numbers[0], (unsigned long long)numbers[1], (unsigned long long)numbers[2]);
    }
    return count == 2 ? scan_fail(header, ERROR_INPUT, place, "expected ',' after the initial state: " HEADER)
                      : 0;
}

/* Reads a number and the byte after it; *at is the place of the number. */
static int scan_count(struct scan *scan, uint64_t *number, const char *what, char byte, const char **at) {
    char after[64];
    snprintf(after, sizeof after, "'%c' after %s", byte, what);
    scan_blanks(scan);
    *at = scan->at;
    return scan_number(scan, number, what) != 0 ? -1 : scan_byte(scan, byte, after);
}

static int read_header(struct reader *reader) {
    struct scan scan;
    const char *transitions, *states;
    int more = scan_next_line(&reader->lines, &scan, reader->error);
    if (more <= 0) {
        return more < 0 ? -1 : scan_fail_end(&reader->lines, HEADER, reader->error);
    }
    if (scan.end - scan.at < 3 || memcmp(scan.at, "des", 3) != 0) {
        fail_expected(&scan, HEADER);
        /* Many formats have comments: there, the name alone says which format it is. */
        size_t count = is_comment(scan.at, scan.end) ? 0 : (size_t)(scan.end - scan.at);
        return file_format_refuse(scan.name, scan.at, count, FILE_AUT, scan.error);
    }
    scan.at += 3;
    if (scan_byte(&scan, '(', "'(' of " HEADER) != 0 || check_comma(&scan) != 0 ||
        aut_targets_scan(&reader->first, &scan, reader->run->memory, "the initial state") != 0 ||
        scan_byte(&scan, ',', "',' after the initial state") != 0 ||
        scan_count(&scan, &reader->transitions, "the number of transitions", ',', &transitions) != 0 ||
        scan_count(&scan, &reader->states, "the number of states", ')', &states) != 0) {
        return -1;
    }
    scan_blanks(&scan);
    if (scan.at < scan.end) {
        return fail_expected(&scan, "the end of the line after the header");
    }
    if (reader->transitions == UINT64_MAX) {
        return scan_fail(&scan, ERROR_INPUT, transitions, "more transitions than a file can hold");
    }
    reader->rows.expected = reader->transitions;
    /* A distribution over initial states takes a state of its own. */
    uint64_t most = SCAN_STATES_MOST - (reader->first.count > 1);
    if (scan_check_states(&scan, states, reader->states, reader->transitions, most) != 0) {
        return -1;
    }
    return check_states(reader, &scan, &reader->first);
}

/* --- transitions --- */

/* Reads `,TO)` backwards from the end of the line: the place of its comma, or NULL for any other text. */
static const char *plain_target(const struct scan *scan, uint64_t *state, const char **at) {
    const char *end = scan->end - 1, *begin;
    if (*end != ')') {
        return NULL;
    }
    /* Each of these loops ends at the latest at the '(' that begins the line. */
    while (scan_is_blank(end[-1])) {
        end--;
    }
    for (begin = end; scan_is_digit(begin[-1]); begin--) {
    }
    if (begin == end || end - begin > 10) {
        return NULL;
    }
    *at = begin;
    *state = 0;
    for (const char *digit = begin; digit < end; digit++) {
        *state = *state * 10 + (uint64_t)(*digit - '0');
    }
    while (scan_is_blank(begin[-1])) {
        begin--;
    }
    return begin[-1] == ',' && begin - 1 >= scan->at ? begin - 1 : NULL;
}

/* Reads a target that is not plain: a distribution, or an error. The label begins at scan->at. */
static const char *other_target(struct reader *reader, struct scan *scan) {
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

/* Checks a label that is new in this file. */
static int check_label(struct reader *reader, const struct scan *scan, const struct aut_label *label,
                       uint32_t local) {
    struct lts *lts = reader->rows.lts;
    if (lts->quotes_line == 0 && aut_label_has_other_quotes(label)) {
        lts->quotes_line = scan->line < UINT32_MAX ? (uint32_t)scan->line : UINT32_MAX;
        lts->quotes_column = (uint32_t)(label->begin - scan->begin) + 1;
        lts->quotes_label = local;
    }
    return aut_label_check(scan, label);
}

static int intern(struct reader *reader, const struct scan *scan, const struct aut_label *span,
                  uint32_t *local, uint32_t *id) {
    uint32_t known = reader->rows.lts->label_count;
    *id = label_intern(reader->labels, span->begin, (size_t)(span->end - span->begin));
    if (*id == LABEL_NONE) {
        int many = label_count(reader->labels) == LABEL_NONE || span->end - span->begin >= UINT32_MAX;
        return scan_fail(scan, many ? ERROR_LIMIT : ERROR_MEMORY, span->begin,
                         many ? "more or longer labels than 32 bits can count"
                              : "not enough memory for the label");
    }
    *local = aut_rows_label(&reader->rows, *id, reader->error);
    return *local == LABEL_NONE ? -1 : *local == known ? check_label(reader, scan, span, *local) : 0;
}

/* Adds a choice, with a move to each of the states. */
static int add_choice(struct reader *reader, uint32_t from, uint32_t label,
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

static int read_transition(struct reader *reader, struct scan *scan) {
    uint64_t from = 0, to = 0;
    uint32_t label = 0, id = 0;
    const char *from_at, *to_at = NULL;
    struct aut_label span = {NULL, NULL, 0};
    if (scan_byte(scan, '(', "'(' of a transition") != 0) {
        return -1;
    }
    scan_blanks(scan);
    from_at = scan->at;
    if (scan_number(scan, &from, "the source state") != 0 ||
        scan_byte(scan, ',', "',' after the source state") != 0) {
        return -1;
    }
    const char *comma = plain_target(scan, &to, &to_at);
    reader->to.count = 0;
    if (comma == NULL && (comma = other_target(reader, scan)) == NULL) {
        return fail_transition(scan);
    }
    if (aut_label_scan(scan, comma, &span) != 0 || check_state(reader, scan, from, from_at) != 0) {
        return -1;
    }
    if (reader->to.count == 0) {
        if (check_state(reader, scan, to, to_at) != 0) {
            return -1;
        }
    } else if (check_states(reader, scan, &reader->to) != 0) {
        return -1;
    }
    if (intern(reader, scan, &span, &label, &id) != 0) {
        return -1;
    }
    if (reader->to.count <= 1) {
        to = reader->to.count == 0 ? to : reader->to.items[0].state;
        return aut_rows_add(&reader->rows, (uint32_t)from, label, LTS_NO_CHOICE, (uint32_t)to, reader->error);
    }
    enum label_kind kind = label_kind(reader->labels, id);
    if (kind == LABEL_PROB || kind == LABEL_RATE) {
        return scan_fail(scan, ERROR_INPUT, span.begin, "a distribution cannot follow a prob or rate label");
    }
    return add_choice(reader, (uint32_t)from, label, &reader->to);
}

/* Counts the transitions that follow, so that the message can say what the header should be. */
static int fail_more_transitions(struct reader *reader, struct scan *scan) {
    uint64_t count = reader->transitions, line = scan->line, column = (uint64_t)(scan->at - scan->begin) + 1;
    char header[100] = "";
    int more = 1;
    for (; more == 1 && *scan->at == '('; count++) {
        more = scan_next_line(&reader->lines, scan, reader->error);
    }
    if (more < 0) {
        return -1;
    }
    if (reader->first.count == 1) {
        snprintf(header, sizeof header, ": write des (%llu, %llu, %llu)",
                 (unsigned long long)reader->first.items[0].state, (unsigned long long)count,
                 (unsigned long long)reader->states);
    }
    return error_at(reader->error, ERROR_INPUT, (struct source_position){reader->lines.name, line, column},
                    "a transition beyond the %llu of the header: the file has %llu%s",
                    (unsigned long long)reader->transitions, (unsigned long long)count, header);
}

static int read_transitions(struct reader *reader) {
    struct scan scan;
    for (uint64_t count = 0;; count++) {
        int more = scan_next_line(&reader->lines, &scan, reader->error);
        if (more < 0) {
            return -1;
        }
        if (more == 0) {
            return count == reader->transitions
                       ? 0
                       : error_at(reader->error, ERROR_INPUT, lines_place(&reader->lines),
                                  "the file ends after %llu of the %llu transition%s of its header",
                                  (unsigned long long)count, (unsigned long long)reader->transitions,
                                  plural(reader->transitions));
        }
        if ((*scan.at != '(' || (scan.end - scan.at > 1 && scan.at[1] == '*')) &&
            is_comment(scan.at, scan.end)) {
            return fail_comment(&scan, scan.at);
        }
        if (count == reader->transitions && *scan.at == '(') {
            return fail_more_transitions(reader, &scan);
        }
        if (count == reader->transitions) {
            return scan_fail(&scan, ERROR_INPUT, scan.at,
                             count == 1 ? "text after the %llu transition of the header"
                                        : "text after the last of the %llu transitions",
                             (unsigned long long)count);
        }
        if (read_transition(reader, &scan) != 0) {
            return -1;
        }
    }
}

/* --- the file --- */

/* Sets the initial state; for a distribution, it is a new state with one internal choice. */
static int add_initial(struct reader *reader) {
    struct lts *lts = reader->rows.lts;
    lts->states = (uint32_t)reader->states;
    if (reader->first.count == 1) {
        lts->initial = (uint32_t)reader->first.items[0].state;
        return 0;
    }
    lts->initial = lts->states++;
    lts->drawn_initial = 1;
    uint32_t label = aut_rows_label(&reader->rows, LABEL_INTERNAL_ID, reader->error);
    return label == LABEL_NONE ? -1 : add_choice(reader, lts->initial, label, &reader->first);
}

static int copy_path(struct lts *lts, const char *path, const struct run *run, struct error *error) {
    uint64_t bytes = strlen(path) + 1;
    lts->path = memory_allocate(run->memory, bytes);
    if (lts->path == NULL) {
        return error_in(error, ERROR_MEMORY, path, "not enough memory to read the file");
    }
    memcpy(lts->path, path, bytes);
    return 0;
}

struct lts *aut_read_lines(struct lines *lines, const char *path, label_table *labels, const struct run *run,
                           struct error *error) {
    struct reader reader = {.run = run, .labels = labels, .error = error, .lines = *lines};
    struct lts *lts = NULL;
    int ready = aut_rows_init(&reader.rows, reader.lines.name, run, error);
    int read = ready == 0 && copy_path(reader.rows.lts, path, run, error) == 0 && read_header(&reader) == 0 &&
               read_transitions(&reader) == 0;
    lines_close(&reader.lines); /* before sorting: its buffer may be large */
    if (read && add_initial(&reader) == 0) {
        lts = aut_rows_finish(&reader.rows, labels, error);
    }
    aut_rows_free(&reader.rows);
    memory_free(run->memory, reader.first.items, reader.first.capacity * sizeof *reader.first.items);
    memory_free(run->memory, reader.to.items, reader.to.capacity * sizeof *reader.to.items);
    return lts;
}

struct lts *aut_read_input(input *input, const char *path, label_table *labels, const struct run *run,
                           struct error *error) {
    struct lines lines;
    if (lines_over(&lines, input, path, run, error) != 0) {
        lines_close(&lines);
        return NULL;
    }
    return aut_read_lines(&lines, path, labels, run, error);
}

struct lts *aut_read(const char *path, label_table *labels, const struct run *run, struct error *error) {
    return aut_read_input(input_open(run, path, error), path, labels, run, error);
}

int aut_find_unmentioned(const struct lts *lts, struct memory *memory, uint32_t *state) {
    /* The moves and the initial state mention fewer states than this: one of the first ones is missing. */
    uint64_t most = 2 * lts->moves + 2, limit = lts->states < most ? lts->states : most, first = 0;
    uint64_t bytes = bitmap_words(limit) * sizeof(uint32_t);
    uint32_t *mentioned = memory_allocate_zeroed(memory, bytes);
    if (mentioned == NULL) {
        return -1;
    }
    for (uint64_t from = 0; from < limit && from < lts->row_states; from++) {
        if (from == lts->initial || lts->row[from] < lts->row[from + 1]) {
            bitmap_set(mentioned, from);
        }
    }
    for (uint64_t move = 0; move < lts->moves; move++) {
        if (lts->target[move] < limit) {
            bitmap_set(mentioned, lts->target[move]);
        }
    }
    while (first < limit && bitmap_has(mentioned, first)) {
        first++;
    }
    memory_free(memory, mentioned, bytes);
    *state = (uint32_t)first;
    return first < limit;
}
