#ifndef HEDDLE_CLI_CHECK_CHECK_COUNTS_H
#define HEDDLE_CLI_CHECK_CHECK_COUNTS_H

#include <stdio.h>

#include "api/check.h"
#include "base/quantity.h"

/* The time of a step, if it was done: for JSON, and for rows if it was not short. */
struct check_time {
    double key, row;
};

/* The counts as texts for people and programs. */
struct check_count_texts {
    char product[QUANTITY_TEXT + 16];
    char device[2 * EXPLORE_DEVICE_TEXT + 2];
    char game[256];
    char reduction[2 * QUANTITY_TEXT + 64];
};

/* The total counts of the searches and games of `heddle check`. The struct has pointers into itself. */
struct check_counts {
    const char *command, *input, *device, *outcome, *certificate, *scheduler, *game_file, *product_file,
        *page;
    const char *product, *games, *reduction; /* in `texts` */
    int complete;                 /* the search for `found`, or the searches of products if there is none */
    struct explore_result found;  /* states, transitions and deadlocks of the network; levels of the first
                                     search; what was reduced in all */
    struct explore_effort effort; /* the sums of all searches; the table of the first */
    uint64_t edges;               /* of an MDP in a file */
    uint64_t threads, ranks, gpus, searches, product_states, memory_bytes, spilled_bytes;
    double compose_seconds, game_seconds, total_seconds, states_rate, transitions_rate;
    struct check_time start, graph, evidence, vacuity;
    struct check_count_texts texts;
};

/* Fills the counts from what was checked. */
void check_counts_take(const struct checked *checked, struct check_counts *counts);
/* Prints them as rows. */
void check_counts_print(const struct checked *checked, const struct check_counts *counts, FILE *stream);
/* An object with the counts; NULL when memory runs out. */
struct json_t *check_counts_json(const struct checked *checked, const struct check_counts *counts);
/* The same, of counts that it takes (check_request.counts_json). */
struct json_t *check_counts_of(const struct checked *checked);

#endif
