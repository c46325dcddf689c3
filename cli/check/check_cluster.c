/* What heddle check does not do on several processes, or GPUs. */
#include <string.h>

#include "base/array.h"
#include "cli/check/check_options.h"
#include "cli/cluster.h"
#include "cli/decompose/decompose.h"
#include "explorer/backend.h"

int check_cluster_usage(struct job *job, const char *path, const struct check_command_options *options) {
    const int gpus = job->run.devices != NULL;
    const struct cluster_wish wishes[] = {
        {strcmp(path, "-") == 0, "a network from standard input", 1},
        {property_options_read_stdin(&options->properties), "a formula from standard input", 1},
        {decompose_is_mdp_file(path), "a Markov decision process", 0},
        {options->certificate != NULL, "--certificate", 0},
        {options->scheduler != NULL, "--scheduler", 0},
        {options->write_game != NULL, "--write-game", 0},
        {options->witness, "--witness", 0},
        {evidence_folder_is(options->trace), "--trace to a folder", 1},
        {options->compose.compose, "--compose", 0},
        {gpus && options->checkpoint.folder != NULL, "--checkpoint", 0},
        {gpus && options->checkpoint.resume != NULL, "--resume", 0},
        {options->search.partial_order, "--partial-order", 0}};
    return cluster_refuse(job, wishes, LENGTH(wishes));
}

/* Whether a search decides the property, or several that only look for something; or several processes on
 * CPUs, that it is about cycles. */
static int is_decided(const struct job *job, const struct property *property) {
    uint64_t predicates = 0;
    if (property_is_of_cycles(property->kind)) {
        return cluster_ranks() != NULL && !job->backend->on_device;
    }
    if (property->kind == PROPERTY_FORMULA) {
        formula_predicates(property->formula, &predicates);
        return property->plan != NULL && predicates == 0;
    }
    return !property_is_of_schedulers(property->kind);
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
        const struct cluster_wish wish = {!is_decided(job, &properties[i]), text, 0};
        failed = cluster_refuse(job, &wish, 1);
    }
    return failed;
}
