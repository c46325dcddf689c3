/* The description of the program for help and manual. */
#include "cli/program.h"

#include "base/array.h"
#include "base/options/options.h"
#include "base/options/options_text.h"

static const struct options_subcommand commands[] = {
    {&info_command, info_main},       {&explore_command, explore_main},   {&check_command, check_main},
    {&scc_command, scc_main},         {&mec_command, mec_main},           {&minimise_command, minimise_main},
    {&compare_command, compare_main}, {&solve_command, solve_main},       {&convert_command, convert_main},
    {&verify_command, verify_main},   {&simulate_command, simulate_main}, {&formula_command, formula_main},
    {&bench_command, bench_main},
};

static const struct options_term exit_codes[] = {
    {"0", "every property holds, or the work is done"},
    {"1", "some property is violated, or evidence is refuted"},
    {"2", "usage, input, output or device error, or a warning with --strict"},
    {"3", "undecided: a limit was reached, memory was exhausted, or the search was interrupted; the counts "
          "so far are lower bounds"},
};

static const struct options_term examples[] = {
    {"heddle info network.exp", "shows processes, labels, rules and the size of a state vector."},
    {"heddle explore network.exp", "counts states, transitions and deadlocks."},
    {"heddle explore network.exp -o network.aut.zst", "writes the state space, compressed."},
    {"heddle explore network.exp -o - | less", "shows the state space."},
    {"heddle check --deadlock --never overflow network.exp", "checks two properties in one search."},
    {"heddle check --monitor order.aut --trace trace.json network.exp",
     "checks that a monitor finds no error, or writes a shortest trace to one."},
    {"heddle check -p response.mcl --trace why.json network.exp",
     "checks a formula of the modal mu-calculus, and writes evidence if it is violated."},
    {"heddle check --starvation \"'serve.*'\" network.exp",
     "checks that every cycle has a label that begins with serve."},
    {"heddle check --never-cycle work_1,work_2 network.exp",
     "checks that there is no cycle on which both labels occur."},
    {"heddle check --almost-surely elected --scheduler why.json network.exp",
     "checks that some scheduler makes `elected` happen with probability 1, and writes it."},
    {"heddle scc network.exp", "decomposes the state space into strongly connected components."},
    {"heddle mec -o mecs.txt model.tra", "writes the maximal end component of each state, or - for none."},
    {"heddle minimise -e divbranching --hide-all-but send,deliver -o small.aut network.exp",
     "writes the smallest graph with the same runs of these two labels, deadlocks and livelocks."},
    {"heddle compare --equivalence weaktrace --hide-all-but send,deliver network.exp buffer.aut",
     "says whether both have the same sequences of these labels, or shows one that only one of them has."},
    {"heddle solve --verify -o game.sol game.pg", "solves a parity game and checks the solution."},
    {"heddle convert model.drn model.tra", "writes the model for PRISM, with its labels in model.lab."},
    {"heddle verify trace.json", "confirms that trace, independently of the search."},
    {"heddle simulate network.exp", "steps through it by hand."},
    {"heddle simulate --random 1000 --seed 7 network.exp", "takes a thousand random steps."},
    {"heddle explore --memory 4G --timeout 10m --json network.exp",
     "stays within bounds and prints one JSON object for a program to read."},
};

static const struct options_program description = {
    .name = "heddle",
    .version = HEDDLE_VERSION,
    .summary = "explicit-state model checker for networks of labelled transition systems",
    .description =
        "heddle reads networks (.exp, in the language of CADP's EXP.OPEN), processes (.aut) and PRISM "
        "models. It generates their state spaces on all CPU cores or GPUs, checks properties, and "
        "decomposes, minimises and compares state spaces. It also steps through models, and reads parity "
        "games and Markov models from files.\n\n"
        "Results go to standard output, messages and progress to standard error. Output files appear under "
        "their name only when they are complete.",
    .commands = commands,
    .command_count = LENGTH(commands),
    .self = &top_command,
    .exit_codes = exit_codes,
    .exit_code_count = LENGTH(exit_codes),
    .examples = examples,
    .example_count = LENGTH(examples),
};

const struct options_program *program_description(void) {
    return &description;
}
