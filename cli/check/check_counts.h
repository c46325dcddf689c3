#ifndef HEDDLE_CLI_CHECK_CHECK_COUNTS_H
#define HEDDLE_CLI_CHECK_CHECK_COUNTS_H

#include "base/quantity.h"
#include "base/options/statistics.h"
#include "cli/check/check_report.h"

/* The counts as texts for people and programs. */
struct check_count_texts {
    char product[QUANTITY_TEXT + 16];
    char device[2 * EXPLORE_DEVICE_TEXT + 2];
    char game[256];
    char reduction[2 * QUANTITY_TEXT + 64];
};

/* The total counts of the searches and games of `heddle check`. The struct has pointers into itself. */
struct check_counts {
    const char *command, *input, *device, *outcome, *certificate, *scheduler, *product_text, *game_text,
        *game_file, *page, *reduction_text;
    int complete,
        product_complete; /* whether the search for `states` was complete, and the searches of products */
    uint64_t threads, ranks, gpus, bytes_exchanged, searches, states, transitions, levels, deadlocks,
        product_states, memory_bytes, spilled_bytes, reduced, reduced_until, resumed_states, handed_states;
    double compose_seconds, seconds, total_seconds, table_load, states_rate, transitions_rate, game_seconds,
        vacuity_seconds, vacuity_row, graph_seconds, graph_row, start_seconds, start_row, evidence_seconds,
        evidence_row;
    int on_host, on_device; /* whether the CPU, or a GPU, did searches */
    struct check_count_texts texts;
};

#define CHECK_COUNT_ROWS 43
extern const struct statistic_row check_count_rows[CHECK_COUNT_ROWS];

/* Fills the counts from the searches of a finished check. */
void check_counts_take(const struct check_report *report, struct check_counts *counts);

#endif
