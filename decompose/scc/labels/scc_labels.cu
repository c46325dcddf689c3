/*
 * The choice of labels to propagate, round by round: ECL as in the article, and AUTO.
 *
 * AUTO samples a few edges, and begins with what they suggest:
 * - a vertex with a long row: labels move from edge to edge (scc_edges.cu), and that vertex has the best one;
 * - most edges lead from smaller to greater numbers, and none far back: the least number that a vertex
 * reaches separates the components of a mesh or a pipeline almost at once;
 * - most edges lead forward, and a few far back: the least number, with sweeps down and up in turns; if that
 * does not come to an end, edges may close layers of a mesh, one after the other: then the least number that
 * a vertex reaches separates these, and sweeps visit only what has news;
 * - numbers are unrelated to edges, or the graph is small: a vertex to which a sampled edge leads has the
 * best label, and the others are in a random order;
 * - the pairs of labels of a state space stay in the second cache: the same, without joining vertices;
 * - otherwise the greatest number is the best, as in ECL: in a state space it belongs to a state found last.
 * It goes on with labels of random orders if that came to an end. If it did not within a few sweeps, there is
 * no large component, and labels may have far to go: then rounds by queues are better (scc_work.cu). Where
 * memory is too short for those, vertices that no vertex reaches are peeled off first, and sweeps begin with
 * one edge of each vertex, a different one each time, which achieves nearly as much as reading all.
 */
#include "base/device/device_check.cuh"
#include "base/run.h"
#include "decompose/scc/labels/scc_state.cuh"
#include "decompose/scc/scc_internal.h"

#define SAMPLE_EDGES 4096u
#define MOSTLY_FORWARD 0.7
#define FAR_BACK 1024u /* difference of numbers */
#define NATURAL_SWEEPS 20u
#define NATURAL_VISITS 300u /* of a block to its vertices, in a sweep: labels pass all of them */
#define CLOSED_VISITS 4u    /* the same where edges close a mesh */
#define CLOSED_SWEEPS 10u
#define LAYERS_SWEEPS 160u /* the same where they close parts of it */
#define CLOSED_RUNS 2u     /* two of four */
#define CLOSED_ROW 2.5     /* edges of a row on average, at least */
#define CLOSED_BACK 64u    /* more than one edge in so many leads far back: numbers do not follow edges */
#define LONG_ROW 3.5       /* edges of a row on average: more are a sign of a state space, */
#define LONG_ROW_BACK 256u /* in which more than one edge in so many must close something */
#define GREATEST_SWEEPS 16u
#define GREATEST_VISITS 2u /* where rows are long */
#define SMALL_SWEEPS 24u   /* the same in small graphs, whose sweeps take little, */
#define SMALL_VISITS 5u
#define CACHED_SWEEPS 24u /* where the pairs of labels stay in the second cache, */
#define CACHED_CLOSED 10u /* and where edges close something as well */
#define MIXED_DISTANT 8u  /* one edge in so many leads across a quarter of all numbers: these say nothing */
#define MIXED_SWEEPS 8u   /* there; twice as many where rows are long */
#define MIXED_SAMPLED 4u  /* of these, how many read one edge of each vertex, in large graphs */
#define LARGE_SHARE 32u   /* a component with more than one in so many vertices is large, and */
#define MOST_RESUMED 3u   /* worth so many times as many sweeps */
#define NO_VERTEX UINT32_MAX
#define HUB_ROW 256u                       /* edges of a long row */
#define SMALL_VERTICES ((uint64_t)1 << 19) /* few blocks: those of a sweep all run at once */
#define STATE_ROW 2.95                     /* edges of a row on average, at least, in most state spaces */
#define CACHED_PAIRS ((uint64_t)6 << 20)
#define CACHED_VERTICES                                                                                      \
    ((uint64_t)4 << 20) /* this many labels stay in the second cache: sweeps cost half as much */

/* --- ECL --- */

static int decompose_ecl(struct scc_state *state, const struct scc_options *options) {
    struct scc_round round = {SCC_ORDER_GREATEST};
    round.no_compression = options->no_compression;
    round.by_block = !options->synchronous;
    while (state->left != 0) {
        if (scc_state_propagate(state, &round) < 0 || scc_state_settle(state, &round) != 0) {
            return -1;
        }
    }
    return 0;
}

/* --- AUTO --- */

/* Sampled edges: how many lead to a greater number, back, and far back; and the targets. */
struct edge_sample {
    unsigned forward, back, far_back;
    unsigned distant;       /* lead across more than a quarter of all numbers */
    unsigned long long hub; /* the longest row of a target, and the target in the low half */
};

static __global__ void sample_edges(const struct digraph graph, struct edge_sample *sample) {
    uint64_t vertex = (uint64_t)((double)graph.vertices / SAMPLE_EDGES * device_grid_thread());
    uint64_t begin = graph.offsets[vertex], end = graph.offsets[vertex + 1];
    if (begin < end) {
        uint64_t edge = begin + core_mix(vertex) % (end - begin);
        uint32_t target = graph.targets[edge];
        if (!digraph_is_live(&graph, edge)) {
            return;
        }
        uint64_t length = graph.offsets[target + 1] - graph.offsets[target];
        uint64_t distance = target > vertex ? target - vertex : vertex - target;
        if (target > vertex) {
            atomicAdd(&sample->forward, 1u);
        } else {
            atomicAdd(distance > FAR_BACK ? &sample->far_back : &sample->back, 1u);
        }
        if (distance > graph.vertices / 4) {
            atomicAdd(&sample->distant, 1u);
        }
        atomicMax(&sample->hub,
                  (unsigned long long)(length < UINT32_MAX ? length : UINT32_MAX) << 32 | target);
    }
}

static int draw_sample(struct scc_state *state, struct edge_sample *sample) {
    struct edge_sample *there = (struct edge_sample *)state->control;
    if (device_clear(there, sizeof *there, state->error) != 0) {
        return -1;
    }
    sample_edges<<<SAMPLE_EDGES / STATE_THREADS, STATE_THREADS>>>(state->graph, there);
    return DEVICE_CHECK(cudaGetLastError(), state->error) != 0
               ? -1
               : device_download(sample, there, sizeof *sample, state->error);
}

static double mean_row(const struct scc_state *state) {
    return (double)state->graph.edges / (double)state->graph.vertices;
}

static int has_long_rows(const struct scc_state *state) {
    return mean_row(state) > LONG_ROW;
}

/* Perhaps a state space, of few blocks. */
static int is_small(const struct scc_state *state) {
    return state->graph.vertices <= SMALL_VERTICES && mean_row(state) >= STATE_ROW;
}

/* Perhaps a state space whose pairs of labels stay in the second cache. */
static int is_cached(const struct scc_state *state) {
    return state->graph.vertices <= CACHED_PAIRS && mean_row(state) >= STATE_ROW;
}

/* Propagates to the end and settles: 1; 0 if propagation gave up; or -1. */
static int try_round(struct scc_state *state, const struct scc_round *round) {
    int done = scc_state_propagate(state, round);
    return done > 0 && scc_state_settle(state, round) != 0 ? -1 : done;
}

/* Propagates in one direction, by the graph's own numbers. */
static int try_natural(struct scc_state *state) {
    struct scc_round round = {SCC_ORDER_LEAST};
    round.by_block = round.only_out = round.must_dwindle = 1;
    round.most_sweeps = NATURAL_SWEEPS;
    round.most_visits = NATURAL_VISITS;
    return try_round(state, &round);
}

/* The same where edges far back close parts of a mesh: labels have farther to go. */
static int try_layers(struct scc_state *state) {
    struct scc_round round = {SCC_ORDER_LEAST};
    round.by_block = round.only_out = round.keeps_out = round.with_news = 1;
    round.most_sweeps = LAYERS_SWEEPS;
    round.most_visits = NATURAL_VISITS;
    return try_round(state, &round);
}

/* Begins as ECL, for a number of sweeps. */
static int try_greatest(struct scc_state *state) {
    struct scc_round round = {SCC_ORDER_GREATEST};
    round.saturates = 1;
    round.by_block = has_long_rows(state);
    round.in_turns = round.by_block && state->graph.vertices <= SMALL_VERTICES;
    round.most_visits = GREATEST_VISITS;
    round.most_sweeps = GREATEST_SWEEPS * (state->graph.vertices <= CACHED_VERTICES ? 2 : 1);
    return try_round(state, &round);
}

/*
 * The same where the edges of a mesh or a state space lead forward, but for few that close it. Downward,
 * least numbers move against all edges to those few; upward they move along them.
 */
static int try_closed(struct scc_state *state) {
    struct scc_round round = {SCC_ORDER_LEAST};
    round.saturates = round.by_block = round.in_turns = 1;
    round.in_runs = CLOSED_RUNS;
    round.most_visits = CLOSED_VISITS;
    round.most_sweeps = CLOSED_SWEEPS;
    return try_round(state, &round);
}

static int is_large(const struct scc_state *state) {
    return state->saturated_count * LARGE_SHARE > state->graph.vertices;
}

/*
 * The same where numbers are unrelated to edges, or say little in a small graph, beginning at a vertex with
 * many edges.
 */
static int try_mixed(struct scc_state *state, uint32_t best) {
    struct scc_round round = {SCC_ORDER_RANDOM};
    round.saturates = round.has_best = round.contracts = round.resumes = round.looks_ahead = 1;
    round.best = best;
    round.most_sweeps = MIXED_SWEEPS * (has_long_rows(state) ? 2 : 1);
    round.most_sampled = state->graph.vertices <= CACHED_VERTICES ? 0 : MIXED_SAMPLED;
    if (is_small(state)) {
        round.resumes = 0;
        round.by_block = 1;
        round.most_visits = SMALL_VISITS;
        round.most_sweeps = SMALL_SWEEPS;
    }
    int done = scc_state_propagate(state, &round);
    round.most_sampled = 0;
    for (unsigned i = 1; i <= MOST_RESUMED && done == 0 && round.resumes && is_large(state); i++) {
        round.resumes = i < MOST_RESUMED;
        done = scc_state_resume(state, &round);
    }
    return done > 0 && scc_state_settle(state, &round) != 0 ? -1 : done;
}

/* The same where pairs of labels fit into the second cache, and numbers follow edges. */
static int try_cached(struct scc_state *state, uint32_t best, uint32_t most_sweeps) {
    struct scc_round round = {SCC_ORDER_RANDOM};
    round.saturates = round.has_best = round.looks_ahead = 1;
    round.best = best;
    round.most_sweeps = most_sweeps;
    return try_round(state, &round);
}

/* The same by edges. */
static int try_edges(struct scc_state *state, uint32_t best) {
    struct scc_round round = {SCC_ORDER_RANDOM};
    int done = scc_state_propagate_edges(state, best);
    return done > 0 && scc_state_settle(state, &round) != 0 ? -1 : done;
}

/* How the first round came to an end, if it did. */
enum beginning {
    BEGUN_FAILED = -1,
    BEGUN_WITHOUT_END, /* it did not, and nothing has been decided */
    BEGUN_SCATTERED,
    BEGUN_NATURAL, /* by the graph's own numbers */
    BEGUN_IN_LAYERS
};

/* best: a vertex that can have the best label, or NO_VERTEX. */
static enum beginning begin_closed(struct scc_state *state, uint32_t best) {
    int done = try_closed(state);
    if (done == 0 && best != NO_VERTEX && is_cached(state)) {
        done = try_cached(state, best, CACHED_CLOSED);
    }
    if (done != 0) {
        return done < 0 ? BEGUN_FAILED : BEGUN_SCATTERED;
    }
    done = try_layers(state);
    return done < 0 ? BEGUN_FAILED : done == 0 ? BEGUN_WITHOUT_END : BEGUN_IN_LAYERS;
}

/* Begins with what a sample suggests. */
static enum beginning begin_auto(struct scc_state *state) {
    struct edge_sample sample;
    if (draw_sample(state, &sample) != 0) {
        return BEGUN_FAILED;
    }
    unsigned sampled = sample.forward + sample.back + sample.far_back;
    uint32_t hub = (uint32_t)sample.hub;
    int may_be_best = label_vertex(scc_labels_best(hub), UINT32_MAX) >= state->graph.vertices;
    int is_forward = sample.forward > MOSTLY_FORWARD * sampled, done;
    if (may_be_best && sample.hub >> 32 >= HUB_ROW) {
        return (enum beginning)try_edges(state, hub);
    }
    if (is_forward && sample.far_back == 0 && (done = try_natural(state)) != 0) {
        return done < 0 ? BEGUN_FAILED : BEGUN_NATURAL;
    }
    if (is_forward && sample.far_back > 0 && sample.far_back * CLOSED_BACK <= sampled &&
        mean_row(state) >= CLOSED_ROW && (!has_long_rows(state) || state->graph.vertices > SMALL_VERTICES) &&
        (!has_long_rows(state) || sample.far_back * LONG_ROW_BACK >= sampled)) {
        return begin_closed(state, may_be_best ? hub : NO_VERTEX);
    }
    if (may_be_best && (sample.distant * MIXED_DISTANT > sampled || is_small(state))) {
        return (enum beginning)try_mixed(state, hub);
    }
    return (enum beginning)(may_be_best && is_cached(state) ? try_cached(state, hub, CACHED_SWEEPS)
                                                            : try_greatest(state));
}

/* The layers of a mesh, each closed, by least numbers: 0, or -1. What is left is for random orders. */
static int finish_layers(struct scc_state *state) {
    struct scc_round round = {SCC_ORDER_LEAST};
    round.by_block = round.keeps_out = round.with_news = 1;
    round.most_visits = NATURAL_VISITS;
    round.most_sweeps = LAYERS_SWEEPS;
    return state->left != 0 && try_round(state, &round) < 0 ? -1 : 0;
}

/* Goes on with labels in random orders. by_block: numbers follow edges, so most of these are within a block.
 */
static int finish_auto(struct scc_state *state, int by_block) {
    while (state->left != 0) {
        struct scc_round round = {SCC_ORDER_RANDOM};
        round.most_sampled = by_block ? 0 : MOST_SAMPLED_SWEEPS;
        round.by_block = by_block;
        if (try_round(state, &round) < 0) {
            return -1;
        }
    }
    return 0;
}

static int decompose_auto(struct scc_state *state) {
    enum beginning begun = begin_auto(state);
    if (begun == BEGUN_WITHOUT_END) {
        int done = scc_state_work(state);
        if (done != 0) {
            return done < 0 ? -1 : 0;
        }
        if (scc_state_peel(state) != 0) {
            return -1;
        }
    }
    if (begun == BEGUN_FAILED || (begun == BEGUN_IN_LAYERS && finish_layers(state) != 0)) {
        return -1;
    }
    return finish_auto(state, begun == BEGUN_NATURAL || begun == BEGUN_IN_LAYERS);
}

uint64_t scc_labels_cuda_bytes(const struct digraph *graph) {
    return scc_state_bytes(graph->vertices);
}

int scc_labels_cuda(struct device *device, const struct scc_task *task, struct error *error) {
    const struct scc_options *options = task->options;
    struct scc_state state;
    int failed = scc_state_open(&state, device, task, error) != 0;
    task->report->bytes = state.bytes;
    double begun = run_clock();
    if (!failed) {
        uint64_t bytes = task->graph->vertices * sizeof *task->component;
        failed =
            DEVICE_CHECK(cudaMemsetAsync(task->component, 0xff, bytes), error) != 0 ||
            (options->algorithm == SCC_ECL ? decompose_ecl(&state, options) : decompose_auto(&state)) != 0 ||
            scc_state_finish(&state) != 0;
    }
    task->report->seconds = run_clock() - begun;
    scc_state_close(&state);
    return failed ? -1 : 0;
}
