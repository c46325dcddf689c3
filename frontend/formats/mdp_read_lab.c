/*
 * Labels of states: PRISM's .lab files (`0="init" 1="deadlock"`, then `STATE: LABEL LABEL ..`) and Storm's
 * (`#DECLARATION`, names, `#END`, then `STATE NAME NAME ..`); and PRISM's .sta files, of which only the
 * number of states matters. */
#include "base/error.h"
#include "base/array.h"
#include "base/memory.h"
#include "base/run.h"
#include "frontend/formats/mdp_read_internal.h"
#include "decompose/mdp/mdp_state_labels.h"

struct lab_reader {
    const struct run *run;
    struct lines lines;
    struct mdp_state_labels labels;
    struct error *error;
    uint64_t states;
    GROWING(uint32_t) number; /* PRISM's number of a label -> its name; MDP_NO_NAME */
};

/* --- PRISM --- */

#define PRISM_LABEL "a declaration NUMBER=\"LABEL\""

/* PRISM's numbers count from 0; those of a file are as many as it declares. */
static int set_number(struct lab_reader *reader, const struct scan *scan, const char *at, uint64_t number,
                      uint32_t name) {
    if (number > reader->number.count + 65536) {
        return scan_fail(scan, ERROR_INPUT, at, "the numbers of labels count from 0");
    }
    if (MEMORY_GROW(reader->run->memory, &reader->number.data, &reader->number.capacity, number + 1) != 0) {
        return scan_fail(scan, ERROR_MEMORY, at, "not enough memory for the labels");
    }
    while (reader->number.count <= number) {
        reader->number.data[reader->number.count++] = MDP_NO_NAME;
    }
    if (reader->number.data[number] != MDP_NO_NAME) {
        return scan_fail(scan, ERROR_INPUT, at, "this number has a label already");
    }
    reader->number.data[number] = name;
    return 0;
}

static int declare_prism(struct lab_reader *reader, struct scan *scan) {
    for (; scan->at < scan->end; scan_blanks(scan)) {
        uint64_t number;
        const char *at = scan->at, *text;
        size_t length;
        if (scan_number(scan, &number, PRISM_LABEL) != 0 || scan_byte(scan, '=', PRISM_LABEL) != 0 ||
            scan_byte(scan, '"', PRISM_LABEL) != 0) {
            return -1;
        }
        scan->at--;
        if (scan_quoted(scan, &text, &length) != 0) {
            return -1;
        }
        uint32_t name = mdp_state_labels_name(&reader->labels, text, length, reader->error);
        if (name == MDP_NO_NAME || set_number(reader, scan, at, number, name) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Reads the number of a label. */
static int read_prism_label(struct lab_reader *reader, struct scan *scan, uint32_t *name) {
    uint64_t number;
    const char *at = scan->at;
    if (scan_number(scan, &number, "the number of a label") != 0) {
        return -1;
    }
    *name = number < reader->number.count ? reader->number.data[number] : MDP_NO_NAME;
    return *name == MDP_NO_NAME ? scan_fail(scan, ERROR_INPUT, at, "no label has this number") : 0;
}

/* --- Storm --- */

static int declare_storm(struct lab_reader *reader) {
    struct scan scan;
    int more;
    while ((more = scan_next_line(&reader->lines, &scan, reader->error)) == 1) {
        if (scan_word(&scan, "#END")) {
            return scan_end(&scan);
        }
        for (; scan.at < scan.end; scan_blanks(&scan)) {
            size_t length = scan_word_length(&scan);
            if (*scan.at == '#') {
                return scan_fail_expected(&scan, "a label or #END");
            }
            if (mdp_state_labels_name(&reader->labels, scan.at, length, reader->error) == MDP_NO_NAME) {
                return -1;
            }
            scan.at += length;
        }
    }
    return more < 0 ? -1 : scan_fail_end(&reader->lines, "#END", reader->error);
}

static int read_storm_label(struct lab_reader *reader, struct scan *scan, uint32_t *name) {
    size_t length = scan_word_length(scan);
    *name = mdp_names_find(reader->labels.names, scan->at, length);
    if (*name == MDP_NO_NAME) {
        return scan_fail(scan, ERROR_INPUT, scan->at, "the label %.*s is not declared",
                         (int)(length < 100 ? length : 100), scan->at);
    }
    scan->at += length;
    return 0;
}

/* --- the file of labels --- */

/* STATE: LABEL LABEL .. of PRISM, STATE LABEL LABEL .. of Storm. */
static int read_state(struct lab_reader *reader, struct scan *scan, int storm) {
    uint32_t state = 0, name;
    if (scan_state(scan, reader->states, &state, "a state") != 0 ||
        (!storm && scan_byte(scan, ':', "':' after the state") != 0)) {
        return -1;
    }
    if (storm && scan->at < scan->end && !scan_is_blank(*scan->at)) {
        return scan_fail_expected(scan, "a blank after the state");
    }
    for (scan_blanks(scan); scan->at < scan->end; scan_blanks(scan)) {
        if ((storm ? read_storm_label : read_prism_label)(reader, scan, &name) != 0 ||
            mdp_state_labels_set(&reader->labels, name, state, reader->error) != 0) {
            return -1;
        }
    }
    return 0;
}

static int read_labels(struct lab_reader *reader) {
    struct scan scan;
    int more = scan_next_line(&reader->lines, &scan, reader->error);
    if (more <= 0) {
        return more < 0 ? -1 : scan_fail_end(&reader->lines, PRISM_LABEL " or #DECLARATION", reader->error);
    }
    int storm = scan_word(&scan, "#DECLARATION");
    if (storm ? scan_end(&scan) != 0 || declare_storm(reader) != 0 : declare_prism(reader, &scan) != 0) {
        return -1;
    }
    while ((more = scan_next_line(&reader->lines, &scan, reader->error)) == 1) {
        if (read_state(reader, &scan, storm) != 0) {
            return -1;
        }
    }
    return more;
}

int mdp_read_labels(const char *path, struct mdp *mdp, const struct run *run, struct error *error) {
    struct lab_reader reader = {.run = run, .error = error, .states = mdp->states};
    int opened = lines_open(&reader.lines, path, run, error);
    int ready = mdp_state_labels_open(&reader.labels, reader.lines.name, run->memory,
                                      opened == 0 ? error : &(struct error){0});
    int failed = opened != 0 || ready != 0 || read_labels(&reader) != 0 ||
                 mdp_state_labels_finish(&reader.labels, mdp, error) != 0;
    mdp_state_labels_close(&reader.labels);
    lines_close(&reader.lines);
    GROWING_FREE(run->memory, reader.number);
    return failed ? -1 : 0;
}

/* --- .sta --- */

static int check_lines(struct lines *lines, const struct mdp *mdp, struct error *error) {
    struct scan scan;
    uint64_t count = 0, number;
    int more = scan_next_line(lines, &scan, error);
    if (more == 0 || (more == 1 && scan_byte(&scan, '(', "the names of the variables, (a,b,..)") != 0)) {
        return more == 0 ? scan_fail_end(lines, "the names of the variables, (a,b,..)", error) : -1;
    }
    while (more == 1 && (more = scan_next_line(lines, &scan, error)) == 1) {
        const char *at = scan.at;
        if (scan_number(&scan, &number, "a state") != 0 ||
            scan_byte(&scan, ':', "':' after the state") != 0) {
            return -1;
        }
        if (number != count || count >= mdp->states) {
            return scan_fail(&scan, ERROR_INPUT, at,
                             number != count ? "state %llu should stand here"
                                             : "the transitions are of %llu states only",
                             (unsigned long long)count);
        }
        count++;
    }
    if (more == 0 && count != mdp->states) {
        return error_at(error, ERROR_INPUT, lines_place(lines),
                        "%llu states, but the transitions are of %llu", (unsigned long long)count,
                        (unsigned long long)mdp->states);
    }
    return more;
}

int mdp_check_states(const char *path, struct mdp *mdp, const struct run *run, struct error *error) {
    struct lines lines;
    int failed = lines_open(&lines, path, run, error) != 0 || check_lines(&lines, mdp, error) != 0;
    mdp->variables = 1;
    lines_close(&lines);
    return failed ? -1 : 0;
}
