/* The pieces of lines of MDP files, with the messages for what is no such piece. */
#include <ctype.h>
#include <float.h>
#include <strings.h>

#include "base/error.h"
#include "frontend/formats/mdp_read_internal.h"
#include "explorer/graph/graph.h"
#include "base/text/ratio.h"

int mdp_next_line(struct aut_lines *lines, struct aut_scan *scan, struct error *error) {
    struct aut_line line;
    int more;
    while ((more = aut_lines_next(lines, &line, error)) == 1) {
        *scan = (struct aut_scan){lines->name, line.begin, line.end, line.begin, line.number, error};
        while (scan->end > scan->begin && aut_is_blank(scan->end[-1])) {
            scan->end--;
        }
        if (scan->line == 1 && scan->end - scan->begin >= 3 && memcmp(scan->begin, "\xef\xbb\xbf", 3) == 0) {
            scan->at += 3; /* the mark that some editors put in front of UTF-8 */
        }
        aut_scan_blanks(scan);
        if (scan->at < scan->end) {
            break;
        }
    }
    return more;
}

size_t mdp_scan_word_length(const struct aut_scan *scan) {
    const char *end = scan->at;
    while (end < scan->end && !aut_is_blank(*end)) {
        end++;
    }
    return (size_t)(end - scan->at);
}

int mdp_scan_is_word(const struct aut_scan *scan, const char *word) {
    size_t length = strlen(word);
    return mdp_scan_word_length(scan) == length && memcmp(scan->at, word, length) == 0;
}

/* What stands in the place of a number. */
static int fail_number(const struct aut_scan *scan) {
    char byte = scan->at < scan->end ? *scan->at : ' ';
    if (byte == '[') {
        return aut_scan_fail(scan, ERROR_INPUT, scan->at, "interval models are not supported");
    }
    if (byte == '-') {
        return aut_scan_fail(scan, ERROR_INPUT, scan->at, "a probability must be positive");
    }
    if (isalpha((unsigned char)byte) || byte == '(' || byte == '_') {
        return aut_scan_fail(scan, ERROR_INPUT, scan->at,
                             "expected a probability (parametric models are not supported)");
    }
    return aut_scan_expected(scan, "a probability");
}

int mdp_scan_probability(struct aut_scan *scan, double *probability) {
    aut_scan_blanks(scan);
    long double value;
    size_t length = ratio_parse(scan->at, (size_t)(scan->end - scan->at), &value);
    if (length == 0) {
        return fail_number(scan);
    }
    if (scan->at + length < scan->end && !aut_is_blank(scan->at[length])) {
        scan->at += length;
        return isalpha((unsigned char)*scan->at) || strchr("+-*/^(", *scan->at) != NULL
                   ? aut_scan_fail(scan, ERROR_INPUT, scan->at,
                                   "no number goes on like this (parametric models are not supported)")
                   : aut_scan_expected(scan, "a blank after the probability");
    }
    *probability = (double)value;
    if (!(*probability > 0) || *probability > DBL_MAX) {
        return aut_scan_fail(scan, ERROR_INPUT, scan->at,
                             *probability > 0 ? "this number is too large"
                                              : "a probability must be positive");
    }
    scan->at += length;
    return 0;
}

int mdp_scan_state(struct aut_scan *scan, uint64_t states, uint32_t *state, const char *what) {
    uint64_t number;
    aut_scan_blanks(scan);
    const char *at = scan->at;
    if (aut_scan_number(scan, &number, what) != 0) {
        return -1;
    }
    if (number >= states) {
        return states == GRAPH_MOST_VERTICES
                   ? aut_scan_fail(scan, ERROR_LIMIT, at, "more than %llu states", (unsigned long long)states)
                   : aut_scan_fail(scan, ERROR_INPUT, at,
                                   "this state is beyond the %llu that there are (they count from 0)",
                                   (unsigned long long)states);
    }
    *state = (uint32_t)number;
    return 0;
}

int mdp_scan_end(struct aut_scan *scan) {
    aut_scan_blanks(scan);
    return scan->at < scan->end ? aut_scan_expected(scan, "the end of the line") : 0;
}

int mdp_scan_kind(const struct aut_scan *scan, const char *text, size_t length, int *is_chain) {
    static const struct {
        const char *word;
        enum { MODEL_MDP, MODEL_CHAIN, MODEL_REFUSED } kind;
        const char *name;
    } kinds[] = {
        {"mdp", MODEL_MDP, NULL},
        {"dtmc", MODEL_CHAIN, NULL},
        {"ctmc", MODEL_REFUSED, "continuous-time Markov chains"},
        {"ma", MODEL_REFUSED, "Markov automata"},
        {"markov automaton", MODEL_REFUSED, "Markov automata"},
        {"pomdp", MODEL_REFUSED, "partially observable MDPs"},
        {"s2pg", MODEL_REFUSED, "stochastic games"},
        {"smg", MODEL_REFUSED, "stochastic games"},
        {"idtmc", MODEL_REFUSED, "interval models"},
        {"imdp", MODEL_REFUSED, "interval models"},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strlen(kinds[i].word) == length && strncasecmp(kinds[i].word, text, length) == 0) {
            *is_chain = kinds[i].kind == MODEL_CHAIN;
            return kinds[i].kind != MODEL_REFUSED
                       ? 0
                       : aut_scan_fail(scan, ERROR_INPUT, text, "%s are not supported", kinds[i].name);
        }
    }
    return aut_scan_fail(scan, ERROR_INPUT, text, "an unknown kind of model: expected mdp or dtmc");
}

int mdp_fail_end(const struct aut_lines *lines, const char *what, struct error *error) {
    return error_at(error, ERROR_INPUT, lines->name, lines->line, lines->column,
                    "expected %s, found the end of the file", what);
}
