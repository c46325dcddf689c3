/* The options of heddle check: their table, and what the help says. */
#include "cli/check/check_options.h"

#include <stddef.h>

#include "cli/checkpoint_rows.h"
#include "cli/compose_rows.h"
#include "cli/program.h"
#include "cli/search_rows.h"
#include "parity/solver/solver.h"

#define OPTION(member) offsetof(struct check_command_options, member)
#define REQUEST(member) offsetof(struct check_request, member)

static const struct option_row rows[] = {
    {"formula", 'f', OPTION_LIST, OPTION(properties.texts[PROPERTY_FORMULA]), "FORMULA", 0, 0,
     "the initial state satisfies FORMULA (modal mu-calculus with regular expressions over actions): "
     "\"[true*] <true> true\", \"[true* . 'error.*'] false\"; repeatable"},
    {"property", 'p', OPTION_LIST, OPTION(properties.formula_files), "FILE", 0, 0,
     "the same for the formula in FILE (.mcl, .mcf, .ltl; - for standard input), or for all properties of "
     "the "
     "suite FILE (docs/suites.md); repeatable"},
    {"ltl", 0, OPTION_LIST, OPTION(properties.texts[PROPERTY_LTL]), "FORMULA", 0, 0,
     "every run satisfies FORMULA of linear temporal logic, about events and predicates {E} "
     "(docs/ltl.md): --ltl 'G (request -> F grant)'; repeatable"},
    {"automaton", 0, OPTION_LIST, OPTION(properties.texts[PROPERTY_AUTOMATON]), "FILE.hoa", 0, 0,
     "no run is accepted by the automaton in FILE.hoa (Hanoi format), whose atoms are those of --ltl; "
     "repeatable"},
    {"automaton-property", 0, OPTION_LIST, OPTION(properties.texts[PROPERTY_AUTOMATON_PROPERTY]), "FILE.hoa",
     0, 0, "every run is accepted by the automaton in FILE.hoa, which is deterministic; repeatable"},
    {"ap", 0, OPTION_LIST, OPTION(properties.meaning), "NAME=ATOM", 0, 0,
     "what the atom NAME of the automata means: --ap 'p0={x=1}'; repeatable"},
    {"fairness", 0, OPTION_CHOICE, OPTION(properties.fairness), "none|weak|strong", 0, 0,
     "assume of --ltl, automata, --starvation, --livelock and --never-cycle that runs are fair to each "
     "process of a network and module of a PRISM model: one that can always move (weak), or can move again "
     "and again (strong), moves again and again (docs/fairness.md; default: none)"},
    {"fair-labels", 0, OPTION_TEXT, OPTION(properties.fair_labels), "weak:L,strong:M", 0, 0,
     "assume that runs are fair to labels. weak:L: if a transition with the label L is always possible, one "
     "is taken again and again; strong:L: also if it is only possible again and again. L may be a 'pattern', "
     "whose labels are one condition; with weak:each:'p.*', each of them is one"},
    {"only", 0, OPTION_LIST, OPTION(properties.only), "NAME", 0, 0,
     "check only the properties of suites whose names match NAME, a shell pattern (--only 'safety-*'); "
     "repeatable"},
    {"ctl", 0, OPTION_LIST, OPTION(properties.texts[PROPERTY_CTL]), "FORMULA", 0, 0,
     "the initial state satisfies FORMULA, of CTL (docs/ctl.md): \"AG (<a> true -> AF {x=1})\"; repeatable"},
    {"dialect", 0, OPTION_CHOICE, OPTION(properties.dialect), "auto|mcl|mcf", 0, 0,
     "the language of formulas: that of CADP (mcl) or of mCRL2 (mcf). Default: by the file's name, and mcl "
     "for --formula"},
    {"solver", 0, OPTION_CHOICE, OPTION(solver), SOLVER_CHOICES, 0, 0,
     "what solves the parity games of formulas (default: auto, what measures best; regions needs a GPU)"},
    {"write-game", 0, OPTION_TEXT, REQUEST(write_game), "FILE.pg", 0, 0,
     "write the parity game of the formula to FILE, in the format of PGSolver. There must be one formula; "
     "its game then decides it"},
    {"write-product", 0, OPTION_TEXT, REQUEST(write_product), "FILE.drn", 0, 0,
     "write the product of the model and the automaton of --almost-surely-ltl to FILE: the states of its "
     "accepting end components have the label accepting"},
    {"deadlock", 'D', OPTION_FLAG, OPTION(properties.flags[PROPERTY_DEADLOCK]), NULL, 0, 0,
     "every reachable state has a transition"},
    {"never", 'n', OPTION_LIST, OPTION(properties.texts[PROPERTY_NEVER]), "LABEL", 0, 0,
     "no reachable transition has the label LABEL, or a label that a pattern matches as a whole: --never "
     "\"'error.*'\"; repeatable"},
    {"livelock", 'L', OPTION_FLAG, OPTION(properties.flags[PROPERTY_LIVELOCK]), NULL, 0, 0,
     "no reachable cycle has internal actions only"},
    {"starvation", 's', OPTION_LIST, OPTION(properties.texts[PROPERTY_STARVATION]), "LABEL", 0, 0,
     "every reachable cycle has a transition with the label LABEL (or \"'pattern'\"). So no infinite run is "
     "without LABEL from some point on. Runs that end do not count (--deadlock). A channel that can lose "
     "every message violates it; repeatable"},
    {"never-cycle", 'F', OPTION_LIST, OPTION(properties.texts[PROPERTY_NEVER_CYCLE]), "L1,L2,..", 0, 0,
     "no reachable cycle has all of these labels or patterns (one with a comma in quotes): --never-cycle "
     "step_1,step_2 is violated by a cycle on which both occur; repeatable"},
    {"almost-surely", 0, OPTION_LIST, OPTION(properties.texts[PROPERTY_ALMOST_SURELY]), "LABEL", 0, 0,
     "some scheduler (with --schedulers all: every one) makes a transition with the label LABEL or "
     "\"'pattern'\" happen with probability 1. The label of `L; prob P` is L; repeatable"},
    {"almost-surely-repeatedly", 0, OPTION_LIST, OPTION(properties.texts[PROPERTY_ALMOST_SURELY_REPEATEDLY]),
     "LABEL", 0, 0,
     "some scheduler makes such transitions happen again and again with probability 1; repeatable"},
    {"almost-surely-ltl", 0, OPTION_LIST, OPTION(properties.texts[PROPERTY_ALMOST_SURELY_LTL]), "FORMULA", 0,
     0,
     "the same for runs that satisfy FORMULA of linear temporal logic, as of --ltl (docs/mdp.md): "
     "\"G F done\"; repeatable"},
    {"schedulers", 0, OPTION_CHOICE, OPTION(properties.schedulers), "some|all", 0, 0,
     "which schedulers must do what --almost-surely and --almost-surely-ltl say: some (the default), or all, "
     "so that it is certain whatever is chosen. This is for all such properties, also in suites"},
    {"state-label", 0, OPTION_FLAG, OPTION(properties.state_labels), NULL, 0, 0,
     "LABEL is a label of states to visit, not of choices to take: of the .lab file, or of the PRISM model "
     "(also init, deadlock, or {E} for an expression E)"},
    {"labels", 'l', OPTION_TEXT, REQUEST(labels), "FILE.lab", 0, 0,
     "labels of the states of a .tra file (default: the file of that name beside it, if there is one)"},
    {"no-maximal-progress", 0, OPTION_FLAG, REQUEST(no_maximal_progress), NULL, 0, 0,
     "for schedulers: transitions with rates count in states with internal transitions, too"},
    {"monitor", 'M', OPTION_LIST, OPTION(properties.texts[PROPERTY_MONITOR]), "FILE.aut", 0, 0,
     "no run leads the monitor to a state with an outgoing transition ERROR; repeatable"},
    {"error-state", 0, OPTION_LIST, OPTION(properties.error_states), "N", 0, 0,
     "state N of the monitors is an error, too; repeatable"},
    {"keep-going", 'k', OPTION_FLAG, REQUEST(keep_going), NULL, 0, 0,
     "explore all states even if every property is decided earlier"},
    {"no-vacuity", 0, OPTION_FLAG, REQUEST(no_vacuity), NULL, 0, 0,
     "do not search for conditions of properties that are never met (properties with such conditions hold "
     "vacuously)"},
    {"trace", 'T', OPTION_TEXT, REQUEST(trace), "FILE", 0, 0,
     "write the trace of a violation to FILE: .json for `heddle verify`, .aut for other tools, .txt for a "
     "table; - shows the whole table. Further violations go to FILE-2, FILE-3, .. (before the ending). A "
     "folder (FOLDER/) gets a file for each property"},
    {"format", 0, OPTION_CHOICE, REQUEST(format), "txt|aut|json", 0, 0,
     "what --trace writes (default: by the name of FILE, txt for - and pipes, json in folders)"},
    {"witness", 'w', OPTION_FLAG, REQUEST(witness), NULL, 0, 0,
     "explain formulas that hold, too, by a path to where nothing can refute them any more. A parity game "
     "then decides every formula"},
    {"report", 'R', OPTION_TEXT, REQUEST(report), "FILE.html", 0, 0,
     "write a page for a browser to FILE: verdicts, the network, and each trace or strategy to step through"},
    {"report-base", 0, OPTION_TEXT, REQUEST(report_base), "OLD.json", 0, 0,
     "for --report: show what changed since an earlier run, whose --json output is in OLD.json"},
    {"junit", 0, OPTION_TEXT, REQUEST(junit), "FILE.xml", 0, 0,
     "write the verdicts to FILE as test results in JUnit's format. A property with an unexpected verdict is "
     "a failure, an undecided one an error"},
    {"certificate", 'C', OPTION_TEXT, REQUEST(certificate), "FILE", 0, 0,
     "for a property that holds: write evidence to FILE for `heddle verify`, the reachable states or the "
     "strategy that proves the formula. A folder (FOLDER/) gets a file for each property"},
    {"scheduler", 0, OPTION_TEXT, REQUEST(scheduler), "FILE", 0, 0,
     "write the scheduler, or evidence that there is none, to FILE for `heddle verify`"},
    ENGINE_ROWS(struct check_request),
    JOB_ROWS(struct check_request, "print no rows or progress"),
    READER_ROWS(struct check_request),
    SEARCH_ROWS(struct check_request),
    CHECKPOINT_ROWS(struct check_request),
    PARTIAL_ORDER_ROW(struct check_request,
                      "partial-order reduction: leave out states that differ only in the order of "
                      "independent transitions. For deadlocks, labels, monitors, formulas about what can be "
                      "reached, and LTL that does not see steps without its labels; traces may not be "
                      "shortest"),
    {"compose", 0, OPTION_FLAG, REQUEST(compose.compose), NULL, 0, 0,
     "if a short search does not decide a property, make the network smaller: hide what the property does "
     "not see, minimise processes, join some, and so on. Then check what remains, which is equivalent for "
     "this property. Traces are of the whole network, and may not be shortest"},
    {"shortest", 0, OPTION_FLAG, REQUEST(search.shortest), NULL, 0, 0,
     "look for a shortest trace, too, by a search of the whole network (not for cycles)"},
};

static const struct option_row advanced_rows[] = {
    SPM_ROWS(struct check_command_options, spm),
    SEARCH_ADVANCED_ROWS(struct check_request),
    COMPOSE_ADVANCED_ROWS(struct check_request),
};

#define NO_VALUES "no probabilities are computed; --almost-surely LABEL asks for probability 1"

static const struct options_hint hints[] = {
    {"fair", "use --fairness or --fair-labels (docs/fairness.md)"},
    {"invariant", "give the bad states a label and use --never LABEL"},
    {"safety", "use --never LABEL, a formula (-f) or a --monitor"},
    {"action", "use --never LABEL"},
    {"liveness", "use --ltl FORMULA, --livelock or --starvation LABEL (docs/ltl.md)"},
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
    {"almost-surely-ltl", COMPLETION_FORMULA, NULL},
    {"formula", COMPLETION_FORMULA, NULL},
    {"ctl", COMPLETION_FORMULA, NULL},
    {"property", COMPLETION_FILES, "suite mcl mcf ltl"},
    {"automaton", COMPLETION_FILES, "hoa"},
    {"automaton-property", COMPLETION_FILES, "hoa"},
    {"trace", COMPLETION_FILES, "json aut txt"},
    {"certificate", COMPLETION_FILES, "json"},
    {"scheduler", COMPLETION_FILES, "json"},
    {"write-product", COMPLETION_FILES, "drn"},
    CHECKPOINT_COMPLETIONS,
    {NULL, COMPLETION_FILES, NULL},
};

static const struct option_rule rules[] = {
    MONITOR_RULE,
    DIALECT_RULE,
    {"only", OPTION_NEEDS, "property", "selects properties of a suite"},
    {"solver", OPTION_NEEDS, "formula ctl property", "is for the games of formulas"},
    {"write-game", OPTION_NEEDS, "formula ctl property", "takes the game of one formula"},
    {"write-product", OPTION_NEEDS, "almost-surely-ltl property", "takes the product of one formula"},
    {"report-base", OPTION_NEEDS, "report", "is for the page of a report"},
    {"format", OPTION_NEEDS, "trace", "says what --trace writes"},
    {"compose", OPTION_EXCLUDES, "partial-order certificate witness write-game keep-going",
     "leaves out states"},
    {"partial-order", OPTION_EXCLUDES,
     "certificate witness write-game livelock starvation never-cycle almost-surely almost-surely-repeatedly "
     "almost-surely-ltl automaton automaton-property",
     "leaves out states"},
    {"shortest", OPTION_NEEDS, "partial-order compose", "is for traces that may not be shortest"},
    CHECKPOINT_RULES,
    COMPOSE_RULES,
    {NULL, OPTION_NEEDS, NULL, NULL},
};

static const struct options_old_name old_names[] = {{"fair-cycle", "never-cycle"}, {NULL, NULL}};

/* Other checkers take the file of a formula before or after that of the model. */
static const char *advise_operand(const char *operand) {
    return property_is_formula_file(operand) ? "a formula or suite in a file is given with --property" : NULL;
}

const struct options_command check_command = {
    .name = "check",
    .operands = "NET|MDP",
    .endings = "exp aut prism pm nm sm pnm tra drn",
    .summary = "check properties of a network, or schedulers of an MDP",
    .description =
        "Checks properties of the network NET while its state space is generated. Deadlocks, labels, and "
        "formulas that only say that a label or a deadlock can or cannot be reached share one search. Each "
        "monitor has a search of its own, and so has each formula that says that some sequence of labels can "
        "or cannot be reached. All other formulas become parity games. Livelocks, starvation, cycles and "
        "schedulers are decided on the graph of all states, so they are undecided when a limit is reached. A "
        "search stops when all its properties are decided.\n\nA violation comes with a shortest trace, the "
        "same for any number of threads. (With --partial-order and --compose it is shortest only if "
        "--shortest is given.) A cycle is shown as a lasso: a shortest path to it, then once around. If a "
        "game refutes a formula, the path ends where the formula is lost, and a text explains why. If the "
        "path divides, --trace writes a strategy.\n\nA property passes if its verdict is the expected one: "
        "it holds, unless a suite expects a violation. The exit status is 1 if some verdict is not the "
        "expected one. Otherwise it is 3 if some property is undecided, or if memory was exhausted before a "
        "file was written. Otherwise it is 0. It is 2 if a file cannot be written for another reason. With "
        "--strict, it is 2 after a warning, but properties are checked and files written as without "
        "it.\n\nA monitor is an automaton in an AUT file that follows the labels of the network. If its "
        "state has no transition for a label, it stays there. The network violates it if some run reaches an "
        "error state.\n\nFor a Markov decision process in a file (.tra with .lab, .drn, plain or "
        "compressed), only "
        "schedulers can be checked.",
    .arguments = arguments,
    .old_names = old_names,
    .rules = rules,
    .operand_advice = advise_operand,
    .options = OPTIONS_TABLE(rows),
    .advanced = OPTIONS_TABLE(advanced_rows),
    .hints = hints,
};
