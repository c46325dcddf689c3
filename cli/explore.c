/* heddle explore: generates the state space of a network. */
#include <jansson.h>
#include <stdio.h>

#include "api/explore.h"
#include "base/array.h"
#include "base/options/statistics.h"
#include "base/quantity.h"
#include "cli/checkpoint_rows.h"
#include "cli/common.h"
#include "cli/compose_rows.h"
#include "cli/front.h"
#include "cli/mdp_output_rows.h"
#include "cli/program.h"
#include "cli/result_rows.h"
#include "cli/search_rows.h"

static const struct option_row rows[] = {
    {"output", 'o', OPTION_TEXT, offsetof(struct explore_request, output), "OUT", 0, 0,
     "write the state space to OUT: .aut; .dot (a picture, of at most 2000 states); .drn or .tra (a Markov "
     "decision process for Storm or PRISM). .gz or .zst may follow; - is standard output"},
    {"format", 0, OPTION_CHOICE, offsetof(struct explore_request, format), "aut|dot|drn|tra", 0, 0,
     "what --output writes (default: by the name of OUT, aut for - and pipes)"},
    {"minimise", 0, OPTION_CHOICE, offsetof(struct explore_request, minimise),
     "strong|branching|divbranching|probabilistic", 0, 0,
     "write the smallest graph that is equivalent to the state space; `heddle minimise` has more options"},
    MDP_OUTPUT_ROWS(struct explore_request, mdp),
    {"profile", 0, OPTION_TEXT, offsetof(struct explore_request, profile), "FILE", 0, 0,
     "write the course of the search to FILE: plots of the levels' sizes, their sum and the speed (.svg), or "
     "the numbers (.csv)"},
    COMPOSE_ROWS(struct explore_request),
    ENGINE_ROWS(struct explore_request),
    JOB_ROWS(struct explore_request, "print no rows or progress"),
    READER_ROWS(struct explore_request),
    SEARCH_ROWS(struct explore_request),
    CHECKPOINT_ROWS(struct explore_request),
    PARTIAL_ORDER_ROW(
        struct explore_request,
        "leave out states that differ only in the order of independent transitions. All deadlocks are found; "
        "the other counts are those of the states searched"),
};

static const struct option_row advanced_rows[] = {
    COMPOSE_ADVANCED_ROWS(struct explore_request),
    SEARCH_ADVANCED_ROWS(struct explore_request),
};

static const struct option_argument arguments[] = {
    {"profile", COMPLETION_FILES, "svg csv"},
    {"output", COMPLETION_FILES, "aut dot drn tra"},
    {"plan", COMPLETION_FILES, "txt"},
    {"write-plan", COMPLETION_FILES, "txt"},
    CHECKPOINT_COMPLETIONS,
    {NULL, COMPLETION_FILES, NULL},
};

static const struct options_hint hints[] = {
    {"por", "use --partial-order"},
    {"hide", "`heddle minimise` hides labels"},
    {"equivalence", "use --minimise"},
    {NULL, NULL},
};

static const struct option_rule rules[] = {
    {"format", OPTION_NEEDS, "output", "says what --output writes"},
    {"minimise", OPTION_NEEDS, "output", "is for the file (`heddle minimise` counts without one)"},
    {"partial-order", OPTION_EXCLUDES, "output", "leaves out states"},
    CHECKPOINT_RULES,
    COMPOSE_RULES,
    {NULL, OPTION_NEEDS, NULL, NULL},
};

const struct options_command explore_command = {
    .name = "explore",
    .operands = "NET",
    .endings = "exp aut prism pm nm sm pnm",
    .summary = "generate the state space of a network",
    .description = "Generates the state space of the network NET by breadth-first search, and writes it with "
                   "--output. Counts states, transitions (two rules that lead to the same state count as "
                   "two), levels and deadlocks.\n\nStates are numbered by level, within a level by the tuple "
                   "of local states. So the file is the same for any number of threads. When a limit is "
                   "reached, the counts are lower bounds, no state space is written, and the exit status is "
                   "3.",
    .arguments = arguments,
    .hints = hints,
    .rules = rules,
    .options = OPTIONS_TABLE(rows),
    .advanced = OPTIONS_TABLE(advanced_rows),
};

/* What is printed: what was found, and what follows from it. */
struct printed {
    struct explored found;
    const char *command, *input, *device, *outcome, *reduction;
    int complete;
    uint64_t threads, ranks, gpus, bytes_exchanged, reduced, reduced_until, resumed_states, handed_states,
        memory_bytes;
    double total_seconds, states_rate, transitions_rate;
    char reduction_text[2 * QUANTITY_TEXT + 64];
};

#define AT(member) offsetof(struct printed, member)

static const struct statistic_row result_rows[] = {
    COMMAND_ROWS(struct printed, "network"),
    DEVICE_ROWS(struct printed),
    RANK_ROWS(struct printed),
    OUTCOME_ROWS(struct printed),
    {"states", "states", NULL, STATISTIC_COUNT, AT(found.result.states)},
    {"initial", "initial states", NULL, STATISTIC_COUNT, AT(found.initial)},
    {"transitions", "transitions", NULL, STATISTIC_COUNT, AT(found.result.transitions)},
    {"edges", "edges", NULL, STATISTIC_COUNT, AT(found.edges)},
    {"choices", "choices", NULL, STATISTIC_COUNT, AT(found.choices)},
    {"minimised_states", "minimised states", NULL, STATISTIC_COUNT, AT(found.minimised_states)},
    {"minimised_transitions", "minimised transitions", NULL, STATISTIC_COUNT,
     AT(found.minimised_transitions)},
    {"reduction_factor", "reduction factor", NULL, STATISTIC_NUMBER, AT(found.reduction_factor)},
    {"reduced", NULL, NULL, STATISTIC_COUNT, AT(reduced)},
    {"reduced_until", NULL, NULL, STATISTIC_COUNT, AT(reduced_until)},
    {NULL, "reduction", NULL, STATISTIC_TEXT, AT(reduction)},
    {"levels", "levels", NULL, STATISTIC_COUNT, AT(found.result.levels)},
    {"deadlocks", "deadlocks", NULL, STATISTIC_COUNT, AT(found.result.deadlocks)},
    {"largest_product", "largest product", NULL, STATISTIC_COUNT, AT(found.largest_product)},
    {"resumed_states", NULL, NULL, STATISTIC_COUNT, AT(resumed_states)},
    {"handed_states", "handed over", "states of one GPU", STATISTIC_COUNT, AT(handed_states)},
    {"compose_seconds", "composing time", NULL, STATISTIC_SECONDS, AT(found.compose_seconds)},
    {"seconds", "search time", NULL, STATISTIC_SECONDS, AT(found.effort.seconds)},
    {"total_seconds", "total time", NULL, STATISTIC_SECONDS, AT(total_seconds)},
    SPEED_ROWS(struct printed),
    {"memory_bytes", "memory", NULL, STATISTIC_BYTES, AT(memory_bytes)},
    {"table_load", "table load", NULL, STATISTIC_SHARE, AT(found.effort.table_load)},
    {"output", "written", NULL, STATISTIC_TEXT, AT(found.written)},
    {"labels", "labels", NULL, STATISTIC_TEXT, AT(found.labels)},
    {"values", "values", NULL, STATISTIC_TEXT, AT(found.values)},
    {"profile", "profile", NULL, STATISTIC_TEXT, AT(found.profile)},
};

/* A number of which 0 says nothing. */
static uint64_t unless_zero(uint64_t number) {
    return number == 0 ? STATISTIC_ABSENT : number;
}

/* What a search says of itself. */
static void derive_search(struct printed *printed) {
    const struct explore_result *result = &printed->found.result;
    const struct explore_effort *effort = &printed->found.effort;
    const int together = effort->ranks != 0 || effort->gpus != 0;
    printed->device = effort->device;
    printed->threads = effort->on_device ? STATISTIC_ABSENT : effort->threads;
    printed->ranks = unless_zero(effort->ranks);
    printed->gpus = unless_zero(effort->gpus);
    printed->bytes_exchanged = together ? effort->bytes_exchanged : STATISTIC_ABSENT;
    printed->resumed_states = unless_zero(effort->resumed_states);
    printed->handed_states = unless_zero(effort->handed_states);
    if (effort->ranks != 0 || effort->on_device) {
        printed->memory_bytes = effort->memory_peak;
    }
    if (printed->found.reduces) {
        printed->reduced = result->reduced;
        printed->reduced_until = result->reduced_until;
        printed->reduction =
            search_reduction_text(result, printed->reduction_text, sizeof printed->reduction_text);
    }
    /* Shorter searches say nothing about speed. */
    if (effort->seconds >= 0.01) {
        printed->states_rate = (double)(result->states - effort->resumed_states) / effort->seconds;
        printed->transitions_rate =
            (double)(result->transitions - effort->resumed_transitions) / effort->seconds;
    }
}

/* Begins what is printed; found follows from the work. */
static void clear(struct printed *printed, struct job *job, const char *input) {
    statistics_clear(result_rows, LENGTH(result_rows), printed);
    printed->command = job->command;
    printed->input = input;
    printed->bytes_exchanged = STATISTIC_ABSENT;
}

/* Everything that follows from what was found. failed: job->error says why there is not all of it. */
static void derive(struct printed *printed, struct job *job, int failed) {
    const int searched = printed->found.result.states != STATISTIC_ABSENT;
    printed->complete = printed->found.complete;
    printed->outcome = failed ? job_outcome(job) : search_outcome_name(printed->found.result.outcome);
    printed->device = job_device(job);
    printed->threads = job->run.threads;
    if (searched) {
        derive_search(printed);
    }
    printed->memory_bytes = printed->memory_bytes != 0 ? printed->memory_bytes : memory_peak(&job->memory);
    printed->total_seconds = run_clock() - job->started;
}

/* The rows and the steps of composing as JSON. 0, or -1 with job->error. */
static int print_json(struct job *job, const struct printed *printed) {
    json_t *object = json_object();
    if (statistics_json(&job->memory, result_rows, LENGTH(result_rows), printed, object) != 0 ||
        compose_add_json(&printed->found.composed, &job->memory, object) != 0) {
        json_decref(object);
        return error_memory(&job->error, "for the JSON text");
    }
    job_print_json(job, object);
    return 0;
}

/* Prints the result, complete or not; 0, or -1 with job->error. */
static int print(struct job *job, const struct printed *printed) {
    return console_of(job)->json
               ? print_json(job, printed)
               : job_print_statistics(job, result_rows, LENGTH(result_rows), printed, !printed->complete);
}

static int explore(struct job *job, const struct option_list *operands, void *values) {
    struct explore_request *request = values;
    struct printed printed;
    request->path = operands->items[0];
    front_begin(request->run.device);
    if (job_configure(job, &request->run) != 0) {
        return job_fail(job);
    }
    clear(&printed, job, request->path);
    const int failed = api_explore(job, request, &printed.found) != 0;
    derive(&printed, job, failed);
    int code = failed ? job_fail(job) : printed.complete ? EXIT_DONE : EXIT_UNDECIDED;
    const int has_rows = code != EXIT_ERROR ? printed.found.network != NULL : printed.complete;
    if (has_rows && print(job, &printed) != 0) {
        code = job_fail(job);
    }
    explored_free(job, &printed.found);
    return code;
}

int explore_main(int argc, char **argv) {
    struct explore_request request = EXPLORE_DEFAULTS;
    return job_command(&explore_command, argc, argv, &request, explore);
}
