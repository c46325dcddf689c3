/* What a network or a model is made of, and what ways to make its state space smaller would leave. */
#include "api/info.h"

#include "base/options/statistics.h"
#include "explorer/graph/graph.h"
#include "explorer/model/data/data_model_core.h"
#include "explorer/model/model.h"
#include "explorer/model/network.h"
#include "explorer/model/stubborn.h"
#include "reduce/composition/composition.h"
#include "reduce/quotient/minimal.h"
#include "reduce/refine/refine.h"
#include "space/space.h"

#define ESTIMATE_STATES 100000u /* states of a search */
#define MOST_PRODUCT 10000u     /* states of a product of processes */

/* --- estimates --- */

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

/* Tries each way that the network allows, in searches of at most about ESTIMATE_STATES states, on the CPU. A
 * way for which memory does not suffice is left out. 0, or -1 with job->error. */
static int estimate_reductions(struct job *job, const struct network *network, struct estimates *estimates) {
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

/* --- the work --- */

static int measure(struct job *job, struct info_result *info) {
    const struct network *network = info->network;
    struct model_options options = {0};
    model *model = model_compile(network, &options, &job->run, &job->error);
    if (model == NULL) {
        return -1;
    }
    const struct model_header *header = model_header(model);
    info->bits = model_bits(model);
    info->words = header->words;
    info->key_words = header->fold_levels > 0 ? header->key_words : STATISTIC_ABSENT;
    info->model_bytes = header->bytes;
    model_free(model);
    info->components = network->component_count;
    info->labels = network->label_count;
    info->sub_rules = network->sub_rule_count;
    info->rules = network->rule_count - network->sub_rule_count;
    info->guards = network->guards;
    info->variables = STATISTIC_ABSENT;
    if (network->data != NULL) {
        info->rules = network->data->rules.count;
        info->variables = info->components = 0;
        for (uint32_t i = 0; i < network->component_count; i++) {
            info->components += network->components[i].is_process != 0;
            info->variables += network->components[i].is_process == 0;
        }
    }
    return 0;
}

int info_is_prism(const struct info_result *result) {
    return result->tree != NULL && language_of(result->tree) == LANGUAGE_PRISM;
}

int api_info(struct job *job, const struct info_request *request, struct info_result *result) {
    *result = (struct info_result){.tree = job_read_tree(job, request->path, &request->reader)};
    if (result->tree == NULL) {
        return -1;
    }
    const int is_network = !info_is_prism(result);
    if (!is_network && !request->estimate) {
        return 0;
    }
    return job_compile(job, result->tree, &result->network) != 0 ||
                   (is_network && request->measure && measure(job, result) != 0) ||
                   (request->estimate && estimate_reductions(job, result->network, &result->estimates) != 0)
               ? -1
               : 0;
}

void info_result_free(struct info_result *result, struct memory *memory) {
    network_free(memory, result->network);
    language_free(result->tree);
}
