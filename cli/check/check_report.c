/* The output of `heddle check`: traces, verdicts and counts, as rows or as JSON. */
#include "cli/check/check_report.h"

#include <string.h>

#include "api/check/check_passing.h"
#include "api/check/check_reason.h"
#include "api/output_name.h"
#include "base/text/text.h"
#include "checker/strategy/strategy_explain.h"
#include "cli/check/check_counts.h"
#include "cli/common.h"

#define MOST_STEPS 100u   /* most steps of a trace on standard output */
#define SHOWN_SECONDS 1.0 /* shorter times of properties are not shown */

/* --- verdicts --- */

/* Whether the property is that there is no deadlock or the like, without a name that a suite gave it. */
static int is_absence(const struct property *property) {
    const struct property_row *row = property_row(property->kind);
    return row->takes == PROPERTY_TAKES_NOTHING && strcmp(property->name, row->name) == 0;
}

/* The name in a row. That of `--deadlock` is "no deadlock", because the formula `deadlock` means that there
 * is one. */
static const char *row_name(const struct property *property, char *buffer) {
    if (is_absence(property)) {
        snprintf(buffer, CHECK_NAME_BYTES, "no %s", property->name);
        return buffer;
    }
    return check_shown_name(property->name, buffer);
}

/* Prints the time of a search or game that only this property of several has. */
static void print_seconds(const struct checked *checked, uint32_t index, FILE *stream) {
    const struct check_result *result = &checked->check->results[index];
    double seconds = check_result_seconds(checked->check, index);
    if (checked->count > 1 && seconds >= SHOWN_SECONDS && result->search != CHECK_NO_SEARCH &&
        checked->check->searches[result->search].product) {
        fprintf(stream, ", %.1f s", seconds);
    }
}

/* "30 properties: 28 pass, 1 fails, 1 is undecided; 2 searches" */
static void print_summary(const struct checked *checked, FILE *stream) {
    uint32_t passed = 0, undecided = 0;
    for (uint32_t i = 0; i < checked->count; i++) {
        enum verdict verdict = checked->check->results[i].verdict;
        passed += (uint32_t)check_passes(&checked->properties[i], verdict);
        undecided += verdict == VERDICT_UNDECIDED;
    }
    uint32_t failed = checked->count - passed - undecided, searches = checked->check->search_count;
    fprintf(stream, "\n%u propert%s: %u pass%s", checked->count, checked->count == 1 ? "y" : "ies", passed,
            passed == 1 ? "es" : "");
    if (failed != 0) {
        fprintf(stream, ", %u fail%s", failed, failed == 1 ? "s" : "");
    }
    if (undecided != 0) {
        fprintf(stream, ", %u undecided", undecided);
    }
    fprintf(stream, "; %u search%s\n", searches, searches == 1 ? "" : "es");
}

static void print_verdicts(const struct checked *checked, FILE *stream) {
    static const char green[] = "\033[32m", red[] = "\033[1;31m", yellow[] = "\033[33m";
    char buffer[CHECK_NAME_BYTES];
    int coloured = job_use_colour(fileno(stream));
    size_t width = 0;
    for (uint32_t i = 0; i < checked->count; i++) {
        size_t length = text_shown_width(row_name(&checked->properties[i], buffer));
        width = length > width ? length : width;
    }
    fputc('\n', stream);
    for (uint32_t i = 0; i < checked->count; i++) {
        const struct check_result *result = &checked->check->results[i];
        const struct property *property = &checked->properties[i];
        const char *colour = check_passes(property, result->verdict) ? green
                             : result->verdict == VERDICT_UNDECIDED  ? yellow
                                                                     : red;
        text_print(row_name(property, buffer), width, stream);
        fprintf(stream, "  %s%s%s", coloured ? colour : "", check_verdict_name(result->verdict),
                coloured ? "\033[0m" : "");
        check_print_reason(checked, i, stream);
        check_print_expectation(property, result->verdict, stream);
        if (checked->traces[i] != NULL && !output_name_is_stdout(checked->traces[i])) {
            fprintf(stream, ", %s in ",
                    result->verdict == VERDICT_HOLDS ? "witness"
                    : check_path_divides(result)     ? "strategy"
                                                     : "trace");
            text_print(checked->traces[i], 0, stream);
        } else if (checked->traces[i] == NULL && result->verdict == VERDICT_VIOLATED &&
                   check_path_divides(result)) {
            fprintf(stream, " (--trace FILE.json writes the strategy)");
        }
        print_seconds(checked, i, stream);
        check_vacuity_print_absent(checked, i, stream);
        fputc('\n', stream);
    }
    if (checked->request->properties->of_suites != 0 && checked->mdp == NULL) {
        print_summary(checked, stream);
    }
}

/* Prints why the path of a formula's strategy ends, if the trace is one. */
static void print_explanation(const struct check_result *result, FILE *stream) {
    const struct strategy *strategy = check_formula_strategy(result->evidence);
    const char *text;
    for (uint64_t k = 0; strategy != NULL && (text = strategy_explanation_text(strategy, k)) != NULL; k++) {
        text_print(text, 0, stream);
        fputc('\n', stream);
    }
}

static void print_traces(const struct checked *checked, FILE *stream) {
    for (uint32_t i = 0; i < checked->count; i++) {
        const struct check_result *result = &checked->check->results[i];
        char buffer[CHECK_NAME_BYTES];
        int explained =
            checked->request->witness ||
            (result->verdict == VERDICT_VIOLATED && !check_passes(&checked->properties[i], result->verdict));
        const int has_steps = result->trace.steps > 0 ||
                              property_is_of_runs(checked->properties[i].kind); /* a state has atoms */
        if (!result->has_trace || (!has_steps && result->evidence == NULL) || !explained) {
            continue;
        }
        fputc('\n', stream);
        if (is_absence(&checked->properties[i])) {
            fprintf(stream, "a %s", checked->properties[i].name);
        } else {
            text_print(check_shown_name(checked->properties[i].name, buffer), 0, stream);
            fputs(result->verdict == VERDICT_VIOLATED ? " is violated" : " holds", stream);
        }
        fputs(result->trace.steps == 0 ? " in the initial state:\n" : ":\n", stream);
        if (has_steps) {
            check_print_trace(checked, i, MOST_STEPS, stream);
        }
        print_explanation(result, stream);
        if (result->trace.steps > MOST_STEPS) {
            fprintf(stream,
                    "(--trace - shows all steps, --trace FILE.json writes them for `heddle verify`)\n");
        }
    }
}

/* The exit code of one more verdict, given that of those before. */
static int code_with_verdict(int code, const struct property *property, enum verdict verdict) {
    if (code == EXIT_VIOLATED || check_passes(property, verdict)) {
        return code;
    }
    return verdict == VERDICT_UNDECIDED ? EXIT_UNDECIDED : EXIT_VIOLATED;
}

/* The exit code of the verdicts. If a device that the user named failed, or if probabilities are wrong,
 * that is an error, whatever else was found. A formula is undecided if the named solver cannot solve its
 * game.
 * */
static int verdict_exit_code(const struct checked *checked) {
    const struct check *check = checked->check;
    int code = EXIT_DONE;
    for (uint32_t i = 0; i < check->property_count; i++) {
        const struct check_result *result = &check->results[i];
        enum error_code why = result->why.code;
        if (why == ERROR_DEVICE || why == ERROR_INPUT ||
            (why == ERROR_USAGE && result->verdict != VERDICT_UNDECIDED)) {
            return EXIT_ERROR;
        }
    }
    for (uint32_t i = 0; i < check->property_count; i++) {
        code = code_with_verdict(code, &checked->properties[i], check->results[i].verdict);
    }
    return code;
}

/* The same with the files that are missing though the verdicts leave something to write. */
static int exit_code(const struct checked *checked) {
    int code = verdict_exit_code(checked);
    for (uint64_t i = 0; i < checked->missing_count; i++) {
        if (checked->missing[i].code != ERROR_NONE) {
            code = job_exit_code_beside(checked->missing[i].code, code);
        }
    }
    return code;
}

/* --- the report --- */

int check_report_print(const struct checked *checked) {
    struct job *job = checked->job;
    const struct console *console = console_of(job);
    FILE *stream = console_results(job);
    const int code = exit_code(checked);
    struct check_counts counts;
    progress_clear(&console_of(job)->progress);
    check_counts_take(checked, &counts);
    if (console->json && check_report_json(checked, &counts) != 0) {
        return job_fail_beside(job, code);
    }
    if (!console->json && !console->quiet) {
        check_counts_print(checked, &counts, stream);
        if (checked->request->trace == NULL) {
            print_traces(checked, stream);
        }
        print_verdicts(checked, stream);
    }
    fflush(stream);
    check_explain(checked);
    return code;
}
