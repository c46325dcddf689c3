#ifndef HEDDLE_API_SEARCH_H
#define HEDDLE_API_SEARCH_H

#include "api/job.h"
#include "explorer/search/explore.h"

/* Requests of commands that search. */
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
void search_warn_several(struct job *job, const struct network *network, const uint64_t *state);
/* After a search, and again after its states were used: what all took so far; warns if the CPU has replaced a
 * GPU. */
void search_note_effort(struct job *job, const struct exploration *exploration,
                        struct explore_effort *effort);

#endif
