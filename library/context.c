/* Contexts: options, errors, warnings, and the stop flag. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/device/device_list.h"
#include "base/device/device_start.h"
#include "base/parallel.h"
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

heddle_context *heddle_create(void) {
    struct memory names;
    memory_init(&names, UINT64_MAX);
    struct heddle_context *context = memory_allocate_zeroed(&names, sizeof *context);
    if (context == NULL) {
        return NULL;
    }
    context->names = names;
    context->constants.memory = &context->names;
    memory_init(&context->memory, UINT64_MAX);
    memory_init(&context->spill, 0);
    strcpy(context->device, "auto");
    context->timeout = -1;
    context->max_depth = UINT64_MAX;
    return context;
}

/* A thread that initialises a GPU runs code of this library and of the driver. Before it has finished,
 * neither may be unloaded, nor may the program end. */
static void wait_for_drivers(void) {
    while (device_start_is_busy()) {
        usleep(DRIVER_MICROSECONDS);
    }
}

void heddle_free(heddle_context *context) {
    if (context == NULL) {
        return;
    }
    wait_for_drivers();
#ifdef HEDDLE_SANITIZED
    assert(memory_used(&context->memory) == 0 && memory_used(&context->spill) == 0);
#endif
    struct memory names = context->names;
    for (uint64_t i = 0; i < context->internal_count; i++) {
        memory_free(&names, context->internal[i], strlen(context->internal[i]) + 1);
    }
    memory_free(&names, context->internal, context->internal_capacity * sizeof *context->internal);
    context->constants.memory = &names;
    definitions_free(&context->constants);
    memory_free(&names, context, sizeof *context);
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
    return library_message_fill(&context->last, &context->error);
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
        return error_set(&context->error, ERROR_USAGE, "%u threads: the maximum is %u", threads,
                         MOST_THREADS);
    }
    context->threads = threads;
    return 0;
}

int heddle_set_device(heddle_context *context, const char *device) {
    struct device_list devices;
    if (device == NULL || strlen(device) >= sizeof context->device) {
        return error_set(&context->error, ERROR_USAGE, "device: it is not one of auto, cpu, cuda, cuda:K");
    }
    if (backend_choose(device, "device", &devices, &context->error) == NULL) {
        return -1;
    }
    if (devices.count > 1) {
        return error_set(&context->error, ERROR_USAGE,
                         "device: '%.200s' names several GPUs: a context takes one, as cuda:%u", device,
                         devices.number[0]);
    }
    strcpy(context->device, device);
    return 0;
}

int heddle_set_memory(heddle_context *context, uint64_t bytes) {
    if (bytes != 0 && bytes < LEAST_MEMORY) {
        return error_set(&context->error, ERROR_USAGE, "%llu bytes of memory: the minimum is %llu",
                         (unsigned long long)bytes, (unsigned long long)LEAST_MEMORY);
    }
    context->budget = bytes;
    return 0;
}

int heddle_set_timeout(heddle_context *context, double seconds) {
    if (seconds != seconds) {
        return error_set(&context->error, ERROR_USAGE, "the timeout is not a number");
    }
    context->timeout = seconds;
    return 0;
}

int heddle_set_limits(heddle_context *context, uint64_t states, uint64_t depth) {
    context->max_states = states;
    context->max_depth = depth;
    return 0;
}

int heddle_set_reading(heddle_context *context, unsigned flags) {
    if ((flags & ~ALL_READING) != 0) {
        return error_set(&context->error, ERROR_USAGE, "%#x is not a combination of reading options", flags);
    }
    context->reading = flags;
    return 0;
}

int heddle_add_internal(heddle_context *context, const char *name) {
    struct memory *names = &context->names;
    if (name == NULL || *name == '\0') {
        return error_set(&context->error, ERROR_USAGE, "the internal action needs a name");
    }
    char *copy = memory_allocate(names, strlen(name) + 1);
    if (copy == NULL || MEMORY_GROW(names, &context->internal, &context->internal_capacity,
                                    context->internal_count + 1) != 0) {
        memory_free(names, copy, strlen(name) + 1);
        return error_memory(&context->error, "for the name");
    }
    context->internal[context->internal_count++] = strcpy(copy, name);
    return 0;
}

int heddle_set_constants(heddle_context *context, const char *definitions) {
    struct definitions read = {.memory = &context->names};
    if (definitions != NULL && definitions_add(&read, definitions, &context->error) != 0) {
        definitions_free(&read);
        return -1;
    }
    definitions_free(&context->constants);
    context->constants = read;
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

static void pass_progress(void *user, const struct progress *progress) {
    struct heddle_context *context = user;
    if (context->progress == NULL) {
        return; /* the callback has removed itself */
    }
    const struct heddle_progress told = {.phase = progress->phase,
                                         .unit = progress->unit != NULL ? progress->unit : "",
                                         .done = progress->done,
                                         .total = progress->total,
                                         .transitions = progress->transitions,
                                         .level = progress->level};
    context->progress(context->progress_user, &told);
}

int library_begin(struct heddle_context *context, struct run *run) {
    /* The budget includes memory that is in use already; so must the machine's available memory. */
    uint64_t available = memory_used(&context->memory) + memory_available();
    context->memory.limit = context->budget != 0 ? context->budget : available;
    context->spill.limit = available > context->memory.limit ? available - context->memory.limit : 0;
    *run = (struct run){
        .memory = &context->memory,
        .spill = &context->spill,
        .threads = context->threads != 0 ? context->threads : parallel_processors(),
        .device_bytes = context->budget,
        .stop = &context->stop,
        .deadline = context->timeout >= 0 ? run_clock() + context->timeout : 0,
        .progress = context->progress != NULL ? pass_progress : NULL,
        .progress_context = context,
    };
    return run_should_stop(run) ? error_set(&context->error, ERROR_INTERRUPTED, "interrupted") : 0;
}

const struct backend *library_backend(struct heddle_context *context, struct run *run) {
    struct device_list devices;
    const struct backend *backend = backend_choose(context->device, "device", &devices, &context->error);
    run->device = devices.number[0];
    return backend;
}

struct exp_options library_reading(const struct heddle_context *context) {
    return (struct exp_options){
        .ignore_case = (context->reading & HEDDLE_IGNORE_CASE) != 0,
        .independent = (context->reading & HEDDLE_INDEPENDENT) != 0,
        .regex_extended = (context->reading & HEDDLE_EXTENDED_REGEX) != 0,
        .internal = (const char *const *)context->internal,
        .internal_count = (uint32_t)context->internal_count,
    };
}

struct explore_options library_limits(const struct heddle_context *context) {
    return (struct explore_options){.max_states = context->max_states, .max_depth = context->max_depth};
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
        if (context->max_states != 0 && states > context->max_states) {
            error_set(error, ERROR_LIMIT, "stopped at the limit of %llu states",
                      (unsigned long long)context->max_states);
        } else {
            error_set(error, ERROR_LIMIT, "stopped at the limit of %llu steps",
                      (unsigned long long)context->max_depth);
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
        error_set(error, ERROR_INTERRUPTED, "stopped after %s", quantity_seconds(context->timeout, text));
        break;
    }
}
