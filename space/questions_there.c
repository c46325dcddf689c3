/* Answers questions about the graph of a search on the GPU that has its states. */
#include "space/questions_internal.h"

#ifndef HEDDLE_CUDA

int ask_there(struct asking *asking) {
    (void)asking;
    return 1;
}

#else

#include "base/memory.h"
#include "base/run.h"
#include "decompose/cycles/cycle_colour.h"
#include "explorer/graph/graph.h"
#include "explorer/graph/graph_device.h"
#include "explorer/graph/graph_states.h"

/* --- cycles --- */

static void drop_answer(const struct asking *asking, struct cycle_query *query) {
    cycle_free(asking->run->memory, &query->cycle);
    ask_drop_states(&query->states);
}

/* Decides a query. Returns 0, or -1 if the GPU has too little memory, or fails. */
static int find_cycle(const struct asking *asking, struct graph_device *graph, struct cycle_query *query) {
    query->error.code = ERROR_NONE;
    const int failed = cycle_find_cuda(graph, &asking->levels, &query->goal, asking->run, &query->cycle,
                                       &query->error) != 0 ||
                       ask_take_states(asking, query) != 0;
    if (failed && (query->error.code == ERROR_MEMORY || query->error.code == ERROR_DEVICE)) {
        drop_answer(asking, query);
        return -1;
    }
    return 0;
}

/* Decides cycles up to the first for which the GPU has too little memory, or at which it fails; then *why is
 * the error. If memory runs out, the states move to the host first. */
static void find_cycles(struct asking *asking, struct graph_device *graph, struct error *why) {
    for (int retried = 0; asking->done < asking->questions->cycle_count; asking->done++) {
        struct cycle_query *query = &asking->questions->cycles[asking->done];
        int failed = !cycle_query_is_needless(query) && find_cycle(asking, graph, query) != 0;
        if (failed && query->error.code == ERROR_MEMORY && asking->states != NULL && !retried) {
            retried = 1;
            failed = graph_states_fetch(asking->states, asking->run, &query->error) != 0 ||
                     find_cycle(asking, graph, query) != 0;
        }
        if (failed) {
            *why = query->error;
            return;
        }
    }
}

/* Continues on the host with a copy of the graph. Returns 0, or -1 with *why filled. */
static int ask_copy(struct asking *asking, const struct graph_device *there, struct error *why) {
    struct graph *graph = asking->states == NULL || graph_states_fetch(asking->states, asking->run, why) == 0
                              ? graph_device_download(there, asking->run, why)
                              : NULL;
    if (graph == NULL) {
        return -1;
    }
    ask_graph(asking, graph);
    graph_free(graph);
    return 0;
}

static int ask_cycles(struct asking *asking, struct graph_device *graph) {
    const struct space_questions *questions = asking->questions;
    struct explore_effort *effort = &asking->space->exploration->effort;
    struct error *why = asking->error;
    why->code = ERROR_NONE;
    asking->coloured = asking->questions->colouring == NULL ||
                       cycle_colour_cuda(graph, asking->questions->colouring, asking->run, why) == 0;
    if (asking->coloured) {
        find_cycles(asking, graph, why);
    }
    effort->memory_peak = memory_peak(&graph->device->memory);
    const int copied = why->code == ERROR_MEMORY &&
                       space_keep_reason(asking->space->backend, asking->run, why, &effort->fallback) > 0 &&
                       ask_copy(asking, graph, why) == 0;
    ask_drop_states(&asking->states); /* before the GPU is released */
    graph_device_free(graph);
    if (why->code == ERROR_DEVICE && space_fall_back(asking->space, asking->run, why) > 0) {
        return 1;
    }
    for (; !copied && asking->done < questions->cycle_count; asking->done++) {
        questions->cycles[asking->done].error = *why;
    }
    return 0;
}

/* --- goals --- */

static int ask_goals(struct asking *asking, struct graph_device *graph) {
    return ask_goals_there(asking, graph, &asking->space->exploration->effort.memory_peak) == 0
               ? 0
               : space_fall_back(asking->space, asking->run, asking->error);
}

/* --- either --- */

/* Whether the graph may stay on the GPU: for cycles alone, or for goals alone. */
static int may_stay_there(const struct asking *asking) {
    const struct space_questions *questions = asking->questions;
    return space_is_there(asking->space) &&
           (questions->visit == NULL ||
            (questions->goal_count != 0 && questions->cycle_count == 0 && !questions->with_states));
}

int ask_there(struct asking *asking) {
    const struct space_questions *questions = asking->questions;
    const int has_goals = questions->visit != NULL;
    const struct graph_options options = {ask_arrays(questions),
                                          questions->with_states ? &asking->states : NULL};
    if (!may_stay_there(asking)) {
        return 1;
    }
    struct graph_device *graph =
        graph_device_build(asking->space->exploration, &options, asking->run, asking->error);
    if (graph == NULL) {
        return space_fall_back(asking->space, asking->run, asking->error);
    }
    return has_goals ? ask_goals(asking, graph) : ask_cycles(asking, graph);
}

#endif
