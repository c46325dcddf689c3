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
        {options->solver != 0, "--solver", CLUSTER_GPUS},
        {options->witness, "--witness", CLUSTER_NONE},
        {evidence_folder_is(options->trace), "--trace to a folder", CLUSTER_GPUS},
        {options->compose.compose, "--compose", CLUSTER_NONE},
        {options->checkpoint.folder != NULL, "--checkpoint", CLUSTER_CPUS},
        {options->checkpoint.resume != NULL, "--resume", CLUSTER_CPUS},
        {options->search.partial_order, "--partial-order", CLUSTER_NONE}};
    return cluster_refuse(job, wishes, LENGTH(wishes));
}

/* Why searches alone do not decide the property, and who decides it then; NULL: they do. */
static const char *reason_of(const struct property *property, enum cluster_able *able) {
    uint64_t predicates = 0;
    *able = CLUSTER_CPUS;
    if (property->kind == PROPERTY_FORMULA) {
        formula_predicates(property->formula, &predicates);
        *able = predicates != 0 ? CLUSTER_NONE : CLUSTER_CPUS;
        return predicates != 0          ? "has predicates on states"
               : property->plan == NULL ? "needs a parity game"
                                        : NULL;
    }
    *able = property_is_of_cycles(property->kind) ? CLUSTER_CPUS : CLUSTER_NONE;
    return property_is_of_cycles(property->kind) || property_is_of_schedulers(property->kind)
               ? "needs the graph of all states"
               : NULL;
}

int check_cluster_properties(struct job *job, const struct property *properties, uint32_t count) {
    int failed = 0;
    for (uint32_t i = 0; i < count && !failed; i++) {
        char text[400];
        enum cluster_able able;
        const char *reason = reason_of(&properties[i], &able);
        snprintf(text, sizeof text, "the property '%.200s' (it %s)", properties[i].name,
                 reason != NULL ? reason : "");
        const struct cluster_wish wish = {reason != NULL, text, able};
        failed = cluster_refuse(job, &wish, 1);
    }
    return failed;
}
