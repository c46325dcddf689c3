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
     "spm, on a CPU: the next vertex: the one that waits longest (the default), the one that changed "       \
     "last, or a random one"},                                                                               \
    {"spm-order", 0, OPTION_CHOICE, offsetof(type, member.order),                                            \
     "best|bfs|dfs|input|reversed|degree|priority", 0, 0,                                                    \
     "spm: order of vertices in memory and in the first queue: that of a breadth-first or depth-first "      \
     "search, of the input, of the reversed input, most successors first, or highest priorities first "      \
     "(default: best, what measures best)"},                                                                 \
    {"spm-sides", 0, OPTION_CHOICE, offsetof(type, member.sides), "best|both|one", 0, 0,                     \
     "spm: lift both players' measures in turn; or one player's to the end, then the other's where the "     \
     "first loses (default: best, the fastest)"},                                                            \
    {"spm-first", 0, OPTION_CHOICE, offsetof(type, member.first), "even|odd", 0, 0,                          \
     "spm: the player whose measures come first (default: even)"},                                           \
    {"spm-shortcuts", 0, OPTION_NUMBER, offsetof(type, member.shortcuts), "N", 0, SPM_MOST_SHORTCUTS,        \
     "spm: begin to lift on other edges: N times (default: 0), edges to vertices where the other player "    \
     "has no choice are replaced by edges past them"},                                                       \
    {"spm-seed", 0, OPTION_NUMBER, offsetof(type, member.seed), "N", 0, UINT64_MAX - 1,                      \
     "spm: seed of --spm-queue random (default: 0)"},                                                        \
    {"spm-queueing", 0, OPTION_CHOICE, offsetof(type, member.queueing), "implicit|explicit", 0, 0,           \
     "spm, on a GPU: in every round, all vertices look whether a successor has changed (the default), or "   \
     "only those of a queue"},                                                                               \
    {"spm-interval", 0, OPTION_NUMBER, offsetof(type, member.interval), "N", 1, 1000000,                     \
     "spm, on a GPU: rounds after which the explicit queue is rebuilt (default: 32)"},                       \
    {"spm-kernels", 0, OPTION_CHOICE, offsetof(type, member.kernels), "best|split|fused", 0, 0,              \
     "spm, on a GPU: one kernel for edges and one for vertices (split), or one for both (fused) (default: "  \
     "best, fused if measures are short)"},                                                                  \
    {"spm-layout", 0, OPTION_CHOICE, offsetof(type, member.layout), "best|coalesced|together", 0, 0,         \
     "spm, on a GPU: measures of several words lie word by word (coalesced) or vertex by vertex "            \
     "(together) (default: best)"},                                                                          \
    {"spm-exchange", 0, OPTION_DURATION, offsetof(type, member.exchange), "TIME", 0, 0,                      \
     "spm, on a CPU and a GPU: time between two exchanges of measures (default: 0.05s)"}
/* clang-format on */

/* Converts the options for the solver. */
struct spm_options spm_command_take(const struct spm_command_options *options);
/* Checks the options. Returns 0, or -1 with ERROR_USAGE if one is given for another solver, or a value
 * makes no sense. */
int spm_command_check(const struct spm_command_options *options, int is_spm, struct error *error);

#endif
