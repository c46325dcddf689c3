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
#include "api/output_name.h"
#include "cli/terminal.h"
#include "explorer/backend.h"
#include "explorer/model/network.h"
#include "frontend/language/compile/language_compile.h"

const struct options_program *console_program;

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

/* --- what jobs say --- */

static void print_warning(const struct source_position *position, const char *text) {
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

/* The place belongs to the text. */
static void print_warning_of_reading(struct source_position position, const char *text) {
    struct error warning;
    char whole[2048];
    error_at(&warning, ERROR_INPUT, position, "%s", text);
    print_warning(NULL, error_describe(&warning, whole, sizeof whole));
}

static void show_said(struct job *job, enum job_saying saying, const struct source_position *position,
                      const char *text) {
    struct console *console = console_of(job);
    if ((saying == JOB_NOTE && console->quiet) || (saying == JOB_STEP && (console->quiet || console->json))) {
        return;
    }
    progress_clear(&console->progress);
    if (saying == JOB_ERROR) {
        job_fail(job);
    } else if (saying == JOB_WARNING || saying == JOB_FALLBACK) {
        print_warning(position, text);
    } else if (saying == JOB_WARNING_OF_READING) {
        print_warning_of_reading(*position, text);
    } else {
        fputs("heddle: ", stderr);
        text_print(text, 0, stderr);
        fputc('\n', stderr);
    }
}

static void end_progress(struct job *job) {
    struct console *console = console_of(job);
    progress_clear(&console->progress);
    console->progress.style = PROGRESS_SILENT;
}

static void show_progress(void *job, const struct progress *progress) {
    progress_show(&console_of(job)->progress, progress);
}

static const struct job_voice voice = {
    .say = show_said, .end_progress = end_progress, .progress = show_progress, .stop = &stop_flag};

/* --- the console --- */

struct console *console_of(struct job *job) {
    return (struct console *)job;
}

FILE *console_results(const struct job *job) {
    return job->writes_stdout ? stderr : stdout;
}

void console_begin(struct console *console, const char *command) {
    memset(console, 0, sizeof *console);
    job_open(&console->job, command);
    console->job.voice = &voice;
    progress_init(&console->progress, stderr, PROGRESS_SILENT, &console->job.memory, run_clock);
}

int job_configure(struct job *job, const struct run_options *options) {
    struct console *console = console_of(job);
    console->quiet = options->quiet;
    console->json = options->json;
    if (job_set_run(job, options, cluster_ranks()) != 0) {
        return -1;
    }
    progress_init(&console->progress, stderr,
                  console->quiet || !cluster_is_first() ? PROGRESS_SILENT : progress_style_of(stderr),
                  &job->memory, run_clock);
    catch_signals();
    return 0;
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
    job->line.program = console_program;
    switch (options_parse(command, argc, argv, values, &job->line, &job->error)) {
    case OPTIONS_PARSED:
        return -1;
    case OPTIONS_HELP:
        options_write_help("heddle", command, stdout);
        return EXIT_DONE;
    case OPTIONS_VERSION:
        printf("heddle %s\n", HEDDLE_VERSION);
        return EXIT_DONE;
    default:
        return job_fail(job);
    }
}

int job_use_colour(int descriptor) {
    const char *refused = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return isatty(descriptor) && (refused == NULL || *refused == '\0') &&
           (terminal == NULL || strcmp(terminal, "dumb") != 0);
}

int job_exit_code(enum error_code code) {
    return error_is_undecided(code) ? EXIT_UNDECIDED : EXIT_ERROR;
}

void job_advise(const struct job *job, enum error_code code) {
    if (job_is_timeout(job, code)) {
        char timeout[QUANTITY_TEXT];
        fprintf(stderr, "heddle: stopped by --timeout %s: raise it to see more\n",
                job_show_timeout(job, timeout));
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
    progress_clear(&console_of(job)->progress);
    int colour = job_use_colour(STDERR_FILENO),
        usage = job->error.code == ERROR_USAGE && job->command != NULL;
    if (job_is_timeout(job, job->error.code) && strncmp(text, "interrupted", strlen("interrupted")) == 0) {
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

int job_exit_code_beside(enum error_code error, int code) {
    const int failure = job_exit_code(error);
    return code == EXIT_VIOLATED && failure == EXIT_UNDECIDED ? code : failure;
}

int job_fail_beside(struct job *job, int code) {
    job_fail(job);
    return job_exit_code_beside(job->error.code, code);
}

void job_print_json(struct job *job, json_t *object) {
    json_t *none = json_array();
    json_object_set(object, "warnings", job->warnings != NULL ? job->warnings : none);
    json_decref(none);
    progress_clear(&console_of(job)->progress);
    if (json_print(object, JSON_INDENT(2) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(9),
                   console_results(job)) != 0) {
        job_lack_memory(job, "for the JSON text");
    }
    fputc('\n', console_results(job));
    json_decref(object);
    console_of(job)->has_json = 1;
}

int job_print_statistics(struct job *job, const struct statistic_row *rows, unsigned row_count,
                         const void *values, int at_least) {
    progress_clear(&console_of(job)->progress);
    if (!console_of(job)->json) {
        if (!console_of(job)->quiet) {
            statistics_print(rows, row_count, values, at_least, console_results(job));
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
                                    .error = job_describe(job, &job->error, text, sizeof text),
                                    .threads = job->run.threads,
                                    .memory_bytes = memory_peak(&job->memory),
                                    .total_seconds = run_clock() - job->started};
    job_print_statistics(job, stopped_rows, LENGTH(stopped_rows), &stopped, 0);
}

int job_command(const struct options_command *command, int argc, char **argv, void *values,
                int (*work)(struct job *job, const struct option_list *operands, void *values)) {
    struct console console;
    struct job *job = &console.job;
    console_begin(&console, command->name);
    console.argument_count = argc;
    console.argument_texts = argv;
    int code = read_options(job, command, argc, argv, values);
    if (code < 0) {
        code = work(job, &job->line.operands, values);
        code = job->lacks_something && code == EXIT_DONE ? EXIT_UNDECIDED : code;
        if (code == EXIT_UNDECIDED && console.json && !console.has_json) {
            print_stopped(job, job->line.operands.items[0]);
        }
        job->strict_late = 0;
        if (code != EXIT_ERROR && job_accept_warnings(job) != 0) {
            code = job_fail(job);
        }
    }
    options_free(command, values, &job->line);
    progress_clear(&console.progress);
    job_close(job);
    return code;
}
