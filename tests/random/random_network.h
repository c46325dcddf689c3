#ifndef HEDDLE_TESTS_RANDOM_RANDOM_NETWORK_H
#define HEDDLE_TESTS_RANDOM_RANDOM_NETWORK_H

#include <stdint.h>

#include "frontend/exp/syntax/exp_tree.h"

/* What a random network has in it; the test that uses them asserts that each occurs often enough. */
enum random_feature {
    RANDOM_STOP,
    RANDOM_SYNC_ALL,
    RANDOM_INTERLEAVE,
    RANDOM_SYNC_GATES,
    RANDOM_HIDE_TOTAL,
    RANDOM_HIDE_PARTIAL,
    RANDOM_HIDE_GATE,
    RANDOM_HIDE_ALL_BUT,
    RANDOM_CUT_TOTAL,
    RANDOM_CUT_PARTIAL,
    RANDOM_CUT_GATE,
    RANDOM_CUT_ALL_BUT,
    RANDOM_RENAME_TOTAL,
    RANDOM_RENAME_SINGLE,
    RANDOM_RENAME_MULTIPLE,
    RANDOM_RENAME_GATE,
    RANDOM_RENAME_GROUP,       /* \1 in the result */
    RANDOM_RENAME_TO_INTERNAL, /* "i" or "tau" as the result */
    RANDOM_PRIO,
    RANDOM_PRIO_NESTED,    /* prio inside prio */
    RANDOM_PRIO_OVER_SYNC, /* prio right above an operator that synchronises */
    RANDOM_PRIO_CHAINS,    /* several chains */
    RANDOM_PRIO_WILD,      /* patterns at random: a label may be above itself, which is an error */
    RANDOM_PAR_GATE,
    RANDOM_PAR_LABEL,
    RANDOM_PAR_BARE, /* par without gates */
    RANDOM_PAR_DEGREE,
    RANDOM_PAR_BRANCH_GATES,
    RANDOM_VECTORS_GATE,
    RANDOM_VECTORS_LABEL,
    RANDOM_VECTORS_IDLE, /* "_" */
    RANDOM_VECTORS_TO_INTERNAL,
    RANDOM_VECTORS_TWICE, /* the same vector twice */
    RANDOM_NESTED,        /* a nested .exp */
    RANDOM_NESTED_AGAIN,  /* one used several times */
    RANDOM_COMPONENT_AGAIN,
    RANDOM_NO_EXTENSION,
    RANDOM_BEHAVIOUR, /* "behaviour ... end behaviour" */
    RANDOM_EXIT,
    RANDOM_OFFERS,
    RANDOM_STOCHASTIC,
    RANDOM_KEYWORD_LABEL,
    RANDOM_COMMENT,
    RANDOM_QUOTED,
    RANDOM_KEYWORD_CASE,
    RANDOM_CRLF,
    RANDOM_IGNORE_CASE,
    RANDOM_INDEPENDENT,
    RANDOM_REGEX_EXTENDED,
    RANDOM_INTERNAL_NAME,
    RANDOM_WIDE_63,  /* the bits of all component states together pass 63 */
    RANDOM_WIDE_126, /* and 126 */
    RANDOM_FEATURES
};

const char *random_feature_name(enum random_feature feature);

struct random_network {
    uint64_t seed;
    char path[512];             /* the path of the main .exp file */
    struct exp_options options; /* points to `internal` below: do not copy the structure */
    const char *internal[1];
    uint32_t features[RANDOM_FEATURES]; /* how often each occurs in the files */
};

/*
 * Writes a random network into files main.exp, n0.exp .., c0.aut .. of the directory, which exists; files of
 * an earlier network there may stay, unused. The same seed gives the same files. Most networks have some
 * hundred states; some have far more, and a caller gives those up by a limit; a few are wrong
 * (RANDOM_PRIO_WILD). 0, or -1 when a file could not be written.
 */
int random_network_generate(uint64_t seed, const char *directory, struct random_network *out);

#endif
