/* Shared by commands that search: limits, and why a search ended. */
#include "api/search.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "explorer/backend.h"
#include "explorer/model/data/data_model_core.h"
#include "explorer/model/network.h"
#include "base/error_system.h"
#include "base/quantity.h"
#include "explorer/model/stubborn.h"

#define SHARE_TEXT 200u

int search_open_spill(struct job *job, const struct search_options *options) {
    const char *folder = options->spill_folder;
    if (folder == NULL) {
        return 0;
    }
    const int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0 || faccessat(descriptor, ".", W_OK, 0) != 0) {
        const int why = errno;
        if (descriptor >= 0) {
            close(descriptor);
        }
        return error_in(&job->error, error_of_system(why), folder,
                        "--spill-dir: no files can be made there: %s", strerror(why));
    }
    job->spill.folder = descriptor; /* job_close closes it */
    job->spill.limit = UINT64_MAX;
    return 0;
}

void search_configure(struct job *job, const struct search_options *options,
                      struct explore_options *explore) {
    explore->max_states = options->max_states;
    explore->max_depth = options->max_depth;
    explore->bucket_integers = options->bucket < 0 ? 0 : 4u << options->bucket;
    explore->cache_bytes = (uint32_t)options->cache;
    if (options->spill != UINT64_MAX) {
        job->spill.limit = options->spill;
    }
}

int search_reduces(struct job *job, const struct search_options *options, const struct network *network) {
    const char *refusal = options->partial_order ? stubborn_refusal(network) : NULL;
    if (refusal != NULL) {
        job_warning(job, "--partial-order leaves out nothing here: %s", refusal);
    }
    return options->partial_order && refusal == NULL;
}

const char *search_reduction_text(const struct explore_result *result, char *text, size_t size) {
    char reduced[QUANTITY_TEXT], level[QUANTITY_TEXT];
    if (result->reduced == 0) {
        snprintf(text, size, "nothing could be left out");
    } else {
        snprintf(text, size, "%s states expanded in part%s%s", quantity_number(result->reduced, reduced),
                 result->reduced_until == UINT64_MAX ? "" : ", up to level ",
                 result->reduced_until == UINT64_MAX ? "" : quantity_number(result->reduced_until, level));
    }
    return text;
}

void search_note_effort(struct job *job, const struct exploration *exploration,
                        struct explore_effort *effort) {
    job_warning_fallback(job, &exploration->effort.fallback);
    *effort = exploration->effort;
}

const char *search_outcome_name(enum explore_outcome outcome) {
    static const char *const names[] = {"done",        "violated", "limit", "full",
                                        "interrupted", "timeout",  "fault", "left"};
    return names[outcome];
}

/* How much memory may suffice; `text` has SHARE_TEXT bytes. */
static const char *expected_memory(const struct explore_result *result, uint64_t budget, char *text) {
    char quantity[QUANTITY_TEXT];
    *text = '\0';
    if (result->expected_states == UINT64_MAX) {
        snprintf(text, SHARE_TEXT, "; the levels do not shrink yet, so twice as much may be too little");
    } else if (result->expected_states > result->states) {
        const double bytes = (double)budget / (double)result->states * (double)result->expected_states;
        snprintf(text, SHARE_TEXT,
                 "; some %s may suffice, for about %llu states, if the levels shrink as they have grown",
                 quantity_bytes((uint64_t)bytes, quantity), (unsigned long long)result->expected_states);
    }
    return text;
}

static void explain_full(struct job *job, const struct explore_result *result,
                         const struct explore_effort *effort) {
    char text[QUANTITY_TEXT], expected[SHARE_TEXT];
    const int gpus_here = effort->gpus != 0 && effort->ranks == 0;
    const uint64_t budget = !effort->on_device ? job->memory.limit
                            : gpus_here        ? effort->memory_limit / effort->gpus /* as --memory */
                                               : effort->memory_limit;
    job_message(job, "stopped because the memory budget (%s%s) is exhausted: raise --memory%s",
                quantity_bytes(budget, text),
                effort->gpus != 0        ? " of each GPU"
                : effort->on_device      ? " of the GPU"
                : job->run.ranks != NULL ? " in each process"
                                         : "",
                expected_memory(result, budget, expected));
}

void search_explain(struct job *job, const struct search_options *options,
                    const struct explore_result *result, const struct explore_effort *effort) {
    char text[QUANTITY_TEXT];
    switch (result->outcome) {
    case EXPLORE_DONE:
    case EXPLORE_FAULT:
    case EXPLORE_VIOLATED:
    case EXPLORE_LEFT:
        break;
    case EXPLORE_LIMIT:
        if (options->max_states != 0 && result->states > options->max_states) {
            job_message(job, "stopped by --max-states %llu: raise it to see more",
                        (unsigned long long)options->max_states);
        } else {
            job_message(job, "stopped by --max-depth %llu: raise it to see more",
                        (unsigned long long)options->max_depth);
        }
        break;
    case EXPLORE_FULL:
        explain_full(job, result, effort);
        break;
    case EXPLORE_INTERRUPTED:
        job_message(job, "interrupted");
        break;
    case EXPLORE_TIMEOUT:
        job_message(job, "stopped by --timeout %s: raise it to see more",
                    job->run.deadline > 0 ? quantity_seconds(job->run.deadline - job->started, text)
                                          : "of another process");
        break;
    }
}

void search_warn_deadlocks(struct job *job, const struct exploration *exploration) {
    const struct data_header *data = model_network(exploration->model)->data;
    unsigned long long count = exploration->result.deadlocks;
    if (network_is_weighted(model_network(exploration->model)) && count > 0) {
        job_warning(job, "%llu state%s where no command is enabled: %s gets a loop of %s 1", count,
                    count == 1 ? "" : "s", count == 1 ? "it" : "each",
                    data->kind == DATA_CTMC ? "rate" : "probability");
    }
}

void search_warn_several(struct job *job, const struct network *network, const uint64_t *state) {
    char text[400] = "", value[40];
    size_t used = 0;
    for (uint32_t i = 0; state != NULL && i < network->component_count && used + 1 < sizeof text; i++) {
        network->show_value(network, i, (uint32_t)state[i], value, sizeof value);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s=%s", i == 0 ? "" : ", ",
                                 network->components[i].name, value);
    }
    if (state != NULL) {
        job_warning(
            job,
            "several commands are enabled in a state of this dtmc, such as %s: each is taken with the "
            "same probability",
            text);
    }
}
