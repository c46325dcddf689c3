#ifndef HEDDLE_BASE_TEXT_REGEX_H
#define HEDDLE_BASE_TEXT_REGEX_H

#include <regex.h> /* regmatch_t */
#include <stddef.h>
#include <stdint.h>

struct error;
struct run;

/*
 * POSIX regular expressions, basic and extended, with what glibc adds (\| \+ \? in basic ones; \w \W \s \S \b
 * \B \< \> \` \'), of bytes in the C locale. regexec is not used, because it may take hours and any amount of
 * memory, and cannot be interrupted.
 *
 * Without back-references, a text of n bytes is matched in n times the size of the expression, by simulation
 * of all ways at once (Thompson, CACM 1968); groups are then found by a search that tries no place of
 * the expression twice at one place of the text. With back-references, all ways are tried one after the
 * other. REGEX_STEPS bounds both, and all ask the run whether to stop.
 */
typedef struct regex regex;

#define REGEX_EXTENDED 1u
#define REGEX_IGNORE_CASE 2u
#define REGEX_GROUPS 10                 /* the whole match and \1 to \9 */
#define REGEX_STEPS UINT64_C(100000000) /* for one text: a second or less */

/*
 * NULL with *error filled, without a position. The expression should be small: repetitions are copied. The
 * caller frees the result. The run is copied: what its members point to must outlive the result.
 */
regex *regex_compile(const struct run *run, const char *text, unsigned flags, struct error *error);
void regex_free(regex *regex); /* NULL is allowed */
/* The number of its groups. */
unsigned regex_group_count(const regex *regex);

enum regex_way {
    REGEX_LEFTMOST, /* the leftmost match, and the longest of those that begin there */
    REGEX_WHOLE     /* text[from, length), and nothing else */
};

/*
 * Finds a match within text[from, length), fewer than 2^31 bytes: 1 with match[0], and the groups in match[1
 * .. groups) (-1 for those that take no part); 0 if there is none; -1 with *error filled: ERROR_MEMORY,
 * ERROR_INTERRUPTED, or ERROR_LIMIT after REGEX_STEPS; at once, if this was so for the same text. Of the ways
 * to match the same text, groups are those of the first: with earlier alternatives, and as many repetitions
 * as possible. `groups`: 1 to REGEX_GROUPS.
 */
int regex_find(regex *regex, enum regex_way way, const char *text, size_t from, size_t length,
               regmatch_t *match, unsigned groups, struct error *error);

#endif
