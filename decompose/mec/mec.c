/*
 * Maximal end components, over the steps of one side (mec_cpu.c, mec_cuda.cu).
 *
 * A mask over edges says which choices live. A round: SCCs over live edges; choices with an edge that leaves
 * its SCC die, states without live choice fall, choices that can lead to a fallen state die, to a fixpoint.
 * An SCC that lost neither a state nor a choice is strongly connected by choices that all stay inside: a
 * MEC, for every MEC is inside one SCC as long as no choice died that is internal to it, and none does. Its
 * choices leave the mask: nothing in later rounds looks at them again, and what leads there from outside has
 * died, for it left its SCC. Rounds go on while some SCC lost something.
 *
 * Pivots from J. The SCCs of a round may be asked for with candidates: only those with a candidate are sure
 * to come out on their own, each as it is, and others may come out together. With J, the states that lost a
 * choice in the round before and did not fall, an SCC that "lost nothing" is still a MEC. For at the
 * beginning of each round every bottom SCC of what is left has a candidate:
 *   - in the first round all states are candidates;
 *   - let B be a bottom SCC at the beginning of a later round, without candidate. Its states lost nothing in
 *     the round before, so that B was a bottom SCC at the beginning of that one, and had a candidate then: it
 *     came out on its own and lost nothing, which makes it a MEC, and it is not left.
 * Now let R come out of a round and lose nothing. No live choice leaves R, so that a bottom SCC is inside it;
 * that one has a candidate, hence came out on its own, and it is R.
 * States that lost a successor are in J, as the choice that led there died. It would not do to take only
 * those whose successor fell (as the article has it): a bottom SCC may be cut off from the rest of its old
 * SCC without that.
 */
#include "decompose/mec/mec.h"

#include <stddef.h>

#include "base/error.h"
#include "base/run.h"
#include "decompose/mec/mec_core.h"
#include "decompose/mec/mec_internal.h"

struct mec_search {
    struct prune *prune;
    struct mec_view view; /* but for its `prune`, which is made from that one for each step */
    mec_decompose decompose;
    const struct mec_options *options;
    uint32_t *scc;
    struct mec_report *report;
};

static uint64_t vertex_bitmap_bytes(const struct prune *prune) {
    return bitmap_words(prune->vertices) * sizeof(uint32_t);
}

static int open_search(struct mec_search *search, const struct digraph *graph, uint32_t *component,
                       const struct mec_details *details) {
    struct prune *prune = search->prune;
    struct mec_view *view = &search->view;
    uint64_t words = graph->vertices * sizeof(uint32_t), bitmap = bitmap_words(graph->vertices) * 4;
    if (details != NULL) {
        view->internal = details->internal;
        prune->view.fell = details->fell;
    }
    if (prune_open(prune, graph) != 0 ||
        (view->internal != NULL &&
         prune_fill(prune, view->internal, 0, bitmap_words(graph->edges) * 4) != 0) ||
        (prune->view.fell != NULL && prune_fill(prune, prune->view.fell, 0, words) != 0) ||
        prune_fill(prune, component, 0xff, words) != 0) {
        return -1;
    }
    view->component = component;
    view->scc = search->scc = prune_allocate(prune, words);
    view->lost = prune_allocate(prune, bitmap);
    prune->view.losers = prune_allocate_cleared(prune, bitmap);
    return search->scc == NULL || view->lost == NULL || prune->view.losers == NULL ? -1 : 0;
}

static void close_search(struct mec_search *search) {
    struct prune *prune = search->prune;
    uint64_t bitmap = vertex_bitmap_bytes(prune);
    prune_release(prune, search->scc, prune->vertices * sizeof *search->scc);
    prune_release(prune, search->view.lost, bitmap);
    prune_release(prune, prune->view.losers, bitmap);
    prune_close(prune);
}

/* SCCs over live choices, in search->scc. */
static int find_sccs(struct mec_search *search) {
    struct prune *prune = search->prune;
    struct scc_options options = search->options->scc;
    struct scc_report report = {.algorithm = options.algorithm};
    options.candidates = NULL;
    if (search->options->pivots_from_j && prune->view.round > 1) {
        if (prune_each(prune, prune->side->prune[PRUNE_FORGET], &prune->view, 0,
                       bitmap_words(prune->vertices)) != 0) {
            return -1;
        }
        options.candidates = prune->view.losers;
    }
    int result = search->decompose(prune, &prune->view.graph, &options, search->scc, &report);
    prune_note_bytes(prune, report.bytes);
    if (result != 0 && prune->steps.error->code == ERROR_MEMORY && prune->sources_begin != NULL) {
        prune_drop_transpose(prune); /* the room may suffice for one of the two */
        prune->transpose_refused = 1;
        result = search->decompose(prune, &prune->view.graph, &options, search->scc, &report);
        prune_note_bytes(prune, report.bytes);
    }
    search->report->algorithm = report.algorithm;
    search->report->scc_seconds += report.seconds;
    search->report->rounds++;
    return result;
}

/* The view for the next step of MEC decomposition. */
static const struct mec_view *mec_view_now(struct mec_search *search) {
    search->view.prune = search->prune->view;
    return &search->view;
}

/* A round; whether some SCC lost something (1, 0), or -1. */
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

int mec_run(struct prune *prune, mec_decompose decompose, const struct digraph *graph,
            const struct mec_options *options, uint32_t *component, const struct mec_details *details,
            struct mec_report *report) {
    double begun = run_clock();
    struct mec_search search = {.prune = prune, .decompose = decompose, .options = options, .report = report};
    *report = (struct mec_report){.algorithm = options->scc.algorithm};
    int result = 0;
    if (graph->vertices != 0) {
        result = open_search(&search, graph, component, details) != 0 || do_rounds(&search) != 0 ? -1 : 0;
        close_search(&search);
    }
    report->seconds = run_clock() - begun;
    report->bytes = prune->most_bytes;
    return result;
}
