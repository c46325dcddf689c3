/* Properties about schedulers: almost-sure reachability on the host. */
#include "checker/check_schedulers.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/check.h"
#include "checker/component_evidence.h"
#include "decompose/almost_sure.h"
#include "decompose/mdp.h"
#include "decompose/mdp_network.h"

/* One property at work; arrays of the size of the MDP. */
struct scheduling {
    const struct scheduler_checks *schedulers;
    const struct scheduler_check *check;
    const struct mdp *mdp;
    const graph_states *states;
    const struct run *run;
    struct evidence_goal goal;
    uint32_t *goal_edges; /* bitmap */
    struct almost_sure_plan plan;
};

static void tuple_of(void *context, uint64_t vertex, uint32_t *tuple) {
    graph_states_tuple(context, vertex, tuple);
}

static void write_evidence(struct scheduling *work) {
    const struct scheduler_checks *schedulers = work->schedulers;
    struct component_subject subject = {.network = schedulers->subject,
                                        .keep_races = schedulers->keep_races,
                                        .tuple = tuple_of,
                                        .context = (void *)(uintptr_t)work->states};
    *schedulers->written =
        evidence_write_scheduler(schedulers->path, &subject, work->mdp, &work->goal, work->plan.rank,
                                 work->plan.choice, work->run, schedulers->write_error) == 0;
}

static int find_plan(struct scheduling *work, struct error *error) {
    const struct scheduler_checks *schedulers = work->schedulers;
    const struct digraph graph = mdp_digraph(work->mdp);
    const struct almost_sure_goal goal = {work->goal_edges, NULL};
    const struct mec_options options = {0};
    struct almost_sure_report report;
    if (evidence_mark_goal(work->mdp, &work->goal, schedulers->subject->options, work->run, work->goal_edges,
                           NULL, error) != 0) {
        return -1;
    }
    return work->goal.repeatedly
               ? almost_sure_repeat_cpu(&graph, work->goal_edges, &options, work->run, &work->plan, &report,
                                        error)
               : almost_sure_reach_cpu(&graph, &goal, work->run, &work->plan, &report, error);
}

static void decide(struct scheduling *work) {
    const struct mdp *mdp = work->mdp;
    const struct property *property = work->check->property;
    struct check_result *result = work->check->result;
    struct memory *memory = work->run->memory;
    uint64_t state_bytes = digraph_bitmap_words(mdp->states) * sizeof(uint32_t);
    uint64_t edge_bytes = digraph_bitmap_words(mdp->edges) * sizeof(uint32_t);
    work->goal = (struct evidence_goal){.text = property->text,
                                        .is_pattern = property->pattern != NULL,
                                        .repeatedly = property->kind == PROPERTY_ALMOST_SURELY_REPEATEDLY};
    work->goal_edges = memory_allocate_zeroed(memory, edge_bytes);
    work->plan.rank = memory_allocate_array(memory, mdp->states, sizeof *work->plan.rank);
    work->plan.choice = memory_allocate_array(memory, mdp->states, sizeof *work->plan.choice);
    work->plan.inside = work->goal.repeatedly ? memory_allocate_zeroed(memory, state_bytes) : NULL;
    if (work->goal_edges == NULL || work->plan.rank == NULL || work->plan.choice == NULL ||
        (work->goal.repeatedly && work->plan.inside == NULL)) {
        error_set(&result->why, ERROR_MEMORY, "not enough memory to find a scheduler");
    } else if (find_plan(work, &result->why) == 0) {
        int holds = work->plan.rank[mdp->initial] != ALMOST_SURE_NONE;
        result->verdict = holds ? VERDICT_HOLDS : VERDICT_VIOLATED;
        if (work->schedulers->path != NULL) {
            write_evidence(work);
        }
    }
    memory_free(memory, work->goal_edges, edge_bytes);
    memory_free(memory, work->plan.rank, mdp->states * sizeof *work->plan.rank);
    memory_free(memory, work->plan.choice, mdp->states * sizeof *work->plan.choice);
    memory_free(memory, work->plan.inside, state_bytes);
}

void check_schedulers(const struct scheduler_checks *schedulers, const struct graph *graph,
                      const graph_states *states, const struct network *network, const struct run *run) {
    struct error error;
    struct mdp *mdp = mdp_from_graph(graph, network, schedulers->keep_races, run, &error);
    for (uint32_t i = 0; i < schedulers->count; i++) {
        if (mdp == NULL) {
            schedulers->checks[i].result->why = error;
        } else {
            struct scheduling work = {.schedulers = schedulers,
                                      .check = &schedulers->checks[i],
                                      .mdp = mdp,
                                      .states = states,
                                      .run = run};
            decide(&work);
        }
    }
    mdp_free(mdp);
}
