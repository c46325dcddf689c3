/* The options of heddle minimise. */
#include "cli/reduce/minimise_options.h"

#include "cli/compose_rows.h"
#include "cli/program.h"

static const struct option_row rows[] = {
    {"output", 'o', OPTION_TEXT, offsetof(struct minimise_options, output), "OUT", 0, 0,
     "write the graph of the classes to OUT: .aut or .dot (a picture, of at most 2000 states); for a Markov "
     "model .drn, .tra or .aut. .gz or .zst may follow; - is standard output"},
    {"format", 0, OPTION_CHOICE, offsetof(struct minimise_options, format), "aut|dot|drn|tra", 0, 0,
     "what --output writes (default: by the name of OUT, aut for - and pipes)"},
    {"classes", 0, OPTION_TEXT, offsetof(struct minimise_options, classes), "FILE.txt", 0, 0,
     "write a line `STATE CLASS` for each state (.gz or .zst may follow; - is standard output). States that "
     "are not reached have the class -"},
    {"canonical", 0, OPTION_FLAG, offsetof(struct minimise_options, canonical), NULL, 0, 0,
     "number the classes by the structure of the result, so that equivalent inputs give equal files; not for "
     "weak and probabilistic"},
    REDUCE_ROWS(
        "what the result keeps. strong (the default): strong bisimulation. branching: branching "
        "bisimulation, which leaves out internal steps that decide nothing. divbranching: the same, but "
        "infinite runs of internal steps are kept. weak: weak bisimulation. trace, weaktrace: the finite "
        "sequences of labels, with or without internal steps, as a deterministic graph. probabilistic: as "
        "strong, but the numbers of `rate R`, `prob P` and Markov models are added"),
    {"compose", 0, OPTION_FLAG, offsetof(struct reduce_options, compose.compose), NULL, 0, 0,
     "minimise the processes of a network, join some, minimise these products, and so on; then search what "
     "remains. The file is that of --canonical; not for weak and probabilistic"},
};

static const struct option_row advanced_rows[] = {
    SEARCH_ADVANCED_ROWS(struct reduce_options),
    COMPOSE_ADVANCED_ROWS(struct reduce_options),
};

static const struct options_hint hints[] = {
    {"strong", "use --equivalence strong"},
    {"branching", "use --equivalence branching"},
    {"divbranching", "use --equivalence divbranching"},
    {"weak", "use --equivalence weak"},
    {"trace", "use --equivalence trace"},
    {"probabilistic", "use --equivalence probabilistic"},
    {"lump", "use --equivalence probabilistic"},
    {NULL, NULL},
};

static const struct option_argument arguments[] = {
    {"output", COMPLETION_FILES, "aut dot drn tra"},
    {"classes", COMPLETION_FILES, "txt"},
    {"hide", COMPLETION_LABELS, NULL},
    {"hide-all-but", COMPLETION_LABELS, NULL},
    {NULL, COMPLETION_FILES, NULL},
};

const struct options_command minimise_command = {
    .name = "minimise",
    .operands = "NET|GRAPH",
    .endings = "exp aut prism pm nm sm pnm drn tra",
    .summary = "make the smallest graph that is equivalent to a state space",
    .description =
        "Searches the network or PRISM model NET, or reads the graph GRAPH (.aut; for probabilistic also "
        ".drn and .tra; plain or compressed). Hides labels. Finds the classes of equivalent states. The "
        "graph of the classes, which --output writes, is the smallest equivalent one (for weak: the one with "
        "the fewest states). docs/smaller.md says what each equivalence keeps.\n\nFiles are the same on any "
        "device and for any number of threads. When a limit is reached, nothing is written, and the exit "
        "status is 3.",
    .options = OPTIONS_TABLE(rows),
    .advanced = OPTIONS_TABLE(advanced_rows),
    .arguments = arguments,
    .hints = hints,
};
