#ifndef HEDDLE_EXPLORER_SEARCH_STATE_STREAM_H
#define HEDDLE_EXPLORER_SEARCH_STATE_STREAM_H

/*
 * The states of a search on their way: from the engine that found them to a file, to another process, or into
 * memory. They go in sections: if levels are kept, each level, up to the one after that which is expanded;
 * else all states in any order, the level, and the next one.
 */
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct checkpoint_header;
struct error;

/* Takes words of states. `put` takes the next ones; it returns 0, or -1 with *error filled. */
struct words_sink {
    int (*put)(void *context, const uint64_t *words, uint64_t count, struct error *error);
    void *context;
    void (*end)(void *context); /* after each section, also after a failure; NULL: sections do not matter */
    /* As `put`, for words in the memory of a GPU; NULL: they are copied to the host first. */
    int (*put_device)(void *context, const uint64_t *words, uint64_t count, struct error *error);
};

/* An engine that gives its states. Each function puts keys, or pairs, into the sink: 0, or -1 with *error
 * filled. */
struct state_source {
    /* The pairs of the interner; only for folded vectors. */
    int (*put_pairs)(void *context, uint64_t pairs, struct words_sink sink, struct error *error);
    /* All states, in any order. */
    int (*put_visited)(void *context, struct words_sink sink, struct error *error);
    /* Those of the levels [first, end), in their order; the last one may be under construction. */
    int (*put_levels)(void *context, uint64_t first, uint64_t end, struct words_sink sink,
                      struct error *error);
    void *context;
};

/* Puts all keys in the order of a checkpoint. 0, or -1 with *error filled; all sections end in either case.
 */
int state_source_put(const struct state_source *source, const struct checkpoint_header *header,
                     struct words_sink sink, struct error *error);

#ifdef __cplusplus
}
#endif
#endif
