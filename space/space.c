/* Generates state spaces, and hands them over to what follows. */
#include "space/space.h"

#include "base/error.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "explorer/search/cuda/space_device.h"

/* What fails before a search begins. */
static int prepare(struct space *space, const struct space_request *request, struct explore_options *explore,
                   const struct run *run, struct error *error) {
    if (request->failed) {
        return -1;
    }
    space->model = request->model;
    if (space->model == NULL) {
        space->model = space->owned = model_compile(request->network, &request->layout, run, error);
    }
    return space->model == NULL || (request->compiled != NULL &&
                                    request->compiled(request->context, space->model, explore, error) != 0)
               ? -1
               : 0;
}

int space_open(struct space *space, const struct space_request *request, const struct run *run,
               struct error *error) {
    struct explore_options explore = request->explore;
    *space = (struct space){.backend = request->backend};
    if (prepare(space, request, &explore, run, error) != 0) {
        ranks_meet(run->ranks, RANKS_SEARCH, 0, 1, error);
    } else {
        space->exploration = space->backend->explore(space->model, &explore, run, error);
    }
    if (space->exploration == NULL) {
        space_close(space);
        return -1;
    }
    return 0;
}

void space_close(struct space *space) {
    exploration_free(space->exploration);
    model_free(space->owned);
    *space = (struct space){.model = NULL};
}

struct graph *space_graph(struct space *space, const struct graph_options *options, const struct run *run,
                          struct error *error) {
    return space->backend->graph(space->exploration, options, run, error);
}

int space_trace(struct space *space, const struct trace_goal *goal, const struct run *run,
                struct trace *trace, struct error *error) {
    return space->backend->trace(space->exploration, goal, run, trace, error);
}

int space_fetch(struct space *space, const struct run *run, struct error *error) {
    return space->backend->fetch(space->exploration, run, error);
}

int space_is_there(const struct space *space) {
    const struct space_device *there = space->exploration->space.device;
    return there != NULL && there->table != NULL;
}

const struct backend *space_backend(const struct space *space) {
    const struct exploration *exploration = space->exploration;
    return space->backend->is_auto && exploration->effort.fallback.code != ERROR_NONE &&
                   exploration->space.device == NULL
               ? backends[0]
               : space->backend;
}

int space_keep_reason(const struct backend *backend, const struct run *run, const struct error *error,
                      struct error *fallback) {
    const int failed = error->code == ERROR_DEVICE, too_small = error->code == ERROR_MEMORY;
    if (!(backend->is_auto && failed) && !((backend->is_auto || run->devices != NULL) && too_small)) {
        return -1;
    }
    *fallback = *error;
    return 1;
}

int space_fall_back(struct space *space, const struct run *run, struct error *error) {
    struct exploration *exploration = space->exploration;
    const int lost = exploration->space.device == NULL || error->code == ERROR_DEVICE;
    return space_keep_reason(space->backend, run, error, &exploration->effort.fallback) < 0 ||
                   (lost && space->backend->recover(exploration, run, error) != 0)
               ? -1
               : 1;
}
