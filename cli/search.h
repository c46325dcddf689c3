#ifndef HEDDLE_CLI_SEARCH_H
#define HEDDLE_CLI_SEARCH_H

#include "cli/common.h"
#include "explorer/search/explore.h"

/* Options of commands that search, and their rows for a command's table; `type` is the command's struct of
 * values. */
struct search_options {
    uint64_t max_states, max_depth, words;
    uint64_t spill;           /* bytes; UINT64_MAX: the default */
    const char *spill_folder; /* or NULL */
    uint64_t cache;           /* bytes */
    int bucket;               /* index into 4, 8, 16, 32; -1: the default */
    int partial_order, shortest;
};

#define SEARCH_DEFAULTS                                                                                      \
    { .max_depth = UINT64_MAX, .spill = UINT64_MAX, .bucket = -1 }

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

/* Opens the folder for spilled states, if there is one. 0, or -1 with the job's error. */
int search_open_spill(struct job *job, const struct search_options *options);
/* Sets limits and layout from the options, and the job's memory for spilling. */
void search_configure(struct job *job, const struct search_options *options, struct explore_options *explore);

/* Whether the searches of a network leave out states. Warns if it has no reduction though that is wanted. */
int search_reduces(struct job *job, const struct search_options *options, const struct network *network);
/* The row about the states that were expanded in part; `text` has QUANTITY_TEXT * 2 + 64 bytes. */
const char *search_reduction_text(const struct explore_result *result, char *text, size_t size);

/* The name of an outcome for programs: "done", "limit", .. */
const char *search_outcome_name(enum explore_outcome outcome);
/*
 * Prints on stderr why a search is incomplete, and what the user can do about it; prints nothing if it is
 * complete.
 */
void search_explain(struct job *job, const struct search_options *options,
                    const struct explore_result *result, const struct explore_effort *effort);
/* Warns of the deadlocks of a model with data, which get loops. */
void search_warn_deadlocks(struct job *job, const struct exploration *exploration);
/* Warns that several commands are enabled in a state of a DTMC (struct exploration); NULL: in none. */
void search_warn_several(struct job *job, const struct network *network, const uint32_t *state);
/* Warns that the CPU replaced a GPU, if `fallback` is a reason. does: "does the search". */
void search_warn_fallback(struct job *job, const struct error *fallback, const char *does);

#endif
