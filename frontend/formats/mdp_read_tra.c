/* Reads explicit transitions: PRISM's .tra files (manual, appendix on explicit model files), and Storm's
 * dialect, whose header is the kind of the model, without counts. */
#include "base/error.h"
#include "base/run.h"
#include "frontend/formats/mdp_read_internal.h"

struct tra_reader {
    struct lines *lines;
    struct mdp_builder builder;
    struct error *error;
    int chain;       /* a Markov chain: lines have no choice */
    uint64_t states; /* numbers are below */
    uint64_t choices;
};

/* --- a line --- */

/* The name of the choice at the end of the line, if there is one; MDP_NO_LABEL. 0 or -1. */
static int scan_action(struct tra_reader *reader, struct scan *scan, uint32_t *label) {
    *label = MDP_NO_LABEL;
    scan_blanks(scan);
    size_t length = scan_word_length(scan);
    if (length == 0) {
        return 0;
    }
    *label = mdp_builder_name(&reader->builder, scan->at, length, reader->error);
    scan->at += length;
    return *label == MDP_NO_LABEL ? -1 : scan_end(scan);
}

static int scan_choice(struct tra_reader *reader, struct scan *scan, uint32_t *choice) {
    uint64_t number;
    scan_blanks(scan);
    const char *at = scan->at;
    if (scan_number(scan, &number, "a choice") != 0) {
        return -1;
    }
    if (number >= reader->choices) {
        return scan_fail(scan, ERROR_INPUT, at, "this choice is beyond the %llu that there are",
                         (unsigned long long)reader->choices);
    }
    *choice = (uint32_t)number;
    return 0;
}

static int read_transition(struct tra_reader *reader, struct scan *scan) {
    struct mdp_place place = mdp_place_of(scan, scan->at);
    uint32_t state = 0, choice = 0, target = 0, label = MDP_NO_LABEL;
    double probability = 0;
    if (scan_state(scan, reader->states, &state, "a state") != 0 ||
        (!reader->chain && scan_choice(reader, scan, &choice) != 0) ||
        scan_state(scan, reader->states, &target, "the target state") != 0 ||
        scan_probability(scan, &probability) != 0) {
        return -1;
    }
    if (scan->at < scan->end && scan_action(reader, scan, &label) != 0) {
        return -1;
    }
    if (mdp_builder_choice(&reader->builder, state, choice, place, reader->error) != 0) {
        return -1;
    }
    return mdp_builder_edge(&reader->builder, target, probability, label, place, reader->error);
}

/* Reads all other lines, which should be `expected` (UINT64_MAX: any number). */
static int read_transitions(struct tra_reader *reader, uint64_t expected) {
    struct scan scan;
    uint64_t count = 0;
    int more;
    while ((more = scan_next_line(reader->lines, &scan, reader->error)) == 1) {
        if (count++ == expected) {
            return scan_fail(&scan, ERROR_INPUT, scan.at, "a transition beyond the %llu of the header",
                             (unsigned long long)expected);
        }
        if (read_transition(reader, &scan) != 0) {
            return -1;
        }
    }
    if (more == 0 && expected != UINT64_MAX && count < expected) {
        return error_at(reader->error, ERROR_INPUT, lines_place(reader->lines),
                        "the file ends after %llu of the %llu transitions of its header",
                        (unsigned long long)count, (unsigned long long)expected);
    }
    return more;
}

/* --- PRISM --- */

#define PRISM_HEADER "STATES CHOICES TRANSITIONS"

/* The numbers of the first line: two for a chain, three for an MDP. Their count, or -1. */
static int read_header(struct tra_reader *reader, uint64_t numbers[3]) {
    struct scan scan;
    int more = scan_next_line(reader->lines, &scan, reader->error);
    if (more <= 0) {
        return more < 0 ? -1 : scan_fail_end(reader->lines, PRISM_HEADER, reader->error);
    }
    int count = 0;
    const char *states = scan.at;
    for (; scan.at < scan.end; scan_blanks(&scan)) {
        if (count == 3) {
            return scan_fail(&scan, ERROR_INPUT, scan.at,
                             "a fourth number in the header: partially observable MDPs are not supported");
        }
        if (scan_number(&scan, &numbers[count], "a number of the header " PRISM_HEADER) != 0) {
            return -1;
        }
        count++;
        if (scan.at < scan.end && !scan_is_blank(*scan.at)) {
            return scan_fail_expected(&scan, "a blank in the header " PRISM_HEADER);
        }
    }
    if (count < 2) {
        return scan_fail_expected(&scan, "another number of the header " PRISM_HEADER);
    }
    return scan_check_states(&scan, states, numbers[0], numbers[count - 1], SCAN_STATES_MOST) != 0 ? -1
                                                                                                   : count;
}

static int check_choices(const struct mdp *mdp, const char *name, uint64_t choices, struct error *error) {
    return mdp->choices == choices
               ? 0
               : error_in(error, ERROR_INPUT, name, "%llu choices, but %llu in the header",
                          (unsigned long long)mdp->choices, (unsigned long long)choices);
}

static struct mdp *read_prism(struct tra_reader *reader) {
    uint64_t numbers[3] = {0};
    int count = read_header(reader, numbers);
    if (count < 0) {
        return NULL;
    }
    reader->chain = count == 2;
    if (reader->chain) {
        reader->builder.hint = " (are these rates? This format does not say; .drn does)";
    }
    reader->states = numbers[0];
    reader->choices = numbers[1] < UINT32_MAX ? numbers[1] : UINT32_MAX;
    mdp_builder_state(&reader->builder, 0);
    if (read_transitions(reader, numbers[count - 1]) != 0) {
        return NULL;
    }
    struct mdp *mdp = mdp_builder_finish(&reader->builder, numbers[0], reader->error);
    if (mdp != NULL && !reader->chain &&
        check_choices(mdp, reader->lines->name, numbers[1], reader->error) != 0) {
        mdp_free(mdp);
        return NULL;
    }
    return mdp;
}

/* --- Storm --- */

static struct mdp *read_storm(struct tra_reader *reader) {
    struct scan scan;
    int more = scan_next_line(reader->lines, &scan, reader->error);
    if (more <= 0) {
        return NULL;
    }
    size_t length = scan_word_length(&scan);
    if (mdp_read_kind(&scan, scan.at, length, &reader->chain, &reader->builder.rates) != 0) {
        return NULL;
    }
    reader->states = SCAN_STATES_MOST;
    reader->choices = UINT32_MAX;
    scan.at += length;
    if (scan_end(&scan) != 0 || read_transitions(reader, UINT64_MAX) != 0) {
        return NULL;
    }
    mdp_builder_state(&reader->builder, 0);
    return mdp_builder_finish(&reader->builder, UINT64_MAX, reader->error);
}

/* Whether the first line begins with a number; it is read again later. 1, 0, or -1. */
static int begins_with_number(struct tra_reader *reader) {
    struct scan scan;
    int more = scan_next_line(reader->lines, &scan, reader->error);
    if (more <= 0) {
        return more < 0 ? -1 : scan_fail_end(reader->lines, "a model", reader->error);
    }
    scan_line_again(reader->lines, &scan);
    return scan_is_digit(*scan.at);
}

struct mdp *mdp_read_tra(struct lines *lines, int keep, const struct run *run, struct error *error) {
    struct tra_reader reader = {.lines = lines, .error = error};
    struct mdp *mdp = NULL;
    if (mdp_builder_open(&reader.builder, lines->name, keep, run, error) == 0) {
        int counts = begins_with_number(&reader);
        mdp = counts < 0 ? NULL : counts ? read_prism(&reader) : read_storm(&reader);
    }
    if (mdp != NULL) {
        mdp->chain = reader.chain;
        mdp->rates = reader.builder.rates;
    }
    mdp_builder_close(&reader.builder);
    return mdp;
}
