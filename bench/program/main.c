/* heddle-bench: the published experiments, as tables for people, JSON, CSV and pages. */
#include <jansson.h>
#include <string.h>

#include "base/stream/output.h"
#include "bench/all.h"
#include "bench/program/bench_report.h"
#include "cli/bench_command.h"
#include "bench/earlier.h"
#include "bench/folder.h"
#include "bench/parts.h"
#include "bench/record.h"
#include "cli/common.h"
#include "cli/earlier_run.h"
#include "api/output_name.h"
#include "cli/program_run.h"
#include "explorer/backend.h"

#define FACT 512

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
struct work {
    struct job *job;
    const struct bench_options *options;
    const char *name;
    struct bench bench;
    struct bench_report report;
    struct record record;
    struct bench_choice parts[BENCH_MOST_PARTS];
    int is_all; /* all benchmarks, not one */
    struct bench_all all;
    json_t *before; /* the earlier run; NULL: none */
};

/* --- running --- */

/* Runs the chosen parts of a benchmark up to the first that fails. */
static int run_one(struct work *work) {
    struct recorder recorder = {
        .record = &work->record, .next = work->bench.sink, .error = &work->job->error};
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

/* The table beside the earlier run. */
static int compare_runs(struct work *work) {
    struct recorder recorder = {.record = &work->record,
                                .next = work->bench.sink,
                                .error = &work->job->error,
                                .benchmark = work->name};
    if (work->before == NULL) {
        return 0;
    }
    work->bench.sink = recorder_sink(&recorder);
    int failed = bench_earlier(&work->bench, &work->record, json_object_get(work->before, "tables"));
    recorder_close(&recorder);
    work->bench.sink = recorder.next;
    return failed;
}

static void say(void *context, const char *text) {
    struct job *job = context;
    if (!console_of(job)->quiet) {
        job_message(job, "%s", text);
    }
}

static int run_all(struct work *work) {
    const char *scale = bench_all_scale(bench_size(&work->bench));
    if (scale != NULL) {
        bench_report_say(&work->report, scale);
    }
    return bench_all_run(&work->bench, &work->all);
}

/* --- the end of a run --- */

static void print_json(struct work *work, int complete) {
    const struct bench *bench = &work->bench;
    json_t *tables = json_array();
    for (uint64_t i = 0; i < work->record.count; i++) {
        json_array_append_new(tables, record_table_json(&work->record, work->record.tables[i]));
    }
    json_t *object =
        json_pack("{s:s, s:s, s:s, s:I, s:b, s:b, s:f, s:o}", "command", "bench", "name", work->name,
                  "device", bench->device[0] != '\0' ? bench->device : bench->backend->name, "threads",
                  (json_int_t)work->job->run.threads, "quick", bench->quick, "complete", complete,
                  "total_seconds", run_clock() - work->job->started, "tables", tables);
    job_print_json(work->job, object);
}

/* Writes all tables, with an empty line between them. */
static int write_csv(struct work *work, struct error *error) {
    output *csv = output_create(&work->job->run, work->options->csv, error);
    int failed = csv == NULL;
    for (uint64_t i = 0; i < work->record.count && !failed; i++) {
        failed = (i > 0 && output_text(csv, "\n", error) != 0) ||
                 record_table_csv(work->record.tables[i], csv, error) != 0;
    }
    if (failed) {
        output_discard(csv);
        return -1;
    }
    return output_finish(csv, error);
}

/* Writes the CSV file, unless the benchmark failed. Returns the exit code, given the one so far. */
static int finish_csv(struct work *work, int failed, int code) {
    const char *csv = work->options->csv;
    if (csv != NULL && failed) {
        job_message(work->job, "%s: not written, because the benchmark did not end", csv);
    } else if (csv != NULL && write_csv(work, &work->job->error) != 0) {
        return job_fail(work->job);
    }
    return code;
}

/* Writes the page, which describes the machine and the outcome of the run. */
static int write_folder(struct work *work, int failed, int code) {
    struct job *job = work->job;
    const struct bench *bench = &work->bench;
    char machine[FACT], title[FACT], ended[FACT];
    const char *facts[5], *scale = bench_all_scale(bench_size(bench));
    struct bench_folder folder = {.path = work->options->folder, .title = title, .facts = facts};
    snprintf(title, sizeof title, "heddle bench %s", work->name);
    snprintf(machine, sizeof machine, "heddle %s on %s, with %u thread%s of the CPU.", HEDDLE_VERSION,
             bench->device[0] != '\0' ? bench->device : bench->backend->name, job->run.threads,
             job->run.threads == 1 ? "" : "s");
    facts[folder.fact_count++] = machine;
    if (scale != NULL) {
        facts[folder.fact_count++] = scale;
    }
    if (work->is_all) {
        int length = snprintf(ended, sizeof ended, "%u parts: ", work->all.count);
        if (work->all.cut + work->all.failed + work->all.left_out == 0) {
            snprintf(ended + length, sizeof ended - (size_t)length, "all are done.");
        } else {
            snprintf(ended + length, sizeof ended - (size_t)length,
                     "%u cut short, %u failed, %u not begun; the last table says which.", work->all.cut,
                     work->all.failed, work->all.left_out);
        }
        facts[folder.fact_count++] = ended;
    }
    if (failed) {
        facts[folder.fact_count++] = "It did not finish, so tables may be missing or incomplete.";
    }
    if (bench->wrong > 0) {
        facts[folder.fact_count++] = "Some results are wrong: their rows say so.";
    }
    if (bench_folder_write(&folder, &work->record, &job->arguments, &job->error) != 0) {
        return job_fail(job);
    }
    if (!console_of(job)->quiet) {
        int whole = !failed && work->all.cut + work->all.failed + work->all.left_out == 0;
        job_message(job, "%s/index.html has %s", work->options->folder,
                    whole ? "all results" : "the finished parts, and names the others");
    }
    return code;
}

/* The exit code of `all`: a part that failed is an error, one that was cut short or not begun is undecided.
 */
static int code_of_all(const struct bench_all *all) {
    return all->failed > 0 ? EXIT_ERROR : all->cut > 0 || all->left_out > 0 ? EXIT_UNDECIDED : EXIT_DONE;
}

/* Prints the end of the output and returns the exit code: an error takes precedence over wrong results, and
 * these over missing ones. */
static int finish(struct work *work, int failed) {
    struct job *job = work->job;
    const struct bench *bench = &work->bench;
    progress_clear(&console_of(job)->progress);
    int code = failed ? job_fail(job) : code_of_all(&work->all);
    int complete = !failed && bench->stopped == 0 && code == EXIT_DONE;
    code = finish_csv(work, failed, code);
    if (work->options->folder != NULL) {
        code = write_folder(work, failed, code);
    }
    if (work->options->run.json && (code != EXIT_ERROR || work->all.failed > 0)) {
        print_json(work, complete);
    }
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

/* Makes the folder, and allocates the results. Returns 0, or -1 with job->error and nothing to free. */
static int open_results(struct work *work) {
    const struct bench_options *options = work->options;
    struct error *error = &work->job->error;
    if (options->folder != NULL && bench_folder_prepare(options->folder, error) != 0) {
        return -1;
    }
    work->report = (struct bench_report){.job = work->job,
                                         .rows = !options->run.json && !options->run.quiet &&
                                                 !output_name_is_stdout(options->csv)};
    /* The tables are not part of the memory budget: they are small, and report the memory that the
     * benchmarks use. */
    return record_create(&work->record, &work->job->arguments, error);
}

/* Chooses the parts. Returns 0, or -1 with job->error. */
static int choose_parts(struct work *work, const struct benchmark *benchmark) {
    int count = bench_parts_choose(benchmark, work->options->only, bench_size(&work->bench), work->parts,
                                   &work->job->error);
    work->all = (struct bench_all){.parts = work->parts,
                                   .count = count < 0 ? 0 : (unsigned)count,
                                   .record = &work->record,
                                   .say = say,
                                   .context = work->job};
    return count < 0 ? -1 : 0;
}

static int run_benchmark(struct job *job, const struct option_list *operands, void *values) {
    struct bench_options *options = values;
    const char *name = operands->items[0];
    static const enum file_format csv_formats[] = {FILE_CSV, FILE_UNKNOWN};
    const struct job_output csv = {{"--csv", options->csv, csv_formats, NULL, -1}, 1};
    struct work work = {.job = job, .options = options, .name = name, .is_all = strcmp(name, "all") == 0};
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
    if ((options->before != NULL && work.before == NULL) || choose_parts(&work, benchmark) != 0 ||
        open_results(&work) != 0) {
        json_decref(work.before);
        return job_fail(job);
    }
    work.bench.sink = bench_report_sink(&work.report);
    int failed = (work.is_all ? run_all(&work) : run_one(&work)) != 0 || compare_runs(&work) != 0;
    int code = finish(&work, failed);
    record_free(&work.record);
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
