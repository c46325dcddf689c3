#ifndef HEDDLE_CLI_CHECK_CHECK_COUNTS_H
#define HEDDLE_CLI_CHECK_CHECK_COUNTS_H

#include "base/quantity.h"
#include "base/options/statistics.h"
#include "cli/check/check_report.h"

/* What people and programs read of the counts. */
struct check_count_texts {
    char product[QUANTITY_TEXT + 16];
    char device[2 * EXPLORE_DEVICE_TEXT + 2];
    char game[256];
};

/* What searches and games of `heddle check` counted, all together. It points into itself. */
struct check_counts {
    const char *command, *input, *device, *outcome, *certificate, *scheduler, *product_text, *game_text,
        *game_file, *page;
    int complete, product_complete; /* the search that states are counted in; the products */
    uint64_t threads, states, transitions, levels, deadlocks, product_states, memory_bytes, spilled_bytes;
    double seconds, total_seconds, table_load, states_rate, transitions_rate, game_seconds;
    int on_host, on_device; /* whether searches were done there */
    struct check_count_texts texts;
};

#define CHECK_COUNT_ROWS 25
extern const struct statistic_row check_count_rows[CHECK_COUNT_ROWS];

/* Takes them from the searches of a check that is done. */
void check_counts_take(const struct check_report *report, struct check_counts *counts);

#endif
