#ifndef HEDDLE_SPACE_QUESTIONS_H
#define HEDDLE_SPACE_QUESTIONS_H

#include <stdint.h>

#include "base/error.h"
#include "decompose/cycles/cycle_query.h"
#include "space/space.h"

struct cycle_colouring;
struct graph;
struct graph_states;

/*
 * Whether some scheduler, or every one, takes a transition with a label of a set with probability 1, once or
 * again and again, from all initial states (decompose/almost_sure/almost_sure.h).
 */
struct label_goal {
    /* Marks the labels of the set: matches[count] are zeros before. 0, or -1 with *error filled. */
    int (*mark)(void *context, char *const *labels, uint32_t count, unsigned char *matches,
                struct error *error);
    void *context;
    int repeatedly, every;
    /* The answer: */
    int done;         /* else `visit` is to decide it */
    int holds;        /* if `why` has code ERROR_NONE */
    struct error why; /* why it cannot be decided */
};

/* What is asked about the graph of a complete search that kept its levels and its visited set. */
struct space_questions {
    struct cycle_query *cycles;
    uint32_t cycle_count;
    const struct cycle_colouring *colouring; /* for the cycles, before the search; NULL: none is needed */
    struct label_goal *goals;                /* those that a GPU may decide where it has the graph */
    uint32_t goal_count;
    int keep_races; /* for goals: no maximal progress */
    /* Receives the graph with its choices in host memory, for goals that are not done and all else; is not
     * called if a GPU has done all goals. NULL: cycles are all. */
    void (*visit)(void *context, const struct graph *graph, const struct graph_states *states);
    void *context;
    int with_states; /* the states of the vertices are requested, for cycles and for `visit` */
    int keep_apart;  /* for tests, with run->ranks: part_scc_options.keep_apart */
    int failed;      /* nothing can be asked, as *error says; other processes hear of it */
};

/*
 * Answers all questions in one graph: on the GPU that has the states, for cycles alone or for goals alone and
 * if its memory suffices; else on the host. With run->ranks, collective: only cycles, in parts of the graph.
 *
 * Consumes the visited set and the levels, except for their counts; sets the exploration's memory_peak and
 * fallback to their final values. The caller frees the cycles with cycle_free and run->memory, and their
 * states, whatever this returns. Returns 0, or -1 with *error filled when there is no graph: ERROR_LIMIT for
 * too many vertices, ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_DEVICE; the questions do not change then.
 */
int space_ask(struct space *space, const struct space_questions *questions, const struct run *run,
              struct error *error);

#endif
