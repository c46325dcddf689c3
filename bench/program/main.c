/* heddle-bench: the published experiments, as tables for people, JSON, CSV and pages. */
#include <jansson.h>
#include <string.h>

#include "api/output_name.h"
#include "bench/all.h"
#include "bench/parts.h"
#include "bench/program/bench_report.h"
#include "bench/program/results.h"
#include "bench/record.h"
#include "cli/bench_command.h"
#include "cli/common.h"
#include "api/earlier_run.h"
#include "cli/program_run.h"
#include "explorer/backend.h"

/* --- the command --- */

/* Chooses a GPU if there is one, unless the options say otherwise. A measurement never moves from one
 * device to another. benchmark: NULL for all. Returns 0, or -1 with job->error. */
static int choose_device(struct job *job, const struct benchmark *benchmark, struct bench_options *options) {
    int of_cpu = benchmark != NULL && benchmark->of_cpu;
    const struct backend *cuda = of_cpu ? NULL : backend_find("cuda");
    const char *reason;
    if (strcmp(options->run.device, "auto") == 0) {
        options->run.device = cuda != NULL && cuda->available(&reason) ? "cuda" : "cpu";
    }
    return of_cpu && strncmp(options->run.device, "cuda", 4) == 0
               ? error_set(&job->error, ERROR_USAGE, "--device: %s measures the CPU alone", benchmark->name)
               : 0;
}

/* One run of the command. */
struct bench_work {
    struct job *job;
    const struct bench_options *options;
    const char *name;
    struct bench bench;
    struct bench_report report;
    struct record record;
    struct bench_choice parts[BENCH_MOST_PARTS];
    int is_all; /* all benchmarks, not one */
    struct bench_all all;
    json_t *before;  /* the earlier run; NULL: none */
    int has_program; /* the Python program makes what is not measured */
};

/* --- running --- */

/* Runs the chosen parts of a benchmark up to the first that fails. */
static int run_one(struct bench_work *work) {
    struct recorder recorder = {.record = &work->record, .next = work->bench.sink};
    int failed = 0;
    work->bench.sink = recorder_sink(&recorder);
    for (unsigned i = 0; i < work->all.count && !failed; i++) {
        const struct bench_part *part = work->parts[i].part;
        recorder.benchmark = work->name;
        recorder.part = work->bench.part = part->name;
        failed = part->run(&work->bench) != 0;
    }
    work->bench.sink = recorder.next;
    return failed;
}

static void say(void *context, const char *text) {
    struct job *job = context;
    if (!console_of(job)->quiet) {
        job_message(job, "%s", text);
    }
}

static int run_all(struct bench_work *work) {
    const char *scale = bench_all_scale(bench_size(&work->bench));
    if (scale != NULL) {
        bench_report_say(&work->report, scale);
    }
    return bench_all_run(&work->bench, &work->all);
}

/* --- the end of a run --- */

/* What --json prints. */
static json_t *result_json(const struct bench_work *work, int complete) {
    const struct bench *bench = &work->bench;
    return json_pack("{s:s, s:s, s:s, s:I, s:b, s:b, s:f, s:O}", "command", "bench", "name", work->name,
                     "device", bench->device[0] != '\0' ? bench->device : bench->backend->name, "threads",
                     (json_int_t)work->job->run.threads, "quick", bench->quick, "complete", complete,
                     "total_seconds", run_clock() - work->job->started, "tables", work->record.tables);
}

static void say_where(struct bench_work *work, int complete) {
    if (work->options->folder != NULL && !console_of(work->job)->quiet) {
        job_message(work->job, "%s/index.html has %s", work->options->folder,
                    complete ? "all results" : "the finished parts, and names the others");
    }
}

/* Lets the Python program make what the options ask for. Returns the exit code, given the one so far. */
static int make_results(struct bench_work *work, const struct results_wish *wish, json_t *result, int failed,
                        int code) {
    struct job *job = work->job;
    const char *scale = bench_all_scale(bench_size(&work->bench));
    json_t *input =
        json_pack("{s:O, s:O, s:s, s:s?, s:O?, s:b, s:b}", "result", result, "shown", work->record.shown,
                  "version", HEDDLE_VERSION, "scale", scale, "before",
                  json_object_get(work->before, "tables"), "failed", failed, "wrong", work->bench.wrong > 0);
    json_object_set(result, "warnings", job->warnings);
    console_of(job)->has_json |= wish->json;
    int status = results_make(wish, input, &job->error);
    json_decref(input);
    if (status == 0) {
        say_where(work, !failed && code == EXIT_DONE);
        return code;
    }
    return status < 0 ? job_fail(job) : EXIT_ERROR;
}

/* Writes everything but the rows that were printed on the way. Returns the exit code, given the one so far.
 */
static int write_results(struct bench_work *work, int failed, int complete, int code) {
    const struct bench_options *options = work->options;
    const struct results_wish wish = {.rows = work->report.rows,
                                      .json =
                                          options->run.json && (code != EXIT_ERROR || work->all.failed > 0),
                                      .csv = failed ? NULL : options->csv,
                                      .page = options->folder};
    json_t *result = result_json(work, complete);
    if (failed && options->csv != NULL) {
        job_message(work->job, "%s: not written, because the benchmark did not end", options->csv);
    }
    if (work->has_program) {
        code = make_results(work, &wish, result, failed, code);
    } else if (wish.json) {
        job_print_json(work->job, json_incref(result));
    }
    json_decref(result);
    return code;
}

/* The exit code of `all`: a part that failed is an error, one that was cut short or not begun is undecided.
 */
static int code_of_all(const struct bench_all *all) {
    return all->failed > 0 ? EXIT_ERROR : all->cut > 0 || all->left_out > 0 ? EXIT_UNDECIDED : EXIT_DONE;
}

/* Prints the end of the output and returns the exit code: an error takes precedence over wrong results, and
 * these over missing ones. */
static int finish(struct bench_work *work, int failed) {
    struct job *job = work->job;
    const struct bench *bench = &work->bench;
    progress_clear(&console_of(job)->progress);
    int code = failed ? job_fail(job) : code_of_all(&work->all);
    int complete = !failed && bench->stopped == 0 && code == EXIT_DONE;
    code = write_results(work, failed, complete, code);
    if (bench->stopped != 0) {
        job_message(job, "%llu search%s cut short, because memory ran out: raise --memory",
                    (unsigned long long)bench->stopped, bench->stopped == 1 ? " was" : "es were");
        code = code == EXIT_DONE ? EXIT_UNDECIDED : code;
    }
    if (bench->wrong != 0) {
        job_message(job, "%llu result%s not what must be: a fault of heddle or of this machine",
                    (unsigned long long)bench->wrong, bench->wrong == 1 ? " is" : "s are");
        code = code == EXIT_ERROR ? code : EXIT_VIOLATED;
    }
    return code;
}

/* --- the command --- */

/*
 * Looks for the Python program, if something is asked of it. Without it, no CSV, page or comparison with an
 * earlier run can be made, but tables and JSON without published numbers can. Returns the exit code, or
 * EXIT_DONE.
 */
static int find_program(struct bench_work *work) {
    const struct bench_options *options = work->options;
    struct job *job = work->job;
    const int must = options->csv != NULL || options->folder != NULL || options->before != NULL;
    if (!must && !work->is_all && strcmp(work->name, "parity") != 0) {
        return EXIT_DONE;
    }
    int status = results_check(options->folder, &job->error);
    work->has_program = status == 0;
    if (must && status != 0) {
        return status < 0 ? job_fail(job) : EXIT_ERROR;
    }
    if (status < 0) {
        job_message(job, "%s; published numbers are left out", job->error.text);
        job->error.code = ERROR_NONE;
    }
    return EXIT_DONE;
}

/* Chooses the parts. Returns 0, or -1 with job->error. */
static int choose_parts(struct bench_work *work, const struct benchmark *benchmark) {
    int count = bench_parts_choose(benchmark, work->options->only, bench_size(&work->bench), work->parts,
                                   &work->job->error);
    work->all = (struct bench_all){.parts = work->parts,
                                   .count = count < 0 ? 0 : (unsigned)count,
                                   .record = &work->record,
                                   .say = say,
                                   .context = work->job};
    return count < 0 ? -1 : 0;
}

/* Runs the parts, with what the options name ready. The exit code. */
static int run_parts(struct bench_work *work) {
    int code = find_program(work);
    if (code != EXIT_DONE) {
        return code;
    }
    record_create(&work->record, &work->job->arguments);
    work->report = (struct bench_report){.job = work->job,
                                         .rows = !work->options->run.json && !work->options->run.quiet &&
                                                 !output_name_is_stdout(work->options->csv)};
    work->bench.sink = bench_report_sink(&work->report);
    code = finish(work, (work->is_all ? run_all(work) : run_one(work)) != 0);
    record_free(&work->record);
    return code;
}

static int run_benchmark(struct job *job, const struct option_list *operands, void *values) {
    struct bench_options *options = values;
    const char *name = operands->items[0];
    static const enum file_format csv_formats[] = {FILE_CSV, FILE_UNKNOWN};
    const struct job_output csv = {{"--csv", options->csv, csv_formats, NULL, -1}, 1};
    struct bench_work work = {
        .job = job, .options = options, .name = name, .is_all = strcmp(name, "all") == 0};
    const struct benchmark *benchmark = work.is_all ? NULL : benchmark_find(name, &job->error);
    if ((!work.is_all && benchmark == NULL) || choose_device(job, benchmark, options) != 0 ||
        job_configure(job, &options->run) != 0 || job_output(job, &csv, NULL) != 0) {
        return job_fail(job);
    }
    work.bench = (struct bench){
        .run = &job->run, .backend = job->backend, .quick = options->quick, .error = &job->error};
    work.before = options->before == NULL
                      ? NULL
                      : earlier_run_read(options->before, "bench", "tables", &job->run, &job->error);
    int failed = (options->before != NULL && work.before == NULL) || choose_parts(&work, benchmark) != 0;
    int code = failed ? job_fail(job) : run_parts(&work);
    json_decref(work.before);
    return code;
}

static int bench_main(int argc, char **argv) {
    struct bench_options options = BENCH_DEFAULTS;
    return job_command(&bench_command, argc, argv, &options, run_benchmark);
}

int main(int argc, char **argv) {
    return program_run(bench_command.name, argc, argv, bench_main);
}
