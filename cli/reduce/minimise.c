/* heddle minimise: the smallest equivalent graph. */
#include "api/minimise.h"

#include <jansson.h>

#include "base/array.h"
#include "base/options/statistics.h"
#include "cli/compose_rows.h"
#include "cli/front.h"
#include "cli/program.h"
#include "cli/reduce/operand_rows.h"
#include "cli/result_rows.h"

static const struct option_row rows[] = {
    {"output", 'o', OPTION_TEXT, offsetof(struct minimise_request, output), "OUT", 0, 0,
     "write the graph of the classes to OUT: .aut or .dot (a picture, of at most 2000 states); for a Markov "
     "model .drn, .tra or .aut. .gz or .zst may follow; - is standard output"},
    {"format", 0, OPTION_CHOICE, offsetof(struct minimise_request, format), "aut|dot|drn|tra", 0, 0,
     "what --output writes (default: by the name of OUT, aut for - and pipes)"},
    {"classes", 0, OPTION_TEXT, offsetof(struct minimise_request, classes), "FILE.txt", 0, 0,
     "write a line `STATE CLASS` for each state (.gz or .zst may follow; - is standard output). States that "
     "are not reached have the class -"},
    {"canonical", 0, OPTION_FLAG, offsetof(struct minimise_request, canonical), NULL, 0, 0,
     "number the classes by the structure of the result, so that equivalent inputs give equal files; not for "
     "weak and probabilistic"},
    OPERAND_ROWS(
        "what the result keeps. strong (the default): strong bisimulation. branching: branching "
        "bisimulation, which leaves out internal steps that decide nothing. divbranching: the same, but "
        "infinite runs of internal steps are kept. weak: weak bisimulation. trace, weaktrace: the finite "
        "sequences of labels, with or without internal steps, as a deterministic graph. probabilistic: as "
        "strong, but the numbers of `rate R`, `prob P` and Markov models are added"),
    {"compose", 0, OPTION_FLAG, offsetof(struct minimise_request, operand.compose.compose), NULL, 0, 0,
     "minimise the processes of a network, join some, minimise these products, and so on; then search what "
     "remains. The file is that of --canonical; not for weak and probabilistic"},
};

static const struct option_row advanced_rows[] = {
    SEARCH_ADVANCED_ROWS(struct operand_request),
    COMPOSE_ADVANCED_ROWS(struct operand_request),
};

static const struct options_hint hints[] = {
    {"strong", "use --equivalence strong"},
    {"branching", "use --equivalence branching"},
    {"divbranching", "use --equivalence divbranching"},
    {"weak", "use --equivalence weak"},
    {"trace", "use --equivalence trace"},
    {"probabilistic", "use --equivalence probabilistic"},
    {"lump", "use --equivalence probabilistic"},
    {NULL, NULL},
};

static const struct option_argument arguments[] = {
    {"output", COMPLETION_FILES, "aut dot drn tra"},
    {"classes", COMPLETION_FILES, "txt"},
    {"hide", COMPLETION_LABELS, NULL},
    {"hide-all-but", COMPLETION_LABELS, NULL},
    {NULL, COMPLETION_FILES, NULL},
};

static const struct option_rule rules[] = {
    {"format", OPTION_NEEDS, "output", "says what --output writes"},
    HIDE_RULE,
    {"classes", OPTION_EXCLUDES, "compose", "is about all states of the network"},
    COMPOSE_RULES,
    {NULL, OPTION_NEEDS, NULL, NULL},
};

const struct options_command minimise_command = {
    .name = "minimise",
    .operands = "NET|GRAPH",
    .endings = "exp aut prism pm nm sm pnm drn tra",
    .summary = "make the smallest graph that is equivalent to a state space",
    .description =
        "Searches the network or PRISM model NET, or reads the graph GRAPH (.aut; for probabilistic also "
        ".drn and .tra; plain or compressed). Hides labels. Finds the classes of equivalent states. The "
        "graph of the classes, which --output writes, is the smallest equivalent one (for weak: the one with "
        "the fewest states). docs/smaller.md says what each equivalence keeps.\n\nFiles are the same on any "
        "device and for any number of threads. When a limit is reached, nothing is written, and the exit "
        "status is 3.",
    .options = OPTIONS_TABLE(rows),
    .advanced = OPTIONS_TABLE(advanced_rows),
    .arguments = arguments,
    .hints = hints,
    .rules = rules,
};

/* --- the result --- */

/* What is shown. */
struct minimise_shown {
    const char *command, *input, *device, *outcome, *equivalence;
    int complete;
    uint64_t threads, divergent, largest_product, memory_bytes;
    double reduction_factor, compose_seconds, total_seconds;
    struct minimise_result result;
};

#define AT(member) offsetof(struct minimise_shown, member)

static const struct statistic_row result_rows[] = {
    COMMAND_ROWS(struct minimise_shown, "input"),
    DEVICE_ROWS(struct minimise_shown),
    {"equivalence", "equivalence", NULL, STATISTIC_TEXT, AT(equivalence)},
    OUTCOME_ROWS(struct minimise_shown),
    {"states", "states", NULL, STATISTIC_COUNT, AT(result.operand.search.states)},
    {"transitions", "transitions", NULL, STATISTIC_COUNT, AT(result.operand.search.transitions)},
    {"edges", "edges", NULL, STATISTIC_COUNT, AT(result.operand.edges)},
    {"minimised_states", "minimised states", NULL, STATISTIC_COUNT, AT(result.size.states)},
    {"minimised_transitions", "minimised transitions", NULL, STATISTIC_COUNT, AT(result.size.edges)},
    {"reduction_factor", "reduction factor", NULL, STATISTIC_NUMBER, AT(reduction_factor)},
    {"divergent", "divergent states", NULL, STATISTIC_COUNT, AT(divergent)},
    {"rounds", "rounds", NULL, STATISTIC_COUNT, AT(result.rounds)},
    {"largest_product", "largest product", NULL, STATISTIC_COUNT, AT(largest_product)},
    {"compose_seconds", "composing time", NULL, STATISTIC_SECONDS, AT(compose_seconds)},
    {"search_seconds", "search time", NULL, STATISTIC_SECONDS, AT(result.operand.effort.seconds)},
    {"graph_seconds", "graph time", NULL, STATISTIC_SECONDS, AT(result.operand.graph_seconds)},
    {"seconds", "minimisation time", NULL, STATISTIC_SECONDS, AT(result.seconds)},
    COST_ROWS(struct minimise_shown),
    {"output", "written", NULL, STATISTIC_TEXT, AT(result.written)},
    {"classes", "classes", NULL, STATISTIC_TEXT, AT(result.written_classes)},
};

#define RESULT_ROWS LENGTH(result_rows)

/* Where the classes were found: a GPU has memory of its own, and no threads. */
static void note_engine(const struct job *job, struct minimise_shown *shown) {
    const struct minimise_result *result = &shown->result;
    const struct operand *operand = &result->operand;
    const struct classes *classes = &operand->classes;
    const int on_device = classes->on_device || result->refining.on_device;
    shown->device = on_device && !result->classes_there ? "cuda" : operand_device(job, operand);
    shown->threads = on_device ? STATISTIC_ABSENT : job->run.threads;
    shown->memory_bytes = classes->on_device ? classes->peak : result->refining.peak;
    if (shown->memory_bytes == 0) {
        shown->memory_bytes = memory_peak(&job->memory);
    }
}

/* What follows from the numbers of the result. */
static void note_numbers(const struct minimise_request *request, struct minimise_shown *shown) {
    const struct minimise_result *result = &shown->result;
    const struct operand *operand = &result->operand;
    shown->divergent = shown->largest_product = STATISTIC_ABSENT;
    shown->reduction_factor = shown->compose_seconds = -1;
    if (operand->composed.composition != NULL) {
        shown->largest_product = compose_largest(&operand->composed);
        shown->compose_seconds = operand->composed.seconds;
    }
    if (result->done &&
        !request->operand.compose.compose) { /* else the states are those of a smaller network */
        shown->reduction_factor = (double)operand->search.states / (double)result->size.states;
    }
    if (result->done && request->operand.equivalence == EQUIVALENCE_DIVBRANCHING) {
        shown->divergent = operand->classes.partition.divergent_blocks;
    }
}

/* The rows and the steps of composing as JSON. 0, or -1 with job->error. */
static int print_json(struct job *job, const struct minimise_shown *shown) {
    json_t *object = json_object();
    if (statistics_json(&job->memory, result_rows, RESULT_ROWS, shown, object) != 0 ||
        compose_add_json(&shown->result.operand.composed, &job->memory, object) != 0) {
        json_decref(object);
        return error_memory(&job->error, "for the JSON text");
    }
    job_print_json(job, object);
    return 0;
}

/* --- the command --- */

static void say_not_written(struct job *job, const char *path, const char *reason) {
    if (path != NULL) {
        job_message(job, "%s: not written: %s", path, reason);
    }
}

/* The exit code of what returned `failed`; the message says what was not written first. */
static int conclude(struct job *job, int failed, const struct minimise_request *request,
                    const struct minimise_result *result) {
    const int code = failed ? job_fail(job) : result->operand.complete ? EXIT_DONE : EXIT_UNDECIDED;
    if (code == EXIT_UNDECIDED && result->done) {
        say_not_written(job, result->written == NULL && request->output != NULL ? request->classes : NULL,
                        "the graph of the classes could not be written");
    } else if (code == EXIT_UNDECIDED) {
        const char *why = failed ? "the reduction did not end" : "the state space is incomplete";
        say_not_written(job, request->output, why);
        say_not_written(job, request->classes, why);
    }
    return code;
}

static int minimise(struct job *job, const struct option_list *operands, void *values) {
    struct minimise_request *request = values;
    front_begin(request->operand.run.device);
    if (job_configure(job, &request->operand.run) != 0) {
        return job_fail(job);
    }
    request->path = operands->items[0];
    struct minimise_shown shown = {.command = "minimise",
                                   .input = request->path,
                                   .equivalence =
                                       equivalence_name((enum equivalence)request->operand.equivalence)};
    const int failed = api_minimise(job, request, &shown.result);
    shown.complete = shown.result.done;
    shown.outcome = failed ? job_outcome(job) : search_outcome_name(shown.result.operand.search.outcome);
    int code = conclude(job, failed, request, &shown.result);
    note_engine(job, &shown);
    note_numbers(request, &shown);
    shown.total_seconds = run_clock() - job->started;
    if ((code != EXIT_ERROR || shown.complete) &&
        (console_of(job)->json ? print_json(job, &shown)
                               : job_print_statistics(job, result_rows, RESULT_ROWS, &shown,
                                                      !shown.result.operand.complete)) != 0) {
        code = job_fail(job);
    }
    minimise_result_free(&shown.result, job);
    return code;
}

int minimise_main(int argc, char **argv) {
    struct minimise_request request = MINIMISE_DEFAULTS;
    return job_command(&minimise_command, argc, argv, &request, minimise);
}
