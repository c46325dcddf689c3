/* What heddle check does not do on several processes, or GPUs. */
#include <string.h>

#include "base/array.h"
#include "checker/check.h"
#include "cli/check/check_options.h"
#include "api/cluster_refuse.h"
#include "frontend/formats/table/file_format.h"

int check_cluster_usage(struct job *job, const char *path, const struct check_command_options *options) {
    const struct cluster_wish wishes[] = {
        {strcmp(path, "-") == 0, "a network from standard input", CLUSTER_GPUS},
        {property_options_read_stdin(&options->properties), "a formula from standard input", CLUSTER_GPUS},
        {file_format_is_mdp(path), "a Markov decision process", CLUSTER_NONE},
        {options->scheduler != NULL, "--scheduler", CLUSTER_GPUS},
        {options->write_game != NULL, "--write-game", CLUSTER_GPUS},
        {options->solver != 0, "--solver", CLUSTER_GPUS},
        {options->witness, "--witness", CLUSTER_GPUS},
        {evidence_folder_is(options->trace), "--trace to a folder", CLUSTER_GPUS},
        {options->compose.compose, "--compose", CLUSTER_GPUS},
        {options->search.partial_order, "--partial-order", CLUSTER_NONE}};
    return cluster_refuse(job, wishes, LENGTH(wishes));
}

/* What can decide the property, in CLUSTER_ bits. */
static unsigned able_to_decide(const struct network *network, const struct property *property,
                               uint64_t predicates) {
    if (check_formula_needs_game(network, property)) {
        return predicates != 0 ? CLUSTER_NONE : CLUSTER_GPUS | CLUSTER_CPUS;
    }
    return predicates != 0                             ? CLUSTER_NONE
           : property_is_of_schedulers(property->kind) ? CLUSTER_GPUS
                                                       : CLUSTER_GPUS | CLUSTER_PROCESSES;
}

int check_cluster_properties(struct job *job, const struct check_command_options *options,
                             const struct network *network, const struct property *properties,
                             uint32_t count) {
    const struct cluster_wish certificate = {options->certificate != NULL &&
                                                 options->list.kinds[PROPERTY_FORMULA] != 0,
                                             "the certificate of a formula", CLUSTER_GPUS};
    int failed = cluster_refuse(job, &certificate, 1);
    for (uint32_t i = 0; i < count && !failed; i++) {
        char text[400];
        uint64_t predicates = 0;
        const int formula = properties[i].kind == PROPERTY_FORMULA;
        if (formula) {
            formula_predicates(properties[i].formula, &predicates);
        }
        snprintf(text, sizeof text, "the property '%.200s' (it %s)", properties[i].name,
                 predicates != 0 ? "has predicates on states"
                 : formula       ? "needs a parity game"
                                 : "needs the graph of all states");
        const struct cluster_wish wish = {1, text, able_to_decide(network, &properties[i], predicates)};
        failed = cluster_refuse(job, &wish, 1);
    }
    return failed;
}
