#ifndef HEDDLE_SPACE_SPACE_H
#define HEDDLE_SPACE_SPACE_H

#include "explorer/backend.h"
#include "explorer/model/model.h"
#include "explorer/search/explore.h"

struct error;
struct network;
struct run;

/*
 * A state space is generated here, in one place: whoever needs states says what to search, and asks for what
 * follows: a graph, traces, components, classes, cycles, a game. This room alone knows which side does the
 * work, that the CPU takes over from a GPU that fails, and that several processes begin together.
 */
struct space_request {
    const struct backend *backend;
    const struct network *network;
    struct model_options layout;
    const model *model; /* compiled already, and borrowed: network and layout are ignored; or NULL */
    struct explore_options explore;
    /*
     * The caller could not make what the search needs, as *error says: no search begins, and other processes
     * that search together hear of it.
     */
    int failed;
    /* After the model is compiled, before it is searched: makes what depends on it. 0, or -1 with *error
     * filled. NULL: nothing does. */
    int (*compiled)(void *context, const model *model, struct explore_options *explore, struct error *error);
    void *context;
};

struct space {
    const struct backend *backend; /* which searched */
    const model *model;
    model *owned;                    /* the same, if it was compiled here; else NULL */
    struct exploration *exploration; /* what was found; a limit may have ended it (its result.outcome) */
};

/*
 * Compiles and searches. With run->ranks, collective. 0; or -1 with *error filled and nothing to free: there
 * was no search, or an error of the model ended it (explorer/explore_fault.h).
 */
int space_open(struct space *space, const struct space_request *request, const struct run *run,
               struct error *error);
/* space may be all zeros. */
void space_close(struct space *space);

/* Functions of the engine that searched (struct backend). If a GPU fails under `auto`, the host searches once
 * more, and space->exploration->effort.fallback says why. */
struct graph *space_graph(struct space *space, const struct graph_options *options, const struct run *run,
                          struct error *error);
int space_trace(struct space *space, const struct trace_goal *goal, const struct run *run,
                struct trace *trace, struct error *error);
int space_fetch(struct space *space, const struct run *run, struct error *error);

/* Whether the states are on one GPU, where work on them can be done. */
int space_is_there(const struct space *space);
/* Where what follows is done: as the search was; by the CPU once that has replaced a GPU under `auto`. */
const struct backend *space_backend(const struct space *space);
/*
 * After *error has ended work on a GPU: whether the CPU may do it instead. With `auto` it may if the GPU
 * failed or is too small; one that is named is not replaced. If several are named, what they have found may
 * be too large for one. Returns 1 with why in *fallback; or -1.
 */
int space_keep_reason(const struct backend *backend, const struct run *run, const struct error *error,
                      struct error *fallback);
/*
 * The same for work on a state space, with why in space->exploration->effort.fallback. If the states are gone
 * or on a GPU that failed, they are searched for once more. Returns 1; or -1 with *error as it was, or
 * another.
 */
int space_fall_back(struct space *space, const struct run *run, struct error *error);

#endif
