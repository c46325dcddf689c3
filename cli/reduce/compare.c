/* heddle compare: whether two state spaces are equivalent, or what one can do and the other cannot. */
#include "cli/reduce/compare.h"

#include "cli/front.h"
#include "cli/program.h"
#include "cli/reduce/operand_rows.h"

static const struct option_row rows[] = {
    {"preorder", 0, OPTION_CHOICE, offsetof(struct compare_request, preorder), "simulation|trace|weaktrace",
     0, 0,
     "ask whether B can do all that A can. simulation: B simulates A. trace: each finite sequence of labels "
     "of A is one of B. weaktrace: the same without internal steps"},
    {"evidence", 0, OPTION_TEXT, offsetof(struct compare_request, evidence), "FILE", 0, 0,
     "write evidence for `heddle verify` to FILE (.gz or .zst: compressed): a difference, or the classes of "
     "all states"},
    OPERAND_ROWS(
        "strong (the default), branching, divbranching or weak bisimulation; the same finite sequences of "
        "labels, with internal steps (trace) or without (weaktrace); or probabilistic: as strong, but the "
        "numbers of `rate R`, `prob P` and Markov models are added"),
};

static const struct option_row advanced_rows[] = {
    SEARCH_ADVANCED_ROWS(struct operand_request),
};

static const struct options_hint hints[] = {
    {"strong", "use --equivalence strong"}, {"branching", "use --equivalence branching"},
    {"weak", "use --equivalence weak"},     {"trace", "use --equivalence trace"},
    {"inclusion", "use --preorder trace"},  {NULL, NULL},
};

static const struct option_argument arguments[] = {
    {"evidence", COMPLETION_FILES, "json"},
    {"hide", COMPLETION_LABELS, NULL},
    {"hide-all-but", COMPLETION_LABELS, NULL},
    {NULL, COMPLETION_FILES, NULL},
};

static const struct option_rule rules[] = {
    {"preorder", OPTION_EXCLUDES, "equivalence", "asks for one direction"},
    HIDE_RULE,
    {NULL, OPTION_NEEDS, NULL, NULL},
};

const struct options_command compare_command = {
    .name = "compare",
    .operands = "A B",
    .endings = "exp aut prism pm nm sm pnm drn tra",
    .summary = "compare two state spaces by an equivalence or a preorder",
    .description =
        "Searches A and B, networks or PRISM models, or reads graphs (.aut; for probabilistic also .drn and "
        ".tra; plain or compressed). Hides labels in both. Says whether they are equivalent, or with "
        "--preorder whether B can do all that A can.\n\nIf not, it shows a difference. That is a shortest "
        "sequence of labels that only one of them has, or after which only one has a livelock or a deadlock. "
        "If there is none, it is a formula that only one of them satisfies. `heddle check` confirms it on "
        "both inputs, or for probabilistic `heddle verify`.\n\nThe exit status is 0 if the relation holds, 1 "
        "if it does not, and 3 if a limit was reached.",
    .arguments = arguments,
    .hints = hints,
    .rules = rules,
    .options = OPTIONS_TABLE(rows),
    .advanced = OPTIONS_TABLE(advanced_rows),
};

/* The exit code of what returned `failed`, with a message if evidence that was asked for is not written. */
static int conclude(struct job *job, int failed, const struct compare_request *request,
                    const struct compare_result *result) {
    const int code = failed                       ? job_fail(job)
                     : !result->compared          ? EXIT_UNDECIDED
                     : result->comparison.related ? EXIT_DONE
                                                  : EXIT_VIOLATED;
    if (request->evidence != NULL && result->not_written != NULL && code != EXIT_ERROR) {
        job_message(job, "%s: not written: %s", request->evidence, result->not_written);
    }
    return code;
}

static int compare(struct job *job, const struct option_list *paths, void *values) {
    struct compare_request *request = values;
    front_begin(request->operand.run.device);
    if (job_configure(job, &request->operand.run) != 0) {
        return job_fail(job);
    }
    request->paths[0] = paths->items[0];
    request->paths[1] = paths->items[1];
    struct compare_shown shown = {.request = request};
    const struct operand *operands = shown.result.operands;
    const int failed = api_compare(job, request, &shown.result);
    shown.outcome =
        failed ? job_outcome(job) : search_outcome_name(operands[operands[0].complete].search.outcome);
    int code = conclude(job, failed, request, &shown.result);
    if ((code != EXIT_ERROR || shown.result.compared) && compare_print(job, &shown, code) != 0) {
        code = job_fail(job);
    }
    compare_result_free(&shown.result, job);
    return code;
}

int compare_main(int argc, char **argv) {
    struct compare_request request = COMPARE_DEFAULTS;
    return job_command(&compare_command, argc, argv, &request, compare);
}
