/*
 * DRN, Storm's explicit format (its documentation, "Explicit model formats"): sections that begin with '@',
 * the last of them the model, whose states stand in order.
 */
#include <float.h>
#include <stdio.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "frontend/formats/mdp_read_internal.h"
#include "decompose/mdp/mdp_state_labels.h"
#include "base/text/ratio.h"

enum section { NOTHING, PARAMETERS, PLACEHOLDERS, REWARD_MODELS, NR_STATES, NR_CHOICES, MODEL };

static const struct {
    const char *word;
    enum section section;
} sections[] = {
    {"@parameters", PARAMETERS}, {"@placeholders", PLACEHOLDERS}, {"@reward_models", REWARD_MODELS},
    {"@nr_states", NR_STATES},   {"@nr_choices", NR_CHOICES},     {"@model", MODEL},
};

#define UNKNOWN UINT64_MAX

struct drn_reader {
    const struct run *run;
    struct lines *lines;
    struct mdp_builder builder;
    struct mdp_state_labels labels;
    struct error *error;
    int typed, chain, rewards;
    uint64_t states, choices; /* as declared, or UNKNOWN */
    mdp_names *placeholders;
    double *values; /* values of the placeholders; one that is not positive is for rewards only */
    uint64_t value_capacity;
    /* In the model: */
    uint64_t next_state;
    uint64_t actions; /* all lines `action`, and states without one that have transitions */
    uint64_t bare;    /* states without any */
    uint32_t action;  /* number of the next `action` of the state */
    uint32_t choice;  /* number of the next choice of the state; actions without transitions are none */
    int in_action;    /* an action has begun: */
    int has_edges;
    uint32_t label;
};

static int is_comment(const struct scan *scan) {
    return scan->end - scan->at >= 2 && scan->at[0] == '/' && scan->at[1] == '/';
}

/* The next line with something to read: 1, 0 at the end of the file, -1. */
static int next_line(struct drn_reader *reader, struct scan *scan) {
    int more;
    while ((more = scan_next_line(reader->lines, scan, reader->error)) == 1 && is_comment(scan)) {
    }
    return more;
}

/* --- the header --- */

static int read_type(struct drn_reader *reader, struct scan *scan) {
    scan_blanks(scan);
    const char *at = scan->at;
    size_t length = (size_t)(scan->end - at);
    if (reader->typed) {
        return scan_fail(scan, ERROR_INPUT, at, "a second type");
    }
    reader->typed = 1;
    return mdp_read_kind(scan, at, length, &reader->chain, &reader->builder.rates);
}

static int read_value_type(struct scan *scan) {
    scan_blanks(scan);
    if (scan_word(scan, "double") || scan_word(scan, "rational")) {
        return 0;
    }
    size_t length = scan_word_length(scan);
    if (memmem(scan->at, length, "interval", strlen("interval")) != NULL) {
        return scan_fail(scan, ERROR_INPUT, scan->at, "interval models are not supported");
    }
    const char *at = scan->at;
    return scan_fail(scan, ERROR_INPUT, at,
                     scan_word(scan, "parametric") ? "parametric models are not supported"
                                                   : "expected the value type double or rational");
}

/* Whether the line begins with the key, which ends in a colon; if so, the place is after it. */
static int skip_key(struct scan *scan, const char *key) {
    size_t length = strlen(key);
    if ((size_t)(scan->end - scan->at) < length || memcmp(scan->at, key, length) != 0) {
        return 0;
    }
    scan->at += length;
    return 1;
}

/* A line that begins with '@'. */
static int read_section(struct drn_reader *reader, struct scan *scan, enum section *section) {
    *section = NOTHING;
    if (skip_key(scan, "@type:")) {
        return read_type(reader, scan);
    }
    if (skip_key(scan, "@value_type:")) {
        return read_value_type(scan);
    }
    for (size_t i = 0; i < LENGTH(sections); i++) {
        if (scan_word(scan, sections[i].word)) {
            *section = sections[i].section;
            return scan_end(scan);
        }
    }
    return scan_fail(scan, ERROR_INPUT, scan->at, "an unknown section of DRN");
}

static int read_placeholder(struct drn_reader *reader, struct scan *scan) {
    const char *at = scan->at, *end = at;
    if (*at != '$') {
        return scan_fail_expected(scan, "a placeholder, '$'");
    }
    while (end < scan->end && !scan_is_blank(*end) && *end != ':') {
        end++;
    }
    scan->at = end;
    if (scan_byte(scan, ':', "':' after the placeholder") != 0) {
        return -1;
    }
    scan_blanks(scan);
    long double value = -1;
    size_t length = (size_t)(scan->end - scan->at);
    if (ratio_parse(scan->at, length, &value) != length) {
        value = -1; /* an expression with parameters, perhaps, which nothing uses */
    }
    const enum ratio_fault fault = value < 0 ? RATIO_FINE : ratio_fault(scan->at, length, (double)value);
    if (fault == RATIO_TOO_SMALL || fault == RATIO_TOO_LARGE) {
        return scan_fail(scan, ERROR_INPUT, scan->at, "this number %s", ratio_fault_text(fault));
    }
    uint32_t count = mdp_names_count(reader->placeholders), name = MDP_NO_NAME;
    if (MEMORY_GROW(reader->run->memory, &reader->values, &reader->value_capacity, (uint64_t)count + 1) ==
        0) {
        name = mdp_names_intern(reader->placeholders, at, (size_t)(end - at));
    }
    if (name == MDP_NO_NAME) {
        return scan_fail(scan, ERROR_MEMORY, at, "not enough memory for the placeholders");
    }
    if (name != count) {
        return scan_fail(scan, ERROR_INPUT, at, "this placeholder is defined already");
    }
    reader->values[name] = (double)value;
    return 0;
}

/* Reads a number of states or choices, from `least` on. */
static int read_count(struct scan *scan, uint64_t *count, uint64_t least, uint64_t most, const char *what) {
    const char *at = scan->at;
    if (*count != UNKNOWN) {
        return scan_fail(scan, ERROR_INPUT, at, "a second %s", what);
    }
    const char *things = what + strlen("number of ");
    if (scan_number(scan, count, what) != 0 || scan_end(scan) != 0) {
        return -1;
    }
    return *count < least ? scan_fail(scan, ERROR_INPUT, at, "a model without %s", things)
           : *count > most
               ? scan_fail(scan, ERROR_LIMIT, at, "more than %llu %s", (unsigned long long)most, things)
               : 0;
}

/* A line inside a section. */
static int read_header_line(struct drn_reader *reader, struct scan *scan, enum section section) {
    switch (section) {
    case PARAMETERS:
        return scan_fail(scan, ERROR_INPUT, scan->at, "parametric models are not supported");
    case PLACEHOLDERS:
        return read_placeholder(reader, scan);
    case REWARD_MODELS:
        return 0;
    case NR_STATES:
        return read_count(scan, &reader->states, 1, SCAN_STATES_MOST, "number of states");
    case NR_CHOICES:
        return read_count(scan, &reader->choices, 0, UNKNOWN - 1, "number of choices");
    default:
        return scan_fail_expected(scan, "a section of DRN, '@'");
    }
}

static int check_header(const struct drn_reader *reader, const struct scan *scan) {
    if (!reader->typed) {
        return scan_fail(scan, ERROR_INPUT, scan->begin, "a model without @type");
    }
    return reader->states == UNKNOWN ? scan_fail(scan, ERROR_INPUT, scan->begin, "a model without @nr_states")
                                     : 0;
}

static int read_header(struct drn_reader *reader) {
    struct scan scan;
    enum section section = NOTHING;
    int more;
    while ((more = next_line(reader, &scan)) == 1) {
        if (*scan.at != '@') {
            if (read_header_line(reader, &scan, section) != 0) {
                return -1;
            }
        } else if (read_section(reader, &scan, &section) != 0) {
            return -1;
        } else if (section == MODEL) {
            return check_header(reader, &scan);
        }
    }
    return more < 0 ? -1 : scan_fail_end(reader->lines, "@model", reader->error);
}

/* --- the model --- */

/* Skips rewards, which stand in brackets. */
static int skip_rewards(struct drn_reader *reader, struct scan *scan) {
    scan_blanks(scan);
    if (scan->at == scan->end || *scan->at != '[') {
        return 0;
    }
    const char *bracket = memchr(scan->at, ']', (size_t)(scan->end - scan->at));
    if (bracket == NULL) {
        return scan_fail(scan, ERROR_INPUT, scan->at, "this bracket is not closed");
    }
    reader->rewards = 1;
    scan->at = bracket + 1;
    scan_blanks(scan);
    return 0;
}

/* `!2.5`: the sum of the rates of a state, which are read themselves. */
static int skip_exit_rate(struct drn_reader *reader, struct scan *scan) {
    double rate;
    if (scan->at == scan->end || *scan->at != '!') {
        return 0;
    }
    if (!reader->builder.rates) {
        return scan_fail(scan, ERROR_INPUT, scan->at, "an exit rate: those are of continuous-time models");
    }
    scan->at++;
    if (!scan_word(scan, "0") && scan_probability(scan, &rate) != 0) {
        return -1;
    }
    scan_blanks(scan);
    return 0;
}

/* The labels of a state: words, or texts in quotes. */
static int read_state_labels(struct drn_reader *reader, struct scan *scan, uint32_t state) {
    for (scan_blanks(scan); scan->at < scan->end; scan_blanks(scan)) {
        const char *text = scan->at;
        size_t length = scan_word_length(scan);
        if (*text != '"') {
            scan->at += length;
        } else if (scan_quoted(scan, &text, &length) != 0) {
            return -1;
        }
        uint32_t label = mdp_state_labels_name(&reader->labels, text, length, reader->error);
        if (label == MDP_NO_NAME || mdp_state_labels_set(&reader->labels, label, state, reader->error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* What belongs to the state before. */
static void end_state(struct drn_reader *reader) {
    reader->bare += reader->next_state > 0 && reader->action == 0;
    reader->in_action = 0;
    reader->action = 0;
    reader->choice = 0;
}

static int read_state(struct drn_reader *reader, struct scan *scan) {
    uint32_t state = 0;
    scan_blanks(scan);
    const char *at = scan->at;
    if (scan_state(scan, reader->states, &state, "a state") != 0) {
        return -1;
    }
    if (state != reader->next_state) {
        return scan_fail(scan, ERROR_INPUT, at, "states stand in order: expected state %llu",
                         (unsigned long long)reader->next_state);
    }
    if (scan->at < scan->end && !scan_is_blank(*scan->at)) {
        return scan_fail_expected(scan, "a blank after the state");
    }
    end_state(reader);
    reader->next_state++;
    mdp_builder_state(&reader->builder, state);
    scan_blanks(scan);
    if (skip_exit_rate(reader, scan) != 0) {
        return -1;
    }
    if (scan->at < scan->end && *scan->at == '{') {
        return scan_fail(scan, ERROR_INPUT, scan->at,
                         "observations: partially observable MDPs are not supported");
    }
    return skip_rewards(reader, scan) != 0 ? -1 : read_state_labels(reader, scan, state);
}

/* The name of an action; its number alone is none. */
static int read_action_name(struct drn_reader *reader, const char *text, size_t length) {
    char number[16];
    int digits = snprintf(number, sizeof number, "%u", reader->action);
    reader->label = MDP_NO_LABEL;
    if ((length == (size_t)digits && memcmp(number, text, length) == 0) ||
        (length == strlen("__NOLABEL__") && memcmp(text, "__NOLABEL__", length) == 0)) {
        return 0;
    }
    reader->label = mdp_builder_name(&reader->builder, text, length, reader->error);
    return reader->label == MDP_NO_LABEL ? -1 : 0;
}

static int begin_action(struct drn_reader *reader, const struct scan *scan, const char *at) {
    if (reader->next_state == 0) {
        return scan_fail(scan, ERROR_INPUT, at, "expected a state");
    }
    if (reader->chain && reader->action > 0) {
        return scan_fail(scan, ERROR_INPUT, at, "a second action in a state of a Markov chain");
    }
    reader->in_action = 1;
    reader->has_edges = 0;
    reader->label = MDP_NO_LABEL;
    reader->actions++;
    return 0;
}

static int read_action(struct drn_reader *reader, struct scan *scan) {
    scan_blanks(scan);
    const char *text = scan->at;
    size_t length = 0;
    while (text + length < scan->end && !scan_is_blank(text[length]) && text[length] != '[') {
        length++;
    }
    if (length == 0) {
        return scan_fail_expected(scan, "the name of the action");
    }
    scan->at += length;
    if (begin_action(reader, scan, text) != 0 || read_action_name(reader, text, length) != 0 ||
        skip_rewards(reader, scan) != 0 || scan_end(scan) != 0) {
        return -1;
    }
    reader->action++;
    return 0;
}

static int scan_value(struct drn_reader *reader, struct scan *scan, double *value) {
    scan_blanks(scan);
    if (scan->at == scan->end || *scan->at != '$') {
        return scan_probability(scan, value);
    }
    size_t length = scan_word_length(scan);
    uint32_t name = mdp_names_find(reader->placeholders, scan->at, length);
    if (name == MDP_NO_NAME) {
        return scan_fail(scan, ERROR_INPUT, scan->at, "an unknown placeholder");
    }
    *value = reader->values[name];
    if (!(*value > 0) || *value > DBL_MAX) {
        return scan_fail(scan, ERROR_INPUT, scan->at,
                         "this placeholder is no positive number (parametric models are not supported)");
    }
    scan->at += length;
    return 0;
}

static int read_transition(struct drn_reader *reader, struct scan *scan) {
    struct mdp_place place = mdp_place_of(scan, scan->at);
    const char *at = scan->at;
    uint32_t target = 0;
    double value = 0;
    if (!scan_is_digit(*at)) {
        return scan_fail_expected(scan, "`state`, `action` or a transition");
    }
    if (scan_state(scan, reader->states, &target, "the target state") != 0 ||
        scan_byte(scan, ':', "':' after the target state") != 0) {
        return -1;
    }
    scan_blanks(scan);
    /* A transition of probability 0 is none; `0` holds the place of the last state's (mdp_write_drn.c). */
    if ((!scan_word(scan, "0") && scan_value(reader, scan, &value) != 0) || scan_end(scan) != 0) {
        return -1;
    }
    if (!reader->in_action) { /* transitions may stand right below their state */
        if (begin_action(reader, scan, at) != 0) {
            return -1;
        }
        reader->action++;
    }
    if (value == 0) {
        return 0;
    }
    if (!reader->has_edges) {
        reader->has_edges = 1;
        if (mdp_builder_choice(&reader->builder, (uint32_t)reader->next_state - 1, reader->choice++, place,
                               reader->error) != 0) {
            return -1;
        }
    }
    return mdp_builder_edge(&reader->builder, target, value, reader->label, place, reader->error);
}

static int read_model(struct drn_reader *reader) {
    struct scan scan;
    int more, failed = 0;
    while (!failed && (more = next_line(reader, &scan)) == 1) {
        failed = scan_word(&scan, "state")    ? read_state(reader, &scan)
                 : scan_word(&scan, "action") ? read_action(reader, &scan)
                                              : read_transition(reader, &scan);
    }
    if (failed || more < 0) {
        return -1;
    }
    end_state(reader);
    if (reader->next_state != reader->states) {
        return error_at(reader->error, ERROR_INPUT, lines_place(reader->lines),
                        "the file ends after %llu of its %llu states", (unsigned long long)reader->next_state,
                        (unsigned long long)reader->states);
    }
    /* Some tools count a state without actions as one choice. */
    if (reader->choices != UNKNOWN && reader->choices != reader->actions &&
        reader->choices != reader->actions + reader->bare) {
        return error_at(reader->error, ERROR_INPUT, lines_place(reader->lines),
                        "%llu choices, but @nr_choices says %llu", (unsigned long long)reader->actions,
                        (unsigned long long)reader->choices);
    }
    return 0;
}

static struct mdp *read_all(struct drn_reader *reader) {
    if (read_header(reader) != 0 || read_model(reader) != 0) {
        return NULL;
    }
    struct mdp *mdp = mdp_builder_finish(&reader->builder, reader->states, reader->error);
    if (mdp != NULL && mdp_state_labels_finish(&reader->labels, mdp, reader->error) != 0) {
        mdp_free(mdp);
        return NULL;
    }
    if (mdp != NULL) {
        mdp->chain = reader->chain;
        mdp->rates = reader->builder.rates;
        mdp->rewards = reader->rewards;
    }
    return mdp;
}

struct mdp *mdp_read_drn(struct lines *lines, int keep, const struct run *run, struct error *error) {
    struct drn_reader reader = {
        .run = run, .lines = lines, .error = error, .states = UNKNOWN, .choices = UNKNOWN};
    struct mdp *mdp = NULL;
    int opened = mdp_builder_open(&reader.builder, lines->name, keep, run, error);
    int labelled = mdp_state_labels_open(&reader.labels, lines->name, run->memory, error);
    reader.placeholders = mdp_names_create(run->memory);
    if (reader.placeholders == NULL) {
        error_in(error, ERROR_MEMORY, lines->name, "not enough memory to read the file");
    } else if (opened == 0 && labelled == 0) {
        mdp = read_all(&reader);
    }
    memory_free(run->memory, reader.values, reader.value_capacity * sizeof *reader.values);
    mdp_names_free(reader.placeholders);
    mdp_state_labels_close(&reader.labels);
    mdp_builder_close(&reader.builder);
    return mdp;
}
