/* heddle mec: maximal end components. */
#include "cli/decompose/decompose.h"
#include "cli/program.h"

static const struct option_row rows[] = {
    {"labels", 'l', OPTION_TEXT, offsetof(struct decompose_request, labels), "FILE.lab", 0, 0,
     "labels of the states of a .tra file (default: the file of that name beside it, if there is one)"},
    {"no-maximal-progress", 0, OPTION_FLAG, offsetof(struct decompose_request, no_maximal_progress), NULL, 0,
     0, "networks: transitions with rates count in states with internal transitions, too"},
    DECOMPOSE_ROWS("write a line `STATE COMPONENT` for each state to FILE (.gz or .zst: compressed; -: "
                   "standard output). A component is named by its smallest state; - stands for none"),
    ENGINE_ROWS(struct decompose_request),
    JOB_ROWS(struct decompose_request, "print no rows or progress"),
    READER_ROWS(struct decompose_request),
    SEARCH_ROWS(struct decompose_request),
};

static const struct option_row advanced_rows[] = {
    {"pivots-from-j", 0, OPTION_FLAG, offsetof(struct decompose_request, pivots_from_j), NULL, 0, 0,
     "fbt and bfbt: after the first round, begin only at states that lost a choice or a successor"},
    DECOMPOSE_ADVANCED_ROWS,
};

const struct options_command mec_command = {
    .name = "mec",
    .operands = "NET|MDP",
    .endings = "exp aut tra drn prism pm nm sm pnm",
    .summary = "find the maximal end components of a Markov decision process",
    .description =
        "An end component is a set of states in which a scheduler can stay for ever, whatever is drawn, and "
        "reach every state from every other. This command finds the maximal ones. The Markov decision "
        "process is a network with `prob` and `rate` labels, a PRISM model, or a file: .tra with .lab (of "
        "PRISM and Storm), .drn, .aut with distributions or `prob` labels, plain or compressed.\n\nStates of "
        "a network have the numbers that `heddle explore -o` writes, states of a file keep theirs. When a "
        "limit is reached, nothing is decomposed or written, and the exit status is 3.",
    .options = OPTIONS_TABLE(rows),
    .advanced = OPTIONS_TABLE(advanced_rows),
};

int mec_main(int argc, char **argv) {
    return decompose_main(&mec_command, 1, argc, argv);
}
