/* Generates the state space of a network. */
#include "api/explore.h"

#include <stdio.h>
#include <string.h>

#include "api/cluster_refuse.h"
#include "api/explore_internal.h"
#include "api/reduce_warn.h"
#include "base/array.h"
#include "base/options/statistics.h"
#include "explorer/model/network.h"
#include "report/profile.h"

/* --- what was found --- */

void explored_clear(struct explored *found) {
    const uint64_t none = STATISTIC_ABSENT;
    *found = (struct explored){
        .result = {.states = none, .transitions = none, .deadlocks = none, .levels = none},
        .effort = {.seconds = -1, .table_load = -1},
        .initial = none,
        .choices = none,
        .edges = none,
        .minimised_states = none,
        .minimised_transitions = none,
        .reduction_factor = -1,
        .largest_product = none,
        .compose_seconds = -1,
    };
}

void explored_free(struct job *job, struct explored *found) {
    checkpoints_end(job, &found->checkpoints, found->done);
    space_close(&found->space);
    explore_writing_free(&found->writing, &job->memory);
    compose_close(&found->composed);
    network_free(&job->memory, found->network);
    language_free(found->tree);
}

static void note_search(struct job *job, const struct network *network, struct explored *found) {
    found->result = found->space.exploration->result;
    found->result.label_level = NULL;
    found->complete = found->result.outcome == EXPLORE_DONE;
    if (network_is_weighted(network)) {
        found->choices = found->result.choices;
    }
    if (network_is_weighted(network) || network->initial_count > 1) {
        found->initial = network->initial_count;
    }
    search_note_effort(job, found->space.exploration, &found->effort);
}

/* --- the search --- */

/* The search, with its profile if that is wanted. */
static int open_space(struct job *job, const struct explore_request *request,
                      const struct space_request *wanted, struct explored *found) {
    struct profile profile;
    struct run run = job->run;
    if (request->profile != NULL) {
        profile_listen(&profile, &run, run_clock);
    }
    if (space_open(&found->space, wanted, &run, &job->error) != 0) {
        return -1;
    }
    note_search(job, wanted->network, found);
    if (request->profile != NULL && profile_write(&profile, found->space.exploration, request->path,
                                                  request->profile, &job->run, &job->error) != 0) {
        return -1;
    }
    found->profile = request->profile;
    return 0;
}

/* Opens the checkpoints, if there are some. Returns 0 or -1. */
static int begin_checkpoints(struct job *job, const struct explore_request *request,
                             const struct network *network, struct checkpoints *checkpoints,
                             struct explore_options *how) {
    char words[64];
    checkpoints->follows = request->output != NULL;
    snprintf(words, sizeof words, "--words %u", (unsigned)request->search.words);
    return checkpoints_describe(job, checkpoints, "explore") != 0 ||
                   (request->output != NULL && checkpoints_describe(job, checkpoints, "--output") != 0) ||
                   (request->search.words != 0 && checkpoints_describe(job, checkpoints, words) != 0) ||
                   checkpoints_begin(job, checkpoints, &request->checkpoint, request->path, network, how) != 0
               ? -1
               : 0;
}

int explore_network(struct job *job, const struct network *network, const struct explore_request *request,
                    struct explored *found) {
    const int keep = request->output != NULL || request->keep;
    struct space_request wanted = {
        .backend = job->backend,
        .network = network,
        .layout = {.words = (uint32_t)request->search.words, .labels = keep},
        .explore = {.keep_levels = keep, .graph_follows = explore_refines(request), .may_join = 1}};
    search_configure(job, &request->search, &wanted.explore);
    found->reduces = search_reduces(job, &request->search, network);
    wanted.explore.partial_order = found->reduces;
    if (begin_checkpoints(job, request, network, &found->checkpoints, &wanted.explore) != 0 ||
        open_space(job, request, &wanted, found) != 0) {
        return -1;
    }
    search_warn_deadlocks(job, found->space.exploration);
    search_warn_several(job, network, found->space.exploration->several);
    search_explain(job, &request->search, &found->result, &found->effort);
    return 0;
}

/* --- what is refused --- */

/* What several processes, or GPUs, cannot do yet. */
static int check_cluster(struct job *job, const struct explore_request *request) {
    const struct cluster_wish wishes[] = {
        {strcmp(request->path, "-") == 0, "a network from standard input", CLUSTER_GPUS},
        {request->minimise >= 0, "--minimise", CLUSTER_GPUS},
        {request->profile != NULL, "--profile", CLUSTER_GPUS},
        {request->compose.compose, "--compose", CLUSTER_GPUS},
        {request->search.partial_order, "--partial-order", CLUSTER_NONE}};
    return cluster_refuse(job, wishes, LENGTH(wishes));
}

static int check_request(struct job *job, const struct explore_request *request,
                         struct explore_writing *writing) {
    checkpoint_choose_engine(job, &request->checkpoint);
    return search_open_spill(job, &request->search) != 0 || check_cluster(job, request) != 0 ||
                   explore_add_outputs(job, request, writing) != 0 ||
                   compose_add_output(job, &request->compose) != 0
               ? -1
               : 0;
}

/* --- everything --- */

/* --minimise takes the first three equivalences. */
static enum equivalence composing_equivalence(const struct explore_request *request) {
    return explore_refines(request) ? (enum equivalence)request->minimise : EQUIVALENCE_DIVBRANCHING;
}

/* The network to search, made smaller if the request says so; NULL with job->error. */
static const struct network *compose(struct job *job, const struct explore_request *request,
                                     struct explored *found) {
    const struct network *network = compose_open(&found->composed, job, &request->compose,
                                                 composing_equivalence(request), found->network);
    if (network != NULL && request->compose.compose) {
        found->largest_product = compose_largest(&found->composed);
        found->compose_seconds = found->composed.seconds;
    }
    return network;
}

/* Writes what was found, and releases it. */
static int write_found(struct job *job, const struct explore_request *request, struct explored *found) {
    int failed = 0;
    if (request->output != NULL && found->complete) {
        failed = explore_write(job, request, found);
        search_note_effort(job, found->space.exploration, &found->effort);
    } else if (request->output != NULL) {
        job_message(job, "%s: not written: the state space is incomplete", request->output);
    }
    space_close(&found->space);
    found->done = found->complete && failed == 0;
    return failed;
}

int api_explore(struct job *job, const struct explore_request *request, struct explored *found) {
    explored_clear(found);
    if (check_request(job, request, &found->writing) != 0 ||
        job_read(job, request->path, &request->reader, &found->tree, &found->network) != 0 ||
        explore_check_output(job, request, found->network, &found->writing) != 0) {
        return -1;
    }
    if (explore_refines(request)) {
        reduce_warn_stochastic(job, request->path, found->network);
    }
    const struct network *network = job_outputs_spared(job) != 0 ? NULL : compose(job, request, found);
    return network == NULL || explore_network(job, network, request, found) != 0
               ? -1
               : write_found(job, request, found);
}
