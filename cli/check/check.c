/* heddle check: decides safety properties during the search, cycles and schedulers on the graph. */
#include <jansson.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "checker/check.h"
#include "checker/evidence/evidence.h"
#include "frontend/language/language.h"
#include "cli/check/check_files.h"
#include "cli/check/check_mdp.h"
#include "cli/check/check_report.h"
#include "cli/check/check_warn.h"
#include "cli/check/evidence_folder.h"
#include "cli/common.h"
#include "cli/decompose/decompose.h"
#include "cli/output_name.h"
#include "cli/program.h"
#include "cli/check/property_options.h"
#include "cli/check/report_base.h"
#include "cli/search.h"
#include "cli/spm_rows.h"
#include "explorer/backend.h"
#include "explorer/model/network.h"
#include "parity/solve_auto.h"

struct command_options {
    struct run_options run;
    struct reader_options reader;
    struct search_options search;
    struct property_options properties;
    struct spm_command_options spm;
    int keep_going, no_vacuity, no_maximal_progress, state_label, solver, witness;
    int format;                    /* index into evidence_trace_formats, or -1 */
    enum file_format trace_format; /* found from `format` and `trace` */
    const char *trace, *certificate, *scheduler, *labels, *write_game, *report, *report_base, *junit;
    struct json_t *base;                         /* read from report_base; NULL: none */
    struct property_list list;                   /* the properties */
    struct evidence_folder traces, certificates; /* files in folders */
};

static const struct option_row rows[] = {
    {"formula", 'f', OPTION_LIST, offsetof(struct command_options, properties.formulas), "FORMULA", 0, 0,
     "the initial state satisfies FORMULA (modal mu-calculus with regular expressions over actions): "
     "\"[true*] <true> true\", \"[true* . 'error.*'] false\"; may be given several times"},
    {"property", 'p', OPTION_LIST, offsetof(struct command_options, properties.formula_files), "FILE", 0, 0,
     "the same, with the formula in FILE (.mcl, .mcf; - for standard input), or all properties of the suite "
     "FILE (`property NAME: never LABEL; ..`, docs/suites.md); may be given several times"},
    {"only", 0, OPTION_LIST, offsetof(struct command_options, properties.only), "NAME", 0, 0,
     "of suites, check only properties of this name, or of names that it matches as a pattern of the shell "
     "(--only 'safety-*'); may be given several times"},
    {"dialect", 0, OPTION_CHOICE, offsetof(struct command_options, properties.dialect), "auto|mcl|mcf", 0, 0,
     "how formulas are written: as CADP reads them (mcl) or as mCRL2 does (mcf); default: by the file's "
     "name, and mcl for --formula"},
    {"solver", 0, OPTION_CHOICE, offsetof(struct command_options, solver),
     "auto|attractor|promotion|regions|spm", 0, 0,
     "what solves the parity games of formulas (regions: on a GPU alone; default: what measures best)"},
    {"write-game", 0, OPTION_TEXT, offsetof(struct command_options, write_game), "FILE.pg", 0, 0,
     "write the parity game of the one formula to FILE, in the format of PGSolver; the formula is decided by "
     "its game then, whatever its shape"},
    {"deadlock", 'D', OPTION_FLAG, offsetof(struct command_options, properties.deadlock), NULL, 0, 0,
     "every reachable state has a transition"},
    {"never", 'n', OPTION_LIST, offsetof(struct command_options, properties.never), "LABEL", 0, 0,
     "no reachable transition has the label LABEL, or a label that matches the whole of \"'regex'\": --never "
     "\"'error.*'\"; may be given several times"},
    {"livelock", 'L', OPTION_FLAG, offsetof(struct command_options, properties.livelock), NULL, 0, 0,
     "no reachable cycle has internal actions only"},
    {"starvation", 's', OPTION_LIST, offsetof(struct command_options, properties.starvation), "LABEL", 0, 0,
     "every reachable cycle has a transition with the label LABEL (or \"'regex'\"), so that no infinite run "
     "is without LABEL from some point on: --starvation served; runs that end are a matter of --deadlock, "
     "and heddle assumes no fairness, so a channel that can lose every message violates it; may be given "
     "several times"},
    {"fair-cycle", 'F', OPTION_LIST, offsetof(struct command_options, properties.fair_cycles), "L1,L2,..", 0,
     0,
     "no reachable cycle has all of these labels (or patterns; one with a comma in quotes): --fair-cycle "
     "step_1,step_2 finds a cycle on which both occur; it forbids such cycles and assumes no fairness; may "
     "be given several times"},
    {"almost-surely", 0, OPTION_LIST, offsetof(struct command_options, properties.almost_surely), "LABEL", 0,
     0,
     "some scheduler (not every one) makes a transition with the label LABEL (or \"'regex'\"; of `L; prob "
     "P`, that is L) happen with probability 1: --almost-surely elected; may be given several times"},
    {"almost-surely-repeatedly", 0, OPTION_LIST, offsetof(struct command_options, properties.repeatedly),
     "LABEL", 0, 0,
     "some scheduler makes such transitions happen again and again with probability 1; may be given several "
     "times"},
    {"state-label", 0, OPTION_FLAG, offsetof(struct command_options, state_label), NULL, 0, 0,
     "for schedulers of an MDP in a file: LABEL is a label of states (in its .lab file) to visit, not of "
     "choices to take"},
    {"labels", 'l', OPTION_TEXT, offsetof(struct command_options, labels), "FILE.lab", 0, 0,
     "labels of the states of a .tra file (default: the file of that name beside it, if there is one)"},
    {"no-maximal-progress", 0, OPTION_FLAG, offsetof(struct command_options, no_maximal_progress), NULL, 0, 0,
     "for schedulers: transitions with rates count in states with internal transitions, too"},
    {"monitor", 'M', OPTION_LIST, offsetof(struct command_options, properties.monitors), "FILE.aut", 0, 0,
     "no run leads the monitor to a state with an outgoing transition ERROR; may be given several times"},
    {"error-state", 0, OPTION_LIST, offsetof(struct command_options, properties.error_states), "N", 0, 0,
     "state N of the monitors is an error, too; may be given several times"},
    {"keep-going", 'k', OPTION_FLAG, offsetof(struct command_options, keep_going), NULL, 0, 0,
     "explore all states even if every property is decided earlier"},
    {"no-vacuity", 0, OPTION_FLAG, offsetof(struct command_options, no_vacuity), NULL, 0, 0,
     "do not search for conditions of properties that are never met, so that they hold vacuously"},
    {"trace", 'T', OPTION_TEXT, offsetof(struct command_options, trace), "FILE", 0, 0,
     "write the trace of a violation to FILE: .json for `heddle verify`, .aut for other tools, or .txt (a "
     "table); - shows the whole table; further violations go to FILE-2, FILE-3 .. (before the ending); a "
     "folder (FOLDER/) gets a file for "
     "each, with the name of the property"},
    {"format", 0, OPTION_CHOICE, offsetof(struct command_options, format), "txt|aut|json", 0, 0,
     "what --trace writes (default: by the name of FILE, txt for - and pipes, json in folders)"},
    {"witness", 'w', OPTION_FLAG, offsetof(struct command_options, witness), NULL, 0, 0,
     "explain formulas that hold, too: a path to where nothing can refute them any more, and why; every "
     "formula is then decided by a parity game"},
    {"report", 'R', OPTION_TEXT, offsetof(struct command_options, report), "FILE.html", 0, 0,
     "write a page for a browser to FILE: verdicts, the network, and each trace or strategy to step through"},
    {"report-base", 0, OPTION_TEXT, offsetof(struct command_options, report_base), "OLD.json", 0, 0,
     "for --report: show what changed since an earlier run, whose --json output is in OLD.json"},
    {"junit", 0, OPTION_TEXT, offsetof(struct command_options, junit), "FILE.xml", 0, 0,
     "write the verdicts to FILE as test results in JUnit's format, for servers that run tests: a property "
     "that "
     "has not the expected verdict is a failure, one that is undecided an error"},
    {"certificate", 'C', OPTION_TEXT, offsetof(struct command_options, certificate), "FILE", 0, 0,
     "for a property that holds: write evidence to FILE for `heddle verify`, the reachable states, or the "
     "strategy that proves the one formula; a folder (FOLDER/) gets a file for each property"},
    {"scheduler", 0, OPTION_TEXT, offsetof(struct command_options, scheduler), "FILE", 0, 0,
     "write the scheduler, or evidence that there is none, to FILE for `heddle verify`"},
    ENGINE_ROWS(struct command_options),
    JOB_ROWS(struct command_options, "print no rows or progress"),
    READER_ROWS(struct command_options),
    SEARCH_ROWS(struct command_options),
};

static const struct option_row advanced_rows[] = {
    SPM_ROWS(struct command_options, spm),
    SEARCH_ADVANCED_ROWS(struct command_options),
};

#define NO_LTL                                                                                               \
    "write a formula of the modal mu-calculus (-f; docs/properties.md has those that are asked for often)"

static const struct options_hint hints[] = {
    {"ltl", NO_LTL},
    {"ctl", NO_LTL},
    {"fairness", "no run is assumed to be fair; to ask whether `done` stays possible until it happens, use "
                 "-f '[true* . (not done)*] <(not done)* . done> true' (docs/fairness.md)"},
    {"fair", "no run is assumed to be fair (docs/fairness.md); --fair-cycle forbids cycles that have all of "
             "some labels"},
    {"invariant", "give the bad states a label and use --never LABEL"},
    {"safety", "use --never LABEL, a formula (-f) or a --monitor"},
    {"action", "use --never LABEL"},
    {"liveness", "use --livelock, --starvation LABEL or a formula (-f; docs/fairness.md)"},
    {"pctl", "no probabilities are computed; --almost-surely LABEL asks for probability 1"},
    {"prob", "no probabilities are computed; --almost-surely LABEL asks for probability 1"},
    {"depth", "use --max-depth N"},
    {"bfs", "the search is always breadth-first, so that traces are shortest"},
    {"dfs", "the search is always breadth-first, so that traces are shortest"},
    {"por", "all states are searched: there is no reduction"},
    {"symmetry", "all states are searched: there is no reduction"},
    {"output", "--trace FILE writes a trace, `heddle explore -o FILE` the state space"},
    {"verbose", "--json prints all figures"},
    {NULL, NULL},
};

static const struct option_argument arguments[] = {
    {"never", COMPLETION_LABEL, NULL},
    {"starvation", COMPLETION_LABEL, NULL},
    {"fair-cycle", COMPLETION_LABELS, NULL},
    {"almost-surely", COMPLETION_LABEL, NULL},
    {"almost-surely-repeatedly", COMPLETION_LABEL, NULL},
    {"formula", COMPLETION_FORMULA, NULL},
    {"property", COMPLETION_FILES, "suite mcl mcf"},
    {"trace", COMPLETION_FILES, "json aut txt"},
    {"certificate", COMPLETION_FILES, "json"},
    {"scheduler", COMPLETION_FILES, "json"},
    {NULL, COMPLETION_FILES, NULL},
};

const struct options_command check_command = {
    .name = "check",
    .operands = "NET|MDP",
    .endings = "exp aut tra drn",
    .fewest_operands = 1,
    .most_operands = 2, /* so that the command can report a second one */
    .summary = "check properties of a network, or schedulers of an MDP",
    .description =
        "Checks properties of the network NET while its state space is generated. Deadlocks and labels share "
        "one search; each monitor has a search of its own, and so has each formula that says that something "
        "can or cannot be reached. All other formulas become parity games. Livelocks, starvation, fair "
        "cycles and schedulers are decided on the graph of all states, so they are undecided when a limit is "
        "reached. A search stops when all its properties are decided. Verdicts are listed in the order of "
        "the options.\n\n"
        "A violation comes with a shortest trace, the same for any number of threads. A cycle is shown as a "
        "lasso: a shortest path to it, then once around. The path of a formula that a game refutes ends "
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
    .options = OPTIONS_TABLE(rows),
    .advanced = OPTIONS_TABLE(advanced_rows),
    .hints = hints,
};

/* A solver for GPUs needs a GPU: report that before the games are generated. */
static int check_solver(struct job *job, enum solver solver) {
    const struct solve_engine *device = solve_device_engine();
    const char *reason = "this build has no cuda backend: it was made without nvcc or with CUDA=0";
    if (solver != SOLVER_REGIONS) {
        return 0;
    }
    if (!job->backend->on_device && !job->backend->is_auto) {
        return error_set(&job->error, ERROR_USAGE,
                         "--solver regions runs on a GPU: leave --device cpu out, or choose --solver "
                         "promotion, which does the same on a CPU");
    }
    return device != NULL && device->available(&reason)
               ? 0
               : error_set(
                     &job->error, ERROR_DEVICE,
                     "--solver regions runs on a GPU: %.300s; --solver promotion does the same on a CPU",
                     reason);
}

/* Checks the options about formulas. */
static int check_formula_usage(struct job *job, const struct command_options *options) {
    uint64_t count = options->list.entries.count, formulas = options->list.kinds[PROPERTY_FORMULA];
    if (options->solver != 0 && formulas == 0) {
        return error_set(&job->error, ERROR_USAGE,
                         "--solver is for the games of formulas: give a --formula or --property");
    }
    if (spm_command_check(&options->spm, options->solver == SOLVER_SPM, &job->error) != 0 ||
        check_solver(job, (enum solver)options->solver) != 0) {
        return -1;
    }
    if (options->write_game != NULL && formulas != 1) {
        return error_set(&job->error, ERROR_USAGE,
                         "--write-game takes the game of one formula: give one --formula or --property");
    }
    if (options->certificate != NULL && !evidence_folder_is(options->certificate) && formulas != 0 &&
        count != 1) {
        return error_set(&job->error, ERROR_USAGE,
                         "the certificate of a formula has a file of its own: give --certificate FOLDER/, or "
                         "--certificate FILE with one --formula or --property and nothing else");
    }
    return 0;
}

static int check_usage(struct job *job, const struct command_options *options) {
    if (options->list.entries.count == 0) {
        return error_set(&job->error, ERROR_USAGE,
                         "there is nothing to check: give --deadlock, --never LABEL, --livelock, "
                         "--starvation LABEL, --fair-cycle LABELS, --almost-surely LABEL, --monitor FILE, "
                         "--formula FORMULA or --property FILE");
    }
    if (check_formula_usage(job, options) != 0) {
        return -1;
    }
    if (options->report_base != NULL && options->report == NULL) {
        return error_set(&job->error, ERROR_USAGE,
                         "--report-base is for the page of a report: give --report FILE.html, too");
    }
    uint64_t schedulers = property_list_schedulers(&options->list);
    if (options->certificate != NULL && !evidence_folder_is(options->certificate) &&
        property_list_cycles(&options->list) + schedulers != 0) {
        return error_set(
            &job->error, ERROR_USAGE,
            "a certificate shows what holds of each state, not of cycles and schedulers: give "
            "--certificate without --livelock, --starvation, --fair-cycle and --almost-surely, or "
            "--certificate FOLDER/ for the others");
    }
    if (options->scheduler != NULL && schedulers != 1) {
        return error_set(&job->error, ERROR_USAGE,
                         "--scheduler takes the evidence of one --almost-surely or "
                         "--almost-surely-repeatedly: give one of them");
    }
    return 0;
}

static int check_file_usage(struct job *job, const char *path, const struct command_options *options) {
    if ((options->state_label || options->labels != NULL) && !decompose_is_mdp_file(path)) {
        return error_set(
            &job->error, ERROR_USAGE,
            "%s is for Markov decision processes in files (.tra, .drn): networks have no labels of states",
            options->state_label ? "--state-label" : "--labels");
    }
    if ((options->report != NULL || options->trace != NULL) && decompose_is_mdp_file(path)) {
        return error_set(&job->error, ERROR_USAGE,
                         "%s is for networks: a Markov decision process in a file has none to show",
                         options->report != NULL ? "--report" : "--trace");
    }
    if (options->state_label && property_list_schedulers(&options->list) == 0) {
        return error_set(&job->error, ERROR_USAGE,
                         "--state-label changes the meaning of LABEL in --almost-surely and "
                         "--almost-surely-repeatedly: give one of these options, too");
    }
    return 0;
}

static int check_stdin(struct job *job, const char *path, const struct property_options *options) {
    return property_options_read_stdin(options) && strcmp(path, "-") == 0
               ? error_set(&job->error, ERROR_USAGE,
                           "standard input cannot be both the network and a formula")
               : 0;
}

/* Adds the outputs to the job; there may be as many traces as properties. Returns 0 or -1. */
static int add_outputs(struct job *job, const struct command_options *options,
                       enum file_format *trace_format) {
    static const enum file_format json[] = {FILE_JSON, FILE_UNKNOWN}, game[] = {FILE_PG, FILE_UNKNOWN},
                                  page[] = {FILE_HTML, FILE_UNKNOWN}, xml[] = {FILE_XML, FILE_UNKNOWN};
    const struct job_output trace = {
        {"--trace", options->trace, evidence_trace_formats, "--format", options->format},
        options->list.entries.count};
    int folder = evidence_folder_is(options->trace);
    const char *certificate = evidence_folder_is(options->certificate) ? NULL : options->certificate;
    const struct job_output others[] = {{{"--certificate", certificate, json, NULL, -1}, 1},
                                        {{"--scheduler", options->scheduler, json, NULL, -1}, 1},
                                        {{"--write-game", options->write_game, game, NULL, -1}, 1},
                                        {{"--report", options->report, page, NULL, -1}, 1},
                                        {{"--junit", options->junit, xml, NULL, -1}, 1}};
    int failed = folder ? 0 : job_output(job, &trace, trace_format);
    if (folder) {
        *trace_format = options->format < 0 ? FILE_JSON : evidence_trace_formats[options->format];
    }
    job_end_progress_for(job, options->trace);
    for (unsigned i = 0; i < LENGTH(others) && !failed; i++) {
        failed = job_output(job, &others[i], NULL);
        job_end_progress_for(job, others[i].file.path);
    }
    return failed;
}

/* --- the command --- */

static const char **component_names(struct job *job, const struct network *network) {
    const char **names = memory_allocate_array(&job->memory, network->component_count, sizeof *names);
    for (uint32_t i = 0; i < network->component_count && names != NULL; i++) {
        names[i] = network->components[i].name;
    }
    if (names == NULL) {
        error_memory(&job->error, "for the names");
    }
    return names;
}

/* The semantics for evidence of games, and for tables of traces, which do not require it. */
static semantics *make_semantics(struct job *job, language_tree *tree, struct error *error) {
    return language_walk(tree, &job->run, error);
}

static int has_traces(const struct check *check) {
    for (uint32_t i = 0; i < check->property_count; i++) {
        if (check->results[i].has_trace) {
            return 1;
        }
    }
    return 0;
}

/* Whether the certificate is that of a formula, which is the only property. */
static int certifies_formula(const struct command_options *options) {
    return options->list.kinds[PROPERTY_FORMULA] != 0 && options->certificate != NULL;
}

static struct check_options configure(struct job *job, const struct command_options *options,
                                      const struct evidence_subject *subject) {
    int formula = options->list.kinds[PROPERTY_FORMULA] != 0;
    int certified = certifies_formula(options);
    struct check_options how = {
        .backend = job->backend,
        .words = (uint32_t)options->search.words,
        .keep_going = options->keep_going,
        .certificate = formula || options->certificates.paths != NULL ? NULL : options->certificate,
        .certificates = options->certificates.paths,
        .scheduler = options->scheduler,
        .keep_races = options->no_maximal_progress,
        .witnesses = options->trace != NULL || options->report != NULL || options->witness,
        .strategies = certified || options->witness,
        .games = certified || options->write_game != NULL || options->witness,
        .vacuity = !options->no_vacuity,
        .solve = {.solver = (enum solver)options->solver, .spm = spm_command_take(&options->spm)},
        .write_game = options->write_game,
        .no_files = options->trace == NULL && options->certificate == NULL && options->report == NULL,
        .subject = subject};
    search_configure(job, &options->search, &how.explore);
    return how;
}

/* Runs the check and completes and prints the report; returns the exit code. */
static int run_check(struct check_report *report, const char *path, const struct command_options *options,
                     language_tree *tree, struct property *properties) {
    struct job *job = report->job;
    const struct network *network = report->network;
    int games = check_plan_formulas(network, properties, report->count, &job->run, &job->error);
    const char **names = games < 0 ? NULL : component_names(job, network);
    if (names == NULL) {
        return job_fail(job);
    }
    struct evidence_subject subject = {path, language_options(tree), names, network->component_count, NULL};
    struct check_options how = configure(job, options, &subject);
    struct error no_semantics;
    report->subject = &subject;
    report->certifies_formula = certifies_formula(options);
    if (games > 0 || how.games) {
        how.semantics = make_semantics(job, tree, &no_semantics);
        how.no_semantics = how.semantics == NULL ? &no_semantics : NULL;
    }
    report->check = check_run(network, properties, report->count, &how, &job->run, &job->error);
    subject.semantics = how.semantics;
    if (subject.semantics == NULL && report->check != NULL && has_traces(report->check)) {
        subject.semantics = make_semantics(job, tree, &no_semantics);
    }
    int code = report->check == NULL ? job_fail(job) : check_report_print(report);
    semantics_free(subject.semantics);
    check_free(report->check, &job->run);
    memory_free(&job->memory, names, network->component_count * sizeof *names);
    return code;
}

/* Warns of absent labels, then runs the check; returns the exit code. */
static int check_network(struct job *job, const char *path, const struct command_options *options,
                         language_tree *tree, const struct network *network, struct property *properties) {
    uint32_t count = (uint32_t)options->list.entries.count;
    struct absent_labels *absent = memory_allocate_zeroed(&job->memory, count * sizeof *absent);
    struct check_report report = {.job = job,
                                  .properties = properties,
                                  .absent = absent,
                                  .count = count,
                                  .network = network,
                                  .search = &options->search,
                                  .base = options->base,
                                  .trace_format = options->trace_format,
                                  .trace_path = options->trace,
                                  .certificate_path = options->certificate,
                                  .trace_paths = options->traces.paths,
                                  .certificate_paths = options->certificates.paths,
                                  .scheduler_path = options->scheduler,
                                  .game_path = options->write_game,
                                  .page_path = options->report,
                                  .junit_path = options->junit,
                                  .of_suites = options->list.of_suites,
                                  .explains_all = options->witness,
                                  .json = options->run.json};
    if (absent == NULL) {
        error_memory(&job->error, "for the properties");
        return job_fail(job);
    }
    check_warn(&(struct label_warner){job, tree, network, absent, 0}, properties, count);
    int code =
        job_accept_warnings(job) != 0 ? job_fail(job) : run_check(&report, path, options, tree, properties);
    for (uint32_t i = 0; i < count; i++) {
        absent_labels_free(&absent[i], &job->memory);
    }
    memory_free(&job->memory, absent, count * sizeof *absent);
    return code;
}

static int check_file(struct job *job, const char *path, const struct command_options *options) {
    struct check_mdp_options how = {.path = path,
                                    .labels = options->labels,
                                    .properties = &options->list,
                                    .state_label = options->state_label,
                                    .scheduler = options->scheduler,
                                    .junit = options->junit,
                                    .json = options->run.json};
    return check_mdp(job, &how);
}

/* Reads the results of the earlier run, if there are any. Returns 0, or -1 with the job's error. */
static int read_base(struct job *job, struct command_options *options) {
    if (options->report_base != NULL) {
        options->base = report_base_read(options->report_base, &job->run, &job->error);
    }
    return options->report_base != NULL && options->base == NULL ? -1 : 0;
}

static int always(const struct property *property) {
    (void)property;
    return 1;
}

static int has_certificate(const struct property *property) {
    return !property_is_of_cycles(property->kind) && !property_is_of_schedulers(property->kind);
}

/* Names the files of traces and certificates that go to folders. Returns 0 or -1. */
static int open_folders(struct job *job, struct command_options *options, const struct property *properties) {
    char ending[16];
    uint64_t count = options->list.entries.count;
    snprintf(ending, sizeof ending, "%s", file_format_row(options->trace_format)->endings[0]);
    const struct evidence_naming traces = {"--trace", options->trace, ending, properties, count, always},
                                 certificates = {"--certificate", options->certificate, ".json", properties,
                                                 count,           has_certificate};
    if (evidence_folder_is(options->trace) && evidence_folder_open(job, &traces, &options->traces) != 0) {
        return -1;
    }
    return evidence_folder_is(options->certificate)
               ? evidence_folder_open(job, &certificates, &options->certificates)
               : 0;
}

static int check_listed(struct job *job, const char *path, struct command_options *options) {
    language_tree *tree;
    struct network *network;
    if (check_usage(job, options) != 0 || check_file_usage(job, path, options) != 0 ||
        add_outputs(job, options, &options->trace_format) != 0) {
        return job_fail(job);
    }
    if (decompose_is_mdp_file(path)) {
        return check_file(job, path, options);
    }
    if (read_base(job, options) != 0 || job_read(job, path, &options->reader, &tree, &network) != 0) {
        json_decref(options->base);
        return job_fail(job);
    }
    uint64_t count = options->list.entries.count;
    struct property *properties = memory_allocate_zeroed(&job->memory, count * sizeof *properties);
    if (properties == NULL) {
        error_memory(&job->error, "for the properties");
    }
    int code = properties == NULL ||
                       property_list_make(job, &options->properties, &options->list, tree, properties) != 0 ||
                       open_folders(job, options, properties) != 0 || job_outputs_spared(job) != 0
                   ? job_fail(job)
                   : check_network(job, path, options, tree, network, properties);
    for (uint64_t i = 0; i < count && properties != NULL; i++) {
        property_free(&properties[i], &job->run);
    }
    memory_free(&job->memory, properties, count * sizeof *properties);
    json_decref(options->base);
    network_free(&job->memory, network);
    language_free(tree);
    return code;
}

static int check(struct job *job, const char *path, struct command_options *options) {
    int failed = job_configure(job, &options->run) != 0 ||
                 property_options_validate(job, &options->properties) != 0 ||
                 check_stdin(job, path, &options->properties) != 0 ||
                 property_list_read(job, &options->properties, &options->list) != 0;
    int code = failed ? job_fail(job) : check_listed(job, path, options);
    evidence_folder_free(job, &options->traces);
    evidence_folder_free(job, &options->certificates);
    property_list_free(job, &options->list);
    return code;
}

/* Refuses a second operand with a hint: other checkers take the file of a formula before or after that of
 * the model. */
static int refuse_operand(struct job *job, const struct option_list *operands) {
    const char *text = operands->items[property_options_is_file(operands->items[0]) ? 0 : 1];
    error_set(&job->error, ERROR_USAGE, "unexpected argument '%.200s'%s", text,
              property_options_is_file(text) ? ": a formula or suite in a file is given with --property"
                                             : "");
    return job_fail(job);
}

static int check_operands(struct job *job, const struct option_list *operands, void *values) {
    return operands->count > 1 ? refuse_operand(job, operands) : check(job, operands->items[0], values);
}

int check_main(int argc, char **argv) {
    struct command_options options = {.run = {.timeout = -1, .device = "auto"},
                                      .search = SEARCH_DEFAULTS,
                                      .spm = SPM_COMMAND_DEFAULTS,
                                      .format = -1};
    return job_command(&check_command, argc, argv, &options, check_operands);
}
