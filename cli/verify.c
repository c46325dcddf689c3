/* heddle verify: confirms or refutes evidence. */
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/options/statistics.h"
#include "checker/verify/evidence_read.h"
#include "checker/verify/trace_follow.h"
#include "checker/verify/verify.h"
#include "checker/verify/verify_components.h"
#include "cli/common.h"
#include "cli/program.h"
#include "cli/check/property_options.h"
#include "frontend/formats/mdp_read.h"
#include "frontend/formats/aut.h"

struct command_options {
    struct run_options run;
    struct reader_options reader;
    struct property_options properties;
};

static const struct option_row rows[] = {
    {"deadlock", 'D', OPTION_FLAG, offsetof(struct command_options, properties.deadlock), NULL, 0, 0,
     "a trace of labels is to end in a deadlock"},
    {"never", 'n', OPTION_LIST, offsetof(struct command_options, properties.never), "LABEL", 0, 0,
     "it is to end with the label LABEL, or one that matches the regular expression, written \"'regex'\""},
    {"monitor", 'M', OPTION_LIST, offsetof(struct command_options, properties.monitors), "FILE.aut", 0, 0,
     "it is to lead the monitor to a state with an outgoing transition ERROR"},
    {"error-state", 0, OPTION_LIST, offsetof(struct command_options, properties.error_states), "N", 0, 0,
     "state N of the monitor is an error, too; may be given several times"},
    {"formula", 'f', OPTION_LIST, offsetof(struct command_options, properties.formulas), "FORMULA", 0, 0,
     "it is to show that FORMULA, of the modal mu-calculus, is violated, or that it holds"},
    {"property", 'p', OPTION_LIST, offsetof(struct command_options, properties.formula_files), "FILE", 0, 0,
     "the same, with the formula in FILE (.mcl, .mcf; - for standard input)"},
    {"dialect", 0, OPTION_CHOICE, offsetof(struct command_options, properties.dialect), "auto|mcl|mcf", 0, 0,
     "how the formula is written: as CADP reads it (mcl) or as mCRL2 does (mcf); default: by the file's "
     "name, and mcl for --formula"},
    JOB_ROWS(struct command_options, "print no rows, warnings or progress"),
    READER_ROWS(struct command_options),
};

const struct options_command verify_command = {
    .name = "verify",
    .operands = "[trace|certificate|scc|mec|scheduler|parity] EVIDENCE [NET]",
    .operands_minimum = 1,
    .operands_maximum = 3,
    .summary = "confirm or refute evidence",
    .description =
        "Checks the traces, certificates and schedulers that `heddle check` wrote, and the evidence of "
        "`heddle scc` and `heddle mec`, against the network, independently of how they were found: by "
        "walking the network's syntax tree; or against the stored graph that was decomposed. A trace must be "
        "a path from the initial state whose end violates its property (of a cycle, one that returns); a "
        "certificate must have the initial state, must not be left by any transition, and no state in it may "
        "violate a property; of components and schedulers, every edge is looked at; a strategy for the game "
        "of a formula must have all moves of the loser, and no play of it may be his.\n\n"
        "EVIDENCE in JSON says which network or file it is about, how that is read and what the property is; "
        "NET is another path of it. A trace in AUT has nothing but labels: NET, the options by which it is "
        "read and those of one property (without any, that there is such a path is all that is confirmed) "
        "are given here. The first word says which kind is expected.\n\n"
        "The exit status is 0 when the evidence is confirmed, 1 when it is refuted, 3 when memory or time "
        "did not suffice to tell, 2 when it cannot be read.",
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
};

struct result {
    const char *command, *input, *network, *reading, *kind, *property, *verdict, *reason;
    uint64_t steps, states, nodes, certificates;
    uint64_t components, trivial, largest, bottom, states_in_components;
    double seconds;
};

static const struct statistic_row result_rows[] = {
    {"command", NULL, NULL, STATISTIC_TEXT, offsetof(struct result, command)},
    {"input", "evidence", NULL, STATISTIC_TEXT, offsetof(struct result, input)},
    {"network", "network", NULL, STATISTIC_TEXT, offsetof(struct result, network)},
    {"reading", "read with", NULL, STATISTIC_TEXT, offsetof(struct result, reading)},
    {"kind", "kind", NULL, STATISTIC_TEXT, offsetof(struct result, kind)},
    {"property", "property", NULL, STATISTIC_TEXT, offsetof(struct result, property)},
    {"steps", "steps", NULL, STATISTIC_COUNT, offsetof(struct result, steps)},
    {"states", "states", NULL, STATISTIC_COUNT, offsetof(struct result, states)},
    {"nodes", "nodes", NULL, STATISTIC_COUNT, offsetof(struct result, nodes)},
    {"certificates", "certificates", NULL, STATISTIC_COUNT, offsetof(struct result, certificates)},
    {"components", "components", NULL, STATISTIC_COUNT, offsetof(struct result, components)},
    {"trivial", "trivial", NULL, STATISTIC_COUNT, offsetof(struct result, trivial)},
    {"largest", "largest", NULL, STATISTIC_COUNT, offsetof(struct result, largest)},
    {"bottom", "bottom", NULL, STATISTIC_COUNT, offsetof(struct result, bottom)},
    {"states_in_components", "in components", NULL, STATISTIC_COUNT,
     offsetof(struct result, states_in_components)},
    {"seconds", "time", NULL, STATISTIC_SECONDS, offsetof(struct result, seconds)},
    {"verdict", "verdict", NULL, STATISTIC_TEXT, offsetof(struct result, verdict)},
    {"reason", "reason", NULL, STATISTIC_TEXT, offsetof(struct result, reason)},
};

#define RESULT_ROWS (sizeof result_rows / sizeof *result_rows)

/* A text that grows, in the job's memory. */
struct text {
    char *data; /* NULL for none */
    uint64_t bytes;
};

/* The command line, and what is found. Texts of the result that others own are copied here. */
struct work {
    struct job *job;
    const struct command_options *options;
    int kind; /* enum evidence_kind that is expected, or -1 */
    const char *path, *network;
    struct verification verification;
    struct result result;
    struct text network_text, reading_text, property_text;
    char error_text[2048];
};

static int append(struct work *work, struct text *text, const char *more) {
    struct job *job = work->job;
    size_t used = text->data == NULL ? 0 : strlen(text->data), length = strlen(more);
    if (memory_grow(&job->memory, (void **)&text->data, &text->bytes, used + length + 1, 1) != 0) {
        return error_set(&job->error, ERROR_MEMORY, "not enough memory for the result");
    }
    memcpy(text->data + used, more, length + 1);
    return 0;
}

static void free_texts(struct work *work) {
    struct memory *memory = &work->job->memory;
    memory_free(memory, work->network_text.data, work->network_text.bytes);
    memory_free(memory, work->reading_text.data, work->reading_text.bytes);
    memory_free(memory, work->property_text.data, work->property_text.bytes);
}

/* Of a text of the last piece: for the next one. */
static void forget(struct text *text) {
    if (text->data != NULL) {
        text->data[0] = '\0';
    }
}

static int expect_kind(const struct work *work, enum evidence_kind kind) {
    if (work->kind < 0 || work->kind == (int)kind) {
        return 0;
    }
    static const char *const names[EVIDENCE_KINDS] = {"a trace",
                                                      "a certificate",
                                                      "evidence of strongly connected components",
                                                      "evidence of maximal end components",
                                                      "evidence of a scheduler",
                                                      "a strategy for the parity game of a formula"};
    return error_at(&work->job->error, ERROR_INPUT, work->path, 0, 0, "this is %s, not %s", names[kind],
                    names[work->kind]);
}

/* How the network is read, unless that is the default: read otherwise, it is another network. */
static int take_reading(struct work *work, const struct exp_options *options) {
    struct text *text = &work->reading_text;
    forget(text);
    int failed = (options->ignore_case && append(work, text, " --ignore-case") != 0) ||
                 (options->independent && append(work, text, " --independent") != 0) ||
                 (options->regex_extended && append(work, text, " --regex=extended") != 0);
    for (uint32_t k = 0; k < options->internal_count && !failed; k++) {
        failed = append(work, text, " --internal=") != 0 || append(work, text, options->internal[k]) != 0;
    }
    work->result.reading = text->data == NULL || text->data[0] == '\0' ? NULL : text->data + 1;
    return failed ? -1 : 0;
}

/* Adds the properties of a piece to those of all pieces. */
static int take_property(struct work *work) {
    struct text *text = &work->property_text;
    const char *property = work->verification.property;
    int failed = property != NULL &&
                 ((text->data != NULL && append(work, text, ", ") != 0) || append(work, text, property) != 0);
    work->result.property = text->data;
    verification_free(&work->verification, &work->job->run);
    return failed ? -1 : 0;
}

/* --- traces of labels --- */

static int verify_path(struct work *work, exp_tree *tree, const char *const *labels, uint64_t count) {
    struct job *job = work->job;
    struct property property = {0};
    int some = property_options_count(&work->options->properties) != 0;
    int failed = some && property_options_make(job, &work->options->properties, tree, &property) != 0;
    if (!failed) {
        failed = verify_labels(labels, count, some ? &property : NULL, tree, &job->run, &work->verification,
                               &job->error) != 0;
        work->result.steps = work->verification.steps;
        failed = take_property(work) != 0 || failed;
    }
    property_free(&property, &job->run);
    return failed ? -1 : 0;
}

static int read_and_verify_path(struct work *work, exp_tree *tree) {
    struct job *job = work->job;
    const char **labels;
    uint64_t count, capacity;
    int returns, failed = trace_read_labels(work->path, exp_tree_labels(tree), &job->run, &labels, &count,
                                            &capacity, &returns, &job->error);
    if (!failed && returns) {
        failed = error_at(&job->error, ERROR_INPUT, work->path, 0, 0,
                          "this graph is no trace: it returns to a state; a lasso is verified as JSON alone");
    }
    failed = failed || verify_path(work, tree, labels, count) != 0;
    memory_free(&job->memory, labels, capacity * sizeof *labels);
    return failed ? -1 : 0;
}

static int verify_aut(struct work *work) {
    struct job *job = work->job;
    struct exp_options how = reader_exp_options(&work->options->reader);
    if (work->network == NULL) {
        return error_set(&job->error, ERROR_USAGE,
                         "a trace in AUT does not say which network it is about: give NET behind it");
    }
    if (strcmp(work->path, "-") == 0) {
        return error_set(&job->error, ERROR_USAGE, "from standard input, evidence is read as JSON alone");
    }
    if (property_options_count(&work->options->properties) > 1) {
        return error_set(&job->error, ERROR_USAGE, "a trace violates one property: give no other");
    }
    if (property_options_read_stdin(&work->options->properties) && strcmp(work->network, "-") == 0) {
        return error_set(&job->error, ERROR_USAGE, "standard input cannot be both the network and a formula");
    }
    work->result.network = work->network;
    work->result.kind = "trace";
    if (take_reading(work, &how) != 0) {
        return -1;
    }
    exp_tree *tree = exp_tree_read(work->network, &how, &job->run, &job->error);
    int failed = tree == NULL || read_and_verify_path(work, tree) != 0;
    exp_tree_free(tree);
    return failed ? -1 : 0;
}

/* --- evidence in JSON --- */

static int take_names(struct work *work, const struct evidence *evidence) {
    forget(&work->network_text);
    work->result.kind = evidence_kind_name(evidence->kind);
    if (append(work, &work->network_text, work->network != NULL ? work->network : evidence->network) != 0) {
        return -1;
    }
    work->result.network = work->network_text.data;
    return take_reading(work, &evidence->options);
}

/* Behind a failure to read what the evidence is about. */
static void hint_moved(const struct work *work, const struct evidence *evidence, const char *what) {
    struct job *job = work->job;
    if (work->network == NULL && job->error.code == ERROR_IO) {
        job_message(job,
                    "the evidence names the %s %s; if that is elsewhere now, say where: "
                    "heddle verify EVIDENCE %s",
                    what, evidence->network, evidence->input == EVIDENCE_NETWORK ? "NET" : "FILE");
    }
}

/* A model has another path at will; its labels are looked for where they were. */
static void hint_labels(const struct work *work, const struct evidence *evidence) {
    struct job *job = work->job;
    if (work->network != NULL && evidence->label_file != NULL && job->error.code == ERROR_IO &&
        strcmp(job->error.path, evidence->label_file) == 0) {
        job_message(job,
                    "the evidence names the labels %s: run heddle verify in a folder from which that path "
                    "leads to them",
                    evidence->label_file);
    }
}

static exp_tree *read_tree(struct work *work, const struct evidence *evidence) {
    struct job *job = work->job;
    const char *path = work->network != NULL ? work->network : evidence->network;
    exp_tree *tree = exp_tree_read(path, &evidence->options, &job->run, &job->error);
    if (tree == NULL) {
        hint_moved(work, evidence, "network");
    }
    return tree;
}

/* --- components and schedulers --- */

static void take_counts(struct work *work, enum evidence_kind kind, const struct verified_counts *counts) {
    struct result *result = &work->result;
    if (!work->verification.confirmed) { /* how far it came says nothing */
        return;
    }
    result->states = counts->states;
    if (kind != EVIDENCE_SCHEDULER) {
        result->components = counts->components;
        result->trivial = counts->trivial;
        result->largest = counts->largest;
        result->bottom = counts->bottom;
        result->states_in_components = counts->states_in_components;
    }
}

/* Of a stored graph or Markov decision process; the tree is NULL then. */
static int verify_input(struct work *work, evidence_reader *reader, const struct evidence *evidence,
                        exp_tree *tree) {
    struct job *job = work->job;
    const char *path = work->network != NULL ? work->network : evidence->network;
    struct verify_input input = {.tree = tree};
    struct verified_counts counts;
    struct lts *graph = NULL;
    struct mdp *mdp = NULL;
    label_table *labels =
        evidence->input == EVIDENCE_GRAPH ? label_table_create(&job->memory, 0, NULL, 0) : NULL;
    int failed = 0;
    if (evidence->input == EVIDENCE_GRAPH) {
        failed = labels == NULL ? error_set(&job->error, ERROR_MEMORY, "not enough memory for labels") : 0;
        graph = failed ? NULL : aut_read(path, labels, &job->run, &job->error);
        failed = graph == NULL;
        if (failed) {
            hint_moved(work, evidence, "graph");
        }
    } else if (evidence->input == EVIDENCE_MDP) {
        mdp = mdp_read(path, evidence->label_file, &job->run, &job->error);
        failed = mdp == NULL;
        if (failed) {
            hint_moved(work, evidence, "model");
            hint_labels(work, evidence);
        }
    }
    input.graph = graph;
    input.labels = labels;
    input.mdp = mdp;
    if (!failed) {
        failed = verify_decomposition(reader, evidence, &input, &job->run, &work->verification, &counts,
                                      &job->error) != 0;
        if (!failed) {
            take_counts(work, evidence->kind, &counts);
        }
    }
    lts_free(&job->memory, graph);
    label_table_free(labels);
    mdp_free(mdp);
    return failed ? -1 : 0;
}

/* --- all kinds --- */

static int verify_with_tree(struct work *work, evidence_reader *reader, const struct evidence *evidence,
                            exp_tree *tree) {
    struct job *job = work->job;
    struct result *result = &work->result;
    int failed;
    if (evidence->has_strategy) {
        failed = verify_formula(reader, evidence, tree, &job->run, &work->verification, &job->error);
        if (evidence->kind == EVIDENCE_TRACE) {
            result->steps = work->verification.steps;
        }
        if (!failed && work->verification.confirmed) {
            result->nodes = work->verification.nodes;
        }
    } else if (evidence->kind == EVIDENCE_TRACE) {
        failed = verify_trace(evidence, tree, &job->run, &work->verification, &job->error);
        result->steps = work->verification.steps;
    } else if (evidence->kind == EVIDENCE_CERTIFICATE) {
        failed = verify_certificate(reader, evidence, tree, &job->run, &work->verification, &job->error);
        int first = result->certificates == STATISTIC_ABSENT;
        result->certificates = first ? 1 : result->certificates + 1;
        result->states = (first ? 0 : result->states) + work->verification.states;
    } else {
        failed = verify_input(work, reader, evidence, tree);
    }
    if (failed && job->error.line != 0 && strcmp(job->error.path, PROPERTY_FORMULA_TEXT) == 0) {
        snprintf(job->error.path, sizeof job->error.path, "%.400s: %s", work->path, PROPERTY_FORMULA_TEXT);
    }
    return take_property(work) != 0 || failed ? -1 : 0;
}

static int verify_piece(struct work *work, evidence_reader *reader, const struct evidence *evidence) {
    if (expect_kind(work, evidence->kind) != 0 || take_names(work, evidence) != 0) {
        return -1;
    }
    if (evidence->input != EVIDENCE_NETWORK) {
        return verify_with_tree(work, reader, evidence, NULL);
    }
    exp_tree *tree = read_tree(work, evidence);
    int failed = tree == NULL || verify_with_tree(work, reader, evidence, tree) != 0;
    exp_tree_free(tree);
    return failed ? -1 : 0;
}

/* Piece by piece, up to the first that is refuted. */
static int verify_json(struct work *work, evidence_reader *reader) {
    struct job *job = work->job;
    const struct evidence *evidence;
    if (property_options_count(&work->options->properties) != 0) {
        return error_set(&job->error, ERROR_USAGE,
                         "evidence in JSON says itself which property it is about: give none");
    }
    int status = 1, confirmed = 1;
    while (status == 1 && confirmed) {
        status = evidence_read(reader, &evidence, &job->error);
        if (status == 1) {
            status = verify_piece(work, reader, evidence) != 0 ? -1 : 1;
            confirmed = work->verification.confirmed;
        }
    }
    return status < 0 ? -1 : 0;
}

/* --- the command --- */

static int verify_evidence(struct work *work) {
    struct job *job = work->job;
    if (property_options_validate(job, &work->options->properties) != 0) {
        return -1;
    }
    evidence_reader *reader = evidence_open(work->path, &job->run, &job->error);
    if (reader == NULL) {
        return -1;
    }
    int aut = evidence_is_aut(reader, &job->error);
    int failed = aut < 0 || (aut == 0 && verify_json(work, reader) != 0);
    evidence_close(reader);
    return failed || (aut > 0 && (expect_kind(work, EVIDENCE_TRACE) != 0 || verify_aut(work) != 0)) ? -1 : 0;
}

static int print_json(struct work *work) {
    struct job *job = work->job;
    struct result *result = &work->result;
    json_t *object = json_object();
    if (statistics_json(&job->memory, result_rows, RESULT_ROWS, result, object) != 0) {
        json_decref(object);
        return error_set(&job->error, ERROR_MEMORY, "out of memory for the JSON text");
    }
    job_print_json(job, object, stdout);
    return 0;
}

static int print_result(struct work *work) {
    if (work->options->run.json) {
        return print_json(work);
    }
    progress_clear(&work->job->progress);
    if (!work->job->quiet) {
        statistics_print(result_rows, RESULT_ROWS, &work->result, 0, stdout);
    }
    return 0;
}

static int verify(struct work *work) {
    struct job *job = work->job;
    if (job_configure(job, &work->options->run) != 0) {
        return job_fail(job);
    }
    int code;
    if (verify_evidence(work) != 0) {
        code = job_fail(job);
        if (code != EXIT_UNDECIDED) {
            return code;
        }
        work->result.verdict = "undecided";
        work->result.reason = error_describe(&job->error, work->error_text, sizeof work->error_text);
    } else {
        code = work->verification.confirmed ? EXIT_DONE : EXIT_VIOLATED;
        work->result.verdict = work->verification.confirmed ? "confirmed" : "refuted";
        work->result.reason = work->verification.reason;
    }
    work->result.seconds = run_clock() - job->started;
    return print_result(work) != 0 ? job_fail(job) : code;
}

/* [KIND] EVIDENCE [NET] */
static int take_operands(struct work *work, const struct option_list *operands) {
    uint64_t first = 0;
    if (operands->count > 1) {
        work->kind = evidence_kind_find(operands->items[0]);
        first = work->kind >= 0;
    }
    if (operands->count > 2 && first == 0 && access(operands->items[0], F_OK) != 0) {
        return error_set(
            &work->job->error, ERROR_USAGE,
            "'%.200s' is no kind of evidence: 'trace', 'certificate', 'scc', 'mec', 'scheduler' or "
            "'parity' stands before EVIDENCE and NET",
            operands->items[0]);
    }
    if (operands->count > first + 2) {
        return error_set(&work->job->error, ERROR_USAGE,
                         "'%.200s' is too much: EVIDENCE and NET are given, and the kind is 'trace', "
                         "'certificate', 'scc', 'mec', 'scheduler' or 'parity'",
                         operands->items[first + 2]);
    }
    work->path = operands->items[first];
    work->network = operands->count > first + 1 ? operands->items[first + 1] : NULL;
    return 0;
}

int verify_main(int argc, char **argv) {
    struct job job;
    struct command_options options = {.run = {.timeout = -1, .device = "auto"}};
    struct option_list operands = {0};
    job_begin(&job, "verify");
    int code = job_options(&job, &verify_command, argc, argv, &options, &operands);
    if (code < 0) {
        struct work work = {.job = &job, .options = &options, .kind = -1};
        if (take_operands(&work, &operands) != 0) {
            code = job_fail(&job);
        } else {
            work.result = (struct result){.command = "verify",
                                          .input = work.path,
                                          .steps = STATISTIC_ABSENT,
                                          .states = STATISTIC_ABSENT,
                                          .nodes = STATISTIC_ABSENT,
                                          .certificates = STATISTIC_ABSENT,
                                          .components = STATISTIC_ABSENT,
                                          .trivial = STATISTIC_ABSENT,
                                          .largest = STATISTIC_ABSENT,
                                          .bottom = STATISTIC_ABSENT,
                                          .states_in_components = STATISTIC_ABSENT};
            code = verify(&work);
            free_texts(&work);
        }
    }
    options_free(&job.arguments, &verify_command, &options, &operands);
    job_end(&job);
    return code;
}
