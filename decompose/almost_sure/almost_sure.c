/*
 * Almost-sure reachability, over the steps of one side.
 *
 * X is the set of states that have not fallen; live choices are those whose edges all lead to X. A goal state
 * never falls: its counter is one more than its number of choices. The backward search uses a transpose of
 * the edges that are live when it begins, so it need not examine rows; the falling that follows uses the same
 * transpose, and examines rows for the choice that died.
 */
#include <stddef.h>

#include "base/error.h"
#include "base/run.h"
#include "decompose/almost_sure/almost_sure_core.h"
#include "decompose/almost_sure/almost_sure_internal.h"

static uint64_t bitmap_bytes(uint64_t bits) {
    return bitmap_words(bits) * sizeof(uint32_t);
}

/* A search at work; `view` is complete but for its `prune`, which is made from that one for each step. */
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

/* Without a transpose: a sweep over all rows for each rank. */
static int search_by_sweeps(struct sure_search *search) {
    int more = 1;
    for (search->view.level = 0; more > 0; search->view.level++) {
        more = each_vertex(search, SURE_SWEEP, 1);
    }
    return more;
}

/* Ranks of all states that reach the goal by live choices. */
static int search_backwards(struct sure_search *search) {
    struct prune *prune = &search->prune;
    int made;
    prune_drop_transpose(prune); /* of choices that died meanwhile */
    if (prune_transpose(prune, &made) != 0 || prune_forget_queue(prune) != 0 ||
        each_vertex(search, SURE_BEGIN, 0) != 0 ||
        (made ? prune->side->drain_reach(prune, &search->view) : search_by_sweeps(search)) != 0) {
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
        .goals = prune_allocate_cleared(prune, bitmap_bytes(prune->vertices)),
        .goal_edges = goal->edges,
        .goal_states = goal->states,
        .rank = plan->rank,
        .choice = plan->choice,
    };
    return search->view.goals == NULL ||
                   (plan->choice != NULL &&
                    prune_fill(prune, plan->choice, 0xff, prune->vertices * sizeof *plan->choice) != 0)
               ? -1
               : 0;
}

int almost_sure_reach(const struct prune *side, const struct digraph *graph,
                      const struct almost_sure_goal *goal, const struct almost_sure_plan *plan,
                      struct almost_sure_report *report) {
    double begun = run_clock();
    struct sure_search search = {.prune = *side};
    struct prune *prune = &search.prune;
    int result = 0;
    *report = (struct almost_sure_report){0};
    if (graph->vertices != 0) {
        result = prune_open(prune, graph) != 0 || open_plan(&search, graph, goal, plan) != 0 ||
                         reach_in_rounds(&search, report) != 0 ||
                         (plan->choice != NULL && each_vertex(&search, SURE_CHOOSE, 0) != 0)
                     ? -1
                     : 0;
        prune_release(prune, search.view.goals, bitmap_bytes(prune->vertices));
        prune_close(prune);
    }
    report->seconds = run_clock() - begun;
    report->bytes = prune->most_bytes;
    return result;
}

/* --- again and again --- */

/* What it takes beside the parts it is made of, on its side. */
struct repetition {
    struct sure_search own; /* for its arrays and for steps over vertices; never opened */
    mec_decompose decompose;
    struct digraph graph;
    const struct mec_options *options;
    const struct almost_sure_plan *plan;
    struct almost_sure_report *report;
    uint32_t *internal, *inner_rank, *members;
    uint64_t *inner_choice;
};

/* Adds a part's numbers to the report. */
static void note_part(struct repetition *repetition, const struct almost_sure_report *part) {
    repetition->report->rounds += part->rounds;
    prune_note_bytes(&repetition->own.prune, part->bytes);
}

static int find_internal(struct repetition *repetition) {
    struct prune *own = &repetition->own.prune, prune = *own;
    struct mec_report report;
    struct mec_details details = {.internal = repetition->internal};
    prune.bytes = prune.most_bytes = 0;
    /* The components themselves are not needed: the ranks' array holds them meanwhile. */
    int result = mec_run(&prune, repetition->decompose, &repetition->graph, repetition->options,
                         repetition->plan->rank, &details, &report);
    prune_note_bytes(own, report.bytes);
    return result;
}

static int reach_part(struct repetition *repetition, const struct digraph *graph,
                      const struct almost_sure_goal *goal, const struct almost_sure_plan *plan) {
    struct almost_sure_report report;
    struct prune prune = repetition->own.prune;
    prune.bytes = prune.most_bytes = 0;
    int result = almost_sure_reach(&prune, graph, goal, plan, &report);
    note_part(repetition, &report);
    return result;
}

static int open_repetition(struct repetition *repetition) {
    struct prune *prune = &repetition->own.prune;
    uint64_t vertices = repetition->graph.vertices;
    prune->vertices = vertices;
    repetition->internal = prune_allocate(prune, bitmap_bytes(repetition->graph.edges));
    repetition->inner_rank = prune_allocate(prune, vertices * sizeof(uint32_t));
    repetition->members = prune_allocate_cleared(prune, bitmap_bytes(vertices));
    repetition->inner_choice =
        repetition->plan->choice == NULL ? NULL : prune_allocate(prune, vertices * sizeof(uint64_t));
    return repetition->internal == NULL || repetition->inner_rank == NULL || repetition->members == NULL ||
                   (repetition->plan->choice != NULL && repetition->inner_choice == NULL)
               ? -1
               : 0;
}

static void close_repetition(struct repetition *repetition) {
    struct prune *prune = &repetition->own.prune;
    uint64_t vertices = repetition->graph.vertices;
    prune_release(prune, repetition->internal, bitmap_bytes(repetition->graph.edges));
    prune_release(prune, repetition->inner_rank, vertices * sizeof(uint32_t));
    prune_release(prune, repetition->members, bitmap_bytes(vertices));
    prune_release(prune, repetition->inner_choice, vertices * sizeof(uint64_t));
}

/*
 * Over internal choices alone every MEC with the label reaches it from each of its states, and no other state
 * does: the first search finds those MECs with the way inside them, the second the way there.
 */
static int reach_repeatedly(struct repetition *repetition, const uint32_t *label) {
    struct prune *prune = &repetition->own.prune;
    const struct almost_sure_plan *plan = repetition->plan;
    struct digraph inner = repetition->graph;
    const struct almost_sure_goal inner_goal = {.edges = label}, goal = {.states = repetition->members};
    const struct almost_sure_plan inner_plan = {.rank = repetition->inner_rank,
                                                .choice = repetition->inner_choice};
    inner.live = repetition->internal;
    repetition->own.view.rank = repetition->inner_rank;
    repetition->own.view.members = repetition->members;
    if (find_internal(repetition) != 0 || reach_part(repetition, &inner, &inner_goal, &inner_plan) != 0 ||
        each_vertex(&repetition->own, SURE_MEMBERS, 0) != 0 ||
        reach_part(repetition, &repetition->graph, &goal, plan) != 0) {
        return -1;
    }
    repetition->own.view.rank = plan->rank;
    repetition->own.view.choice = plan->choice;
    repetition->own.view.inner_rank = repetition->inner_rank;
    repetition->own.view.inner_choice = repetition->inner_choice;
    return each_vertex(&repetition->own, SURE_JOIN, 0) != 0 ||
                   (plan->inside != NULL &&
                    prune->steps.side->copy(&prune->steps, plan->inside, repetition->members,
                                            bitmap_bytes(prune->vertices)) != 0)
               ? -1
               : 0;
}

int almost_sure_repeat(const struct prune *side, mec_decompose decompose, const struct digraph *graph,
                       const uint32_t *label, const struct mec_options *options,
                       const struct almost_sure_plan *plan, struct almost_sure_report *report) {
    double begun = run_clock();
    struct repetition repetition = {.own.prune = *side,
                                    .decompose = decompose,
                                    .graph = *graph,
                                    .options = options,
                                    .plan = plan,
                                    .report = report};
    *report = (struct almost_sure_report){0};
    int result = 0;
    if (graph->vertices != 0) {
        result = open_repetition(&repetition) != 0 || reach_repeatedly(&repetition, label) != 0 ? -1 : 0;
        close_repetition(&repetition);
    }
    report->seconds = run_clock() - begun;
    report->bytes = repetition.own.prune.most_bytes;
    return result;
}
