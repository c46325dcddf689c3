#ifndef HEDDLE_EXPLORER_SEARCH_EXPLORE_CHECKPOINT_H
#define HEDDLE_EXPLORER_SEARCH_EXPLORE_CHECKPOINT_H

/* What explore_checkpoint.c and explore_restore.c share. */
#include "explorer/checkpoint/checkpoint.h"
#include "explorer/search/explore_internal.h"

/* How a search is written, and from where it is continued. */
struct search_checkpoint {
    struct checkpoint *checkpoint;
    checkpoint_writer *writer;                /* NULL: it is not written */
    checkpoint_reader *reader;                /* NULL: it begins with the initial states */
    double began, due;                        /* clock times: of the search; when it is to be written next */
    int used;                                 /* it was written or continued */
    uint64_t transitions, choices, deadlocks; /* at the begin of the level */
};

/* Tells the caller from where the search continues. */
void explore_checkpoint_tell_resumed(const struct search *search);

#endif
