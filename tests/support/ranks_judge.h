#ifndef HEDDLE_TESTS_SUPPORT_RANKS_JUDGE_H
#define HEDDLE_TESTS_SUPPORT_RANKS_JUDGE_H

#include <stdint.h>

#include "checker/property/property.h"

struct network;

/* How often, of all cases that were judged: */
struct ranks_tally {
    uint64_t compared, violated, undecided; /* undecided: beside a rank that is short of memory or time */
};

/* A property as it is made, of a network of the maker's tree. */
struct ranks_case {
    struct network *network;
    const struct property_maker *maker;
    enum property_kind kind;
    const char *text;
};

/*
 * Checks the property by one process and by two to four ranks, with options that are drawn, and now and then
 * with one rank that is short. NULL, or what differs: verdicts, lengths, traces, errors.
 */
const char *ranks_judge(const struct ranks_case *of, uint64_t *random, struct ranks_tally *tally);

#endif
