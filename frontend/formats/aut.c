/* Reads AUT files: the header here, then the transitions (aut_transition.c, aut_pieces.c). */
#include "frontend/formats/aut.h"

#include <stdio.h>
#include <string.h>

#include "base/bitmap_core.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "frontend/formats/aut_reader.h"
#include "frontend/formats/table/file_format.h"

#define HEADER "des (FIRST, TRANSITIONS, STATES)"
#define PIECE_BYTES ((uint64_t)256 << 10)
/* Each thread that reads costs about 1 MiB: no more of them than memory has sixteen times that. */
#define THREAD_SHARE ((uint64_t)16 << 20)

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

static int read_header(struct aut_reader *reader) {
    struct scan scan;
    const char *transitions, *states;
    int more = scan_next_line(&reader->lines, &scan, reader->error);
    if (more <= 0) {
        return more < 0 ? -1 : scan_fail_end(&reader->lines, HEADER, reader->error);
    }
    if (scan.end - scan.at < 3 || memcmp(scan.at, "des", 3) != 0) {
        aut_fail_expected(&scan, HEADER);
        /* Many formats have comments: there, the name alone says which format it is. */
        size_t count = aut_is_comment(scan.at, scan.end) ? 0 : (size_t)(scan.end - scan.at);
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
        return aut_fail_expected(&scan, "the end of the line after the header");
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
    return aut_check_states(reader, &scan, &reader->first);
}

/* --- the file --- */

/* Sets the initial state; for a distribution, it is a new state with one internal choice. */
static int add_initial(struct aut_reader *reader) {
    struct lts *lts = reader->rows.lts;
    lts->states = (uint32_t)reader->states;
    if (reader->first.count == 1) {
        lts->initial = (uint32_t)reader->first.items[0].state;
        return 0;
    }
    lts->initial = lts->states++;
    lts->drawn_initial = 1;
    uint32_t label = aut_rows_label(&reader->rows, LABEL_INTERNAL_ID, reader->error);
    return label == LABEL_NONE ? -1 : aut_add_choice(reader, lts->initial, label, &reader->first);
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

/* Files that are larger than the first buffer are read in pieces. */
static int read_transitions(struct aut_reader *reader, uint64_t bytes) {
    const struct run *run = reader->run;
    uint64_t threads = memory_left(run->memory) / THREAD_SHARE;
    threads = threads < run->threads ? threads : run->threads;
    int pieces = bytes > 0 && threads > 0 && (bytes < PIECE_BYTES || !reader->lines.ended);
    int failed = pieces ? aut_read_in_pieces(reader, (unsigned)threads, bytes)
                        : aut_read_lines_of(reader, &reader->lines);
    return failed ? -1 : aut_read_end(reader);
}

static struct lts *read_file(struct lines *lines, const char *path, uint64_t bytes, label_table *labels,
                             const struct run *run, struct error *error) {
    struct aut_reader reader = {.run = run, .labels = labels, .error = error, .lines = *lines};
    struct lts *lts = NULL;
    int ready = aut_rows_init(&reader.rows, reader.lines.name, label_count(labels), run, error);
    int read = ready == 0 && copy_path(reader.rows.lts, path, run, error) == 0 && read_header(&reader) == 0 &&
               read_transitions(&reader, bytes) == 0;
    lines_close(&reader.lines); /* before sorting: its buffer may be large */
    if (read && add_initial(&reader) == 0) {
        lts = aut_rows_finish(&reader.rows, labels, error);
    }
    aut_rows_free(&reader.rows);
    memory_free(run->memory, reader.first.items, reader.first.capacity * sizeof *reader.first.items);
    memory_free(run->memory, reader.to.items, reader.to.capacity * sizeof *reader.to.items);
    return lts;
}

struct lts *aut_read_lines(struct lines *lines, const char *path, label_table *labels, const struct run *run,
                           struct error *error) {
    return read_file(lines, path, PIECE_BYTES, labels, run, error);
}

static struct lts *read_input(input *input, const char *path, uint64_t bytes, label_table *labels,
                              const struct run *run, struct error *error) {
    struct lines lines;
    if (lines_over(&lines, input, path, run, error) != 0) {
        lines_close(&lines);
        return NULL;
    }
    return read_file(&lines, path, bytes, labels, run, error);
}

struct lts *aut_read_input(input *input, const char *path, label_table *labels, const struct run *run,
                           struct error *error) {
    return read_input(input, path, PIECE_BYTES, labels, run, error);
}

struct lts *aut_read_pieces(const char *path, uint64_t bytes, label_table *labels, const struct run *run,
                            struct error *error) {
    return read_input(input_open(run, path, error), path, bytes, labels, run, error);
}

struct lts *aut_read(const char *path, label_table *labels, const struct run *run, struct error *error) {
    return aut_read_pieces(path, PIECE_BYTES, labels, run, error);
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
