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
        {options->request.scheduler != NULL, "--scheduler", CLUSTER_GPUS},
        {options->request.write_game != NULL, "--write-game", CLUSTER_GPUS},
        {options->solver != 0, "--solver", CLUSTER_GPUS},
        {options->request.witness, "--witness", CLUSTER_GPUS},
        {evidence_folder_is(options->request.trace), "--trace to a folder", CLUSTER_GPUS},
        {options->request.compose.compose, "--compose", CLUSTER_GPUS},
        {options->request.search.partial_order, "--partial-order", CLUSTER_NONE}};
    return cluster_refuse(job, wishes, LENGTH(wishes));
}
