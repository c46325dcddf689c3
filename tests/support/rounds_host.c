/* A GPU's way to refine classes, imitated on the host. */
#include "tests/support/rounds_host.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/steps/steps_host.h"
#include "decompose/scc/scc.h"
#include "tests/support/shuffled_steps.h"
#include "tests/support/testing.h"

#define MOST_PAIRS 40u

/* The refinement comes first, so that a side that is given it finds the rest. */
struct host {
    struct rounds rounds;
    struct shuffle shuffle;
};

/* --- steps --- */

/* Rows of plain steps have several lanes, too. */
#define STEPS_HOST_LANES(machine, name, item, row, act)                                                      \
    static void name##_on_host(const struct steps *steps, const void *block, uint64_t first,                 \
                               uint64_t count) {                                                             \
        const struct machine##_view *view = block;                                                           \
        for (uint64_t at = first; at < first + count; at++) {                                                \
            const uint32_t vertex = item(view, at);                                                          \
            const uint32_t lanes = row(view, vertex) > 1 ? steps->lanes : 1;                                 \
            for (uint32_t lane = lanes; lane-- > 0;) {                                                       \
                act(view, vertex, lane, lanes);                                                              \
            }                                                                                                \
        }                                                                                                    \
    }

/* Halves of rows of one part are for one lane. */
#define STEPS_HOST_LINES(machine, name, item, row, look, end, line_of)                                       \
    static void name##_on_host(const struct steps *steps, const void *block, uint64_t first,                 \
                               uint64_t count) {                                                             \
        const struct machine##_view *view = block;                                                           \
        const struct step_sink sink = line_of(view);                                                         \
        for (uint64_t at = first; at < first + count; at++) {                                                \
            struct step_item one = {at, item(view, at), 0};                                                  \
            const uint32_t lanes = row(view, one.vertex) > 1 ? steps->lanes : 1;                             \
            for (uint32_t lane = lanes; lane-- > 0;) {                                                       \
                one.seen |= look(view, one.vertex, lane, lanes, &sink);                                      \
            }                                                                                                \
            end(view, &one, &sink);                                                                          \
        }                                                                                                    \
    }

CONTRACT_STEPS(STEPS_HOST_LANES)
CONTRACT_COUNTED_STEPS(STEPS_HOST_COUNTED)
ROUNDS_STEPS(STEPS_HOST_LANES)
ROUNDS_LINE_STEPS(STEPS_HOST_LINES)
PROOF_STEPS(STEPS_HOST_LANES)
PROOF_LINE_STEPS(STEPS_HOST_LINES)
PROOF_COUNTED_STEPS(STEPS_HOST_COUNTED)

static const step_function contract_steps[] = {CONTRACT_STEPS(STEPS_HOST_NAME)
                                                   CONTRACT_COUNTED_STEPS(STEPS_HOST_NAME)};
static const step_function rounds_steps[] = {ROUNDS_STEPS(STEPS_HOST_NAME)
                                                 ROUNDS_LINE_STEPS(STEPS_HOST_NAME)};
static const step_function proof_steps[] = {PROOF_STEPS(STEPS_HOST_NAME) PROOF_LINE_STEPS(STEPS_HOST_NAME)
                                                PROOF_COUNTED_STEPS(STEPS_HOST_NAME)};

static int host_each(const struct steps *steps, step_function step, const void *view, uint64_t first,
                     uint64_t count) {
    struct host *host = (struct host *)steps;
    return count == 0                ? 0
           : steps_check(steps) != 0 ? -1
                                     : shuffled_each(&host->shuffle, steps, step, view, first, count);
}

static struct steps_side side_of_steps(void) {
    struct steps_side side = steps_host_side;
    side.allocate = shuffled_allocate;
    side.each = host_each;
    return side;
}

/* --- what steps do not have --- */

static int host_drain(struct rounds *rounds, enum rounds_step step) {
    for (uint64_t first = 0; first < rounds->view.counters->queued;) {
        uint64_t end = rounds->view.counters->queued;
        if (host_each(&rounds->steps, rounds_steps[step], &rounds->view, first, end - first) != 0) {
            return -1;
        }
        first = end;
    }
    return 0;
}

SUM_ON_HOST(host_sum, struct rounds, uint32_t)
SUM_ON_HOST(host_sum_long, struct rounds, uint64_t)

static int compare_numbers(const void *a, const void *b) {
    const uint64_t *left = a, *right = b;
    return *left > *right ? 1 : -(*left < *right);
}

static int host_sort(struct rounds *rounds, uint64_t *numbers, uint64_t count, uint64_t *kept) {
    (void)rounds;
    qsort(numbers, count, sizeof *numbers, compare_numbers);
    *kept = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (i == 0 || numbers[i] != numbers[i - 1]) {
            numbers[(*kept)++] = numbers[i];
        }
    }
    return 0;
}

/* The sources of inner edges, which are first, are needed. */
static int host_transpose(struct rounds *rounds, const struct digraph *graph,
                          struct digraph_transpose *transpose) {
    struct host *host = (struct host *)rounds;
    const struct steps *steps = &rounds->steps;
    *transpose = (struct digraph_transpose){.edges = 0};
    int is_inner = graph->live != NULL && rounds->view.inner_back == NULL;
    if (!is_inner && random_next(&host->shuffle.seed) % 4 == 0) {
        return error_memory(steps->error, "for a test");
    }
    for (uint64_t edge = 0; edge < graph->edges; edge++) {
        transpose->edges += graph->live == NULL || bitmap_has(graph->live, edge);
    }
    const uint64_t rows = (graph->vertices + 1) * sizeof *transpose->offsets;
    transpose->offsets = steps->side->allocate(steps, rows);
    transpose->sources = steps->side->allocate(steps, transpose->edges * sizeof *transpose->sources);
    if (transpose->offsets == NULL || transpose->sources == NULL) {
        steps->side->release(steps, transpose->offsets, rows);
        steps->side->release(steps, transpose->sources, transpose->edges * sizeof *transpose->sources);
        *transpose = (struct digraph_transpose){.edges = 0};
        return -1;
    }
    memset(transpose->offsets, 0, rows);
    uint64_t *at = test_allocate(graph->vertices + 1, sizeof *at);
    for (int placing = 0; placing < 2; placing++) {
        for (uint64_t from = 0; from < graph->vertices; from++) {
            for (uint64_t edge = graph->offsets[from]; edge < graph->offsets[from + 1]; edge++) {
                const uint32_t to = graph->targets[edge];
                if (graph->live != NULL && !bitmap_has(graph->live, edge)) {
                    continue;
                }
                if (placing) {
                    transpose->sources[at[to]++] = (uint32_t)from;
                } else {
                    transpose->offsets[to + 1]++;
                }
            }
        }
        for (uint64_t to = 0; to < graph->vertices && !placing; to++) {
            transpose->offsets[to + 1] += transpose->offsets[to];
            at[to] = transpose->offsets[to];
        }
    }
    free(at);
    return 0;
}

static int host_components(struct rounds *rounds, const struct digraph *graph, uint32_t *component) {
    const struct scc_options options = {.algorithm = SCC_TARJAN};
    struct scc_report report;
    return scc_cpu(graph, &options, rounds->steps.run, component, &report, rounds->steps.error);
}

static const struct rounds_side side = {.rounds = rounds_steps,
                                        .contract = contract_steps,
                                        .proof = proof_steps,
                                        .drain = host_drain,
                                        .sum = host_sum,
                                        .sum_long = host_sum_long,
                                        .sort = host_sort,
                                        .most_pairs = MOST_PAIRS,
                                        .most_parts = UINT64_MAX,
                                        .transpose = host_transpose,
                                        .components = host_components};

int rounds_host(const struct rounds_task *task, uint64_t seed, unsigned threads, const struct run *run,
                struct rounds_result *result, struct error *error) {
    const struct steps_side steps = side_of_steps();
    struct host host = {.shuffle = {seed, threads}};
    host.rounds.steps = (struct steps){
        .side = &steps, .memory = run->memory, .run = run, .error = error, .task = "refining the classes"};
    host.rounds.side = &side;
    return rounds_reduce(&host.rounds, task, result);
}
