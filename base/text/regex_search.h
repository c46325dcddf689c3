#ifndef HEDDLE_BASE_TEXT_REGEX_SEARCH_H
#define HEDDLE_BASE_TEXT_REGEX_SEARCH_H

#include <errno.h>
#include <regex.h>
#include <stddef.h>

/*
 * regexec: 1 with the leftmost, longest match of text[from, to) and its groups in match[0 .. groups), 0 when
 * nothing matches, -1 when memory runs out. If malloc fails inside glibc's regexec, it may report no match or
 * a shorter one; but malloc then leaves ENOMEM in errno.
 */
static inline int regex_search(const regex_t *regex, const char *text, size_t from, size_t to,
                               regmatch_t *match, size_t groups) {
    match[0].rm_so = (regoff_t)from;
    match[0].rm_eo = (regoff_t)to;
    errno = 0;
    int status = regexec(regex, text, groups, match, REG_STARTEND | (from > 0 ? REG_NOTBOL : 0));
    return errno == ENOMEM || status == REG_ESPACE ? -1 : status == 0;
}

#endif
