/* Contexts: options, errors, warnings, and the stop flag. */
#include <string.h>
#include <unistd.h>

#include "base/device/device_start.h"
#include "base/quantity.h"
#include "explorer/backend.h"
#include "library/library.h"

#define LEAST_MEMORY ((uint64_t)1 << 16)
#define MOST_THREADS 1024u
#define ALL_READING (HEDDLE_IGNORE_CASE | HEDDLE_INDEPENDENT | HEDDLE_EXTENDED_REGEX)
#define DRIVER_MICROSECONDS 1000 /* between two checks whether a GPU is ready */

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)

const char *heddle_version(void) {
    return TEXT(HEDDLE_VERSION_MAJOR) "." TEXT(HEDDLE_VERSION_MINOR) "." TEXT(HEDDLE_VERSION_PATCH);
}

/* Passes warnings on; the rest is for a command line. */
static void pass_warning(struct job *job, enum job_saying saying, const struct source_position *position,
                         const char *text) {
    struct error warning;
    if (saying != JOB_WARNING && saying != JOB_FALLBACK && saying != JOB_WARNING_OF_READING) {
        return;
    }
    if (position != NULL) {
        error_at(&warning, ERROR_INPUT, *position, "%s", text);
    } else {
        warning = (struct error){.code = ERROR_NONE};
        error_set(&warning, saying == JOB_FALLBACK ? ERROR_DEVICE : ERROR_INPUT, "%s", text);
    }
    library_warn((struct heddle_context *)job, &warning);
}

static void pass_progress(void *job, const struct progress *progress) {
    struct heddle_context *context = job;
    if (context->progress == NULL) {
        return;
    }
    const struct heddle_progress told = {.phase = progress->phase,
                                         .unit = progress->unit != NULL ? progress->unit : "",
                                         .done = progress->done,
                                         .total = progress->total,
                                         .transitions = progress->transitions,
                                         .level = progress->level};
    context->progress(context->progress_user, &told);
}

static void end_no_progress(struct job *job) {
    (void)job;
}

heddle_context *heddle_create(void) {
    struct memory own;
    memory_init(&own, UINT64_MAX);
    struct heddle_context *context = memory_allocate_zeroed(&own, sizeof *context);
    if (context == NULL) {
        return NULL;
    }
    context->own = own;
    job_open(&context->job, "libheddle");
    context->voice = (struct job_voice){.say = pass_warning,
                                        .end_progress = end_no_progress,
                                        .progress = pass_progress,
                                        .stop = &context->stop};
    context->job.voice = &context->voice;
    strcpy(context->device, "auto");
    context->run = (struct run_options){.timeout = -1, .device = context->device, .bounds_host = 1};
    context->search = (struct search_options)SEARCH_DEFAULTS;
    return context;
}

/* A thread that initialises a GPU runs code of this library and of the driver. Before it has finished,
 * neither may be unloaded, nor may the program end. */
static void wait_for_drivers(void) {
    while (device_start_is_busy()) {
        usleep(DRIVER_MICROSECONDS);
    }
}

static void free_texts(struct memory *memory, struct option_list *list) {
    for (uint64_t i = 0; i < list->count; i++) {
        memory_free(memory, (char *)list->items[i], strlen(list->items[i]) + 1);
    }
    memory_free(memory, list->items, list->capacity * sizeof *list->items);
    *list = (struct option_list){NULL, 0, 0};
}

/* Adds a copy of the text. 0, or -1 when memory runs out. */
static int add_text(struct memory *memory, struct option_list *list, const char *text) {
    char *copy = memory_allocate(memory, strlen(text) + 1);
    if (copy == NULL || MEMORY_GROW(memory, &list->items, &list->capacity, list->count + 1) != 0) {
        memory_free(memory, copy, strlen(text) + 1);
        return -1;
    }
    list->items[list->count++] = strcpy(copy, text);
    return 0;
}

void heddle_free(heddle_context *context) {
    if (context == NULL) {
        return;
    }
    wait_for_drivers();
    free_texts(&context->job.arguments, &context->reader.internal);
    free_texts(&context->job.arguments, &context->reader.constants);
    job_close(&context->job);
    struct memory own = context->own;
    memory_free(&own, context, sizeof *context);
}

/* --- messages --- */

static enum heddle_code public_code(enum error_code code) {
    switch (code) {
    case ERROR_NONE:
        return HEDDLE_NO_ERROR;
    case ERROR_USAGE:
        return HEDDLE_USAGE;
    case ERROR_INPUT:
    case ERROR_PREDICATE:
        return HEDDLE_INPUT;
    case ERROR_IO:
        return HEDDLE_IO;
    case ERROR_MEMORY:
    case ERROR_FULL:
        return HEDDLE_MEMORY;
    case ERROR_LIMIT:
        return HEDDLE_LIMIT;
    case ERROR_INTERRUPTED:
        return HEDDLE_INTERRUPTED;
    case ERROR_DEVICE:
        break;
    }
    return HEDDLE_DEVICE;
}

const struct heddle_message *library_message_fill(struct library_message *message,
                                                  const struct error *error) {
    message->error = *error;
    if (error->code == ERROR_NONE) {
        memset(&message->error, 0, sizeof message->error);
    }
    error_describe(&message->error, message->whole, sizeof message->whole);
    message->message = (struct heddle_message){
        .code = public_code(error->code),
        .line = message->error.line,
        .column = message->error.column,
        .path = message->error.path,
        .text = message->error.text,
        .whole = message->whole,
    };
    return &message->message;
}

const struct heddle_message *heddle_last_error(heddle_context *context) {
    return library_message_fill(&context->last, &context->job.error);
}

void library_warn(struct heddle_context *context, const struct error *error) {
    struct library_message message;
    if (error->code != ERROR_NONE && context->warning != NULL) {
        context->warning(context->warning_user, library_message_fill(&message, error));
    }
}

/* --- options --- */

int heddle_set_threads(heddle_context *context, unsigned threads) {
    if (threads > MOST_THREADS) {
        return error_set(&context->job.error, ERROR_USAGE, "%u threads: the maximum is %u", threads,
                         MOST_THREADS);
    }
    context->run.threads = threads;
    return 0;
}

int heddle_set_device(heddle_context *context, const char *device) {
    struct device_list devices;
    if (device == NULL || strlen(device) >= sizeof context->device) {
        return error_set(&context->job.error, ERROR_USAGE,
                         "device: it is not one of auto, cpu, cuda, cuda:K");
    }
    if (backend_choose(device, "device", &devices, &context->job.error) == NULL) {
        return -1;
    }
    if (devices.count > 1) {
        return error_set(&context->job.error, ERROR_USAGE,
                         "device: '%.200s' names several GPUs: a context takes one, as cuda:%u", device,
                         devices.number[0]);
    }
    strcpy(context->device, device);
    return 0;
}

int heddle_set_memory(heddle_context *context, uint64_t bytes) {
    if (bytes != 0 && bytes < LEAST_MEMORY) {
        return error_set(&context->job.error, ERROR_USAGE, "%llu bytes of memory: the minimum is %llu",
                         (unsigned long long)bytes, (unsigned long long)LEAST_MEMORY);
    }
    context->run.memory = bytes;
    return 0;
}

int heddle_set_timeout(heddle_context *context, double seconds) {
    if (seconds != seconds) {
        return error_set(&context->job.error, ERROR_USAGE, "the timeout is not a number");
    }
    context->run.timeout = seconds;
    return 0;
}

int heddle_set_limits(heddle_context *context, uint64_t states, uint64_t depth) {
    context->search.max_states = states;
    context->search.max_depth = depth;
    return 0;
}

int heddle_set_reading(heddle_context *context, unsigned flags) {
    if ((flags & ~ALL_READING) != 0) {
        return error_set(&context->job.error, ERROR_USAGE, "%#x is not a combination of reading options",
                         flags);
    }
    context->reader.ignore_case = (flags & HEDDLE_IGNORE_CASE) != 0;
    context->reader.independent = (flags & HEDDLE_INDEPENDENT) != 0;
    context->reader.regex = (flags & HEDDLE_EXTENDED_REGEX) != 0;
    return 0;
}

int heddle_add_internal(heddle_context *context, const char *name) {
    if (name == NULL || *name == '\0') {
        return error_set(&context->job.error, ERROR_USAGE, "the internal action needs a name");
    }
    return add_text(&context->job.arguments, &context->reader.internal, name) == 0
               ? 0
               : error_memory(&context->job.error, "for the name");
}

int heddle_set_constants(heddle_context *context, const char *definitions) {
    struct memory *memory = &context->job.arguments;
    struct definitions read = {.memory = memory};
    struct option_list texts = {NULL, 0, 0};
    int failed = definitions != NULL && definitions_add(&read, definitions, &context->job.error) != 0;
    definitions_free(&read);
    if (!failed && definitions != NULL && add_text(memory, &texts, definitions) != 0) {
        free_texts(memory, &texts);
        failed = error_memory(&context->job.error, "for the constants");
    }
    if (failed) {
        return -1;
    }
    free_texts(memory, &context->reader.constants);
    context->reader.constants = texts;
    return 0;
}

void heddle_set_progress(heddle_context *context, heddle_progress_callback callback, void *user) {
    context->progress = callback;
    context->progress_user = user;
}

void heddle_set_warning(heddle_context *context, heddle_warning_callback callback, void *user) {
    context->warning = callback;
    context->warning_user = user;
}

void heddle_stop(heddle_context *context) {
    __atomic_store_n(&context->stop, 1, __ATOMIC_RELAXED);
}

void heddle_resume(heddle_context *context) {
    __atomic_store_n(&context->stop, 0, __ATOMIC_RELAXED);
}

/* --- how calls run --- */

int library_begin(struct heddle_context *context) {
    struct job *job = &context->job;
    job_renew(job);
    if (job_set_run(job, &context->run, NULL) != 0) {
        return -1;
    }
    return run_ask(&job->run, &job->error, "interrupted");
}

void library_explain(const struct heddle_context *context, enum explore_outcome outcome, uint64_t states,
                     uint64_t limit, struct error *error) {
    char text[QUANTITY_TEXT];
    *error = (struct error){.code = ERROR_NONE};
    switch (outcome) {
    case EXPLORE_DONE:
    case EXPLORE_FAULT:
    case EXPLORE_VIOLATED:
    case EXPLORE_LEFT:
        break;
    case EXPLORE_LIMIT:
        if (context->search.max_states != 0 && states > context->search.max_states) {
            error_set(error, ERROR_LIMIT, "stopped at the limit of %llu states",
                      (unsigned long long)context->search.max_states);
        } else {
            error_set(error, ERROR_LIMIT, "stopped at the limit of %llu steps",
                      (unsigned long long)context->search.max_depth);
        }
        break;
    case EXPLORE_FULL:
        error_set(error, ERROR_MEMORY, "stopped because the memory budget (%s) is exhausted",
                  quantity_bytes(limit, text));
        break;
    case EXPLORE_INTERRUPTED:
        error_set(error, ERROR_INTERRUPTED, "stopped");
        break;
    case EXPLORE_TIMEOUT:
        error_set(error, ERROR_INTERRUPTED, "stopped after %s", quantity_seconds(context->run.timeout, text));
        break;
    }
}
