/* Labels in AUT files: quotes, and the slip of two transitions on one line. */
#include "frontend/formats/aut_label.h"

#include <string.h>

#include "base/error.h"
#include "model/lts.h"

static const char *skip_digits(const char *at, const char *end) {
    while (at < end && scan_is_digit(*at)) {
        at++;
    }
    return at;
}

/* Whether `, NUMBER` (with a quote before it, if the label began with one) stands before the ')' at `close`.
 */
static int ends_transition(const char *begin, const char *close, int quoted) {
    const char *end = scan_trim_end(begin, close), *at = end;
    while (at > begin && scan_is_digit(at[-1])) {
        at--;
    }
    const char *comma = scan_trim_end(begin, at);
    if (at == end || comma == begin || comma[-1] != ',') {
        return 0;
    }
    const char *label_end = scan_trim_end(begin, comma - 1);
    return !quoted || (label_end > begin && label_end[-1] == '"');
}

/* The '(' of `(NUMBER,` at this place, or NULL. */
static const char *find_transition(const char *at, const char *end) {
    const char *open = scan_skip_blanks(at, end);
    if (open == end || *open != '(') {
        return NULL;
    }
    const char *number = scan_skip_blanks(open + 1, end), *after = skip_digits(number, end);
    const char *comma = scan_skip_blanks(after, end);
    return after > number && comma < end && *comma == ',' ? open : NULL;
}

/* Fails if the text between the commas has another transition: `a", 1) (1, "b`. `f(1,2)(3,4)` is a label. */
static int check_one_transition(const struct scan *scan, const char *begin, const char *end) {
    const char *close = memchr(begin, ')', (size_t)(end - begin));
    if (close == NULL || memchr(close, '(', (size_t)(end - close)) == NULL) {
        return 0; /* nearly all labels */
    }
    int quoted = *begin == '"', depth = 0;
    for (const char *at = begin; at < end; at++) {
        depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
        const char *next =
            *at != ')' || (!quoted && depth >= 0) || !ends_transition(begin + quoted, at, quoted)
                ? NULL
                : find_transition(at + 1, end);
        if (next != NULL) {
            return scan_fail(scan, ERROR_INPUT, next,
                             "a second transition on this line: AUT has one on each line (else the label of "
                             "the first would be %.*s)",
                             end - begin < 100 ? (int)(end - begin) : 100, begin);
        }
    }
    return 0;
}

int aut_label_scan(const struct scan *scan, const char *comma, struct aut_label *label) {
    const char *begin = scan_skip_blanks(scan->at, comma), *end = scan_trim_end(begin, comma);
    if (begin == end) {
        return scan_fail(scan, ERROR_INPUT, begin, "expected a label (\"\" is the empty one)");
    }
    *label = (struct aut_label){begin, end, *begin == '"'};
    if (!label->quoted) {
        return 0;
    }
    if (end - begin == 1 || end[-1] != '"') {
        const char *quote = memrchr(begin, '"', (size_t)(end - begin));
        if (quote == begin) {
            return scan_fail(scan, ERROR_INPUT, begin, "this quote is not closed before the last comma");
        }
        return check_one_transition(scan, begin, end) != 0
                   ? -1
                   : scan_fail(scan, ERROR_INPUT, scan_skip_blanks(quote + 1, end),
                               "text after the closing quote of the label");
    }
    label->begin++;
    label->end--;
    return 0;
}

int aut_label_has_other_quotes(const struct aut_label *label) {
    size_t length = (size_t)(label->end - label->begin);
    return !label->quoted && ((length >= 2 && label->begin[0] == '\'' && label->end[-1] == '\'') ||
                              (length >= 3 && memcmp(label->begin, "\xe2\x80", 2) == 0 &&
                               label->begin[2] >= '\x98' && label->begin[2] <= '\x9e'));
}

int aut_label_check(const struct scan *scan, const struct aut_label *label) {
    return check_one_transition(scan, label->begin - label->quoted, label->end + label->quoted);
}

int aut_number_slip(const struct lts *lts, const label_table *labels, const char *path,
                    struct error *warning) {
    if (lts->number.line == 0) {
        return 0;
    }
    const char *text = lts->number.text, *word;
    char described[LABEL_SLIP_TEXT];
    label_text_is_slip(labels, text, strlen(text), &word);
    label_slip_describe(text, word, described);
    error_at(warning, ERROR_INPUT, (struct source_position){path, lts->number.line, lts->number.column}, "%s",
             described);
    return 1;
}

void aut_number_note(struct lts *lts, enum label_kind kind, const struct lts_slip *label) {
    struct error error;
    for (int k = LABEL_DOUBLES; k <= LABEL_FRACTIONS && (kind == LABEL_PROB || kind == LABEL_RATE); k++) {
        if (lts->faulty[k].line == 0 && label_number_check(label->text, (enum label_numbers)k, &error) != 0) {
            lts->faulty[k] = *label;
        }
    }
}

int aut_number_check(const struct lts *lts, const char *path, enum label_numbers numbers,
                     struct error *error) {
    const struct lts_slip *label = &lts->faulty[numbers];
    struct error fault;
    if (label->line == 0 || label_number_check(label->text, numbers, &fault) == 0) {
        return 0;
    }
    return error_at(error, fault.code, (struct source_position){path, label->line, label->column}, "%s",
                    fault.text);
}
