#ifndef HEDDLE_CLI_RESULT_ROWS_H
#define HEDDLE_CLI_RESULT_ROWS_H

#include <stddef.h>

#include "base/options/statistics.h"

/* Rows that the results of several commands have. `type` is the command's struct of results; its members have
 * the names of the keys. */

/* clang-format off */
/* input_label: what the input is called in the row. */
#define COMMAND_ROWS(type, input_label)                                                                      \
    {"command", NULL, NULL, STATISTIC_TEXT, offsetof(type, command)},                                        \
    {"input", input_label, NULL, STATISTIC_TEXT, offsetof(type, input)}

#define DEVICE_ROWS(type)                                                                                    \
    {"device", "device", NULL, STATISTIC_TEXT, offsetof(type, device)},                                      \
    {"threads", NULL, NULL, STATISTIC_COUNT, offsetof(type, threads)}

/* Where several processes, or several GPUs, work together. */
#define RANK_ROWS(type)                                                                                      \
    {"ranks", NULL, NULL, STATISTIC_COUNT, offsetof(type, ranks)},                                           \
    {"gpus", NULL, NULL, STATISTIC_COUNT, offsetof(type, gpus)},                                             \
    {"bytes_exchanged", "exchanged", NULL, STATISTIC_BYTES, offsetof(type, bytes_exchanged)}

#define OUTCOME_ROWS(type)                                                                                   \
    {"complete", "complete", NULL, STATISTIC_TRUTH, offsetof(type, complete)},                               \
    {"outcome", NULL, NULL, STATISTIC_TEXT, offsetof(type, outcome)}

/* The speed of a search; JSON has its parts. */
#define SPEED_ROWS(type)                                                                                     \
    {NULL, "speed", "states/s", STATISTIC_RATE, offsetof(type, states_rate)},                                \
    {NULL, "", "transitions/s", STATISTIC_RATE, offsetof(type, transitions_rate)}

#define COST_ROWS(type)                                                                                      \
    {"total_seconds", "total time", NULL, STATISTIC_SECONDS, offsetof(type, total_seconds)},                 \
    {"memory_bytes", "memory", NULL, STATISTIC_BYTES, offsetof(type, memory_bytes)}
/* clang-format on */

#endif
