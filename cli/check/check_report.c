/* The output of `heddle check`: traces, verdicts and counts, as rows or as JSON. */
#include "cli/check/check_report.h"

#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/quantity.h"
#include "base/options/statistics.h"
#include "base/text/text.h"
#include "checker/evidence/trace_table.h"
#include "checker/strategy/strategy.h"
#include "checker/strategy/strategy_explain.h"
#include "cli/check/check_counts.h"
#include "cli/check/check_files.h"
#include "cli/check/check_junit.h"
#include "cli/check/check_page.h"
#include "cli/check/check_passing.h"
#include "cli/check/check_vacuity.h"
#include "api/output_name.h"
#include "explorer/backend.h"
#include "explorer/model/network.h"

#define MOST_STEPS 100u   /* most steps of a trace on standard output */
#define SHOWN_SECONDS 1.0 /* shorter times of properties are not shown */

/* --- verdicts --- */

static const char *const verdict_names[] = {"holds", "violated", "undecided"};

const char *check_report_schedulers(int every) {
    return every ? "all" : "some";
}

const char *check_report_verdict(enum verdict verdict) {
    return verdict_names[verdict];
}

const char *check_report_end(enum explore_outcome outcome) {
    switch (outcome) {
    case EXPLORE_LIMIT:
        return "the search reached its limit (--max-states, --max-depth)";
    case EXPLORE_FULL:
        return "the search ran out of memory";
    case EXPLORE_INTERRUPTED:
        return "the search was interrupted";
    case EXPLORE_TIMEOUT:
        return "the search ran out of time (--timeout)";
    case EXPLORE_DONE:
    case EXPLORE_FAULT:
    case EXPLORE_VIOLATED:
    case EXPLORE_LEFT:
        break;
    }
    return NULL;
}

/* " by a cycle of 2 steps after 5 steps" */
static void print_place(const struct check_result *result, FILE *stream) {
    char steps[QUANTITY_TEXT];
    uint64_t before = result->length - result->cycle_length;
    if (result->is_unlocated) {
        return;
    }
    if (result->cycle_length != 0) {
        fprintf(stream, " by a cycle of %s step%s", quantity_number(result->cycle_length, steps),
                result->cycle_length == 1 ? "" : "s");
    }
    if (before == 0) {
        fprintf(stream, " in the initial state");
    } else {
        fprintf(stream, " after %s step%s", quantity_number(before, steps), before == 1 ? "" : "s");
    }
    if (result->reduced) {
        fprintf(stream, ", perhaps not the fewest");
    }
}

/* Whether the property is that there is no deadlock or no livelock, without a name that a suite gave it. */
static int is_absence(const struct property *property) {
    return (property->kind == PROPERTY_DEADLOCK || property->kind == PROPERTY_LIVELOCK) &&
           strcmp(property->name, property_kind_name(property->kind)) == 0;
}

/* The name in a row. That of `--deadlock` is "no deadlock", because the formula `deadlock` means that there
 * is one. */
static const char *row_name(const struct property *property, char *buffer) {
    if (is_absence(property)) {
        return property->kind == PROPERTY_DEADLOCK ? "no deadlock" : "no livelock";
    }
    return check_shown_name(property->name, buffer);
}

/* Prints what the verdict on a formula rests on. */
static void print_grounds(const struct check_result *result, FILE *stream) {
    static const char *const texts[] = {[GROUNDS_ABSENT] = ": something it speaks of is never reached",
                                        [GROUNDS_SEVERAL] = ": by several of its parts together",
                                        [GROUNDS_LABELS] = ": there is no such label",
                                        [GROUNDS_TRIVIAL] = ": trivially, by its form alone"};
    int is_invariant = result->grounds == GROUNDS_GAME && result->verdict == VERDICT_HOLDS &&
                       (check_path_divides(result) || result->length == 0);
    if (result->verdict == VERDICT_UNDECIDED || is_invariant) {
        return; /* if it holds whichever transitions are taken, no place is its reason */
    }
    if (check_path_divides(result)) {
        fprintf(stream, ": the path divides");
        print_place(result, stream);
    } else if (result->grounds == GROUNDS_REACHED || (result->grounds == GROUNDS_GAME && result->has_trace)) {
        print_place(result, stream);
    } else if (result->grounds != GROUNDS_GAME && result->verdict == VERDICT_VIOLATED) {
        fprintf(stream, "%s", texts[result->grounds]);
    }
}

void check_report_reason(const struct check_report *report, uint32_t index, FILE *stream) {
    const struct check_result *result = &report->check->results[index];
    enum property_kind kind = report->properties[index].kind;
    int is_absent = result->grounds == GROUNDS_LABELS && report->absent[index].count > 0;
    if (check_vacuity_print(report, index, stream) || (kind == PROPERTY_FORMULA && is_absent)) {
        /* that is the reason, or the absent labels are, which the row names at its end */
    } else if (kind == PROPERTY_FORMULA) {
        print_grounds(result, stream);
    } else if (property_is_of_schedulers(kind)) {
        fprintf(stream, "%s",
                result->verdict != VERDICT_VIOLATED || network_is_chain(report->network) ? ""
                : report->properties[index].by_every_scheduler                           ? CHECK_ONE_AVOIDS
                                                               : CHECK_NO_SCHEDULER);
    } else if (result->verdict == VERDICT_VIOLATED) {
        print_place(result, stream);
    }
}

/* Prints the time of a search or game that only this property of several has. */
static void print_seconds(const struct check_report *report, uint32_t index, FILE *stream) {
    const struct check_result *result = &report->check->results[index];
    double seconds = check_result_seconds(report->check, index);
    if (report->count > 1 && seconds >= SHOWN_SECONDS && result->search != CHECK_NO_SEARCH &&
        report->check->searches[result->search].product) {
        fprintf(stream, ", %.1f s", seconds);
    }
}

/* "30 properties: 28 pass, 1 fails, 1 is undecided; 2 searches" */
static void print_summary(const struct check_report *report, FILE *stream) {
    uint32_t passed = 0, undecided = 0;
    for (uint32_t i = 0; i < report->count; i++) {
        enum verdict verdict = report->check->results[i].verdict;
        passed += (uint32_t)check_passes(&report->properties[i], verdict);
        undecided += verdict == VERDICT_UNDECIDED;
    }
    uint32_t failed = report->count - passed - undecided, searches = report->check->search_count;
    fprintf(stream, "\n%u propert%s: %u pass%s", report->count, report->count == 1 ? "y" : "ies", passed,
            passed == 1 ? "es" : "");
    if (failed != 0) {
        fprintf(stream, ", %u fail%s", failed, failed == 1 ? "s" : "");
    }
    if (undecided != 0) {
        fprintf(stream, ", %u undecided", undecided);
    }
    fprintf(stream, "; %u search%s\n", searches, searches == 1 ? "" : "es");
}

static void print_verdicts(const struct check_report *report, char *const *paths, FILE *stream) {
    static const char green[] = "\033[32m", red[] = "\033[1;31m", yellow[] = "\033[33m";
    char buffer[CHECK_NAME_BYTES];
    int coloured = job_use_colour(fileno(stream));
    size_t width = 0;
    for (uint32_t i = 0; i < report->count; i++) {
        size_t length = text_shown_width(row_name(&report->properties[i], buffer));
        width = length > width ? length : width;
    }
    fputc('\n', stream);
    for (uint32_t i = 0; i < report->count; i++) {
        const struct check_result *result = &report->check->results[i];
        const struct property *property = &report->properties[i];
        const char *colour = check_passes(property, result->verdict) ? green
                             : result->verdict == VERDICT_UNDECIDED  ? yellow
                                                                     : red;
        text_print(row_name(property, buffer), width, stream);
        fprintf(stream, "  %s%s%s", coloured ? colour : "", verdict_names[result->verdict],
                coloured ? "\033[0m" : "");
        check_report_reason(report, i, stream);
        check_print_expectation(property, result->verdict, stream);
        if (paths[i] != NULL && !output_name_is_stdout(paths[i])) {
            fprintf(stream, ", %s in ",
                    result->verdict == VERDICT_HOLDS ? "witness"
                    : check_path_divides(result)     ? "strategy"
                                                     : "trace");
            text_print(paths[i], 0, stream);
        } else if (paths[i] == NULL && result->verdict == VERDICT_VIOLATED && check_path_divides(result)) {
            fprintf(stream, " (--trace FILE.json writes the strategy)");
        }
        print_seconds(report, i, stream);
        check_vacuity_print_absent(report, i, stream);
        fputc('\n', stream);
    }
    if (report->of_suites != 0) {
        print_summary(report, stream);
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

void check_report_trace(const struct check_report *report, uint32_t index, uint64_t most_steps,
                        FILE *stream) {
    const struct check_result *result = &report->check->results[index];
    const struct evidence_claim claim = {.subject = report->subject,
                                         .property = &report->properties[index],
                                         .trace = &result->trace,
                                         .strategy = check_formula_strategy(result->evidence)};
    if (trace_print_claim(&claim, most_steps, &report->job->memory, stream) > 0) {
        job_lack_memory(report->job, "to show a trace");
    }
}

static void print_traces(const struct check_report *report, FILE *stream) {
    for (uint32_t i = 0; i < report->count; i++) {
        const struct check_result *result = &report->check->results[i];
        char buffer[CHECK_NAME_BYTES];
        int explained = report->explains_all || (result->verdict == VERDICT_VIOLATED &&
                                                 !check_passes(&report->properties[i], result->verdict));
        if (!result->has_trace || (result->trace.steps == 0 && result->evidence == NULL) || !explained) {
            continue;
        }
        fputc('\n', stream);
        if (is_absence(&report->properties[i])) {
            fprintf(stream, "a %s", report->properties[i].name);
        } else {
            text_print(check_shown_name(report->properties[i].name, buffer), 0, stream);
            fputs(result->verdict == VERDICT_VIOLATED ? " is violated" : " holds", stream);
        }
        fputs(result->trace.steps == 0 ? " in the initial state:\n" : ":\n", stream);
        if (result->trace.steps > 0) {
            check_report_trace(report, i, MOST_STEPS, stream);
        }
        print_explanation(result, stream);
        if (result->trace.steps > MOST_STEPS) {
            fprintf(stream,
                    "(--trace - shows all steps, --trace FILE.json writes them for `heddle verify`)\n");
        }
    }
}

/* Explains why a formula has no trace although one was requested, unless that is an error. */
static void explain_formula(const struct check_report *report, uint32_t index) {
    const struct check_result *result = &report->check->results[index];
    char buffer[CHECK_NAME_BYTES];
    const char *name = check_shown_name(report->properties[index].name, buffer);
    if (report->trace_path == NULL || console_of(report->job)->quiet || result->verdict != VERDICT_VIOLATED ||
        result->has_trace || result->evidence != NULL || result->why.code != ERROR_NONE) {
        return;
    }
    job_message(report->job, "%s: no trace shows that%s", name,
                result->grounds == GROUNDS_ABSENT
                    ? ": the search found no way to something that the formula speaks of"
                : result->grounds == GROUNDS_SEVERAL ? ", because that takes several parts of the formula"
                                                     : "");
}

/* Whether a message about the missing file of the property was printed already. */
static int was_missed(const struct check_report *report, const struct check_result *result) {
    return result->verdict == VERDICT_HOLDS
               ? report->trace_path != NULL || report->certifies_formula
               : result->verdict == VERDICT_VIOLATED && report->trace_path != NULL;
}

/* Explains what the rows do not show: why there is no trace, why a property is undecided. */
static void explain(const struct check_report *report) {
    const struct check *check = report->check;
    char text[2048];
    unsigned told = 0; /* one bit per outcome that was explained */
    for (uint32_t i = 0; i < check->search_count; i++) {
        const struct check_search *search = &check->searches[i];
        if (search->result.levels != 0 && !search->is_first && !(told >> search->result.outcome & 1)) {
            search_explain(report->job, report->search, &search->result, &search->effort);
            told |= 1u << search->result.outcome;
        }
    }
    for (uint32_t i = 0; i < report->count; i++) {
        const struct check_result *result = &check->results[i];
        if (report->trace_path != NULL && !console_of(report->job)->quiet &&
            result->verdict == VERDICT_VIOLATED && property_is_of_schedulers(report->properties[i].kind)) {
            job_message(
                report->job,
                network_is_chain(report->network) ? "%s: a trace cannot show that"
                : report->properties[i].by_every_scheduler
                    ? "%s: a trace cannot show that a scheduler avoids something: --scheduler FILE writes "
                      "the evidence"
                    : "%s: there is no scheduler, and a trace cannot show that: --scheduler FILE "
                      "writes the evidence",
                report->properties[i].name);
        }
        char buffer[CHECK_NAME_BYTES];
        if (report->properties[i].kind == PROPERTY_FORMULA) {
            explain_formula(report, i);
        }
        if (result->why.code != ERROR_NONE && !was_missed(report, result)) {
            job_message(report->job, "%s: %s: %s", check_shown_name(report->properties[i].name, buffer),
                        result->verdict == VERDICT_VIOLATED ? "there is no trace"
                        : result->verdict == VERDICT_HOLDS  ? "there is no evidence"
                                                            : "undecided",
                        error_describe(&result->why, text, sizeof text));
            job_advise(report->job, result->why.code);
        }
    }
}

/* Warns of failures of GPUs, of each failure once. */
static void warn_fallbacks(const struct check_report *report) {
    const struct check *check = report->check;
    for (uint32_t i = 0; i < check->search_count; i++) {
        int told = 0;
        for (uint32_t k = 0; k < i && !told; k++) {
            told =
                strcmp(check->searches[k].effort.fallback.text, check->searches[i].effort.fallback.text) == 0;
        }
        if (!told) {
            search_warn_fallback(report->job, &check->searches[i].effort.fallback, "does the search");
        }
    }
}

/* The exit code of the verdicts. If a device that the user named failed, or if probabilities are wrong,
 * that is an error, whatever else was found. A formula is undecided if the named solver cannot solve its
 * game.
 * */
static int verdict_exit_code(const struct check_report *report) {
    const struct check *check = report->check;
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
        code = check_exit_code(code, &report->properties[i], check->results[i].verdict);
    }
    return code;
}

/* --- the report --- */

static int print_all(const struct check_report *report, struct check_files *files) {
    struct job *job = report->job;
    progress_clear(&console_of(job)->progress);
    warn_fallbacks(report);
    check_vacuity_warn(report);
    int code = check_files_write(report, verdict_exit_code(report), files);
    if (files->traces == NULL || files->trace_bytes == NULL) {
        return code;
    }
    struct check_counts counts;
    check_counts_take(report, &counts);
    if (report->page_path != NULL) {
        if (check_page_write(report, &counts, files->traces) != 0) {
            code = check_files_miss(report, files, "--report", report->page_path, code);
        } else {
            counts.page = report->page_path;
        }
    }
    if (report->junit_path != NULL && check_junit_write(report, counts.total_seconds) != 0) {
        code = check_files_miss(report, files, "--junit", report->junit_path, code);
    }
    if (report->json && check_report_json(report, &counts, files) != 0) {
        return job_fail_beside(job, code);
    }
    if (!report->json && !console_of(job)->quiet) {
        statistics_print(check_count_rows, CHECK_COUNT_ROWS, &counts, !counts.complete, console_results(job));
        if (report->trace_path == NULL) {
            print_traces(report, console_results(job));
        }
        print_verdicts(report, files->traces, console_results(job));
    }
    fflush(console_results(job));
    explain(report);
    return code;
}

int check_report_print(const struct check_report *report) {
    struct check_files files;
    int code = print_all(report, &files);
    check_files_free(report, &files);
    return code;
}
