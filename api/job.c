/* The state of a command: what it says, and how it ended. */
#include "api/job.h"

#include <assert.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/quantity.h"
#include "base/text/json_text.h"
#include "base/text/text.h"
#include "explorer/backend.h"

#define SAID_BYTES 4096 /* longer lines take memory of their own */

void job_open(struct job *job, const char *command) {
    memset(job, 0, sizeof *job);
    job->command = command;
    job->started = run_clock();
    memory_init(&job->arguments, UINT64_MAX);
    memory_init(&job->memory, UINT64_MAX);
    memory_init(&job->spill, 0);
    job->files_read.memory = job->line.memory = job->declared.memory = &job->arguments;
}

void job_renew(struct job *job) {
    json_decref(job->warnings);
    files_read_free(&job->files_read);
    job->warnings = NULL;
    job->warning_count = 0;
    job->output_count = 0;
    job->lacks_something = job->writes_stdout = 0;
    job->started = run_clock();
}

/* Sanitizer builds check that everything was freed. */
void job_close(struct job *job) {
    if (job->spill.folder > 0) {
        close(job->spill.folder);
    }
    json_decref(job->warnings);
    files_read_free(&job->files_read);
    definitions_free(&job->declared);
#ifdef HEDDLE_SANITIZED
    assert(memory_used(&job->memory) == 0);
    assert(memory_used(&job->spill) == 0);
    assert(memory_used(&job->arguments) == 0);
#endif
}

const char *job_device(const struct job *job) {
    return job->backend->is_auto ? "cpu" : job->backend->name;
}

int job_is_timeout(const struct job *job, enum error_code code) {
    return code == ERROR_INTERRUPTED && job->run.deadline > 0 &&
           (job->run.stop == NULL || __atomic_load_n(job->run.stop, __ATOMIC_RELAXED) == 0);
}

const char *job_show_timeout(const struct job *job, char *buffer) {
    const double seconds = job->run.deadline - job->started;
    if (seconds >= 0.001) {
        return quantity_seconds(seconds, buffer);
    }
    snprintf(buffer, QUANTITY_TEXT, "%.2g s", seconds);
    return buffer;
}

const char *job_describe(const struct job *job, const struct error *error, char *buffer, uint64_t size) {
    char timeout[QUANTITY_TEXT], text[2048];
    if (!job_is_timeout(job, error->code)) {
        return error_describe(error, buffer, size);
    }
    snprintf(buffer, size, "stopped by --timeout %s: %s", job_show_timeout(job, timeout),
             error_describe(error, text, sizeof text));
    return buffer;
}

const char *job_outcome_of(const struct job *job, enum error_code code) {
    switch (code) {
    case ERROR_MEMORY:
    case ERROR_FULL:
        return "full";
    case ERROR_LIMIT:
        return "limit";
    case ERROR_INTERRUPTED:
        return job_is_timeout(job, code) ? "timeout" : "interrupted";
    default:
        return "failed";
    }
}

const char *job_outcome(const struct job *job) {
    return job_outcome_of(job, job->error.code);
}

/* --- what it says --- */

static void say(struct job *job, enum job_saying saying, const struct source_position *position,
                const char *text) {
    if (job->voice != NULL) {
        job->voice->say(job, saying, position, text);
    }
}

void job_end_progress(struct job *job) {
    if (job->voice != NULL) {
        job->voice->end_progress(job);
    }
}

void job_end_progress_for(struct job *job, const char *path) {
    if (output_name_is_stdout(path) && isatty(STDOUT_FILENO)) {
        job_end_progress(job);
    }
}

void job_say(struct job *job, enum job_saying saying, const char *format, ...) {
    char room[SAID_BYTES], *own;
    va_list arguments;
    va_start(arguments, format);
    say(job, saying, NULL, text_format(room, sizeof room, &own, format, arguments));
    va_end(arguments);
    free(own);
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

static void warn(struct job *job, enum job_saying saying, const struct source_position *position,
                 const char *text) {
    keep_warning(job, position, text);
    job->warning_count++;
    say(job, saying, position, text);
}

void job_warning_at(struct job *job, const struct source_position *position, const char *text) {
    warn(job, JOB_WARNING, position, text);
}

void job_warning_fallback(struct job *job, const struct error *fallback) {
    char text[sizeof fallback->text + 100];
    int told = fallback->code == ERROR_NONE;
    size_t index;
    json_t *warning;
    snprintf(text, sizeof text, "%s; the CPU does the work", fallback->text);
    json_array_foreach(job->warnings, index, warning) {
        const char *had = json_string_value(json_object_get(warning, "text"));
        told |= had != NULL && strcmp(had, text) == 0;
    }
    if (!told) {
        warn(job, JOB_FALLBACK, NULL, text);
    }
}

void job_error(struct job *job) {
    say(job, JOB_ERROR, NULL, NULL);
}

void job_warning(struct job *job, const char *format, ...) {
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    job_warning_at(job, NULL, text);
}

void job_warning_of_reading(struct job *job, const struct error *warning) {
    const struct source_position position = {warning->path, warning->line, warning->column};
    char text[2048];
    keep_warning(job, NULL, error_describe(warning, text, sizeof text));
    job->warning_count++;
    say(job, JOB_WARNING_OF_READING, &position, warning->text);
}

void job_lack_memory(struct job *job, const char *purpose) {
    if (!job->lacks_something) {
        job_message(job, "not enough memory %s", purpose);
    }
    job->lacks_something = 1;
}

void job_lack(struct job *job, const struct error *why, const char *purpose) {
    if (why->code == ERROR_MEMORY) {
        job_lack_memory(job, purpose);
        return;
    }
    job->error = *why;
    job_error(job);
    job->lacks_something = 1;
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
