/*
 * Strongly connected components of thousands of random graphs that one to four ranks have parts of, against
 * the naive oracle: vertices are dealt to ranks at random, or by their order. Components, edges inside them
 * and counts must be right, whether what trimming leaves is gathered or stays apart, and with one rank short
 * of memory nothing may be wrong. Ranks are threads here (thread_ranks.h). HEDDLE_CASES and HEDDLE_SEED
 * choose others.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bitmap_core.h"
#include "decompose/components/components.h"
#include "decompose/ranks/part_scc.h"
#include "model/digraph_core.h"
#include "tests/oracle/oracle_scc.h"
#include "tests/random/random_graph.h"
#include "tests/support/dealt_graph.h"
#include "tests/support/testing.h"
#include "tests/support/trial.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 300u
#else
#define DEFAULT_CASES 3000u
#endif
#define MOST_VERTICES 200u

struct totals {
    uint64_t cases, wrong, large, many, rounds, gathered, failed, enough, shapes[RANDOM_SHAPES];
};

/* A graph, dealt. */
struct subject {
    struct trial trial;
    const struct digraph *graph;
    uint32_t exact[MOST_VERTICES + 1];
    struct dealt_graph dealt;
    int keep_apart;
    uint64_t component[MOST_VERTICES]; /* as its rank says */
    uint8_t *inside;                   /* [edges] */
    struct component_counts counts[THREAD_RANKS_MOST];
    struct part_scc_report report[THREAD_RANKS_MOST];
};

/* Labels are 1 for live edges. */
static const uint8_t live_labels[] = {0, 1};

/* Notes what a rank found. */
static void note(struct subject *subject, unsigned rank, const struct part_components *components) {
    const struct graph_part *part = &subject->dealt.part[rank];
    for (uint64_t v = 0; v < part->vertices; v++) {
        const uint32_t vertex = subject->dealt.number[rank][v];
        const uint64_t named = components->component[v];
        subject->component[vertex] = subject->dealt.number[graph_part_rank(named)][graph_part_index(named)];
        for (uint64_t edge = 0; edge < part->offsets[v + 1] - part->offsets[v]; edge++) {
            subject->inside[subject->graph->offsets[vertex] + edge] =
                (uint8_t)bitmap_has(components->inside, part->offsets[v] + edge);
        }
    }
}

static int answer(void *context, unsigned rank) {
    struct subject *subject = context;
    const struct run *run = &subject->trial.run[rank];
    struct error *error = &subject->trial.error[rank];
    struct graph_part *part = &subject->dealt.part[rank];
    struct part_components components;
    const struct part_scc_options options = {.live = subject->graph->live != NULL ? live_labels : NULL,
                                             .keep_apart = subject->keep_apart};
    subject->counts[rank] = (struct component_counts){0};
    int result = part_scc(part, &options, run, &components, &subject->report[rank], error);
    if (result == 0) {
        note(subject, rank, &components);
        /* Counts are of graphs whose edges are all live. */
        result = part_scc_count(part, &components, run, &subject->counts[rank], error);
    }
    part_components_free(&components);
    return result;
}

static void forget(void *context, unsigned rank) {
    struct subject *subject = context;
    component_counts_free(&subject->counts[rank], &subject->trial.memory[rank]);
}

/* One rank may have little memory: all fail, or all are right. */
static const char *judge(void *context, unsigned rank) {
    const struct subject *subject = context;
    const struct trial *trial = &subject->trial;
    if (trial->short_budget == 0) {
        return trial->result[rank] != 0 ? "it failed"
               : subject->graph->live == NULL &&
                       !oracle_counts_are(subject->graph, subject->exact, &subject->counts[rank])
                   ? "its counts"
                   : NULL;
    }
    const enum error_code expected = rank == trial->short_rank ? ERROR_MEMORY : ERROR_LIMIT;
    return trial->result[rank] != trial->result[0] ||
                   (trial->result[rank] != 0 && trial->error[rank].code != expected)
               ? "ranks disagree"
               : NULL;
}

/* Whether the names are the same partition, each a member. */
static int same_components(const struct subject *subject) {
    const struct digraph *graph = subject->graph;
    for (uint64_t v = 0; v < graph->vertices; v++) {
        if (subject->exact[subject->component[v]] != subject->exact[v] ||
            subject->component[v] != subject->component[subject->exact[v]]) {
            return 0;
        }
        for (uint64_t edge = graph->offsets[v]; edge < graph->offsets[v + 1]; edge++) {
            const int inside =
                digraph_is_live(graph, edge) && subject->exact[v] == subject->exact[graph->targets[edge]];
            if (subject->inside[edge] != inside) {
                return 0;
            }
        }
    }
    return 1;
}

/* How much is wrong. */
static unsigned compare(struct subject *subject) {
    const unsigned wrong = trial_compare(&subject->trial);
    return wrong +
           trial_tell(&subject->trial, 0,
                      subject->trial.result[0] == 0 && !same_components(subject) ? "its components" : NULL);
}

static unsigned compare_short(struct subject *subject, uint64_t *random, struct totals *totals) {
    struct trial *trial = &subject->trial;
    trial->short_rank = random_draw(random, trial->count);
    trial->short_budget = 1 + random_next(random) % ((uint64_t)1 << (17 + random_draw(random, 6)));
    const unsigned wrong = compare(subject);
    totals->failed += trial->result[0] != 0;
    totals->enough += trial->result[0] == 0;
    return wrong;
}

static void weigh(const struct subject *subject, enum random_shape shape, struct totals *totals) {
    uint64_t components = 0, most = 0, size[MOST_VERTICES] = {0};
    for (uint64_t v = 0; v < subject->graph->vertices; v++) {
        const uint64_t members = ++size[subject->exact[v]];
        components += members == 1;
        most = members > most ? members : most;
    }
    totals->cases++;
    totals->large += most >= 3;
    totals->many += components >= 10;
    totals->rounds += subject->report[0].rounds >= 2;
    totals->gathered += subject->report[0].gathered != 0;
    totals->shapes[shape]++;
}

static void judge_case(uint64_t seed, void *context) {
    static const struct trial_question question = {answer, judge, forget};
    static struct subject subject;
    struct totals *totals = context;
    struct random_graph drawn;
    uint64_t random = seed * 13 + 3;
    random_graph_make(seed, MOST_VERTICES, &drawn);
    subject = (struct subject){.graph = &drawn.graph,
                               .keep_apart = random_draw(&random, 3) != 0,
                               .inside = test_allocate(drawn.graph.edges + 1, 1),
                               .trial = {.question = &question,
                                         .context = &subject,
                                         .count = 1 + random_draw(&random, THREAD_RANKS_MOST),
                                         .seed = seed}};
    oracle_scc(&drawn.graph, subject.exact);
    dealt_graph_open(&subject.dealt, &drawn.graph, NULL, subject.trial.count, &random);
    unsigned wrong = compare(&subject);
    weigh(&subject, drawn.shape, totals);
    if (wrong == 0 && seed % 3 == 0) {
        wrong = compare_short(&subject, &random, totals);
    }
    if (wrong != 0) {
        fprintf(stderr, "the graph is %s%s\n", random_shape_name(drawn.shape),
                subject.keep_apart ? ", and its parts stay apart" : "");
        totals->wrong++;
    }
    dealt_graph_close(&subject.dealt);
    free(subject.inside);
    random_graph_free(&drawn);
}

static void test_random(void) {
    struct totals totals = {0};
    const uint64_t cases = judge_seeds(DEFAULT_CASES, 3100, judge_case, &totals, &totals.wrong);
    report_counts("graphs", totals.cases, "with a component of 3", totals.large, "with 10 components",
                  totals.many, "of 2 rounds", totals.rounds, "gathered", totals.gathered,
                  "failed for one rank's memory", totals.failed, "enough", totals.enough, NULL);
    if (cases >= 100) {
        CU_ASSERT(totals.large >= cases / 4 && totals.many >= cases / 4);
        CU_ASSERT(totals.rounds >= cases / 10 && totals.gathered >= cases / 10);
        CU_ASSERT(totals.failed >= cases / 20 && totals.enough >= cases / 20);
        for (int shape = 0; shape < RANDOM_SHAPES; shape++) {
            CU_ASSERT(totals.shapes[shape] != 0);
        }
    }
}

void suite_part_scc(void) {
    suite_add("components of graphs of several ranks", NULL, NULL, "random graphs", test_random, NULL);
}
