/* Decides properties about schedulers where the graph is, on a GPU. */
#include "checker/check_internal.h"

#ifdef HEDDLE_CUDA

#include "base/bitmap_core.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/evidence/component_evidence.h"
#include "checker/property/property.h"
#include "decompose/almost_sure/almost_sure.h"
#include "decompose/mdp/mdp_device.h"
#include "explorer/graph/digraph_device.h"
#include "explorer/graph/graph_device.h"
#include "explorer/model/network.h"

/* The work on one goal; the arrays are on the GPU. */
struct scheduling {
    const struct checking *checking;
    const struct mdp_device *mdp;
    const struct property *property;
    uint32_t *goal; /* bitmap over edges */
    uint32_t *rank; /* states */
};

static int mark_goal(const struct scheduling *work, struct error *error) {
    const struct mdp_device *mdp = work->mdp;
    const struct property *property = work->property;
    struct memory *memory = work->checking->run->memory;
    const struct evidence_labels labels = {mdp->label_text, mdp->label_count};
    const struct evidence_goal goal = {.text = property->text, .is_pattern = property->pattern != NULL};
    unsigned char *matches = memory_allocate_zeroed(memory, mdp->label_count);
    if (matches == NULL) {
        return error_memory(error, "for the labels");
    }
    int failed = evidence_match_goal(&labels, &goal, work->checking->options->subject->options, memory,
                                     matches, error) != 0 ||
                 mdp_device_mark_labels(mdp, matches, work->goal, error) != 0;
    memory_free(memory, matches, mdp->label_count);
    return failed ? -1 : 0;
}

/* Whether all initial states, which come first, have a rank, or none has one if every scheduler must reach
 * the goal: 1, 0, or -1 with *error filled. */
static int is_won(const struct scheduling *work, struct error *error) {
    struct memory *memory = work->checking->run->memory;
    uint64_t count = work->checking->network->initial_count, have = 0;
    uint32_t *ranks = memory_allocate_array(memory, count, sizeof *ranks);
    int failed = ranks == NULL ? error_memory(error, "for the verdict")
                               : device_download(ranks, work->rank, count * sizeof *ranks, error);
    while (!failed && have < count &&
           (ranks[have] != ALMOST_SURE_NONE) != work->property->by_every_scheduler) {
        have++;
    }
    memory_free(memory, ranks, count * sizeof *ranks);
    return failed ? -1 : have == count;
}

static int decide_goal(const struct scheduling *work, struct error *error) {
    const struct digraph_device graph = {work->mdp->device, mdp_device_digraph(work->mdp)};
    const struct almost_sure_goal goal = {.edges = work->goal,
                                          .repeatedly =
                                              work->property->kind == PROPERTY_ALMOST_SURELY_REPEATEDLY,
                                          .every = work->property->by_every_scheduler};
    const struct almost_sure_plan plan = {.rank = work->rank};
    struct almost_sure_report report;
    return mark_goal(work, error) != 0 ||
                   almost_sure_cuda(&graph, &goal, work->checking->run, &plan, &report, error) != 0
               ? -1
               : is_won(work, error);
}

/* 1, 0, or -1 with *error filled. */
static int decide_property(const struct checking *checking, const struct mdp_device *mdp, uint32_t index,
                           struct error *error) {
    struct scheduling work = {checking, mdp, &checking->properties[index], NULL, NULL};
    uint64_t goal_bytes = bitmap_bytes(mdp->edges), rank_bytes = mdp->states * sizeof *work.rank;
    work.goal = device_allocate(mdp->device, goal_bytes, error);
    work.rank = work.goal == NULL ? NULL : device_allocate(mdp->device, rank_bytes, error);
    int holds = work.rank == NULL ? -1 : decide_goal(&work, error);
    device_free(mdp->device, work.goal, goal_bytes);
    device_free(mdp->device, work.rank, rank_bytes);
    return holds;
}

static int is_of_device(const struct error *error) {
    return error->code == ERROR_MEMORY || error->code == ERROR_DEVICE;
}

/* Decides open properties, or gives the reason why not, until the GPU fails. */
static int decide_all(struct checking *checking, const struct mdp_device *mdp, const struct error *why,
                      struct error *error) {
    for (uint32_t i = 0; i < checking->count; i++) {
        struct check_result *result = &checking->check->results[i];
        if (!check_is_open(checking, i) || !property_is_of_schedulers(checking->properties[i].kind)) {
            continue;
        }
        if (mdp == NULL) {
            result->why = *why;
            continue;
        }
        int holds = decide_property(checking, mdp, i, error);
        if (holds >= 0) {
            result->verdict = holds ? VERDICT_HOLDS : VERDICT_VIOLATED;
        } else if (is_of_device(error)) {
            return -1;
        } else {
            result->why = *error;
            check_note_fault(checking, &result->why);
        }
    }
    return 0;
}

int check_schedulers_there(struct checking *checking, struct graph_device *graph, uint64_t *peak,
                           struct error *error) {
    struct error why;
    struct mdp_device *mdp = mdp_device_from_graph(graph, checking->options->keep_races, checking->run, &why);
    int failed = mdp == NULL && is_of_device(&why);
    if (failed) {
        *error = why;
    } else {
        failed = decide_all(checking, mdp, &why, error) != 0;
    }
    *peak = memory_peak(mdp == NULL ? &graph->device->memory : &mdp->device->memory);
    if (mdp == NULL) {
        graph_device_free(graph);
    }
    mdp_device_free(mdp);
    return failed ? -1 : 0;
}

#endif
