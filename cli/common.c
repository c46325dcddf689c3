/* Shared by all commands: options, signals, errors, reading a network. */
#include "cli/common.h"

#include <assert.h>
#include <jansson.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/text/json_text.h"
#include "base/options/options_text.h"
#include "base/options/statistics.h"
#include "base/parallel.h"
#include "base/ranks/ranks.h"
#include "base/quantity.h"
#include "base/stream/output.h"
#include "base/text/definitions.h"
#include "base/text/text.h"
#include "cli/cluster.h"
#include "cli/front.h"
#include "cli/output_name.h"
#include "cli/program.h"
#include "cli/terminal.h"
#include "explorer/backend.h"
#include "explorer/model/network.h"
#include "frontend/language/compile/language_compile.h"

/* The only variable that signal handlers use. */
static int stop_flag;

/* Cleans up; then the default action of the signal ends the program. */
static void on_fatal_signal(int number) {
    output_remove_temporaries();
    terminal_restore();
    signal(number, SIG_DFL);
    raise(number);
}

/* The first signal asks the command to stop, the next one ends the program at once. */
static void on_stop_signal(int number, siginfo_t *info, void *context) {
    (void)context;
    if (front_repeats(info)) {
        return;
    }
    if (__atomic_exchange_n(&stop_flag, number, __ATOMIC_RELAXED) != 0) {
        on_fatal_signal(number);
    }
}

/* Whether a signal's default action does not end the program, or the signal has a handler elsewhere. */
static int is_left_alone(int number) {
    switch (number) {
    case SIGKILL:
    case SIGSTOP:
    case SIGTSTP:
    case SIGTTIN:
    case SIGTTOU:
    case SIGCONT:
    case SIGCHLD:
    case SIGURG:
    case SIGWINCH:
    case SIGINT:
    case SIGTERM:
    case SIGXFSZ:
        return 1;
    default:
        return 0;
    }
}

static void catch_signals(void) {
    struct sigaction stop = {.sa_sigaction = on_stop_signal, .sa_flags = SA_RESTART | SA_SIGINFO};
    struct sigaction fatal = {.sa_handler = on_fatal_signal, .sa_flags = SA_RESTART}, old;
    sigemptyset(&stop.sa_mask);
    sigemptyset(&fatal.sa_mask);
    sigaction(SIGINT, &stop, NULL);
    sigaction(SIGTERM, &stop, NULL);
    for (int number = 1; number <= SIGRTMAX; number++) {
        if (!is_left_alone(number) && sigaction(number, NULL, &old) == 0 && old.sa_handler == SIG_DFL) {
            sigaction(number, &fatal, NULL);
        }
    }
    /* A file beyond the limit of `ulimit -f` is then an error of write. */
    signal(SIGXFSZ, SIG_IGN);
}

void job_begin(struct job *job, const char *command) {
    memset(job, 0, sizeof *job);
    job->command = command;
    job->started = run_clock();
    job->results = stdout;
    memory_init(&job->arguments, UINT64_MAX);
    memory_init(&job->memory, UINT64_MAX);
    memory_init(&job->spill, 0);
    job->files_read.memory = job->line.memory = job->declared.memory = &job->arguments;
    progress_init(&job->progress, stderr, PROGRESS_SILENT, &job->memory, run_clock);
}

/* The processors for this process. A launcher may have bound it to some; else those of the machine are
 * shared. */
static unsigned own_processors(const struct ranks *ranks) {
    const unsigned usable = parallel_processors();
    const long all = sysconf(_SC_NPROCESSORS_ONLN);
    const unsigned share = ranks == NULL || (long)usable < all ? 1 : ranks->on_host;
    return usable / share != 0 ? usable / share : 1;
}

/* 0, or -1 with the job's error if several GPUs are named, but the command does not search on them. */
static int check_devices(struct job *job, const char *device) {
    static const char *const able[] = {"explore", "check", "scc", "mec", "minimise", "compare"};
    int may = job->devices.count <= 1;
    for (unsigned i = 0; i < LENGTH(able); i++) {
        may |= strcmp(job->command, able[i]) == 0;
    }
    return may ? 0
               : error_set(&job->error, ERROR_USAGE,
                           "--device %s: this command uses one GPU: name one, as in --device cuda:%u", device,
                           job->devices.number[0]);
}

/* The GPU of this process, one of those named, or of all if `device` names none. 0, or -1 with the job's
 * error. */
static int choose_gpu(struct job *job, const char *device, const struct ranks *ranks) {
    struct device_list *list = &job->devices;
    if (strcmp(device, "cuda") == 0 && backend_choose("cuda:all", "--device", list, &job->error) == NULL) {
        return -1;
    }
    if (ranks->on_host > list->count) {
        return error_set(
            &job->error, ERROR_USAGE,
            "--device %s: this machine has %u processes, but %u GPU%s to use: start one process for "
            "each GPU, or use --device cpu",
            device, ranks->on_host, list->count, list->count == 1 ? "" : "s");
    }
    *list = (struct device_list){.count = 1, .number = {list->number[ranks->host_index]}};
    return 0;
}

int job_configure(struct job *job, const struct run_options *options) {
    job->quiet = options->quiet;
    job->json = options->json;
    job->strict = options->strict;
    job->backend = backend_choose(options->device, "--device", &job->devices, &job->error);
    if (job->backend == NULL || check_devices(job, options->device) != 0) {
        return -1;
    }
    struct ranks *ranks = cluster_ranks();
    if (ranks != NULL && !job->backend->on_device) {
        job->backend = backends[0];
    }
    if (ranks != NULL && job->backend->on_device && choose_gpu(job, options->device, ranks) != 0) {
        return -1;
    }
    uint64_t available = memory_available() / (ranks != NULL ? ranks->on_host : 1);
    /* --memory limits the engine's own side, and both sides if the search may move from one to the other.
     * */
    int on_host = !job->backend->on_device;
    job->memory.limit = options->memory != 0 && on_host ? options->memory : available;
    job->spill.limit = available > job->memory.limit ? available - job->memory.limit : 0;
    job->run = (struct run){
        .memory = &job->memory,
        .device = job->devices.number[0],
        .devices = job->devices.count > 1 ? &job->devices : NULL,
        .device_bytes = options->memory,
        .spill = &job->spill,
        .threads = options->threads != 0 ? (unsigned)options->threads : own_processors(ranks),
        .ranks = ranks,
        .files_read = &job->files_read,
        .stop = &stop_flag,
        .deadline = options->timeout >= 0 ? job->started + options->timeout : 0,
        .progress = progress_show,
        .progress_context = &job->progress,
    };
    progress_init(&job->progress, stderr,
                  job->quiet || !cluster_is_first() ? PROGRESS_SILENT : progress_style_of(stderr),
                  &job->memory, run_clock);
    catch_signals();
    return 0;
}

const char *job_device(const struct job *job) {
    return job->backend->is_auto ? "cpu" : job->backend->name;
}

int job_resume(void) {
    if (__atomic_load_n(&stop_flag, __ATOMIC_RELAXED) != SIGINT) {
        return -1;
    }
    __atomic_store_n(&stop_flag, 0, __ATOMIC_RELAXED);
    return 0;
}

/* Parses the command line. Returns -1 if the command should continue, otherwise the exit code (help or
 * version was shown, or a usage error was printed). */
static int read_options(struct job *job, const struct options_command *command, int argc, char **argv,
                        void *values) {
    switch (options_parse(command, argc, argv, values, &job->line, &job->error)) {
    case OPTIONS_PARSED:
        return -1;
    case OPTIONS_HELP:
        options_write_help(program_description(), command, stdout);
        return EXIT_DONE;
    case OPTIONS_VERSION:
        printf("heddle %s\n", HEDDLE_VERSION);
        return EXIT_DONE;
    default:
        return job_fail(job);
    }
}

/* Ends a job, after everything else has been freed; sanitizer builds check that. */
static void job_end(struct job *job) {
    progress_clear(&job->progress);
    json_decref(job->warnings);
    files_read_free(&job->files_read);
    definitions_free(&job->declared);
#ifdef HEDDLE_SANITIZED
    assert(memory_used(&job->memory) == 0);
    assert(memory_used(&job->spill) == 0);
    assert(memory_used(&job->arguments) == 0);
#endif
}

int job_use_colour(int descriptor) {
    const char *refused = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return isatty(descriptor) && (refused == NULL || *refused == '\0') &&
           (terminal == NULL || strcmp(terminal, "dumb") != 0);
}

int job_exit_code(enum error_code code) {
    switch (code) { /* the others are undecided: with more memory or time, for example, the command might
                       succeed */
    case ERROR_MEMORY:
    case ERROR_FULL:
    case ERROR_LIMIT:
    case ERROR_INTERRUPTED:
        return EXIT_UNDECIDED;
    default:
        return EXIT_ERROR;
    }
}

/* Whether an interruption came from --timeout. */
static int is_timeout(const struct job *job, enum error_code code) {
    return code == ERROR_INTERRUPTED && job->run.deadline > 0 &&
           __atomic_load_n(&stop_flag, __ATOMIC_RELAXED) == 0;
}

const char *job_outcome(const struct job *job) {
    switch (job->error.code) {
    case ERROR_MEMORY:
    case ERROR_FULL:
        return "full";
    case ERROR_LIMIT:
        return "limit";
    case ERROR_INTERRUPTED:
        return is_timeout(job, job->error.code) ? "timeout" : "interrupted";
    default:
        return "failed";
    }
}

void job_advise(const struct job *job, enum error_code code) {
    if (is_timeout(job, code)) {
        char timeout[QUANTITY_TEXT];
        fprintf(stderr, "heddle: stopped by --timeout %s: raise it to see more\n",
                quantity_seconds(job->run.deadline - job->started, timeout));
    }
    int on_device = job->backend != NULL && job->backend->on_device;
    if (code == ERROR_MEMORY && on_device && (job->run.devices != NULL || job->run.ranks != NULL)) {
        char limit[QUANTITY_TEXT]; /* the GPUs search, the rest is done in the memory of the host */
        fprintf(
            stderr,
            "heddle: the memory budget of the host is %s; that of each GPU is --memory, or 0.9 of what is "
            "free on it\n",
            quantity_bytes(job->memory.limit, limit));
        return;
    }
    uint64_t budget = on_device ? job->run.device_bytes : job->memory.limit;
    if (code == ERROR_MEMORY && on_device && budget == 0) {
        fprintf(
            stderr,
            "heddle: the GPU was used up to 0.9 of what was free: free some of it, or try --device cpu\n");
    }
    if (code == ERROR_MEMORY && budget != UINT64_MAX && budget != 0) {
        char limit[QUANTITY_TEXT];
        fprintf(stderr, "heddle: the memory budget%s is %s: raise --memory\n", on_device ? " on the GPU" : "",
                quantity_bytes(budget, limit));
    }
}

int job_fail(struct job *job) {
    char text[2048];
    error_describe(&job->error, text, sizeof text);
    progress_clear(&job->progress);
    int colour = job_use_colour(STDERR_FILENO),
        usage = job->error.code == ERROR_USAGE && job->command != NULL;
    if (is_timeout(job, job->error.code) && strncmp(text, "interrupted", strlen("interrupted")) == 0) {
        job_advise(job, job->error.code); /* its text is clearer */
        return job_exit_code(job->error.code);
    }
    fprintf(stderr, "%sheddle%s%s:%s ", colour ? "\033[1;31m" : "", usage ? " " : "",
            usage ? job->command : "", colour ? "\033[0m" : "");
    text_print(text, 0, stderr);
    fputc('\n', stderr);
    if (job->error.code == ERROR_USAGE) {
        fprintf(stderr, "`heddle%s%s --help` lists the %s\n", usage ? " " : "", usage ? job->command : "",
                usage ? "options" : "commands");
    }
    job_advise(job, job->error.code);
    return job_exit_code(job->error.code);
}

int job_fail_beside(struct job *job, int code) {
    int failure = job_fail(job);
    return code == EXIT_VIOLATED && failure == EXIT_UNDECIDED ? code : failure;
}

void job_end_progress(struct job *job) {
    progress_clear(&job->progress);
    job->progress.style = PROGRESS_SILENT;
}

void job_end_progress_for(struct job *job, const char *path) {
    if (output_name_is_stdout(path) && isatty(STDOUT_FILENO)) {
        job_end_progress(job);
    }
}

void job_message(struct job *job, const char *format, ...) {
    va_list arguments;
    progress_clear(&job->progress);
    fputs("heddle: ", stderr);
    va_start(arguments, format);
    text_print_line(stderr, format, arguments);
    va_end(arguments);
}

/* Keeps a warning for JSON; if memory runs out, the warning is lost. */
static void keep_warning(struct job *job, const struct source_position *position, const char *text) {
    json_t *object = json_pack("{s:o*}", "text", json_text(&job->memory, text));
    if (object != NULL && position != NULL) {
        json_object_set_new(object, "path", json_text(&job->memory, position->path));
        json_object_set_new(object, "line", json_integer(position->line));
        json_object_set_new(object, "column", json_integer(position->column));
    }
    job->warnings = job->warnings != NULL ? job->warnings : json_array();
    json_array_append_new(job->warnings, object);
}

/* position: NULL if there is none; its line is 0 if only the file is known. */
static void warn_at(struct job *job, const struct source_position *position, const char *text) {
    keep_warning(job, position, text);
    job->warning_count++;
    progress_clear(&job->progress);
    fputs("heddle: ", stderr);
    if (position != NULL) {
        text_print(position->path, 0, stderr);
        if (position->line != 0) {
            fprintf(stderr, ":%llu:%llu", (unsigned long long)position->line,
                    (unsigned long long)position->column);
        }
        fputs(": ", stderr);
    }
    int colour = job_use_colour(STDERR_FILENO);
    fprintf(stderr, "%swarning:%s ", colour ? "\033[1;35m" : "", colour ? "\033[0m" : "");
    text_print(text, 0, stderr);
    fputc('\n', stderr);
}

void job_warning(struct job *job, const char *format, ...) {
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    warn_at(job, NULL, text);
}

void job_warning_of_reading(struct job *job, const struct error *warning) {
    char text[2048];
    warn_at(job, NULL, error_describe(warning, text, sizeof text));
}

void job_lack_memory(struct job *job, const char *purpose) {
    if (!job->lacks_memory) {
        job_message(job, "not enough memory %s", purpose);
    }
    job->lacks_memory = 1;
}

int job_accept_warning_of_reading(struct job *job, const struct error *warning) {
    if (warning->code == ERROR_NONE) {
        return 0;
    }
    job_warning_of_reading(job, warning);
    return job_accept_warnings(job);
}

int job_accept_warnings(struct job *job) {
    unsigned long long count = job->warning_count;
    return !job->strict || job->strict_late || count == 0
               ? 0
               : error_set(&job->error, ERROR_INPUT, "--strict: %llu warning%s", count,
                           count == 1 ? " is an error" : "s are errors");
}

uint64_t job_list_warnings(const struct job *job, FILE *stream) {
    size_t index;
    json_t *warning;
    json_array_foreach(job->warnings, index, warning) {
        const char *path = json_string_value(json_object_get(warning, "path"));
        const long long line = json_integer_value(json_object_get(warning, "line"));
        if (path != NULL && line != 0) {
            fprintf(stream, "%s:%lld:%lld: ", path, line,
                    (long long)json_integer_value(json_object_get(warning, "column")));
        } else if (path != NULL) {
            fprintf(stream, "%s: ", path);
        }
        fprintf(stream, "%s\n", json_string_value(json_object_get(warning, "text")));
    }
    return job->warning_count;
}

static void print_warnings(struct job *job, const struct network *network) {
    for (uint32_t i = 0; i < network->warning_count; i++) {
        warn_at(job, &network->warnings[i].position, network->warnings[i].text);
    }
}

struct exp_options reader_exp_options(const struct reader_options *options) {
    return (struct exp_options){
        .ignore_case = options->ignore_case,
        .independent = options->independent,
        .regex_extended = options->regex == 1,
        .internal = options->internal.items,
        .internal_count = (uint32_t)options->internal.count,
    };
}

/* Adds the values of constants that the options give. 0, or -1 with job->error. */
static int add_constants(struct job *job, const struct reader_options *options,
                         struct definitions *definitions) {
    int failed = 0;
    for (uint64_t i = 0; i < options->constants.count && !failed; i++) {
        failed = definitions_add(definitions, options->constants.items[i], &job->error) != 0;
    }
    return failed;
}

/* Notes which of the constants a model has declared. 0, or -1 with job->error. */
static int note_declared(struct job *job, const struct reader_options *options,
                         const struct definitions *definitions) {
    if (job->declared.list.count == 0 && add_constants(job, options, &job->declared) != 0) {
        return -1;
    }
    definitions_use(&job->declared, definitions);
    return 0;
}

language_tree *job_read_tree(struct job *job, const char *path, const struct reader_options *options) {
    struct exp_options how = reader_exp_options(options);
    struct definitions definitions = {.memory = &job->memory};
    language_tree *tree = NULL;
    how.definitions = &definitions;
    if (add_constants(job, options, &definitions) == 0) {
        tree = language_read(path, &how, &job->run, &job->error);
    }
    if (options->shares_constants && tree == NULL && definitions_unused(&definitions) != NULL) {
        /* Perhaps because of constants that only other inputs declare. */
        job->error.code = ERROR_NONE;
        definitions_keep_used(&definitions);
        tree = language_read(path, &how, &job->run, &job->error);
    }
    if (options->shares_constants && tree != NULL && note_declared(job, options, &definitions) != 0) {
        language_free(tree);
        tree = NULL;
    }
    definitions_free(&definitions);
    return tree;
}

int job_check_constants(struct job *job, const struct reader_options *options) {
    const struct definitions none = {.memory = &job->memory};
    if (note_declared(job, options, &none) != 0) {
        return -1;
    }
    const struct definition *unused = definitions_unused(&job->declared);
    return unused == NULL
               ? 0
               : error_set(&job->error, ERROR_USAGE, "--const %s=%s: no input declares a constant %s",
                           unused->name, unused->value, unused->name);
}

int job_compile(struct job *job, const language_tree *tree, struct network **network) {
    struct network *composed = language_compile(tree, &job->run, &job->error);
    int too_large = composed == NULL && (job->error.code == ERROR_MEMORY || job->error.code == ERROR_LIMIT);
    if (composed == NULL && (network != NULL || !too_large)) {
        return -1;
    }
    job->error.code = ERROR_NONE;
    if (composed != NULL) {
        print_warnings(job, composed);
    }
    int failed = job_accept_warnings(job);
    if (network != NULL && !failed) {
        *network = composed;
    } else {
        network_free(&job->memory, composed);
    }
    return failed;
}

int job_read(struct job *job, const char *path, const struct reader_options *options, language_tree **tree,
             struct network **network) {
    *tree = job_read_tree(job, path, options);
    if (*tree != NULL && job_compile(job, *tree, network) != 0) {
        language_free(*tree);
        *tree = NULL;
    }
    return *tree == NULL ? -1 : 0;
}

void job_print_json(struct job *job, json_t *object) {
    json_t *none = json_array();
    json_object_set(object, "warnings", job->warnings != NULL ? job->warnings : none);
    json_decref(none);
    progress_clear(&job->progress);
    if (json_print(object, JSON_INDENT(2) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(9), job->results) !=
        0) {
        job_lack_memory(job, "for the JSON text");
    }
    fputc('\n', job->results);
    json_decref(object);
    job->has_json = 1;
}

int job_print_statistics(struct job *job, const struct statistic_row *rows, unsigned row_count,
                         const void *values, int at_least) {
    progress_clear(&job->progress);
    if (!job->json) {
        if (!job->quiet) {
            statistics_print(rows, row_count, values, at_least, job->results);
        }
        return 0;
    }
    json_t *object = json_object();
    if (statistics_json(&job->memory, rows, row_count, values, object) != 0) {
        json_decref(object);
        return error_memory(&job->error, "for the JSON text");
    }
    job_print_json(job, object);
    return 0;
}

/* --- a whole command --- */

struct stopped {
    const char *command, *input, *device, *outcome, *error;
    int complete;
    uint64_t threads, memory_bytes;
    double total_seconds;
};

#define AT(member) offsetof(struct stopped, member)

static const struct statistic_row stopped_rows[] = {
    {"command", NULL, NULL, STATISTIC_TEXT, AT(command)},
    {"input", NULL, NULL, STATISTIC_TEXT, AT(input)},
    {"device", NULL, NULL, STATISTIC_TEXT, AT(device)},
    {"threads", NULL, NULL, STATISTIC_COUNT, AT(threads)},
    {"complete", NULL, NULL, STATISTIC_TRUTH, AT(complete)},
    {"outcome", NULL, NULL, STATISTIC_TEXT, AT(outcome)},
    {"error", NULL, NULL, STATISTIC_TEXT, AT(error)},
    {"total_seconds", NULL, NULL, STATISTIC_SECONDS, AT(total_seconds)},
    {"memory_bytes", NULL, NULL, STATISTIC_BYTES, AT(memory_bytes)},
};

/* The object of a command that was stopped before it had a result. */
static void print_stopped(struct job *job, const char *input) {
    char text[2048];
    const struct stopped stopped = {.command = job->command,
                                    .input = input,
                                    .device = job_device(job),
                                    .outcome = job_outcome(job),
                                    .error = error_describe(&job->error, text, sizeof text),
                                    .threads = job->run.threads,
                                    .memory_bytes = memory_peak(&job->memory),
                                    .total_seconds = run_clock() - job->started};
    job_print_statistics(job, stopped_rows, LENGTH(stopped_rows), &stopped, 0);
}

int job_command(const struct options_command *command, int argc, char **argv, void *values,
                int (*work)(struct job *job, const struct option_list *operands, void *values)) {
    struct job job;
    job_begin(&job, command->name);
    job.argument_count = argc;
    job.argument_texts = argv;
    int code = read_options(&job, command, argc, argv, values);
    if (code < 0) {
        code = work(&job, &job.line.operands, values);
        code = job.lacks_memory && code == EXIT_DONE ? EXIT_UNDECIDED : code;
        if (code == EXIT_UNDECIDED && job.json && !job.has_json) {
            print_stopped(&job, job.line.operands.items[0]);
        }
        job.strict_late = 0;
        if (code != EXIT_ERROR && job_accept_warnings(&job) != 0) {
            code = job_fail(&job);
        }
    }
    options_free(command, values, &job.line);
    job_end(&job);
    return code;
}
