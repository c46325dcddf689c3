#ifndef HEDDLE_EXPLORER_SEARCH_GATHERING_H
#define HEDDLE_EXPLORER_SEARCH_GATHERING_H

#include <stdint.h>

#include "base/scope.h"
#include "explorer/search/state_stream.h"

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct memory;
struct ranks;

/*
 * Words of all ranks go to rank 0, in rounds, in each of which a rank gives a part of its own until all have
 * given everything. All functions but for _open and _close are collective.
 */
struct gathering {
    const struct ranks *ranks;
    struct scope scope;
    uint64_t part;        /* most words that a rank gives in a round; whole units */
    uint64_t *own, *all;  /* [part]; [ranks * part] */
    uint64_t *counts;     /* [ranks] */
    uint64_t used;        /* words in `own` */
    struct words_sink to; /* of rank 0; put == NULL: in other ranks, or after a failure */
    struct error *error;  /* of `to` */
    int failed;           /* `to` has failed; the others go on giving */
};

/* unit: words that must arrive together. 0, or -1 when memory runs out; _close must follow in either case. */
int gathering_open(struct gathering *gathering, const struct ranks *ranks, struct memory *memory,
                   uint64_t unit);
void gathering_close(struct gathering *gathering);
/* Gives words: whole units. */
void gathering_give(struct gathering *gathering, const uint64_t *words, uint64_t count);
/* Ends a section: when it returns, rank 0 has all words of all ranks. */
void gathering_end(struct gathering *gathering);
/* Gives what is put there, and ends sections; never fails. */
struct words_sink gathering_sink(struct gathering *gathering);

#ifdef __cplusplus
}
#endif
#endif
