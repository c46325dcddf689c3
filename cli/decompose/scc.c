/* heddle scc: strongly connected components. */
#include "cli/decompose/decompose.h"
#include "cli/program.h"

static const struct option_row rows[] = {
    DECOMPOSE_ROWS("write a line `STATE COMPONENT` for each state to FILE (.gz or .zst: compressed; -: "
                   "standard output); a component is named by its smallest state"),
    ENGINE_ROWS(struct decompose_options),
    JOB_ROWS(struct decompose_options, "print no rows, warnings or progress"),
    READER_ROWS(struct decompose_options),
    SEARCH_ROWS(struct decompose_options),
};

static const struct option_row advanced_rows[] = {
    DECOMPOSE_ADVANCED_ROWS,
};

const struct options_command scc_command = {
    .name = "scc",
    .operands = "NET|GRAPH",
    .endings = "exp aut tra drn",
    .operands_minimum = 1,
    .operands_maximum = 1,
    .summary = "decompose a state space or a graph into strongly connected components",
    .description =
        "Searches the network NET and decomposes its state space, which on a GPU stays there; or reads the "
        "graph GRAPH (.aut, .aut.gz, .aut.zst; .tra or .drn, of which the edges count) and decomposes that. "
        "Tells how many components there are, of which sizes, how many are trivial (of one state, whether "
        "or not it has an edge to itself) and bottom (no edge leaves them).\n\n"
        "The states of a network are numbered as in the file that `heddle explore -o` writes, those of a "
        "graph as they are. Every algorithm gives the same components. When a limit is reached, nothing is "
        "decomposed and written, and the exit status is 3.",
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
    .advanced_rows = advanced_rows,
    .advanced_count = sizeof advanced_rows / sizeof *advanced_rows,
};

int scc_main(int argc, char **argv) {
    struct job job;
    struct decompose_options options = DECOMPOSE_DEFAULTS;
    struct option_list operands = {0};
    job_begin(&job, "scc");
    int code = job_options(&job, &scc_command, argc, argv, &options, &operands);
    if (code < 0) {
        code = decompose_command(&job, operands.items[0], &options, 0);
    }
    options_free(&job.arguments, &scc_command, &options, &operands);
    job_end(&job);
    return code;
}
