/* What heddle check does not do on several processes, or GPUs. */
#include <string.h>

#include "base/array.h"
#include "cli/check/check_options.h"
#include "cli/cluster.h"
#include "cli/decompose/decompose.h"

int check_cluster_usage(struct job *job, const char *path, const struct check_command_options *options) {
    const struct cluster_wish wishes[] = {
        {strcmp(path, "-") == 0, "a network from standard input", CLUSTER_GPUS},
        {property_options_read_stdin(&options->properties), "a formula from standard input", CLUSTER_GPUS},
        {decompose_is_mdp_file(path), "a Markov decision process", CLUSTER_NONE},
        {options->certificate != NULL, "--certificate", CLUSTER_NONE},
        {options->scheduler != NULL, "--scheduler", CLUSTER_NONE},
        {options->write_game != NULL, "--write-game", CLUSTER_NONE},
        {options->witness, "--witness", CLUSTER_NONE},
        {evidence_folder_is(options->trace), "--trace to a folder", CLUSTER_GPUS},
        {options->compose.compose, "--compose", CLUSTER_NONE},
        {options->checkpoint.folder != NULL, "--checkpoint", CLUSTER_ALL},
        {options->checkpoint.resume != NULL, "--resume", CLUSTER_ALL},
        {options->search.partial_order, "--partial-order", CLUSTER_NONE}};
    return cluster_refuse(job, wishes, LENGTH(wishes));
}

/* Whether a search decides the property, or several that only look for something. */
static int is_searched(const struct property *property) {
    uint64_t predicates = 0;
    if (property->kind == PROPERTY_FORMULA) {
        formula_predicates(property->formula, &predicates);
        return property->plan != NULL && predicates == 0;
    }
    return !property_is_of_cycles(property->kind) && !property_is_of_schedulers(property->kind);
}

int check_cluster_properties(struct job *job, const struct property *properties, uint32_t count) {
    int failed = 0;
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
        const struct cluster_wish wish = {!is_searched(&properties[i]), text,
                                          property_is_of_cycles(properties[i].kind) ? CLUSTER_CPUS
                                                                                    : CLUSTER_NONE};
        failed = cluster_refuse(job, &wish, 1);
    }
    return failed;
}
