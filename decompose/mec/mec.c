/*
 * Maximal end components, over the steps of one side (decompose/prune/sides).
 *
 * A mask over edges says which choices are live. A round finds SCCs over live edges; choices with an edge
 * that leaves its SCC die, states without a live choice fall, choices that can lead to a fallen state die, to
 * a fixpoint. An SCC that lost neither a state nor a choice is strongly connected by choices that all stay
 * inside. It is a MEC, because no choice dies that is internal to a MEC, so every MEC is inside one SCC. Its
 * choices leave the mask, and later rounds do not look at them again; choices that lead there from outside
 * have died, because they left their SCC. Rounds go on while some SCC lost something.
 *
 * Pivots from J. The SCCs of a round may be computed with candidates. Then only an SCC with a candidate is
 * sure to come out exactly; others may come out merged. With J, the states that lost a choice in the previous
 * round and did not fall, an SCC that "lost nothing" is still a MEC. For at the beginning of each round every
 * bottom SCC of the rest has a candidate:
 *   - in the first round all states are candidates;
 *   - let B be a bottom SCC at the beginning of a later round, without a candidate. Its states lost nothing
 * in the previous round, so B was a bottom SCC at the beginning of that one, and had a candidate then: it
 * came out exactly and lost nothing, which makes it a MEC, and it is not part of the rest. Now let R come out
 * of a round and lose nothing. No live choice leaves R, so a bottom SCC is inside it; that one has a
 * candidate, hence came out exactly, and it is R. States that lost a successor are in J, as the choice that
 * led there died. It would not suffice to take only those with a successor that fell (as the article has it):
 * a bottom SCC may be cut off from the rest of its old SCC without that.
 */
#include "decompose/mec/mec.h"

#include <stddef.h>

#include "base/error.h"
#include "base/run.h"
#include "decompose/mec/mec_core.h"
#include "decompose/prune/prune.h"
#include "explorer/graph/digraph_device.h"

struct mec_search {
    struct prune *prune;
    struct mec_view view; /* complete except for `prune`, which each step copies from the prune */
    const struct mec_options *options;
    uint32_t *scc;
    struct mec_report *report;
};

static uint64_t vertex_bitmap_bytes(const struct prune *prune) {
    return bitmap_bytes(prune->view.graph.vertices);
}

static int open_search(struct mec_search *search, const struct digraph *graph,
                       const struct mec_result *result) {
    struct prune *prune = search->prune;
    struct mec_view *view = &search->view;
    uint64_t words = graph->vertices * sizeof(uint32_t), bitmap = bitmap_bytes(graph->vertices);
    view->component = result->component;
    view->internal = result->internal;
    prune->view.fell = result->fell;
    if (prune_open(prune, graph) != 0 ||
        (result->internal != NULL &&
         prune_fill(prune, result->internal, 0, bitmap_bytes(graph->edges)) != 0) ||
        (result->fell != NULL && prune_fill(prune, result->fell, 0, words) != 0) ||
        prune_fill(prune, result->component, 0xff, words) != 0) {
        return -1;
    }
    view->scc = search->scc = prune_allocate(prune, words);
    view->lost = prune_allocate(prune, bitmap);
    prune->view.losers = prune_allocate_cleared(prune, bitmap);
    return search->scc == NULL || view->lost == NULL || prune->view.losers == NULL ? -1 : 0;
}

static void close_search(struct mec_search *search) {
    struct prune *prune = search->prune;
    uint64_t bitmap = vertex_bitmap_bytes(prune);
    prune_release(prune, search->scc, prune->view.graph.vertices * sizeof *search->scc);
    prune_release(prune, search->view.lost, bitmap);
    prune_release(prune, prune->view.losers, bitmap);
    prune_close(prune);
}

/* Finds SCCs over live choices, in search->scc. */
static int find_sccs(struct mec_search *search) {
    struct prune *prune = search->prune;
    struct scc_options options = search->options->scc;
    struct scc_report report = {.algorithm = options.algorithm};
    options.candidates = NULL;
    if (search->options->pivots_from_j && prune->view.round > 1) {
        if (prune_each(prune, prune->side->prune[PRUNE_FORGET], &prune->view, 0,
                       bitmap_words(prune->view.graph.vertices)) != 0) {
            return -1;
        }
        options.candidates = prune->view.losers;
    }
    int result = prune->side->decompose(prune, &prune->view.graph, &options, search->scc, &report);
    prune_note_bytes(prune, report.bytes);
    if (result != 0 && prune->steps.error->code == ERROR_MEMORY && prune->view.sources_begin != NULL) {
        prune_drop_transpose(prune); /* memory may suffice for one of the two */
        prune->transpose_refused = 1;
        result = prune->side->decompose(prune, &prune->view.graph, &options, search->scc, &report);
        prune_note_bytes(prune, report.bytes);
    }
    search->report->algorithm = report.algorithm;
    search->report->scc_seconds += report.seconds;
    search->report->rounds++;
    return result;
}

/* Returns the view for the next step. */
static const struct mec_view *mec_view_now(struct mec_search *search) {
    search->view.prune = search->prune->view;
    return &search->view;
}

/* Does a round; returns whether some SCC lost something (1, 0), or -1. */
static int do_round(struct mec_search *search) {
    struct prune *prune = search->prune;
    const step_function *mec = prune->side->mec;
    uint64_t bitmap = vertex_bitmap_bytes(prune);
    prune->view.round++;
    if (find_sccs(search) != 0 || prune_fill(prune, search->view.lost, 0, bitmap) != 0 ||
        (prune->view.round > 1 && prune_fill(prune, prune->view.losers, 0, bitmap) != 0) ||
        prune_each_vertex(prune, mec[MEC_LEAVE], mec_view_now(search)) != 0 || prune_settle(prune) != 0 ||
        prune_each_vertex(prune, mec[MEC_MARK], mec_view_now(search)) != 0) {
        return -1;
    }
    return prune_ask_vertices(prune, mec[MEC_SETTLE], mec_view_now(search));
}

static int do_rounds(struct mec_search *search) {
    struct prune *prune = search->prune;
    int more = 1;
    prune->view.round = 1; /* in which deadlocks fall */
    if (prune_each_vertex(prune, prune->side->prune[PRUNE_COUNT], &prune->view) != 0 ||
        prune_begin(prune) != 0) {
        return -1;
    }
    prune->view.round = 0;
    while (more > 0) {
        if (steps_check(&prune->steps) != 0) {
            return -1;
        }
        more = do_round(search);
    }
    return more;
}

int mec_run(struct prune *prune, const struct digraph *graph, const struct mec_options *options,
            const struct mec_result *result, struct mec_report *report) {
    double begun = run_clock();
    struct mec_search search = {.prune = prune, .options = options, .report = report};
    *report = (struct mec_report){.algorithm = options->scc.algorithm};
    int failed = 0;
    if (graph->vertices != 0) {
        failed = open_search(&search, graph, result) != 0 || do_rounds(&search) != 0;
        close_search(&search);
    }
    report->seconds = run_clock() - begun;
    report->bytes = prune->most_bytes;
    return failed ? -1 : 0;
}

int mec_cpu(const struct digraph *graph, const struct mec_options *options, const struct run *run,
            const struct mec_result *result, struct mec_report *report, struct error *error) {
    struct prune prune = prune_on_host(run, error);
    return mec_run(&prune, graph, options, result, report);
}

#ifdef HEDDLE_CUDA
int mec_cuda(const struct digraph_device *graph, const struct mec_options *options, const struct run *run,
             const struct mec_result *result, struct mec_report *report, struct error *error) {
    struct prune prune = prune_on_device(graph->device, run, error);
    return mec_run(&prune, &graph->graph, options, result, report);
}
#endif
