/* heddle formula: what formulas of linear temporal logic mean. */
#include "api/formula.h"

#include "base/array.h"
#include "base/options/statistics.h"
#include "cli/common.h"
#include "cli/program.h"
#include "cli/result_rows.h"

#define OPTION(member) offsetof(struct formula_request, member)

static const struct option_row rows[] = {
    {"negate", 'n', OPTION_FLAG, OPTION(negate), NULL, 0, 0, "show the negation of FORMULA"},
    {"output", 'o', OPTION_TEXT, OPTION(output), "FILE", 0, 0,
     "write the automaton to FILE: .hoa, .dot (a picture for Graphviz), or .pml (a never claim); - is .hoa"},
    {"regex", 0, OPTION_CHOICE, OPTION(extended), "basic|extended", 0, 0,
     "which regular expressions patterns are (default: basic)"},
    JOB_ROWS(struct formula_request, "print no rows or progress"),
};

static const struct option_argument arguments[] = {
    {"output", COMPLETION_FILES, "hoa dot pml"},
    {NULL, COMPLETION_FILES, NULL},
};

const struct options_command formula_command = {
    .name = "formula",
    .operands = "FORMULA [FORMULA2]",
    .fewest_operands = 1,
    .most_operands = 2,
    .summary = "show what a formula of linear temporal logic (LTL) means",
    .endings = "ltl hoa",
    .description =
        "Reads FORMULA (or a file that has it: F.ltl, or -), makes a Buchi automaton of the words that "
        "satisfy "
        "it, and shows its size and class: whether a violation (safety) or a satisfaction (guarantee) is "
        "seen "
        "after finitely many steps, and so on. With FORMULA2, tells whether both are equivalent, else with a "
        "word that satisfies one of them; -n and -o are about FORMULA alone. No model is read: all atoms may "
        "hold together.\n\n"
        "Either may be an automaton in the Hanoi format, A.hoa. Its class, and whether it has all words of "
        "the other "
        "one, are known if it is deterministic, weak or small.\n\n"
        "The exit status is 1 if two formulas are not equivalent; 3 if time or memory did not suffice, or if "
        "that is "
        "not known.",
    .arguments = arguments,
    .options = OPTIONS_TABLE(rows),
};

/* What is shown. */
struct shown {
    const char *command, *input, *second, *satisfies;
    int negated; /* 1, or -1 */
    uint64_t memory_bytes;
    double total_seconds;
    struct formula_result result;
};

#define AT(member) offsetof(struct shown, member)

static const struct statistic_row result_rows[] = {
    COMMAND_ROWS(struct shown, "formula"),
    {"second", "second formula", NULL, STATISTIC_TEXT, AT(second)},
    {"negated", "negated", NULL, STATISTIC_TRUTH, AT(negated)},
    {"class", "class", NULL, STATISTIC_TEXT, AT(result.class)},
    {"truth", "truth", NULL, STATISTIC_TEXT, AT(result.truth)},
    {"invisible_steps", "invisible steps", NULL, STATISTIC_TEXT, AT(result.steps)},
    {"atoms", "atoms", NULL, STATISTIC_COUNT, AT(result.atoms)},
    {"states", "automaton states", NULL, STATISTIC_COUNT, AT(result.states)},
    {"edges", "edges", NULL, STATISTIC_COUNT, AT(result.edges)},
    {"marks", "marks", NULL, STATISTIC_COUNT, AT(result.marks)},
    {"deterministic", "deterministic", NULL, STATISTIC_TRUTH, AT(result.deterministic)},
    {"other_states", "states of the opposite", NULL, STATISTIC_COUNT, AT(result.other_states)},
    {"equivalent", "equivalent", NULL, STATISTIC_TRUTH, AT(result.equivalent)},
    {"satisfies", "told apart by a word of", NULL, STATISTIC_TEXT, AT(satisfies)},
    {"word", "word", NULL, STATISTIC_TEXT, AT(result.word)},
    {"included", "included in the other", NULL, STATISTIC_TEXT, AT(result.included)},
    COST_ROWS(struct shown),
    {"output", "written", NULL, STATISTIC_TEXT, AT(result.written)},
};

static int formula(struct job *job, const struct option_list *operands, void *values) {
    struct formula_request *request = values;
    if (job_configure(job, &request->run) != 0) {
        return job_fail(job);
    }
    request->formula[0] = operands->items[0];
    request->formula[1] = operands->count > 1 ? operands->items[1] : NULL;
    struct shown shown = {.command = "formula", .input = request->formula[0], .second = request->formula[1]};
    shown.negated = request->negate ? 1 : -1;
    struct formula_result *result = &shown.result;
    int code = api_formula(job, request, result) != 0 ? job_fail(job)
               : result->equivalent == 0              ? EXIT_VIOLATED
                                                      : EXIT_DONE;
    shown.satisfies = result->satisfies < 0 ? NULL : request->formula[result->satisfies];
    shown.total_seconds = run_clock() - job->started;
    shown.memory_bytes = memory_peak(&job->memory);
    if (code != EXIT_ERROR && job_print_statistics(job, result_rows, LENGTH(result_rows), &shown, 0) != 0) {
        code = job_fail(job);
    }
    formula_result_free(result, &job->memory);
    return code;
}

int formula_main(int argc, char **argv) {
    struct formula_request request = FORMULA_DEFAULTS;
    return job_command(&formula_command, argc, argv, &request, formula);
}
