/* heddle scc: strongly connected components. */
#include "cli/decompose/decompose.h"
#include "cli/program.h"

static const struct option_row rows[] = {
    DECOMPOSE_ROWS("write a line `STATE COMPONENT` for each state to FILE (.gz or .zst: compressed; -: "
                   "standard output). A component is named by its smallest state"),
    ENGINE_ROWS(struct decompose_request),
    JOB_ROWS(struct decompose_request, "print no rows or progress"),
    READER_ROWS(struct decompose_request),
    SEARCH_ROWS(struct decompose_request),
};

static const struct option_row advanced_rows[] = {
    DECOMPOSE_ADVANCED_ROWS,
};

const struct options_command scc_command = {
    .name = "scc",
    .operands = "NET|GRAPH",
    .endings = "exp aut tra drn prism pm nm sm pnm",
    .summary = "decompose a state space or a graph into strongly connected components",
    .description = "Searches the network NET and decomposes its state space, or decomposes the graph GRAPH "
                   "(.aut, or the edges of .tra or .drn; plain or compressed). Reports how many components "
                   "there are, their sizes, how many are trivial (of one state) and how many are bottom (no "
                   "edge leaves them).\n\nStates of a network have the numbers that `heddle explore -o` "
                   "writes, states of a graph keep theirs. Every algorithm gives the same components. When a "
                   "limit is reached, nothing is decomposed or written, and the exit status is 3.",
    .options = OPTIONS_TABLE(rows),
    .advanced = OPTIONS_TABLE(advanced_rows),
};

int scc_main(int argc, char **argv) {
    return decompose_main(&scc_command, 0, argc, argv);
}
