/* heddle verify: confirms or refutes evidence. */
#include "api/verify.h"

#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/error_system.h"
#include "base/options/statistics.h"
#include "cli/check/property_options.h"
#include "cli/program.h"

struct verify_command_options {
    struct verify_request request; /* first: its rows have its offsets */
    struct property_options properties;
    struct json_t *list; /* the results so far, for --json */
    uint64_t reported;
};

#define PROPERTY(member) offsetof(struct verify_command_options, properties.member)

static const struct option_row rows[] = {
    {"deadlock", 'D', OPTION_FLAG, PROPERTY(flags[PROPERTY_DEADLOCK]), NULL, 0, 0,
     "a trace of labels must end in a deadlock"},
    {"never", 'n', OPTION_LIST, PROPERTY(texts[PROPERTY_NEVER]), "LABEL", 0, 0,
     "it must end with the label LABEL, or with one that \"'pattern'\" matches"},
    {"monitor", 'M', OPTION_LIST, PROPERTY(texts[PROPERTY_MONITOR]), "FILE.aut", 0, 0,
     "it must lead the monitor to a state with an outgoing transition ERROR"},
    {"error-state", 0, OPTION_LIST, PROPERTY(error_states), "N", 0, 0,
     "state N of the monitor is an error, too; repeatable"},
    {"formula", 'f', OPTION_LIST, PROPERTY(texts[PROPERTY_FORMULA]), "FORMULA", 0, 0,
     "the property is FORMULA (modal mu-calculus), which is violated or holds"},
    {"property", 'p', OPTION_LIST, PROPERTY(formula_files), "FILE", 0, 0,
     "the same, with the formula in FILE (.mcl, .mcf; - for standard input)"},
    {"ctl", 0, OPTION_LIST, PROPERTY(texts[PROPERTY_CTL]), "FORMULA", 0, 0,
     "the property is FORMULA, of CTL"},
    {"dialect", 0, OPTION_CHOICE, PROPERTY(dialect), "auto|mcl|mcf", 0, 0,
     "the language of formulas: that of CADP (mcl) or of mCRL2 (mcf). Default: by the file's name, and mcl "
     "for --formula"},
    JOB_ROWS(struct verify_request, "print no rows or progress"),
    READER_ROWS(struct verify_request),
};

static const struct option_argument arguments[] = {
    {"never", COMPLETION_LABEL, NULL}, {"formula", COMPLETION_FORMULA, NULL},
    {"ctl", COMPLETION_FORMULA, NULL}, {"property", COMPLETION_FILES, "mcl mcf"},
    {NULL, COMPLETION_FILES, NULL},
};

static const struct option_rule rules[] = {
    MONITOR_RULE,
    DIALECT_RULE,
    {NULL, OPTION_NEEDS, NULL, NULL},
};

const struct options_command verify_command = {
    .name = "verify",
    .operands = "[trace|certificate|scc|mec|scheduler|parity|comparison|difference] EVIDENCE.. [NET]",
    .endings = "json aut exp",
    .fewest_operands = 1,
    .most_operands = UINT_MAX,
    .summary = "confirm or refute evidence",
    .description =
        "Confirms or refutes evidence that `heddle check`, `scc`, `mec` and `compare` wrote. It walks the "
        "syntax tree of the network, or reads the stored graph, and does not depend on the search. "
        "docs/evidence.md says what it checks.\n\nEVIDENCE in JSON names its network or file, how that is "
        "read, and the property. NET is the path of the network if it has moved. A trace in AUT has only "
        "labels: give NET, the options with which to read it, and one property. (Without a property, only "
        "the existence of such a path is confirmed.) The first word says which kind is expected.\n\nThere "
        "may be several files, and several pieces of evidence in a file. Each piece is judged and reported "
        "by itself.\n\nThe exit status is 0 if all evidence is confirmed, 1 if some is refuted, 3 if memory "
        "or time did not suffice, 2 if some evidence cannot be read.",
    .arguments = arguments,
    .rules = rules,
    .options = OPTIONS_TABLE(rows),
};

#define AT(member) offsetof(struct verify_piece, member)

static const struct statistic_row result_rows[] = {
    {"input", "evidence", NULL, STATISTIC_TEXT, AT(input)},
    {"network", "network", NULL, STATISTIC_TEXT, AT(network)},
    {"reading", "read with", NULL, STATISTIC_TEXT, AT(reading)},
    {"second_reading", "second read with", NULL, STATISTIC_TEXT, AT(second_reading)},
    {"kind", "kind", NULL, STATISTIC_TEXT, AT(kind)},
    {"property", "property", NULL, STATISTIC_TEXT, AT(property)},
    {"steps", "steps confirmed", NULL, STATISTIC_COUNT, AT(steps)},
    {"states", "states", NULL, STATISTIC_COUNT, AT(counts.states)},
    {"nodes", "nodes", NULL, STATISTIC_COUNT, AT(nodes)},
    {"components", "components", NULL, STATISTIC_COUNT, AT(counts.components)},
    {"trivial", "  trivial", NULL, STATISTIC_COUNT, AT(counts.trivial)},
    {"bottom", "  bottom", NULL, STATISTIC_COUNT, AT(counts.bottom)},
    {"largest", "states in largest", NULL, STATISTIC_COUNT, AT(counts.largest)},
    {"states_in_components", "states in components", NULL, STATISTIC_COUNT, AT(counts.states_in_components)},
    {"seconds", "time", NULL, STATISTIC_SECONDS, AT(seconds)},
    {"verdict", "verdict", NULL, STATISTIC_TEXT, AT(verdict)},
    {"reason", "reason", NULL, STATISTIC_TEXT, AT(reason)},
};

#define RESULT_ROWS LENGTH(result_rows)

/* Prints the result of a piece, or keeps it for JSON. */
static int report(struct job *job, void *context, const struct verify_piece *piece) {
    struct verify_command_options *options = context;
    if (options->list != NULL) {
        json_t *object = json_object();
        const int failed = statistics_json(&job->memory, result_rows, RESULT_ROWS, piece, object) != 0 ||
                           json_array_append(options->list, object) != 0;
        json_decref(object);
        return failed ? error_memory(&job->error, "for the JSON text") : 0;
    }
    if (!console_of(job)->quiet) {
        struct verify_piece shown = *piece;
        shown.property = piece->claim != NULL ? piece->claim : piece->property;
        progress_clear(&console_of(job)->progress);
        fputs(options->reported++ > 0 ? "\n" : "", stdout);
        statistics_print(result_rows, RESULT_ROWS, &shown, 0, stdout);
        fflush(stdout);
    }
    return 0;
}

/* Prints JSON; a single piece is the result itself. */
static int print_json(struct job *job, const struct verify_result *result, json_t *list) {
    /* One refuted piece is enough, whatever the others are. */
    const char *verdict = result->refuted > 0 ? "refuted" : result->undecided > 0 ? "undecided" : "confirmed";
    json_t *object = json_object();
    if (json_object_set_new(object, "command", json_string("verify")) != 0 ||
        (json_array_size(list) == 1 && json_object_update(object, json_array_get(list, 0)) != 0) ||
        json_object_set_new(object, "verdict", json_string(verdict)) != 0 ||
        json_object_set_new(object, "seconds", json_real(run_clock() - job->started)) != 0 ||
        json_object_set(object, "pieces", list) != 0) {
        json_decref(object);
        return error_memory(&job->error, "for the JSON text");
    }
    job_print_json(job, object);
    return 0;
}

static int print_all(struct job *job, const struct verify_result *result, json_t *list) {
    if (list != NULL) {
        return print_json(job, result, list);
    }
    const uint64_t judged = result->confirmed + result->refuted + result->undecided;
    if (judged > 1 && !console_of(job)->quiet) {
        printf("\n%llu pieces of evidence: %llu confirmed, %llu refuted, %llu undecided\n",
               (unsigned long long)judged, (unsigned long long)result->confirmed,
               (unsigned long long)result->refuted, (unsigned long long)result->undecided);
    }
    return 0;
}

/* Whether a file is evidence in JSON: 1, or 0 (also if it does not exist); -1 without memory. As the
 * last operand, standard input is a network, never evidence. A pipe can be read only once, and is taken for
 * evidence. */
static int is_json(const struct job *job, const char *path) {
    struct error error = {.code = ERROR_NONE};
    struct stat status;
    if (strcmp(path, "-") != 0 && stat(path, &status) == 0 && S_ISFIFO(status.st_mode)) {
        return 1;
    }
    evidence_reader *reader = strcmp(path, "-") == 0 ? NULL : evidence_open(path, &job->run, &error);
    int aut = reader == NULL ? -1 : evidence_is_aut(reader, &error);
    evidence_close(reader);
    return error.code == ERROR_MEMORY ? -1 : aut == 0;
}

/* Reports that files[wrong], which others follow, is not evidence in JSON. Returns -1. */
static int refuse_operand(struct job *job, int kind, const char *const *files, uint64_t wrong) {
    struct error *error = &job->error;
    if (access(files[wrong], F_OK) == 0 || strcmp(files[wrong], "-") == 0) {
        return error_set(error, ERROR_USAGE,
                         "unexpected argument '%.200s' after '%.200s': EVIDENCE is files in JSON or one "
                         "trace in AUT, and one NET may follow%s",
                         files[wrong + 1], files[wrong],
                         is_json(job, files[wrong + 1]) > 0 ? " (the evidence stands before the network)"
                                                            : "");
    }
    return wrong == 0 && kind < 0
               ? error_set(error, ERROR_USAGE,
                           "'%.200s' is neither a file nor a kind of evidence, which is trace, certificate, "
                           "scc, mec, scheduler, parity, comparison or difference",
                           files[wrong])
               : error_in(error, error_of_system(errno), files[wrong], "cannot open: %s", strerror(errno));
}

/* Sorts the operands [KIND] EVIDENCE .. [NET]. Returns 0 or -1. */
static int sort_operands(struct job *job, const struct option_list *operands,
                         struct verify_request *request) {
    const char *const *files = operands->items;
    uint64_t count = operands->count;
    request->kind = count > 1 ? evidence_kind_find(files[0]) : -1;
    files += request->kind >= 0;
    count -= request->kind >= 0;
    int status = count > 1 ? is_json(job, files[count - 1]) : 1;
    if (status == 0) {
        request->network = files[--count];
    }
    /* All before the last operand must be evidence. */
    uint64_t json = 0, before = count - (request->network == NULL);
    while (count > 1 && json < before && status >= 0 && (status = is_json(job, files[json])) > 0) {
        json++;
    }
    request->files = files;
    request->file_count = count;
    if (status < 0) {
        return error_memory(&job->error, "to read the evidence");
    }
    return count > 1 && json < before ? refuse_operand(job, request->kind, files, json) : 0;
}

static int list_properties(struct job *job, const void *context, struct property_list *list) {
    const struct verify_command_options *options = context;
    return property_options_read(job, &options->properties, list);
}

/* The request that the options are. Returns 0, or -1 with job->error. */
static int make_request(struct job *job, const struct option_list *operands,
                        struct verify_command_options *options) {
    struct verify_request *request = &options->request;
    request->property_count = property_options_count(&options->properties);
    request->property_is_stdin = property_options_read_stdin(&options->properties);
    request->list_properties = list_properties;
    request->report = report;
    request->context = options;
    return job_configure(job, &request->run) != 0 || sort_operands(job, operands, request) != 0
               ? -1
               : property_options_validate(job, &options->properties);
}

static int verify(struct job *job, const struct option_list *operands, void *values) {
    struct verify_command_options *options = values;
    struct verify_result result = {0};
    options->list = options->request.run.json ? json_array() : NULL;
    const int failed = make_request(job, operands, options) != 0 ||
                       api_verify(job, &options->request, &result) != 0 ||
                       print_all(job, &result, options->list) != 0;
    json_decref(options->list);
    return failed                 ? job_fail(job)
           : result.refuted > 0   ? EXIT_VIOLATED
           : result.undecided > 0 ? EXIT_UNDECIDED
                                  : EXIT_DONE;
}

int verify_main(int argc, char **argv) {
    struct verify_command_options options = {.request = VERIFY_DEFAULTS};
    return job_command(&verify_command, argc, argv, &options, verify);
}
