#ifndef HEDDLE_BASE_TEXT_PATTERN_H
#define HEDDLE_BASE_TEXT_PATTERN_H

#include <stddef.h>
#include <stdint.h>

#include "base/text/text_buffer.h"

struct error;
struct run;

/*
 * Patterns of EXP networks: POSIX regular expressions. A pattern without operators is compared
 * as a string. Patterns that would need much memory are refused when they are compiled: very long or deep
 * ones, and repetitions that multiply to more than 10^4 copies. A match ends after a second or so, undecided
 * if need be (REGEX_STEPS): only patterns with back-references need that long, or very large ones with very
 * long texts. With ERROR_INTERRUPTED, it ends when its run is to stop. Patterns without operators do not ask
 * the run: callers that compare very many texts do.
 */
typedef struct pattern pattern;

#define PATTERN_EXTENDED 1u
#define PATTERN_IGNORE_CASE 2u

/* Advice where a pattern has no quotes; the pattern in quotes follows. */
#define PATTERN_NEEDS_QUOTES                                                                                 \
    "it is read as the text of a label: a regular expression needs single quotes of its own: "

/* Longest text in bytes that is matched against a pattern with operators. */
#define PATTERN_TEXT_BYTES 16384

/*
 * NULL on failure with *error filled, without a position. The caller frees the result. The run is
 * copied: what its members point to must outlive the result.
 */
pattern *pattern_compile(const struct run *run, const char *text, unsigned flags, struct error *error);
/* NULL is allowed. */
void pattern_free(pattern *pattern);

/*
 * Whether the whole text, or a substring, matches: 1 or 0, or -1 with *error filled (the text is too long,
 * the match takes too long, memory runs out, or the run is to stop). The text has no NUL inside.
 */
int pattern_match_total(const pattern *pattern, const char *text, size_t length, struct error *error);
int pattern_match_partial(const pattern *pattern, const char *text, size_t length, struct error *error);

/*
 * The matches to replace. TOTAL: the whole text; SINGLE: its first non-empty match; MULTIPLE: every non-empty
 * match.
 */
enum pattern_replacing { PATTERN_REPLACE_TOTAL, PATTERN_REPLACE_SINGLE, PATTERN_REPLACE_MULTIPLE };

struct pattern_replacement {
    enum pattern_replacing how;
    const char *text;
};

/*
 * Checks a replacement: 0 if every \1 .. \9 in it names a group of the pattern, else -1 with *error filled.
 * In a replacement \\ is a backslash; a backslash before any other character is kept.
 */
int pattern_check_replacement(const pattern *pattern, const char *replacement, struct error *error);
/*
 * Writes the text with its matches replaced to *result: 1; 0 if nothing matches; -1 with *error filled, also
 * if it would exceed 2^26 bytes.
 */
int pattern_replace(const pattern *pattern, const struct pattern_replacement *replacement, const char *text,
                    size_t length, struct text_buffer *result, struct error *error);
#endif
