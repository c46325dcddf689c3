#ifndef HEDDLE_EXPLORER_SEARCH_EXPLORE_CHECKPOINT_H
#define HEDDLE_EXPLORER_SEARCH_EXPLORE_CHECKPOINT_H

#include <stdint.h>

#include "explorer/checkpoint/checkpoint.h"
#include "explorer/search/gathering.h"

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct explore_options;
struct exploration;
struct run;

/* How a search is written to checkpoints, and from where it is continued: what all engines share. */
struct search_checkpoint {
    const struct run *run;
    struct error *error; /* of the search */
    struct exploration *exploration;
    struct checkpoint *checkpoint;
    int needs_levels;                /* the search is of no use without its older levels */
    checkpoint_writer *writer;       /* NULL: it is not written */
    checkpoint_reader *reader;       /* NULL: no file is continued */
    struct checkpoint_header header; /* of the file; or of the share that was handed over .. */
    unsigned owner;                  /* .. to this owner */
    double began, due;               /* clock times: of the search; when it is to be written next */
    int used;                        /* it was written or continued */
};

/*
 * Opens what options->checkpoint says, and says there whether the search is continued. The exploration has
 * found nothing yet. NULL with *error filled.
 */
struct search_checkpoint *search_checkpoint_open(struct exploration *exploration,
                                                 const struct explore_options *options, const struct run *run,
                                                 struct error *error);
void search_checkpoint_close(struct search_checkpoint *own); /* NULL is allowed */

/* Whether it is time to write the search; asked often. own: NULL is allowed. */
int search_checkpoint_is_due(const struct search_checkpoint *own);
/* Whether a search is to be written after its end, when it has found so many states: it can be continued, or
 * long work follows. */
int search_checkpoint_is_wanted(const struct search_checkpoint *own, uint64_t states);
/* Tells the user. */
void search_checkpoint_tell(const struct search_checkpoint *own, int warns, const char *text);

/*
 * Adds what all processes have: states, counts and level_begin [header->level + 2]; levels are kept if all
 * have them. Sets header->next. Collective; ranks: NULL for a process that is alone.
 */
void search_checkpoint_sum(struct checkpoint_header *header, uint64_t *level_begin,
                           const struct ranks *ranks);
/*
 * Writes the search: level_begin [header->level + 2]; levels of labels, and the state with several commands,
 * as the exploration has them; pairs and keys. `header` needs key_words, levels_kept, states, level, next,
 * pairs, counts and levels of events. If it cannot be written, the user is warned, and the search goes on.
 * Of several processes, collective: rank 0 writes.
 */
struct search_content {
    struct checkpoint_header *header;
    const uint64_t *level_begin;
    struct state_source source; /* the states of this process; pairs: of rank 0 */
    /* Of several processes: takes the states to rank 0, whose `to` is set; or NULL. And what gives them to
     * it. */
    struct gathering *gathering;
    struct words_sink sink;
};
void search_checkpoint_write(struct search_checkpoint *own, const struct search_content *content);
/* Puts words into the file. */
struct words_sink search_checkpoint_sink(const struct search_checkpoint *own);

/*
 * Reads what comes before pairs and keys, of the file; or if there is none, of the share of an owner that was
 * handed over, in checkpoint->held. Fills the exploration's level_begin, levels, levels_kept, label_level,
 * several, and levels of events, of which those are left out that the level has shown that is expanded again.
 * 0, or -1 with the error filled.
 */
int search_checkpoint_restore(struct search_checkpoint *own, unsigned owner);
/* Reads the next words of pairs, then of keys, when `fresh` different ones were read. 0, or -1 with the error
 * filled, also if the run must stop. */
int search_checkpoint_read(const struct search_checkpoint *own, uint64_t *words, uint64_t count,
                           uint64_t fresh);
/* After the last key: the file must end, and have no state twice. Tells the user from where the search
 * continues. 0, or -1 with the error filled. */
int search_checkpoint_restored(struct search_checkpoint *own, uint64_t fresh);
/* Fills the error for content that cannot be. -1. */
int search_checkpoint_damaged(const struct search_checkpoint *own, const char *what);

#ifdef __cplusplus
}
#endif

#endif
