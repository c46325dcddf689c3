/*
 * Checking on the fly. Properties without observer share one search, which notes the first level at which
 * each of them is violated; each monitor is searched as a product of its own. What a search says about a
 * property: violated if a violation was noted, else holds if the search is complete, else undecided.
 * Properties of cycles and about schedulers are decided on the graph of the shared search, if that is
 * complete.
 */
#include "checker/check.h"

#include <string.h>

#include "base/memory.h"
#include "base/run.h"
#include "checker/certificate.h"
#include "checker/check_cycles.h"
#include "checker/check_schedulers.h"
#include "explorer/backend.h"
#include "frontend/network.h"

/* Beside what the search took: time to rebuild a trace after a timeout, so that it is not lost. */
#define TRACE_SECONDS 1.0

struct checking {
    const struct backend *backend;
    const struct network *network;
    const struct property *properties;
    uint32_t count;
    const struct check_options *options;
    const struct run *run;
    struct check *check;
    certificate *certificate;          /* NULL when none is wanted, or after it failed */
    uint8_t **labels;                  /* one a property: the labels that violate it; NULL unless NEVER */
    uint8_t *watched;                  /* their union */
    struct cycle_labels *cycle_labels; /* one a property; zeros unless it is of cycles */
};

/* --- labels --- */

/* One byte a label; at least one. */
static uint64_t label_bytes(const struct checking *checking) {
    return (uint64_t)checking->network->label_count + 1;
}

/* Fills the labels of a NEVER property; *any says whether there are any. 0 or -1. */
static int find_labels(struct checking *checking, uint32_t index, int *any, struct error *error) {
    const struct network *network = checking->network;
    uint8_t *labels = memory_allocate_zeroed(checking->run->memory, label_bytes(checking));
    checking->labels[index] = labels;
    *any = 0;
    if (labels == NULL) {
        return error_set(error, ERROR_MEMORY, "not enough memory for the properties");
    }
    for (uint32_t i = 0; i < network->label_count; i++) {
        int matches = property_matches(&checking->properties[index], network->labels[i].text,
                                       network->labels[i].length, error);
        if (matches < 0) {
            return -1;
        }
        if ((i & 4095) == 4095 && run_should_stop(checking->run)) {
            return error_set(error, ERROR_INTERRUPTED, "interrupted while the properties were prepared");
        }
        labels[i] = (uint8_t)matches;
        checking->watched[i] |= (uint8_t)matches;
        *any |= matches;
    }
    return 0;
}

/* --- verdicts --- */

/* Where a trace that violates the property ends. */
static struct trace_goal goal_of(const struct checking *checking, uint32_t index) {
    static const enum trace_goal_kind goals[] = {[PROPERTY_DEADLOCK] = TRACE_TO_DEADLOCK,
                                                 [PROPERTY_NEVER] = TRACE_TO_LABEL,
                                                 [PROPERTY_MONITOR] = TRACE_TO_ERROR};
    return (struct trace_goal){goals[checking->properties[index].kind], checking->labels[index]};
}

static int is_of_cycles(const struct checking *checking, uint32_t index) {
    return property_is_of_cycles(checking->properties[index].kind);
}

static int is_of_schedulers(const struct checking *checking, uint32_t index) {
    return property_is_of_schedulers(checking->properties[index].kind);
}

/* Whether the graph of all states decides it. */
static int is_of_graph(const struct checking *checking, uint32_t index) {
    return is_of_cycles(checking, index) || is_of_schedulers(checking, index);
}

/* Steps of a shortest trace to a violation; UINT64_MAX when the search came upon none. */
static uint64_t violation_length(const struct checking *checking, uint32_t index,
                                 const struct exploration *exploration) {
    if (is_of_graph(checking, index)) {
        return UINT64_MAX;
    }
    struct trace_goal goal = goal_of(checking, index);
    return trace_length(exploration, &goal);
}

/* Whether the property is decided by the search without observer. */
static int is_shared(const struct checking *checking, uint32_t index) {
    return checking->properties[index].kind != PROPERTY_MONITOR &&
           checking->check->results[index].search != CHECK_NO_SEARCH;
}

static int shared_decided(void *context, const struct exploration *exploration) {
    const struct checking *checking = context;
    for (uint32_t i = 0; i < checking->count; i++) {
        if (is_shared(checking, i) && violation_length(checking, i, exploration) == UINT64_MAX) {
            return 0;
        }
    }
    return 1;
}

static int monitor_decided(void *context, const struct exploration *exploration) {
    (void)context;
    return exploration->error_level != UINT64_MAX;
}

/* The trace of a violated property, or why there is none. */
static void find_trace(struct checking *checking, uint32_t index, struct exploration *exploration) {
    struct check_result *result = &checking->check->results[index];
    struct trace_goal goal = goal_of(checking, index);
    struct run run = *checking->run;
    if (run.deadline > 0) {
        run.deadline = run_clock() + exploration->seconds + TRACE_SECONDS;
    }
    result->has_trace = checking->backend->trace(exploration, &goal, &run, &result->trace, &result->why) == 0;
}

static void decide(struct checking *checking, uint32_t index, struct exploration *exploration) {
    struct check_result *result = &checking->check->results[index];
    uint64_t length = violation_length(checking, index, exploration);
    if (result->vacuous || is_of_graph(checking, index)) {
        return; /* decided without a search, or behind it */
    }
    if (length == UINT64_MAX) {
        result->verdict = exploration->outcome == EXPLORE_DONE ? VERDICT_HOLDS : VERDICT_UNDECIDED;
        return;
    }
    result->verdict = VERDICT_VIOLATED;
    result->length = length;
    if (!checking->options->no_traces) {
        find_trace(checking, index, exploration);
    }
}

/* Whether a search has a property left that its graph decides. */
static int needs_graph(const struct checking *checking, uint32_t search) {
    for (uint32_t i = 0; i < checking->count; i++) {
        const struct check_result *result = &checking->check->results[i];
        if (is_of_graph(checking, i) && result->search == search && !result->vacuous) {
            return 1;
        }
    }
    return 0;
}

/* The properties that the graph decides; an exploration that is not complete has none. */
static void decide_graph(struct checking *checking, struct exploration *exploration) {
    struct memory *memory = checking->run->memory;
    const struct check_options *options = checking->options;
    struct check *check = checking->check;
    struct cycle_check *cycles = memory_allocate_array(memory, checking->count, sizeof *cycles);
    struct scheduler_check *schedulers = memory_allocate_array(memory, checking->count, sizeof *schedulers);
    uint32_t cycle_count = 0, scheduler_count = 0;
    int failed = cycles == NULL || schedulers == NULL;
    for (uint32_t i = 0; i < checking->count; i++) {
        struct check_result *result = &check->results[i];
        if (!is_of_graph(checking, i) || result->vacuous) {
            continue;
        }
        if (failed) {
            error_set(&result->why, ERROR_MEMORY, "not enough memory for the properties");
        } else if (is_of_cycles(checking, i)) {
            cycles[cycle_count++] = (struct cycle_check){&checking->cycle_labels[i], result};
        } else {
            schedulers[scheduler_count++] = (struct scheduler_check){&checking->properties[i], result};
        }
    }
    struct scheduler_checks about = {
        schedulers,       scheduler_count,   options->keep_races,    options->scheduler,
        options->subject, &check->scheduled, &check->scheduler_error};
    if (!failed && exploration->outcome == EXPLORE_DONE) {
        check_cycles(checking->backend, exploration, cycles, cycle_count,
                     scheduler_count != 0 ? &about : NULL, !options->no_traces, checking->run);
    }
    memory_free(memory, cycles, checking->count * sizeof *cycles);
    memory_free(memory, schedulers, checking->count * sizeof *schedulers);
}

/* --- searches --- */

static void take_counts(struct check_search *search, const struct exploration *exploration) {
    search->outcome = exploration->outcome;
    search->states = exploration->states;
    search->transitions = exploration->transitions;
    search->deadlocks = exploration->deadlocks;
    search->levels = exploration->levels;
    search->seconds = exploration->seconds;
    search->table_load = exploration->table_load;
}

/* The engine may change after the search: when a GPU fails at a trace, the CPU searches once more. */
static void take_engine(struct check_search *search, const struct exploration *exploration) {
    memcpy(search->device, exploration->device, sizeof search->device);
    search->on_device = exploration->on_device;
    search->memory_peak = exploration->memory_peak;
    search->memory_limit = exploration->memory_limit;
    search->fallback = exploration->fallback;
}

/* Adds what holds to the certificate; when that fails, the check goes on without one. */
static void certify(struct checking *checking, uint32_t search, struct exploration *exploration) {
    struct memory *memory = checking->run->memory;
    struct check *check = checking->check;
    uint32_t count = 0;
    if (checking->certificate == NULL || exploration->outcome != EXPLORE_DONE) {
        return;
    }
    const struct property **held = memory_allocate_array(memory, checking->count, sizeof *held);
    for (uint32_t i = 0; i < checking->count && held != NULL; i++) {
        if (check->results[i].search == search && check->results[i].verdict == VERDICT_HOLDS) {
            held[count++] = &checking->properties[i];
        }
    }
    int failed = held == NULL &&
                 error_set(&check->certificate_error, ERROR_MEMORY, "not enough memory for a certificate");
    if (!failed && count != 0) {
        failed =
            checking->backend->fetch(exploration, checking->run, &check->certificate_error) != 0 ||
            certificate_add(checking->certificate, exploration, held, count, &check->certificate_error) != 0;
    }
    if (failed) {
        certificate_discard(checking->certificate);
        checking->certificate = NULL;
    }
    memory_free(memory, held, checking->count * sizeof *held);
}

/*
 * One search with all that comes of it, for the properties whose results say `search`. Where it cannot begin,
 * they are undecided, and their `why` says why.
 */
static void run_search(struct checking *checking, uint32_t search, const struct observer *observer,
                       struct error *error) {
    const struct check_options *options = checking->options;
    struct check *check = checking->check;
    struct model_options layout = {.words = options->words, .observer = observer};
    struct explore_options explore = options->explore;
    int graph = needs_graph(checking, search);
    explore.keep_levels = !options->no_traces || checking->certificate != NULL || graph;
    explore.may_forget = checking->certificate == NULL;
    explore.watched = observer == NULL ? checking->watched : NULL;
    explore.decided = options->keep_going ? NULL : observer == NULL ? shared_decided : monitor_decided;
    explore.decided_context = checking;
    struct exploration *exploration = NULL;
    model *model = model_compile(checking->network, &layout, checking->run, error);
    if (model != NULL) {
        exploration = checking->backend->explore(model, &explore, checking->run, error);
    }
    if (exploration != NULL) {
        take_counts(&check->searches[search], exploration);
        if (!graph) {
            exploration_drop_table(exploration); /* room for traces */
        }
    }
    for (uint32_t i = 0; i < checking->count; i++) {
        if (check->results[i].search == search && exploration != NULL) {
            decide(checking, i, exploration);
        } else if (check->results[i].search == search) {
            check->results[i].why = *error;
        }
    }
    if (exploration != NULL && graph) {
        decide_graph(checking, exploration);
    }
    if (exploration != NULL) {
        certify(checking, search, exploration);
        take_engine(&check->searches[search], exploration);
        exploration_free(exploration);
    }
    model_free(model);
}

static void search_monitor(struct checking *checking, uint32_t index, struct error *error) {
    struct check *check = checking->check;
    struct check_result *result = &check->results[index];
    check->searches[result->search].product = 1;
    struct observer *observer =
        monitor_observer(checking->properties[index].monitor, checking->network, checking->run, error);
    if (observer == NULL) {
        result->why = *error;
        return;
    }
    run_search(checking, result->search, observer, error);
    monitor_observer_free(observer, checking->run);
}

/* Says which search decides each property. A label that no transition can have needs none. */
static int plan(struct checking *checking, struct error *error) {
    struct check *check = checking->check;
    int watches = 0, shared = 0;
    for (uint32_t i = 0; i < checking->count; i++) {
        struct check_result *result = &check->results[i];
        int needed = checking->options->keep_going || checking->options->certificate != NULL;
        result->verdict = VERDICT_UNDECIDED;
        result->search = CHECK_NO_SEARCH;
        if (checking->properties[i].kind == PROPERTY_MONITOR) {
            continue;
        }
        if (checking->properties[i].kind == PROPERTY_NEVER || is_of_cycles(checking, i)) {
            int any, of_cycles = is_of_cycles(checking, i);
            if (of_cycles ? cycle_labels_make(&checking->cycle_labels[i], &checking->properties[i],
                                              checking->network, &any, checking->run, error) != 0
                          : find_labels(checking, i, &any, error) != 0) {
                return -1;
            }
            needed |= any;
            watches |= any && !of_cycles;
            result->vacuous = !any;
        } else {
            needed = 1;
        }
        result->verdict = result->vacuous ? VERDICT_HOLDS : VERDICT_UNDECIDED;
        result->search = needed ? 0 : CHECK_NO_SEARCH;
        shared |= needed;
    }
    check->search_count = (uint32_t)shared;
    for (uint32_t i = 0; i < checking->count; i++) {
        if (checking->properties[i].kind == PROPERTY_MONITOR) {
            check->results[i].search = check->search_count++;
        }
    }
    if (!watches) { /* deadlocks alone: the search need not look at labels */
        memory_free(checking->run->memory, checking->watched, label_bytes(checking));
        checking->watched = NULL;
    }
    return 0;
}

static int open_check(struct checking *checking, struct error *error) {
    struct check *check = checking->check;
    struct memory *memory = checking->run->memory;
    uint64_t count = checking->count;
    check->property_count = checking->count;
    check->results = memory_allocate_zeroed(memory, count * sizeof *check->results);
    check->searches = memory_allocate_zeroed(memory, (count + 1) * sizeof *check->searches);
    checking->labels = memory_allocate_zeroed(memory, count * sizeof *checking->labels);
    checking->watched = memory_allocate_zeroed(memory, label_bytes(checking));
    checking->cycle_labels = memory_allocate_zeroed(memory, count * sizeof *checking->cycle_labels);
    if (check->results == NULL || check->searches == NULL || checking->labels == NULL ||
        checking->watched == NULL || checking->cycle_labels == NULL) {
        return error_set(error, ERROR_MEMORY, "not enough memory for the properties");
    }
    for (uint64_t i = 0; i <= count; i++) {
        check->searches[i].outcome = EXPLORE_FULL; /* until it has begun */
    }
    if (checking->options->certificate != NULL) {
        checking->certificate = certificate_create(checking->options->certificate, checking->options->subject,
                                                   checking->run, error);
        if (checking->certificate == NULL) {
            return -1;
        }
    }
    return plan(checking, error);
}

static void close_checking(struct checking *checking) {
    struct memory *memory = checking->run->memory;
    for (uint32_t i = 0; i < checking->count && checking->labels != NULL; i++) {
        memory_free(memory, checking->labels[i], label_bytes(checking));
    }
    for (uint32_t i = 0; i < checking->count && checking->cycle_labels != NULL; i++) {
        cycle_labels_free(&checking->cycle_labels[i], checking->run);
    }
    memory_free(memory, checking->cycle_labels, checking->count * sizeof *checking->cycle_labels);
    memory_free(memory, checking->labels, checking->count * sizeof *checking->labels);
    memory_free(memory, checking->watched, label_bytes(checking));
    certificate_discard(checking->certificate);
}

static void run_searches(struct checking *checking) {
    struct check *check = checking->check;
    struct error error;
    int shared = 0;
    for (uint32_t i = 0; i < checking->count; i++) {
        shared |= is_shared(checking, i);
    }
    if (shared) {
        run_search(checking, 0, NULL, &error);
    }
    for (uint32_t i = 0; i < checking->count; i++) {
        if (checking->properties[i].kind == PROPERTY_MONITOR) {
            search_monitor(checking, i, &error);
        }
    }
    if (checking->certificate != NULL) {
        certificate_finish(checking->certificate, &check->certified, &check->certificate_error);
        checking->certificate = NULL;
    }
}

struct check *check_run(const struct backend *backend, const struct network *network,
                        const struct property *properties, uint32_t property_count,
                        const struct check_options *options, const struct run *run, struct error *error) {
    struct checking checking = {.backend = backend,
                                .network = network,
                                .properties = properties,
                                .count = property_count,
                                .options = options,
                                .run = run};
    checking.check = memory_allocate_zeroed(run->memory, sizeof *checking.check);
    if (checking.check == NULL) {
        error_set(error, ERROR_MEMORY, "not enough memory for the properties");
        return NULL;
    }
    int failed = open_check(&checking, error);
    if (!failed) {
        run_searches(&checking);
    }
    close_checking(&checking);
    if (failed) {
        check_free(checking.check, run);
        return NULL;
    }
    return checking.check;
}

void check_free(struct check *check, const struct run *run) {
    if (check != NULL) {
        struct memory *memory = run->memory;
        for (uint32_t i = 0; i < check->property_count && check->results != NULL; i++) {
            trace_free(memory, &check->results[i].trace);
        }
        memory_free(memory, check->results, check->property_count * sizeof *check->results);
        memory_free(memory, check->searches, (check->property_count + 1) * sizeof *check->searches);
        memory_free(memory, check, sizeof *check);
    }
}
