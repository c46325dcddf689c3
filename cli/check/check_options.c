/* The options of heddle check: their table, and what the help says. */
#include "cli/check/check_options.h"

#include <stddef.h>

#include "cli/program.h"
#include "cli/search_rows.h"

#define OPTION(member) offsetof(struct check_command_options, member)

static const struct option_row rows[] = {
    {"formula", 'f', OPTION_LIST, OPTION(properties.formulas), "FORMULA", 0, 0,
     "the initial state satisfies FORMULA (modal mu-calculus with regular expressions over actions): "
     "\"[true*] <true> true\", \"[true* . 'error.*'] false\"; may be given several times"},
    {"property", 'p', OPTION_LIST, OPTION(properties.formula_files), "FILE", 0, 0,
     "the same, with the formula in FILE (.mcl, .mcf; - for standard input), or all properties of the suite "
     "FILE (`property NAME: never LABEL; ..`, docs/suites.md); may be given several times"},
    {"only", 0, OPTION_LIST, OPTION(properties.only), "NAME", 0, 0,
     "of suites, check only properties of this name, or of names that it matches as a pattern of the shell "
     "(--only 'safety-*'); may be given several times"},
    {"dialect", 0, OPTION_CHOICE, OPTION(properties.dialect), "auto|mcl|mcf", 0, 0,
     "how formulas are written: as CADP reads them (mcl) or as mCRL2 does (mcf); default: by the file's "
     "name, and mcl for --formula"},
    {"solver", 0, OPTION_CHOICE, OPTION(solver), "auto|attractor|promotion|tangles|regions|spm", 0, 0,
     "what solves the parity games of formulas (regions: on a GPU alone; default: what measures best)"},
    {"write-game", 0, OPTION_TEXT, OPTION(write_game), "FILE.pg", 0, 0,
     "write the parity game of the one formula to FILE, in the format of PGSolver; the formula is decided by "
     "its game then, whatever its shape"},
    {"deadlock", 'D', OPTION_FLAG, OPTION(properties.deadlock), NULL, 0, 0,
     "every reachable state has a transition"},
    {"never", 'n', OPTION_LIST, OPTION(properties.never), "LABEL", 0, 0,
     "no reachable transition has the label LABEL, or a label that matches the whole of \"'regex'\": --never "
     "\"'error.*'\"; may be given several times"},
    {"livelock", 'L', OPTION_FLAG, OPTION(properties.livelock), NULL, 0, 0,
     "no reachable cycle has internal actions only"},
    {"starvation", 's', OPTION_LIST, OPTION(properties.starvation), "LABEL", 0, 0,
     "every reachable cycle has a transition with the label LABEL (or \"'regex'\"), so that no infinite run "
     "is without LABEL from some point on: --starvation served; runs that end are a matter of --deadlock, "
     "and heddle assumes no fairness, so a channel that can lose every message violates it; may be given "
     "several times"},
    {"never-cycle", 'F', OPTION_LIST, OPTION(properties.never_cycles), "L1,L2,..", 0, 0,
     "no reachable cycle has all of these labels (or patterns; one with a comma in quotes): --never-cycle "
     "step_1,step_2 finds a cycle on which both occur; it forbids such cycles and assumes no fairness; may "
     "be given several times"},
    {"almost-surely", 0, OPTION_LIST, OPTION(properties.almost_surely), "LABEL", 0, 0,
     "some scheduler (or every one: --schedulers all) makes a transition with the label LABEL (or "
     "\"'regex'\"; of `L; prob P`, that is L) happen with probability 1: --almost-surely elected; may be "
     "given several times"},
    {"almost-surely-repeatedly", 0, OPTION_LIST, OPTION(properties.repeatedly), "LABEL", 0, 0,
     "some scheduler makes such transitions happen again and again with probability 1; may be given several "
     "times"},
    {"schedulers", 0, OPTION_CHOICE, OPTION(properties.schedulers), "some|all", 0, 0,
     "which schedulers must do what --almost-surely says: some one (the default), or all, so that LABEL is "
     "certain whatever choices are taken; for all such properties, those of suites, too"},
    {"state-label", 0, OPTION_FLAG, OPTION(properties.state_labels), NULL, 0, 0,
     "LABEL is a label of states to visit, not of choices to take; for MDPs in files (a label of the .lab "
     "file) and PRISM models (a label of the model, init, deadlock, or {E} for an expression E)"},
    {"labels", 'l', OPTION_TEXT, OPTION(labels), "FILE.lab", 0, 0,
     "labels of the states of a .tra file (default: the file of that name beside it, if there is one)"},
    {"no-maximal-progress", 0, OPTION_FLAG, OPTION(no_maximal_progress), NULL, 0, 0,
     "for schedulers: transitions with rates count in states with internal transitions, too"},
    {"monitor", 'M', OPTION_LIST, OPTION(properties.monitors), "FILE.aut", 0, 0,
     "no run leads the monitor to a state with an outgoing transition ERROR; may be given several times"},
    {"error-state", 0, OPTION_LIST, OPTION(properties.error_states), "N", 0, 0,
     "state N of the monitors is an error, too; may be given several times"},
    {"keep-going", 'k', OPTION_FLAG, OPTION(keep_going), NULL, 0, 0,
     "explore all states even if every property is decided earlier"},
    {"no-vacuity", 0, OPTION_FLAG, OPTION(no_vacuity), NULL, 0, 0,
     "do not search for conditions of properties that are never met, so that they hold vacuously"},
    {"trace", 'T', OPTION_TEXT, OPTION(trace), "FILE", 0, 0,
     "write the trace of a violation to FILE: .json for `heddle verify`, .aut for other tools, or .txt (a "
     "table); - shows the whole table; further violations go to FILE-2, FILE-3 .. (before the ending); a "
     "folder (FOLDER/) gets a file for "
     "each, with the name of the property"},
    {"format", 0, OPTION_CHOICE, OPTION(format), "txt|aut|json", 0, 0,
     "what --trace writes (default: by the name of FILE, txt for - and pipes, json in folders)"},
    {"witness", 'w', OPTION_FLAG, OPTION(witness), NULL, 0, 0,
     "explain formulas that hold, too: a path to where nothing can refute them any more, and why; every "
     "formula is then decided by a parity game"},
    {"report", 'R', OPTION_TEXT, OPTION(report), "FILE.html", 0, 0,
     "write a page for a browser to FILE: verdicts, the network, and each trace or strategy to step through"},
    {"report-base", 0, OPTION_TEXT, OPTION(report_base), "OLD.json", 0, 0,
     "for --report: show what changed since an earlier run, whose --json output is in OLD.json"},
    {"junit", 0, OPTION_TEXT, OPTION(junit), "FILE.xml", 0, 0,
     "write the verdicts to FILE as test results in JUnit's format, for servers that run tests: a property "
     "that "
     "has not the expected verdict is a failure, one that is undecided an error"},
    {"certificate", 'C', OPTION_TEXT, OPTION(certificate), "FILE", 0, 0,
     "for a property that holds: write evidence to FILE for `heddle verify`, the reachable states, or the "
     "strategy that proves the one formula; a folder (FOLDER/) gets a file for each property"},
    {"scheduler", 0, OPTION_TEXT, OPTION(scheduler), "FILE", 0, 0,
     "write the scheduler, or evidence that there is none, to FILE for `heddle verify`"},
    ENGINE_ROWS(struct check_command_options),
    JOB_ROWS(struct check_command_options, "print no rows or progress"),
    READER_ROWS(struct check_command_options),
    SEARCH_ROWS(struct check_command_options),
    CHECKPOINT_ROWS(struct check_command_options),
    PARTIAL_ORDER_ROW(struct check_command_options,
                      "partial-order reduction: do not search states that differ only in the order of "
                      "independent transitions; for deadlocks, labels, monitors and formulas about what can "
                      "be reached; traces may not be shortest"),
    {"compose", 0, OPTION_FLAG, OPTION(compose.compose), NULL, 0, 0,
     "if a short search does not decide a property: hide what the property does not see, minimise the "
     "processes, join some, minimise these products, and so on; then check the network that remains, which "
     "is equivalent for this property. Traces are of the whole network, and may not be shortest"},
    {"shortest", 0, OPTION_FLAG, OPTION(search.shortest), NULL, 0, 0,
     "with --partial-order or --compose: search the whole network as deep as the trace found, for a shortest "
     "one (not for cycles)"},
};

static const struct option_row advanced_rows[] = {
    SPM_ROWS(struct check_command_options, spm),
    SEARCH_ADVANCED_ROWS(struct check_command_options),
    COMPOSE_ADVANCED_ROWS(struct check_command_options),
};

#define NO_LTL                                                                                               \
    "write a formula of the modal mu-calculus (-f; docs/properties.md has those that are asked for often)"

#define NO_VALUES "no probabilities are computed; --almost-surely LABEL asks for probability 1"

static const struct options_hint hints[] = {
    {"ltl", NO_LTL},
    {"ctl", NO_LTL},
    {"fairness", "no run is assumed to be fair; to ask whether `done` stays possible until it happens, use "
                 "-f '[true* . (not done)*] <(not done)* . done> true' (docs/fairness.md)"},
    {"fair", "no run is assumed to be fair (docs/fairness.md); --never-cycle forbids cycles that have all of "
             "some labels"},
    {"invariant", "give the bad states a label and use --never LABEL"},
    {"safety", "use --never LABEL, a formula (-f) or a --monitor"},
    {"action", "use --never LABEL"},
    {"liveness", "use --livelock, --starvation LABEL or a formula (-f; docs/fairness.md)"},
    {"pctl", NO_VALUES},
    {"prob", NO_VALUES},
    {"pmin", NO_VALUES},
    {"pmax", NO_VALUES},
    {"rmin", NO_VALUES},
    {"rmax", NO_VALUES},
    {"constants", "use --const NAME=VALUE"},
    {"prop", "use --property FILE or --formula FORMULA"},
    {"depth", "use --max-depth N"},
    {"bfs", "the search is always breadth-first, so that traces are shortest"},
    {"dfs", "the search is always breadth-first, so that traces are shortest"},
    {"por", "use --partial-order"},
    {"reduction", "use --partial-order or --compose"},
    {"minimise", "use --compose"},
    {"symmetry", "there is no such reduction; --partial-order and --compose leave out states in other ways"},
    {"output", "--trace FILE writes a trace, `heddle explore -o FILE` the state space"},
    {"verbose", "--json prints all figures"},
    {NULL, NULL},
};

static const struct option_argument arguments[] = {
    {"never", COMPLETION_LABEL, NULL},
    {"starvation", COMPLETION_LABEL, NULL},
    {"never-cycle", COMPLETION_LABELS, NULL},
    {"almost-surely", COMPLETION_LABEL, NULL},
    {"almost-surely-repeatedly", COMPLETION_LABEL, NULL},
    {"formula", COMPLETION_FORMULA, NULL},
    {"property", COMPLETION_FILES, "suite mcl mcf"},
    {"trace", COMPLETION_FILES, "json aut txt"},
    {"certificate", COMPLETION_FILES, "json"},
    {"scheduler", COMPLETION_FILES, "json"},
    CHECKPOINT_COMPLETIONS,
    {NULL, COMPLETION_FILES, NULL},
};

static const struct options_old_name old_names[] = {{"fair-cycle", "never-cycle"}, {NULL, NULL}};

/* Other checkers take the file of a formula before or after that of the model. */
static const char *advise_operand(const char *operand) {
    return property_options_is_file(operand) ? "a formula or suite in a file is given with --property" : NULL;
}

const struct options_command check_command = {
    .name = "check",
    .operands = "NET|MDP",
    .endings = "exp aut prism pm nm sm pnm tra drn",
    .summary = "check properties of a network, or schedulers of an MDP",
    .description =
        "Checks properties of the network NET while its state space is generated. Deadlocks, labels and "
        "formulas that only say that a label, a deadlock or (on the CPU) a state with some values can or "
        "cannot be reached share one search; each monitor, and each other formula of this kind, has a search "
        "of its own. All remaining formulas become parity games. Livelocks, starvation, cycles with some "
        "labels and "
        "schedulers are decided on the graph of all states, so they are undecided when a limit is reached. A "
        "search stops when all its properties are decided. Verdicts are listed in the order of the "
        "options.\n\n"
        "A violation comes with a shortest trace (with --partial-order and --compose only if --shortest is "
        "given), the same for any number of threads. A cycle is shown as a lasso: a shortest path to it, "
        "then once "
        "around. The path of a formula that a game refutes ends "
        "where it is lost, and a text explains why; if the path divides, --trace writes a strategy.\n\n"
        "A property passes if its verdict is the expected one: a suite may expect that one is violated, all "
        "others should hold. The exit status is 1 if some verdict is not the expected one, else 3 if some "
        "property is undecided (a limit "
        "was reached, memory was exhausted, or the search was interrupted) or memory was exhausted before a "
        "file was written, else 0. It is 2 if a file cannot be written for another reason.\n\n"
        "A monitor is an automaton in an AUT file that follows the labels of the network. It stays in its "
        "state on a label for which the state has no transition; the network violates it when some run "
        "reaches an error state.\n\n"
        "For a Markov decision process in a file (.tra with .lab, .drn, plain or compressed), only "
        "schedulers can be checked.",
    .arguments = arguments,
    .old_names = old_names,
    .operand_advice = advise_operand,
    .options = OPTIONS_TABLE(rows),
    .advanced = OPTIONS_TABLE(advanced_rows),
    .hints = hints,
};
