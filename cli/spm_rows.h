#ifndef HEDDLE_CLI_SPM_ROWS_H
#define HEDDLE_CLI_SPM_ROWS_H

/* Options of small progress measures, for commands that solve games. */
#include "base/options/options.h"
#include "parity/solver/spm_options.h"

struct error;

/* The values given; those not given are negative, or UINT64_MAX. */
struct spm_command_options {
    int queue, order, sides, first, queueing, kernels, layout;
    uint64_t shortcuts, seed, interval;
    double exchange;
};

#define SPM_COMMAND_DEFAULTS                                                                                 \
    {                                                                                                        \
        .queue = -1, .order = -1, .sides = -1, .first = -1, .queueing = -1, .kernels = -1, .layout = -1,     \
        .shortcuts = UINT64_MAX, .seed = UINT64_MAX, .interval = UINT64_MAX, .exchange = -1                  \
    }

/* `member` is the struct spm_command_options in the struct `type`. */
/* clang-format off */
#define SPM_ROWS(type, member)                                                                               \
    {"spm-queue", 0, OPTION_CHOICE, offsetof(type, member.queue), "fifo|stack|random", 0, 0,                 \
     "spm, on a CPU: the vertex that is next: the one that waits longest (the default), the one that "      \
     "changed last, or any"},                                                                                        \
    {"spm-order", 0, OPTION_CHOICE, offsetof(type, member.order),                                            \
     "best|bfs|dfs|input|reversed|degree|priority", 0, 0,                                                    \
     "spm: in which order vertices lie in memory and are first in the queue: as a breadth-first or "         \
     "depth-first search meets them, as they are numbered or the other way round, those with most "          \
     "successors first, those of the highest priorities first; best (the default): what measures best"},     \
    {"spm-sides", 0, OPTION_CHOICE, offsetof(type, member.sides), "best|both|one", 0, 0,                     \
     "spm: lift both players' measures in turn, and now and then decide what is won already; or one "         \
     "player's to the end, then the other's where the first loses; best (the default): the fastest"},        \
    {"spm-first", 0, OPTION_CHOICE, offsetof(type, member.first), "even|odd", 0, 0,                          \
     "spm: the player whose measures come first (default: even)"},                                                      \
    {"spm-shortcuts", 0, OPTION_NUMBER, offsetof(type, member.shortcuts), "N", 0, SPM_MOST_SHORTCUTS,        \
     "spm: so many times (default: 0), edges past vertices that leave no choice, or leave it to the same "   \
     "player, replace those to them; lifting begins over these"},                                            \
    {"spm-seed", 0, OPTION_NUMBER, offsetof(type, member.seed), "N", 0, UINT64_MAX - 1,                      \
     "spm: of --spm-queue random (default: 0)"},                                                             \
    {"spm-queueing", 0, OPTION_CHOICE, offsetof(type, member.queueing), "implicit|explicit", 0, 0,           \
     "spm, on a GPU: all vertices look in every round whether a successor has changed (the default), or "    \
     "those of a queue that is rebuilt now and then"},                                                     \
    {"spm-interval", 0, OPTION_NUMBER, offsetof(type, member.interval), "N", 1, 1000000,                     \
     "spm, on a GPU: rounds between two such queues (default: 32)"},                                         \
    {"spm-kernels", 0, OPTION_CHOICE, offsetof(type, member.kernels), "best|split|fused", 0, 0,              \
     "spm, on a GPU: one kernel for edges and one for vertices, or vertices look at their successors' "      \
     "measures themselves; best (the default): fused where measures are short enough"},                      \
    {"spm-layout", 0, OPTION_CHOICE, offsetof(type, member.layout), "best|coalesced|together", 0, 0,         \
     "spm, on a GPU: measures of several words lie word by word, or vertex by vertex; best (the default): "  \
     "what measures best"},                                                                                  \
    {"spm-exchange", 0, OPTION_DURATION, offsetof(type, member.exchange), "TIME", 0, 0,                      \
     "spm, on a CPU and a GPU: time between two exchanges of measures (default: 0.05 seconds)"}
/* clang-format on */

/* Converts the options for the solver. */
struct spm_options spm_command_take(const struct spm_command_options *options);
/* Checks the options. Returns 0, or -1 with ERROR_USAGE if one is given for another solver, or a value
 * makes no sense. */
int spm_command_check(const struct spm_command_options *options, int is_spm, struct error *error);

#endif
