/* heddle bench: the published experiments, as tables for people, JSON and CSV. */
#include <jansson.h>
#include <string.h>

#include "base/output.h"
#include "base/quantity.h"
#include "base/statistics.h"
#include "bench/bench.h"
#include "cli/common.h"
#include "cli/output_name.h"
#include "cli/program.h"
#include "explorer/backend.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))
#define CELL 64
#define LINE 96 /* of remarks */

struct bench_options {
    struct run_options run;
    int quick;
    const char *only, *csv;
};

static const struct option_row rows[] = {
    {"quick", 0, OPTION_FLAG, offsetof(struct bench_options, quick), NULL, 0, 0,
     "small sizes: a look, not a result"},
    {"only", 0, OPTION_TEXT, offsetof(struct bench_options, only), "PART", 0, 0,
     "only this part: of hashtable insertions or buckets; of explore ring, gas_station, counters, layouts or "
     "deep; of graph ring; of games formulas; of scc published, meshes, power_law or options; of mec "
     "networks, options or large; of parity games, large, spm-queues, spm-kernels, spm-together, "
     "spm-shortcuts or spm-orders; of cpu memory, puts, search or aut"},
    {"csv", 0, OPTION_TEXT, offsetof(struct bench_options, csv), "FILE", 0, 0,
     "write the tables to FILE as well, each with a heading of its own and an empty line before the next; - "
     "is standard output, and then nothing else goes there"},
    ENGINE_ROWS(struct bench_options),
    JOB_ROWS(struct bench_options, "print no tables and no progress"),
};

const struct options_command bench_command = {
    .name = "bench",
    .operands = "hashtable|explore|graph|games|scc|mec|parity|cpu",
    .operands_minimum = 1,
    .operands_maximum = 1,
    .summary = "repeat the published experiments on this machine",
    .description =
        "hashtable: find-or-put into the hash table alone, over bucket sizes and how often "
        "keys occur, and bucket sizes inside the search. explore: token rings and gas "
        "stations of growing size, counters, layouts of the state vector, deep and narrow "
        "networks; on a GPU the ring stands beside a search hand-coded for it. graph: making "
        "the graph of what a search left. games: formulas as parity games, made and solved. scc: strongly "
        "connected components of graphs of many "
        "kinds, by every algorithm, and the algorithms' options. mec: maximal end components of "
        "networks that are Markov decision processes. parity: parity games by every solver, "
        "and small progress measures in all their ways. cpu: "
        "what this machine's memory gives and how near "
        "the search on the CPU comes to it.\n\n"
        "Here --device auto takes a GPU where there is one (but for cpu); without one, sizes are "
        "smaller. "
        "Times are medians of several runs, counts are checked, and the networks are made by the "
        "program itself. The exit status is 1 when a count is wrong, and 3 when a search "
        "had not enough memory.",
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
};

struct benchmark {
    const char *name;
    int (*run)(struct bench *bench);
    const char *const *parts;
    int of_cpu; /* measures the CPU alone */
};

static const struct benchmark benchmarks[] = {
    {"hashtable", bench_hashtable, bench_hashtable_parts, 0},
    {"explore", bench_explore, bench_explore_parts, 0},
    {"graph", bench_graph, bench_graph_parts, 0},
    {"games", bench_games, bench_games_parts, 0},
    {"scc", bench_scc, bench_scc_parts, 0},
    {"mec", bench_mec, bench_mec_parts, 0},
    {"parity", bench_parity, bench_parity_parts, 0},
    {"cpu", bench_cpu, bench_cpu_parts, 1},
};

/* Where the tables go. */
struct report {
    struct job *job;
    int rows;                       /* for people */
    json_t *tables, *lines, *notes; /* NULL without JSON; lines and notes belong to the last of the tables */
    output *csv;                    /* NULL without */
    const char *csv_name;
    const struct bench_table *table;
    unsigned tables_begun;
};

/* --- cells --- */

static const void *value_at(const struct statistic_row *column, const void *values) {
    return (const char *)values + column->offset;
}

/* As people read it ("" for what does not apply), or as programs do. */
static const char *describe_cell(const struct statistic_row *column, const void *values, int for_program,
                                 char *cell) {
    const void *value = value_at(column, values);
    *cell = '\0';
    switch (column->kind) {
    case STATISTIC_COUNT:
    case STATISTIC_BYTES: {
        uint64_t count = *(const uint64_t *)value;
        if (count != STATISTIC_ABSENT && for_program) {
            snprintf(cell, CELL, "%llu", (unsigned long long)count);
        } else if (count != STATISTIC_ABSENT) {
            column->kind == STATISTIC_BYTES ? quantity_bytes(count, cell) : quantity_number(count, cell);
        }
        return cell;
    }
    case STATISTIC_TRUTH: {
        int truth = *(const int *)value;
        return truth < 0 ? "" : truth ? "yes" : "no";
    }
    case STATISTIC_TEXT:
    case STATISTIC_CELL: {
        const char *text = *(const char *const *)value;
        return text == NULL ? "" : text;
    }
    default:
        break;
    }
    double number = *(const double *)value;
    if (!(number >= 0)) {
        return cell;
    }
    if (for_program) {
        snprintf(cell, CELL, "%.9g", number);
    } else if (column->kind == STATISTIC_RATE) {
        quantity_rough(number, cell);
    } else if (column->kind == STATISTIC_SHARE) {
        snprintf(cell, CELL, "%.1f %%", 100 * number);
    } else {
        snprintf(cell, CELL, column->kind == STATISTIC_SECONDS ? "%.4f" : "%.3g", number);
    }
    return cell;
}

static int is_text(const struct statistic_row *column) {
    return column->kind == STATISTIC_TEXT;
}

/* Lines come one by one, so widths are those of usual values. */
static int width_of(const struct statistic_row *column) {
    static const struct {
        const char *label;
        int width;
    } wide[] = {{"states", 14}, {"distinct", 14}, {"transitions", 15}, {"edges", 15},
                {"levels", 7},  {"graph", 11},    {"vertices", 11},    {"model", 8}};
    static const int usual[] = {[STATISTIC_COUNT] = 3, [STATISTIC_BYTES] = 10,  [STATISTIC_NUMBER] = 6,
                                [STATISTIC_SHARE] = 7, [STATISTIC_SECONDS] = 8, [STATISTIC_RATE] = 7,
                                [STATISTIC_TRUTH] = 3, [STATISTIC_TEXT] = 17,   [STATISTIC_CELL] = 5};
    int label = (int)strlen(column->label), width = usual[column->kind];
    for (unsigned i = 0; i < LENGTH(wide); i++) {
        width = strcmp(column->label, wide[i].label) == 0 && column->kind != STATISTIC_RATE ? wide[i].width
                                                                                            : width;
    }
    return label > width ? label : width;
}

/* The values, or the labels where there are none; no spaces at the end. */
static void print_cells(const struct bench_table *table, const void *values) {
    char cell[CELL];
    int owed = 0; /* spaces */
    for (unsigned i = 0; i < table->column_count; i++) {
        const struct statistic_row *column = &table->columns[i];
        if (column->label == NULL) {
            continue; /* for programs alone */
        }
        const char *text = values == NULL ? column->label : describe_cell(column, values, 0, cell);
        int length = (int)strlen(text), rest = width_of(column) - length;
        rest = rest < 0 ? 0 : rest;
        owed += is_text(column) ? 0 : rest;
        if (length != 0) {
            printf("%*s%s", owed, "", text);
            owed = 0;
        }
        owed += (is_text(column) ? rest : 0) + 2;
    }
    printf("\n");
    fflush(stdout);
}

/* A remark, in lines. */
static void print_wrapped(const char *text) {
    while (strlen(text) > LINE) {
        int end = LINE;
        while (end > 0 && text[end] != ' ') {
            end--;
        }
        end = end > 0 ? end : LINE;
        printf("%.*s\n", end, text);
        text += end + (text[end] == ' ');
    }
    printf("%s\n", text);
    fflush(stdout);
}

/* --- the sink --- */

static void print_heading(const struct report *report, const struct bench_table *table) {
    printf("%s%s\n", report->tables_begun > 0 ? "\n" : "", table->title);
    print_cells(table, NULL);
}

/* No cell has a quote in it. */
static int csv_line(struct report *report, const void *values) {
    const struct bench_table *table = report->table;
    struct error *error = &report->job->error;
    char cell[CELL];
    int begun = 0;
    for (unsigned i = 0; i < table->column_count; i++) {
        if (table->columns[i].key == NULL) {
            continue; /* for people alone */
        }
        const char *text =
            values == NULL ? table->columns[i].key : describe_cell(&table->columns[i], values, 1, cell);
        const char *quote = strchr(text, ',') != NULL ? "\"" : "";
        if ((begun++ > 0 && output_text(report->csv, ",", error) != 0) ||
            output_text(report->csv, quote, error) != 0 || output_text(report->csv, text, error) != 0 ||
            output_text(report->csv, quote, error) != 0) {
            return -1;
        }
    }
    return output_text(report->csv, "\n", error);
}

static int out_of_memory(struct report *report) {
    return error_set(&report->job->error, ERROR_MEMORY, "out of memory for the JSON text");
}

static int begin_table(void *context, const struct bench_table *table) {
    struct report *report = context;
    report->table = table;
    progress_clear(&report->job->progress);
    if (report->rows) {
        print_heading(report, table);
    }
    if (report->tables != NULL) {
        report->lines = json_array();
        report->notes = json_array();
        json_t *object = json_pack("{s:s, s:s, s:o, s:o}", "name", table->name, "title", table->title, "rows",
                                   report->lines, "notes", report->notes);
        if (json_array_append_new(report->tables, object) != 0) {
            return out_of_memory(report);
        }
    }
    if (report->csv != NULL &&
        ((report->tables_begun > 0 && output_text(report->csv, "\n", &report->job->error) != 0) ||
         csv_line(report, NULL) != 0)) {
        return -1;
    }
    report->tables_begun++;
    return 0;
}

static int add_line(void *context, const void *values) {
    struct report *report = context;
    progress_clear(&report->job->progress);
    if (report->rows) {
        print_cells(report->table, values);
    }
    if (report->tables != NULL) {
        json_t *object = json_object();
        if (statistics_json(&report->job->memory, report->table->columns, report->table->column_count, values,
                            object) != 0 ||
            json_array_append(report->lines, object) != 0) {
            json_decref(object);
            return out_of_memory(report);
        }
        json_decref(object);
    }
    return report->csv != NULL ? csv_line(report, values) : 0;
}

static void add_note(void *context, const char *text) {
    struct report *report = context;
    progress_clear(&report->job->progress);
    if (report->rows) {
        print_wrapped(text);
    }
    if (report->notes != NULL) {
        json_array_append_new(report->notes, json_string(text));
    }
}

/* --- the command --- */

/* A name of a list that is put together in a text. */
static void list_name(char *text, size_t size, const char *name) {
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "", name);
}

/* NULL with job->error for a name or a part that there is not. */
static const struct benchmark *find_benchmark(struct job *job, const char *name, const char *part) {
    char names[256] = "", parts[256] = "";
    const struct benchmark *found = NULL;
    for (unsigned i = 0; i < LENGTH(benchmarks); i++) {
        found = strcmp(name, benchmarks[i].name) == 0 ? &benchmarks[i] : found;
        list_name(names, sizeof names, benchmarks[i].name);
    }
    if (found == NULL) {
        error_set(&job->error, ERROR_USAGE, "there is no benchmark '%.200s', but %s", name, names);
        return NULL;
    }
    int has = part == NULL;
    for (const char *const *of = found->parts; *of != NULL; of++) {
        has = has || strcmp(*of, part) == 0;
        list_name(parts, sizeof parts, *of);
    }
    if (!has) {
        error_set(&job->error, ERROR_USAGE, "--only: %s has no part '%.200s', but %s", name, part, parts);
        return NULL;
    }
    return found;
}

/* A GPU where there is one, unless the options say otherwise: what is measured never goes from one to the
 * other. 0, or -1 with job->error. */
static int choose_device(struct job *job, const struct benchmark *benchmark, struct bench_options *options) {
    const struct backend *cuda = benchmark->of_cpu ? NULL : backend_find("cuda");
    const char *reason;
    if (strcmp(options->run.device, "auto") == 0) {
        options->run.device = cuda != NULL && cuda->available(&reason) ? "cuda" : "cpu";
    }
    return benchmark->of_cpu && strncmp(options->run.device, "cuda", 4) == 0
               ? error_set(&job->error, ERROR_USAGE, "--device: %s measures the CPU alone", benchmark->name)
               : 0;
}

/* Ends the CSV file and prints the JSON; the exit code. */
static int finish(struct report *report, const struct bench *bench, const char *name, int failed) {
    struct job *job = report->job;
    progress_clear(&job->progress);
    int code = failed ? job_fail(job) : EXIT_DONE;
    if (report->csv != NULL && failed) {
        output_discard(report->csv);
        job_message(job, "%s: not written, for the benchmark did not end", report->csv_name);
    } else if (report->csv != NULL && output_finish(report->csv, &job->error) != 0) {
        code = job_fail(job);
    }
    if (report->tables != NULL && code != EXIT_ERROR) {
        json_t *object = json_pack(
            "{s:s, s:s, s:s, s:I, s:b, s:b, s:f, s:O}", "command", "bench", "name", name, "device",
            bench->device[0] != '\0' ? bench->device : bench->backend->name, "threads",
            (json_int_t)job->run.threads, "quick", bench->quick, "complete", !failed && bench->stopped == 0,
            "total_seconds", run_clock() - job->started, "tables", report->tables);
        job_print_json(job, object, output_name_is_stdout(report->csv_name) ? stderr : stdout);
    }
    json_decref(report->tables);
    if (bench->stopped != 0) {
        job_message(job, "%llu search%s cut short, as memory was spent: raise --memory",
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

static int run_benchmark(struct job *job, const char *name, struct bench_options *options) {
    const struct benchmark *benchmark = find_benchmark(job, name, options->only);
    if (benchmark == NULL) {
        return job_fail(job);
    }
    if (choose_device(job, benchmark, options) != 0 || job_configure(job, &options->run) != 0) {
        return job_fail(job);
    }
    struct report report = {.job = job, .csv_name = options->csv};
    report.rows = !options->run.json && !options->run.quiet && !output_name_is_stdout(options->csv);
    struct bench bench = {.run = &job->run,
                          .backend = job->backend,
                          .quick = options->quick,
                          .only = options->only,
                          .sink = {&report, begin_table, add_line, add_note},
                          .error = &job->error};
    if (options->csv != NULL) {
        report.csv = output_create(&job->memory, options->csv, &job->error);
        if (report.csv == NULL) {
            return job_fail(job);
        }
    }
    report.tables = options->run.json ? json_array() : NULL;
    return finish(&report, &bench, name, benchmark->run(&bench) != 0);
}

int bench_main(int argc, char **argv) {
    struct job job;
    struct bench_options options = {.run = {.timeout = -1, .device = "auto"}};
    struct option_list operands = {0};
    job_begin(&job, "bench");
    int code = job_options(&job, &bench_command, argc, argv, &options, &operands);
    if (code < 0) {
        code = run_benchmark(&job, operands.items[0], &options);
    }
    options_free(&job.arguments, &bench_command, &options, &operands);
    job_end(&job);
    return code;
}
