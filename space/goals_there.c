/* Decides goals of schedulers in a graph on a GPU. */
#include "space/questions_internal.h"

#ifdef HEDDLE_CUDA

#include "base/bitmap_core.h"
#include "base/memory.h"
#include "base/run.h"
#include "decompose/almost_sure/almost_sure.h"
#include "decompose/mdp/mdp_device.h"
#include "explorer/graph/digraph_device.h"
#include "explorer/graph/graph_device.h"
#include "explorer/model/network.h"

/* The work on one goal; the arrays are on the GPU. */
struct goal_work {
    const struct mdp_device *mdp;
    const struct label_goal *goal;
    uint64_t initial; /* states, which come first */
    const struct run *run;
    uint32_t *edges; /* bitmap: those that reach the goal */
    uint32_t *rank;  /* [states] */
};

static int mark_edges(const struct goal_work *work, struct error *error) {
    const struct mdp_device *mdp = work->mdp;
    const struct label_goal *goal = work->goal;
    struct memory *memory = work->run->memory;
    unsigned char *matches = memory_allocate_zeroed(memory, mdp->label_count);
    if (matches == NULL) {
        return error_memory(error, "for the labels");
    }
    const int failed = goal->mark(goal->context, mdp->label_text, mdp->label_count, matches, error) != 0 ||
                       mdp_device_mark_labels(mdp, matches, work->edges, error) != 0;
    memory_free(memory, matches, mdp->label_count);
    return failed ? -1 : 0;
}

/* Whether all initial states have a rank, or none has one if every scheduler must reach the goal: 1, 0, or -1
 * with *error filled. */
static int is_won(const struct goal_work *work, struct error *error) {
    struct memory *memory = work->run->memory;
    uint64_t have = 0;
    uint32_t *ranks = memory_allocate_array(memory, work->initial, sizeof *ranks);
    const int failed = ranks == NULL
                           ? error_memory(error, "for the verdict")
                           : device_download(ranks, work->rank, work->initial * sizeof *ranks, error);
    while (!failed && have < work->initial && (ranks[have] != ALMOST_SURE_NONE) != work->goal->every) {
        have++;
    }
    memory_free(memory, ranks, work->initial * sizeof *ranks);
    return failed ? -1 : have == work->initial;
}

static int decide_with(const struct goal_work *work, struct error *error) {
    const struct digraph_device graph = {work->mdp->device, mdp_device_digraph(work->mdp)};
    const struct almost_sure_goal goal = {
        .edges = work->edges, .repeatedly = work->goal->repeatedly, .every = work->goal->every};
    const struct almost_sure_plan plan = {.rank = work->rank};
    struct almost_sure_report report;
    return mark_edges(work, error) != 0 ||
                   almost_sure_cuda(&graph, &goal, work->run, &plan, &report, error) != 0
               ? -1
               : is_won(work, error);
}

/* 1, 0, or -1 with *error filled. */
static int decide_goal(const struct asking *asking, const struct mdp_device *mdp,
                       const struct label_goal *goal, struct error *error) {
    struct goal_work work = {.mdp = mdp,
                             .goal = goal,
                             .initial = model_network(asking->space->model)->initial_count,
                             .run = asking->run};
    const uint64_t edge_bytes = bitmap_bytes(mdp->edges), rank_bytes = mdp->states * sizeof *work.rank;
    work.edges = device_allocate(mdp->device, edge_bytes, error);
    work.rank = work.edges == NULL ? NULL : device_allocate(mdp->device, rank_bytes, error);
    const int holds = work.rank == NULL ? -1 : decide_with(&work, error);
    device_free(mdp->device, work.edges, edge_bytes);
    device_free(mdp->device, work.rank, rank_bytes);
    return holds;
}

static int is_of_device(const struct error *error) {
    return error->code == ERROR_MEMORY || error->code == ERROR_DEVICE;
}

/* why: the reason why there is no MDP. */
static int decide_all(const struct asking *asking, const struct mdp_device *mdp, const struct error *why) {
    for (uint32_t i = 0; i < asking->questions->goal_count; i++) {
        struct label_goal *goal = &asking->questions->goals[i];
        struct error error = *why;
        const int holds = mdp == NULL ? -1 : decide_goal(asking, mdp, goal, &error);
        if (holds < 0 && mdp != NULL && is_of_device(&error)) {
            *asking->error = error;
            return -1;
        }
        goal->done = 1;
        goal->holds = holds > 0;
        goal->why = error;
        goal->why.code = holds >= 0 ? ERROR_NONE : error.code;
    }
    return 0;
}

int ask_goals_there(const struct asking *asking, struct graph_device *graph, uint64_t *peak) {
    struct error why = {.code = ERROR_NONE};
    struct mdp_device *mdp = mdp_device_from_graph(graph, asking->questions->keep_races, asking->run, &why);
    int failed = mdp == NULL && is_of_device(&why);
    if (failed) {
        *asking->error = why;
    } else {
        failed = decide_all(asking, mdp, &why) != 0;
    }
    *peak = memory_peak(mdp == NULL ? &graph->device->memory : &mdp->device->memory);
    if (mdp == NULL) {
        graph_device_free(graph);
    }
    mdp_device_free(mdp);
    return failed ? -1 : 0;
}

#endif
