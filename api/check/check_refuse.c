/* What a check refuses before it reads a model. */
#include <string.h>

#include "api/check.h"
#include "api/check/check_refuse.h"
#include "api/cluster_refuse.h"
#include "base/array.h"

static int refuse(struct job *job, const char *wrong) {
    return wrong == NULL ? 0 : error_set(&job->error, ERROR_USAGE, "%s", wrong);
}

/* What several processes, or GPUs, cannot do. */
static int refuse_several(struct job *job, const struct check_request *request, int is_mdp) {
    const struct cluster_wish wishes[] = {
        {strcmp(request->path, "-") == 0, "a network from standard input", CLUSTER_GPUS},
        {is_mdp, "a Markov decision process", CLUSTER_NONE},
        {request->scheduler != NULL, "--scheduler", CLUSTER_GPUS},
        {request->write_game != NULL, "--write-game", CLUSTER_GPUS},
        {request->write_product != NULL, "--write-product", CLUSTER_GPUS},
        {request->solve.solver != SOLVER_AUTO, "--solver", CLUSTER_GPUS},
        {request->witness, "--witness", CLUSTER_GPUS},
        {evidence_folder_is(request->trace), "--trace to a folder", CLUSTER_GPUS},
        {request->compose.compose, "--compose", CLUSTER_GPUS},
        {request->search.partial_order, "--partial-order", CLUSTER_NONE}};
    return cluster_refuse(job, wishes, LENGTH(wishes));
}

static uint64_t count_automata(const struct property_list *list) {
    uint64_t count = 0;
    for (unsigned kind = 0; kind < PROPERTY_KINDS; kind++) {
        const int is_given = property_row((enum property_kind)kind)->takes == PROPERTY_TAKES_AUTOMATON;
        count += is_given ? list->kinds[kind] : 0;
    }
    return count;
}

/* Files that take what one property, or one kind of them, gives. */
static int refuse_files(struct job *job, const struct check_request *request) {
    const struct property_list *list = request->properties;
    const uint64_t formulas = property_list_count(list, PROPERTY_BY_FORMULA),
                   cycles = property_list_count(list, PROPERTY_BY_CYCLES), automata = count_automata(list),
                   schedulers = property_list_count(list, PROPERTY_BY_SCHEDULERS);
    const int certificate = request->certificate != NULL && !evidence_folder_is(request->certificate);
    return refuse(
        job, request->write_game != NULL && formulas != 1
                 ? "--write-game takes the game of one formula: give one --formula or --property"
             : request->write_product != NULL && list->kinds[PROPERTY_ALMOST_SURELY_LTL] != 1
                 ? "--write-product takes the product of one formula: give one --almost-surely-ltl"
             : certificate && formulas != 0 && list->entries.count != 1
                 ? "the certificate of a formula has a file of its own: give --certificate FOLDER/, or "
                   "--certificate FILE with one --formula or --property and nothing else"
             : certificate && cycles + automata + schedulers != 0
                 ? "there are no certificates of cycles, automata and schedulers: give --certificate without "
                   "--livelock, --starvation, --never-cycle, automata and --almost-surely, or --certificate "
                   "FOLDER/ for the others"
             : request->scheduler != NULL && schedulers != 1
                 ? "--scheduler takes the evidence of one --almost-surely, --almost-surely-repeatedly or "
                   "--almost-surely-ltl: give one of them"
                 : NULL);
}

/* What there is not in a model of this kind. */
static int refuse_kind(struct job *job, const struct check_request *request, int is_mdp, int is_prism) {
    return refuse(
        job,
        request->properties->state_labels && !is_mdp && !is_prism
            ? "--state-label is for Markov decision processes in files (.tra, .drn) and for PRISM models: "
              "networks have no labels of states"
        : request->labels != NULL && is_prism
            ? "--labels is for Markov decision processes in files (.tra, .drn): a PRISM model has its labels "
              "in it"
        : request->labels != NULL && !is_mdp
            ? "--labels is for Markov decision processes in files (.tra, .drn): networks have no labels of "
              "states"
        : !is_mdp ? NULL
        : request->checkpoint.folder != NULL
            ? "--checkpoint is for networks: a Markov decision process in a file is not searched"
        : request->checkpoint.resume != NULL
            ? "--resume is for networks: a Markov decision process in a file is not searched"
        : request->report != NULL
            ? "--report is for networks: a Markov decision process in a file has none to show"
        : request->trace != NULL
            ? "--trace is for networks: a Markov decision process in a file has none to show"
        : request->compose.compose
            ? "--compose is for networks: a Markov decision process in a file has no processes"
            : NULL);
}

/* What searches of fewer states cannot decide. */
static int refuse_reduction(struct job *job, const struct check_request *request, int is_mdp) {
    const char *refused = NULL, *why = "needs all states";
    const struct property_list *list = request->properties;
    const int is_fair = list->fair_processes != FAIRNESS_NONE || list->fair_labels != NULL;
    if (!request->search.partial_order) {
        return 0;
    }
    for (uint32_t kind = 0; kind < PROPERTY_KINDS && refused == NULL; kind++) {
        const int is_of_runs = property_is_of_runs((enum property_kind)kind),
                  is_formula = property_row((enum property_kind)kind)->takes == PROPERTY_TAKES_FORMULA;
        if (list->kinds[kind] != 0 && (property_is_of_cycles((enum property_kind)kind) ||
                                       property_is_of_schedulers((enum property_kind)kind) ||
                                       (is_of_runs && (!is_formula || is_fair)))) {
            refused = property_row((enum property_kind)kind)->name;
            why = !is_of_runs  ? "is decided on the graph of all states"
                  : is_formula ? "with fairness needs all moves"
                               : "needs all steps of each run";
        }
    }
    refused = is_mdp ? "a Markov decision process" : refused;
    return refused == NULL ? 0
                           : error_set(&job->error, ERROR_USAGE,
                                       "--partial-order leaves out states, and %s %s: check that without it",
                                       refused, why);
}

int check_refuse_request(struct job *job, const struct check_request *request, enum file_format format) {
    const int is_mdp = file_format_row(format)->kind == KIND_MDP;
    return refuse_several(job, request, is_mdp) != 0 || refuse_files(job, request) != 0 ||
                   refuse_kind(job, request, is_mdp, format == FILE_PRISM) != 0 ||
                   refuse_reduction(job, request, is_mdp) != 0
               ? -1
               : 0;
}
