/* heddle verify: confirms or refutes evidence. */
#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/program.h"
#include "base/error_system.h"
#include "cli/verify/verify_pieces.h"

static const struct option_row rows[] = {
    {"deadlock", 'D', OPTION_FLAG, offsetof(struct verify_options, properties.flags[PROPERTY_DEADLOCK]), NULL,
     0, 0, "a trace of labels must end in a deadlock"},
    {"never", 'n', OPTION_LIST, offsetof(struct verify_options, properties.texts[PROPERTY_NEVER]), "LABEL", 0,
     0, "it must end with the label LABEL, or with one that \"'pattern'\" matches"},
    {"monitor", 'M', OPTION_LIST, offsetof(struct verify_options, properties.texts[PROPERTY_MONITOR]),
     "FILE.aut", 0, 0, "it must lead the monitor to a state with an outgoing transition ERROR"},
    {"error-state", 0, OPTION_LIST, offsetof(struct verify_options, properties.error_states), "N", 0, 0,
     "state N of the monitor is an error, too; repeatable"},
    {"formula", 'f', OPTION_LIST, offsetof(struct verify_options, properties.texts[PROPERTY_FORMULA]),
     "FORMULA", 0, 0, "the property is FORMULA (modal mu-calculus), which is violated or holds"},
    {"property", 'p', OPTION_LIST, offsetof(struct verify_options, properties.formula_files), "FILE", 0, 0,
     "the same, with the formula in FILE (.mcl, .mcf; - for standard input)"},
    {"dialect", 0, OPTION_CHOICE, offsetof(struct verify_options, properties.dialect), "auto|mcl|mcf", 0, 0,
     "the language of formulas: that of CADP (mcl) or of mCRL2 (mcf). Default: by the file's name, and mcl "
     "for --formula"},
    JOB_ROWS(struct verify_options, "print no rows or progress"),
    READER_ROWS(struct verify_options),
};

static const struct option_argument arguments[] = {
    {"never", COMPLETION_LABEL, NULL},
    {"formula", COMPLETION_FORMULA, NULL},
    {"property", COMPLETION_FILES, "mcl mcf"},
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

static int verify(struct pieces *pieces, const char *const *files, uint64_t count) {
    struct job *job = pieces->job;
    int status = property_options_validate(job, &pieces->options->properties);
    for (uint64_t k = 0; k < count && status == 0; k++) {
        status = pieces_verify_file(pieces, files[k]);
    }
    if (status != 0 || pieces_report_all(pieces) != 0) {
        return job_fail(job);
    }
    return pieces->refuted > 0 ? EXIT_VIOLATED : pieces->undecided > 0 ? EXIT_UNDECIDED : EXIT_DONE;
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
static int refuse_operand(const struct pieces *pieces, const char *const *files, uint64_t wrong) {
    struct error *error = &pieces->job->error;
    if (access(files[wrong], F_OK) == 0 || strcmp(files[wrong], "-") == 0) {
        return error_set(
            error, ERROR_USAGE,
            "unexpected argument '%.200s' after '%.200s': EVIDENCE is files in JSON or one "
            "trace in AUT, and one NET may follow%s",
            files[wrong + 1], files[wrong],
            is_json(pieces->job, files[wrong + 1]) > 0 ? " (the evidence stands before the network)" : "");
    }
    return wrong == 0 && pieces->kind < 0
               ? error_set(error, ERROR_USAGE,
                           "'%.200s' is neither a file nor a kind of evidence, which is trace, certificate, "
                           "scc, mec, scheduler, parity, comparison or difference",
                           files[wrong])
               : error_in(error, error_of_system(errno), files[wrong], "cannot open: %s", strerror(errno));
}

/* Sorts the operands [KIND] EVIDENCE .. [NET]: files[0 .. *count) are the evidence. Returns 0 or -1. */
static int sort_operands(struct pieces *pieces, const struct option_list *operands, const char *const **files,
                         uint64_t *count) {
    *files = operands->items;
    *count = operands->count;
    pieces->kind = *count > 1 ? evidence_kind_find((*files)[0]) : -1;
    *files += pieces->kind >= 0;
    *count -= pieces->kind >= 0;
    int status = *count > 1 ? is_json(pieces->job, (*files)[*count - 1]) : 1;
    if (status == 0) {
        pieces->network = (*files)[--*count];
    }
    /* All before the last operand must be evidence. */
    uint64_t json = 0, before = *count - (pieces->network == NULL);
    while (*count > 1 && json < before && status >= 0 &&
           (status = is_json(pieces->job, (*files)[json])) > 0) {
        json++;
    }
    if (status < 0) {
        return error_memory(&pieces->job->error, "to read the evidence");
    }
    return *count > 1 && json < before ? refuse_operand(pieces, *files, json) : 0;
}

static int verify_operands(struct job *job, const struct option_list *operands, void *values) {
    const struct verify_options *options = values;
    struct pieces pieces = {.job = job, .options = options};
    const char *const *files;
    uint64_t count;
    pieces.list = options->run.json ? json_array() : NULL;
    int code = job_configure(job, &options->run) != 0 || sort_operands(&pieces, operands, &files, &count) != 0
                   ? job_fail(job)
                   : verify(&pieces, files, count);
    pieces_free(&pieces);
    return code;
}

int verify_main(int argc, char **argv) {
    struct verify_options options = {.run = {.timeout = -1, .device = "auto"}};
    return job_command(&verify_command, argc, argv, &options, verify_operands);
}
