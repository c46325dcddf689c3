#ifndef HEDDLE_CLI_SEARCH_ROWS_H
#define HEDDLE_CLI_SEARCH_ROWS_H

#include "api/search.h"

/* The rows of options of commands that search; `type` is the command's struct of values, whose member
 * `search` has them. */

/* clang-format off */
#define SEARCH_ROWS(type)                                                                                    \
    {"max-states", 0, OPTION_NUMBER, offsetof(type, search.max_states), "N", 1, UINT64_MAX,                  \
     "stop when about N states have been found"},                                                            \
    {"max-depth", 0, OPTION_NUMBER, offsetof(type, search.max_depth), "N", 0, UINT64_MAX,                    \
     "go no further than N transitions from the initial state. States at that distance are not expanded, "   \
     "and not counted as deadlocks"},                                                                        \
    {"spill", 0, OPTION_SIZE, offsetof(type, search.spill), "SIZE", 0, UINT64_MAX - 1,                       \
     "more host memory, beside --memory, for states that are kept only for traces and graphs (default: "     \
     "what is available; 0: none)"},                                                                         \
    {"spill-dir", 0, OPTION_TEXT, offsetof(type, search.spill_folder), "DIR", 0, 0,                          \
     "keep these states in files in the folder DIR, not in memory; --spill SIZE is then for the files "      \
     "(default: no limit). The files have no names, and vanish when the program ends"}

#define PARTIAL_ORDER_ROW(type, text)                                                                        \
    {"partial-order", 0, OPTION_FLAG, offsetof(type, search.partial_order), NULL, 0, 0, text}

#define SEARCH_ADVANCED_ROWS(type)                                                                           \
    {"bucket", 0, OPTION_CHOICE, offsetof(type, search.bucket), "4|8|16|32", 0, 0,                           \
     "width of the hash table's buckets, in 32-bit integers (default: 8 on a GPU, 16 on the CPU)"},          \
    {"cache", 0, OPTION_SIZE, offsetof(type, search.cache), "SIZE", 0, 65536,                                \
     "on a GPU: shared memory of each block for keys seen lately (default: 0, which measures best)"},        \
    {"words", 0, OPTION_NUMBER, offsetof(type, search.words), "N", 0, 64,                                    \
     "least number of words of a state vector, for tests: 0 as few as possible, 2, 4, or 5 and more (folded)"}
/* clang-format on */

#endif
