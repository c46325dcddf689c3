/*
 * Almost-sure reachability, over the steps of one side.
 *
 * X is the set of states that have not fallen; live choices are those whose edges all lead to X. A goal state
 * never falls: its counter is one more than its number of choices. The backward search uses a transpose of
 * the edges that are live when it begins, so it need not examine rows. The falling after it uses the same
 * transpose, and examines rows for the choice that died.
 */
#include "decompose/almost_sure/almost_sure.h"

#include <stddef.h>

#include "base/error.h"
#include "base/run.h"
#include "decompose/almost_sure/almost_sure_core.h"
#include "decompose/prune/prune.h"
#include "explorer/graph/digraph_device.h"

/* A search; `view` is complete except for its `prune`, which each step copies from the prune. */
struct sure_search {
    struct prune prune;
    struct sure_view view;
};

/* Runs a step over all vertices; `asking`: returns whether some item raised the flag. */
static int each_vertex(struct sure_search *search, enum sure_step step, int asking) {
    struct prune *prune = &search->prune;
    step_function function = prune->side->sure[step];
    search->view.prune = prune->view;
    return asking ? prune_ask_vertices(prune, function, &search->view)
                  : prune_each_vertex(prune, function, &search->view);
}

/* Without a transpose, each rank takes a sweep over all rows. */
static int search_by_sweeps(struct sure_search *search) {
    int more = 1;
    for (search->view.level = 0; more > 0; search->view.level++) {
        more = each_vertex(search, SURE_SWEEP, 1);
    }
    return more;
}

/* Ranks all states that reach the goal by live choices. */
static int search_backwards(struct sure_search *search) {
    struct prune *prune = &search->prune;
    prune_drop_transpose(prune); /* it has edges of choices that have died */
    if (prune_transpose(prune) != 0 || prune_forget_queue(prune) != 0 ||
        each_vertex(search, SURE_BEGIN, 0) != 0 ||
        (prune->view.sources_begin != NULL ? prune->side->drain_reach(prune, &search->view)
                                           : search_by_sweeps(search)) != 0) {
        return -1;
    }
    return prune_forget_queue(prune);
}

static int reach_in_rounds(struct sure_search *search, struct almost_sure_report *report) {
    struct prune *prune = &search->prune;
    struct prune_counters counters = {0};
    if (each_vertex(search, SURE_COUNT, 0) != 0 || prune_begin(prune) != 0) {
        return -1;
    }
    do {
        prune->view.round++;
        report->rounds++;
        if (steps_check(&prune->steps) != 0 || prune_settle(prune) != 0 || search_backwards(search) != 0 ||
            each_vertex(search, SURE_DROP, 0) != 0 || prune_read(prune, &counters) != 0) {
            return -1;
        }
    } while (counters.queued != 0);
    return 0;
}

static int open_plan(struct sure_search *search, const struct digraph *graph,
                     const struct almost_sure_goal *goal, const struct almost_sure_plan *plan) {
    struct prune *prune = &search->prune;
    search->view = (struct sure_view){
        .given = graph->live,
        .goals = prune_allocate_cleared(prune, bitmap_bytes(graph->vertices)),
        .goal_edges = goal->edges,
        .goal_states = goal->states,
        .rank = plan->rank,
        .choice = plan->choice,
    };
    return search->view.goals == NULL ||
                   (plan->choice != NULL &&
                    prune_fill(prune, plan->choice, 0xff, graph->vertices * sizeof *plan->choice) != 0)
               ? -1
               : 0;
}

/* Reaches the goal once. Adds to the report's rounds, and to the most bytes of the prune. */
static int reach_once(struct prune *side, const struct digraph *graph, const struct almost_sure_goal *goal,
                      const struct almost_sure_plan *plan, struct almost_sure_report *report) {
    struct sure_search search = {.prune = *side};
    int failed = prune_open(&search.prune, graph) != 0 || open_plan(&search, graph, goal, plan) != 0 ||
                 reach_in_rounds(&search, report) != 0 ||
                 (plan->choice != NULL && each_vertex(&search, SURE_CHOOSE, 0) != 0);
    prune_release(&search.prune, search.view.goals, bitmap_bytes(graph->vertices));
    prune_close(&search.prune);
    side->most_bytes = search.prune.most_bytes;
    return failed ? -1 : 0;
}

/* --- every scheduler --- */

/* A search without the choices that perform the goal, and without those of goal states. */
static int open_without_goals(struct sure_search *search, const struct digraph *graph) {
    search->view.given = graph->live;
    return prune_open(&search->prune, graph) != 0 || each_vertex(search, SURE_FORBID, 0) != 0 ? -1 : 0;
}

/* Marks the states where some scheduler avoids the goal surely: the search's goals, a bitmap of zeros. */
static int find_avoiding(struct prune *side, const struct digraph *graph, const struct sure_view *view) {
    struct sure_search search = {*side, *view};
    int failed = open_without_goals(&search, graph) != 0 || each_vertex(&search, SURE_LEFT, 0) != 0 ||
                 prune_begin(&search.prune) != 0 || steps_check(&search.prune.steps) != 0 ||
                 prune_settle(&search.prune) != 0 || each_vertex(&search, SURE_KEPT, 0) != 0;
    prune_close(&search.prune);
    side->most_bytes = search.prune.most_bytes;
    return failed ? -1 : 0;
}

/* Ranks the states from which a path without goals leads to those marked. */
static int reach_avoiding(struct prune *side, const struct digraph *graph, const struct sure_view *view) {
    struct sure_search search = {*side, *view};
    int failed = open_without_goals(&search, graph) != 0 || search_backwards(&search) != 0 ||
                 (view->choice != NULL && each_vertex(&search, SURE_AVOID, 0) != 0);
    prune_close(&search.prune);
    side->most_bytes = search.prune.most_bytes;
    return failed ? -1 : 0;
}

static int avoid(struct prune *side, const struct digraph *graph, const struct almost_sure_goal *goal,
                 const struct almost_sure_plan *plan, struct almost_sure_report *report) {
    struct sure_search search = {.prune = *side};
    int failed = open_plan(&search, graph, goal, plan) != 0;
    *side = search.prune;
    failed = failed || find_avoiding(side, graph, &search.view) != 0 ||
             reach_avoiding(side, graph, &search.view) != 0;
    report->rounds = 1;
    prune_release(side, search.view.goals, bitmap_bytes(graph->vertices));
    return failed ? -1 : 0;
}

/* --- infinitely often --- */

/* The arrays of a search for repetition, in addition to those of its parts. */
struct repetition {
    struct sure_search own; /* for its memory and for steps over vertices; never opened */
    struct digraph inner;   /* the internal choices of MECs are live */
    uint32_t *internal, *members;
    struct almost_sure_plan inside; /* the plan inside MECs */
};

static int open_repetition(struct repetition *repetition, const struct digraph *graph,
                           const struct almost_sure_plan *plan) {
    struct prune *prune = &repetition->own.prune;
    uint64_t vertices = graph->vertices;
    prune->view.graph = *graph;
    repetition->internal = prune_allocate(prune, bitmap_bytes(graph->edges));
    repetition->members = prune_allocate_cleared(prune, bitmap_bytes(vertices));
    repetition->inside.rank = prune_allocate(prune, vertices * sizeof(uint32_t));
    repetition->inside.choice =
        plan->choice == NULL ? NULL : prune_allocate(prune, vertices * sizeof(uint64_t));
    repetition->inner = *graph;
    repetition->inner.live = repetition->internal;
    return repetition->internal == NULL || repetition->inside.rank == NULL || repetition->members == NULL ||
                   (plan->choice != NULL && repetition->inside.choice == NULL)
               ? -1
               : 0;
}

static void close_repetition(struct repetition *repetition, const struct digraph *graph) {
    struct prune *prune = &repetition->own.prune;
    prune_release(prune, repetition->internal, bitmap_bytes(graph->edges));
    prune_release(prune, repetition->members, bitmap_bytes(graph->vertices));
    prune_release(prune, repetition->inside.rank, graph->vertices * sizeof(uint32_t));
    prune_release(prune, repetition->inside.choice, graph->vertices * sizeof(uint64_t));
}

static int find_internal(struct repetition *repetition, const struct digraph *graph,
                         const struct mec_options *options, const struct almost_sure_plan *plan) {
    struct prune prune = repetition->own.prune;
    struct mec_report report;
    /* The components themselves are not needed: the array of ranks holds them meanwhile. */
    const struct mec_result result = {.component = plan->rank, .internal = repetition->internal};
    int failed = mec_run(&prune, graph, options, &result, &report);
    repetition->own.prune.most_bytes = report.bytes;
    return failed;
}

/*
 * Over internal choices alone, a state reaches a choice of the goal if and only if its MEC has one. The first
 * search finds those MECs and the way inside them, the second search the way there.
 */
static int reach_repeatedly(struct repetition *repetition, const struct digraph *graph,
                            const struct almost_sure_goal *goal, const struct almost_sure_plan *plan,
                            struct almost_sure_report *report) {
    struct prune *prune = &repetition->own.prune;
    struct sure_view *view = &repetition->own.view;
    const struct almost_sure_goal inner_goal = {.edges = goal->edges}, way = {.states = repetition->members};
    view->rank = repetition->inside.rank;
    view->members = repetition->members;
    if (find_internal(repetition, graph, &goal->mec, plan) != 0 ||
        reach_once(prune, &repetition->inner, &inner_goal, &repetition->inside, report) != 0 ||
        each_vertex(&repetition->own, SURE_MEMBERS, 0) != 0 ||
        reach_once(prune, graph, &way, plan, report) != 0) {
        return -1;
    }
    view->rank = plan->rank;
    view->choice = plan->choice;
    view->inner_rank = repetition->inside.rank;
    view->inner_choice = repetition->inside.choice;
    return each_vertex(&repetition->own, SURE_JOIN, 0) != 0 ||
                   (plan->inside != NULL &&
                    prune->steps.side->copy(&prune->steps, plan->inside, repetition->members,
                                            bitmap_bytes(graph->vertices)) != 0)
               ? -1
               : 0;
}

static int find_plan(struct prune prune, const struct digraph *graph, const struct almost_sure_goal *goal,
                     const struct almost_sure_plan *plan, struct almost_sure_report *report) {
    double begun = run_clock();
    int failed = 0;
    *report = (struct almost_sure_report){0};
    if (graph->vertices != 0 && goal->repeatedly) {
        struct repetition repetition = {.own.prune = prune};
        failed = open_repetition(&repetition, graph, plan) != 0 ||
                 reach_repeatedly(&repetition, graph, goal, plan, report) != 0;
        close_repetition(&repetition, graph);
        prune.most_bytes = repetition.own.prune.most_bytes;
    } else if (graph->vertices != 0 && goal->every) {
        failed = avoid(&prune, graph, goal, plan, report) != 0;
    } else if (graph->vertices != 0) {
        failed = reach_once(&prune, graph, goal, plan, report) != 0;
    }
    report->seconds = run_clock() - begun;
    report->bytes = prune.most_bytes;
    return failed ? -1 : 0;
}

int almost_sure_cpu(const struct digraph *graph, const struct almost_sure_goal *goal, const struct run *run,
                    const struct almost_sure_plan *plan, struct almost_sure_report *report,
                    struct error *error) {
    return find_plan(prune_on_host(run, error), graph, goal, plan, report);
}

#ifdef HEDDLE_CUDA
int almost_sure_cuda(const struct digraph_device *graph, const struct almost_sure_goal *goal,
                     const struct run *run, const struct almost_sure_plan *plan,
                     struct almost_sure_report *report, struct error *error) {
    return find_plan(prune_on_device(graph->device, run, error), &graph->graph, goal, plan, report);
}
#endif
