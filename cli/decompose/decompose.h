#ifndef HEDDLE_CLI_DECOMPOSE_DECOMPOSE_H
#define HEDDLE_CLI_DECOMPOSE_DECOMPOSE_H

#include "api/decompose.h"
#include "cli/common.h"
#include "cli/search_rows.h"

/* Rows of the options of `heddle scc` and `heddle mec`, whose values are a request. */

/* output_text: the description of --output. */
/* clang-format off */
#define DECOMPOSE_ROWS(output_text)                                                                          \
    {"algorithm", 'a', OPTION_CHOICE, offsetof(struct decompose_request, algorithm),                         \
     SCC_CHOICES, 0, 0,                                                                                     \
     "how to find strongly connected components (default: auto, what measures best; tarjan always runs on "   \
     "the CPU)"},                                                                                            \
    {"output", 'o', OPTION_TEXT, offsetof(struct decompose_request, output), "FILE", 0, 0, output_text},     \
    {"evidence", 0, OPTION_TEXT, offsetof(struct decompose_request, evidence), "FILE", 0, 0,                 \
     "write evidence of the components for `heddle verify` to FILE (.gz or .zst: compressed)"}

#define DECOMPOSE_ADVANCED_ROWS                                                                              \
    {"out-degree-bound", 0, OPTION_NUMBER, offsetof(struct decompose_request, out_degree_bound), "N", 0, 32, \
     "fbt and bfbt on a GPU: interleave the edges of 32 neighbouring vertices that have at most N "          \
     "(default: 0, do not)"},                                                                                \
    {"cache-rounds", 0, OPTION_NUMBER, offsetof(struct decompose_request, cache_rounds), "N", 0, 1024,       \
     "fbt and bfbt on a GPU: rounds of a launch that stay in the blocks' caches (default: 0, none)"},        \
    {"no-hybrid", 0, OPTION_FLAG, offsetof(struct decompose_request, separate_searches), NULL, 0, 0,         \
     "fbt: search forward first, then backward, instead of both in each round"},                             \
    {"single-pivots", 0, OPTION_FLAG, offsetof(struct decompose_request, single_pivots), NULL, 0, 0,         \
     "fbt and bfbt on a GPU: threads race for pivots one by one, not a warp at a time"},                     \
    {"no-compression", 0, OPTION_FLAG, offsetof(struct decompose_request, no_compression), NULL, 0, 0,       \
     "ecl: numbers travel along single edges, without path compression"},                                    \
    {"synchronous", 0, OPTION_FLAG, offsetof(struct decompose_request, synchronous), NULL, 0, 0,             \
     "ecl on a GPU: blocks wait for one another in every step"},                                             \
    SEARCH_ADVANCED_ROWS(struct decompose_request)
/* clang-format on */

/* Runs `heddle scc` or, with mec, `heddle mec`; returns the exit code. */
int decompose_main(const struct options_command *command, int mec, int argc, char **argv);

#endif
