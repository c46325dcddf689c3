#ifndef HEDDLE_TESTS_RANDOM_RANDOM_PROPERTY_H
#define HEDDLE_TESTS_RANDOM_RANDOM_PROPERTY_H

#include <stdint.h>

#include "frontend/language/language.h"
#include "tests/oracle/oracle_property.h"

struct error;
struct network;
struct property;
struct run;

#define RANDOM_PROPERTY_TEXT 640

/* What kind a random property is; the tests that use them count each. */
enum random_property_kind {
    RANDOM_DEADLOCK,
    RANDOM_NEVER_LABEL,    /* one that occurs, or might */
    RANDOM_NEVER_INTERNAL, /* the internal action, by one of its names */
    RANDOM_NEVER_UNKNOWN,  /* a label that occurs nowhere */
    RANDOM_NEVER_PATTERN,
    RANDOM_MONITOR,       /* moves at random */
    RANDOM_MONITOR_CHAIN, /* an error at the end of a chain */
    RANDOM_MONITOR_GUESS, /* one that may stay on the same label on which it goes on */
    RANDOM_PROPERTY_KINDS
};

struct random_property {
    enum random_property_kind kind;
    char text[RANDOM_PROPERTY_TEXT]; /* what --never takes, or the monitor's file */
    uint64_t error_states[3];        /* states of a monitor that are named as error states */
    uint32_t error_state_count;
    const struct exp_options *options;
    struct oracle_monitor *monitor; /* or NULL */
    void *pattern;                  /* or NULL */
    struct oracle_goal goal;        /* the property as the oracle sees it */
};

/*
 * Draws a property of the network with this graph; a monitor is written to the file
 * `path`. The property must stay where it is: the goal points into it. The options must outlive it.
 */
void random_property_draw(uint64_t *random, const struct oracle_graph *graph, const struct network *network,
                          const struct exp_options *options, const char *path, struct random_property *out);
/* The property as checks take it: what property_make returns; property_free frees it. */
int random_property_make(const struct random_property *property, language_tree *tree, const struct run *run,
                         struct property *made, struct error *error);
void random_property_free(struct random_property *property);
const char *random_property_kind_name(enum random_property_kind kind);

#endif
