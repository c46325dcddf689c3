/* heddle info --estimate: how many states remain by the ways to make a state space smaller, in short
 * searches. */
#include "cli/info/info_estimate.h"

#include <jansson.h>
#include <stdio.h>

#include "base/error.h"
#include "base/quantity.h"
#include "base/text/json_text.h"
#include "cli/common.h"
#include "explorer/graph/graph.h"
#include "explorer/model/network.h"
#include "explorer/model/stubborn.h"
#include "reduce/composition/composition.h"
#include "reduce/quotient/minimal.h"
#include "reduce/refine/refine.h"
#include "space/space.h"

#define MOST_PRODUCT 10000u /* states of a product of processes */

static void add(struct estimates *estimates, const char *name, uint64_t states, int complete) {
    estimates->list[estimates->count++] = (struct estimate){name, states, complete};
}

/* What a way that failed means: it is left out (0), or the command ends (-1). */
static int forgive(struct job *job) {
    if (job->error.code != ERROR_MEMORY && job->error.code != ERROR_LIMIT) {
        return -1;
    }
    if (job->error.code == ERROR_MEMORY) {
        job_lack_memory(job, "for all estimates");
    }
    job->error.code = ERROR_NONE;
    return 0;
}

/* --- minimised --- */

static int add_minimised(struct job *job, const struct graph *graph, enum equivalence equivalence,
                         struct estimates *estimates) {
    struct partition partition;
    const int failed = minimal_classes(graph, equivalence, NULL, &job->run, &partition, &job->error);
    if (failed == 0) {
        add(estimates, equivalence_name(equivalence), partition.blocks, 1);
    }
    partition_free(&partition, &job->memory);
    return failed != 0 ? forgive(job) : 0;
}

/* Consumes the states. */
static int minimise(struct job *job, struct space *space, struct estimates *estimates) {
    const struct graph_options labels = {GRAPH_LABELS, NULL};
    struct graph *graph = space_graph(space, &labels, &job->run, &job->error);
    if (graph == NULL) {
        return forgive(job);
    }
    const int failed = add_minimised(job, graph, EQUIVALENCE_STRONG, estimates) != 0 ||
                       add_minimised(job, graph, EQUIVALENCE_DIVBRANCHING, estimates) != 0;
    graph_free(graph);
    return failed ? -1 : 0;
}

/* --- searches --- */

/* The estimate of a search, which may have been ended. 0, or -1 with job->error. */
static int conclude(struct job *job, struct space *space, const char *name, int minimises,
                    struct estimates *estimates) {
    const struct explore_result *result = &space->exploration->result;
    const int complete = result->outcome == EXPLORE_DONE;
    add(estimates, name, result->states, complete);
    return result->outcome == EXPLORE_INTERRUPTED || result->outcome == EXPLORE_TIMEOUT
               ? error_set(&job->error, ERROR_INTERRUPTED, "interrupted")
           : complete && minimises ? minimise(job, space, estimates)
                                   : 0;
}

/* On one thread, so that a search that is ended has the same counts each time. */
static int search(struct job *job, const struct network *network, const char *name,
                  const struct explore_options *how, struct estimates *estimates) {
    const struct space_request request = {
        .backend = backends[0], .network = network, .layout = {.labels = how->keep_levels}, .explore = *how};
    struct space space;
    struct run run = job->run;
    run.threads = 1;
    if (space_open(&space, &request, &run, &job->error) != 0) {
        return forgive(job);
    }
    const int failed = conclude(job, &space, name, how->keep_levels, estimates);
    space_close(&space);
    return failed;
}

static int compose(struct job *job, const struct network *network, const struct explore_options *how,
                   struct estimates *estimates) {
    const struct composition_options options = {.equivalence = EQUIVALENCE_DIVBRANCHING,
                                                .most_states = MOST_PRODUCT};
    composition *composition = composition_make(network, &options, &job->run, &job->error);
    if (composition == NULL) {
        return forgive(job);
    }
    const int failed = search(job, composition_network(composition), "compose", how, estimates);
    composition_free(composition);
    return failed;
}

int estimate_reductions(struct job *job, const struct network *network, struct estimates *estimates) {
    const int is_minimised = !network_is_weighted(network) && network->initial_count <= 1;
    struct explore_options how = {.max_states = ESTIMATE_STATES, .max_depth = UINT64_MAX};
    struct explore_options first = how;
    first.keep_levels = is_minimised;
    int failed = search(job, network, "all", &first, estimates);
    if (failed == 0 && estimates->count == 0) {
        return error_memory(&job->error, "for the searches of --estimate");
    }
    if (failed == 0 && stubborn_refusal(network) == NULL) {
        struct explore_options partly = how;
        partly.partial_order = 1;
        failed = search(job, network, "partial-order", &partly, estimates);
    }
    return failed == 0 && network->data == NULL ? compose(job, network, &how, estimates) : failed;
}

/* --- what is printed --- */

double estimate_factor(const struct estimates *estimates, unsigned number, int *at_least) {
    const struct estimate *all = &estimates->list[0], *way = &estimates->list[number];
    *at_least = !all->complete;
    return number == 0 || !way->complete || way->states == 0 ? -1 : (double)all->states / (double)way->states;
}

void estimates_print(const struct estimates *estimates) {
    printf("\n%-14s  %11s  %11s\n", "estimate", "states", "times fewer");
    for (unsigned i = 0; i < estimates->count; i++) {
        const struct estimate *way = &estimates->list[i];
        char states[QUANTITY_TEXT], times[QUANTITY_TEXT];
        int at_least;
        const double factor = estimate_factor(estimates, i, &at_least);
        printf("%-14s  %s%*s", way->name, way->complete ? "" : ">", way->complete ? 11 : 10,
               quantity_number(way->states, states));
        if (factor >= 0) {
            printf("  %s%*s", at_least ? ">" : "", at_least ? 10 : 11, quantity_significant(factor, times));
        }
        printf("\n");
    }
}

json_t *estimates_json(const struct estimates *estimates) {
    json_t *list = json_array();
    for (unsigned i = 0; i < estimates->count && list != NULL; i++) {
        const struct estimate *way = &estimates->list[i];
        int at_least;
        const double factor = estimate_factor(estimates, i, &at_least);
        json_t *object =
            json_pack("{s:s, s:o, s:b, s:o*}", "name", way->name, "states", json_count(way->states),
                      "complete", way->complete, "factor", factor < 0 ? NULL : json_real(factor));
        if (object == NULL || json_array_append_new(list, object) != 0) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}
