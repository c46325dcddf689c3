/* Runs a check in four steps: it plans what searches look for (check_plan.c), runs the searches
 * (check_search.c), solves games for the properties that searches cannot decide (check_games.c), and looks
 * for properties that hold vacuously (check_vacuity.c). */
#include "checker/check.h"

#include "base/memory.h"
#include "base/run.h"
#include "checker/check_internal.h"
#include "checker/check_ltl.h"

int check_stops(const struct checking *checking, uint64_t number, struct error *error) {
    return run_stops_at(checking->run, number + 1, 4096)
               ? error_set(error, ERROR_INTERRUPTED, "interrupted while the properties were prepared")
               : 0;
}

/* Allocates the searches: up to two for all properties, one for each target that needs an observer, one for
 * each game. A formula of linear time, which has targets, has one of its own, and one with others. */
static int open_searches(struct checking *checking, struct error *error) {
    struct check *check = checking->check;
    uint64_t capacity = 2 + (uint64_t)checking->count + checking->target_count;
    check->searches = memory_allocate_zeroed(checking->run->memory, capacity * sizeof *check->searches);
    if (check->searches == NULL || capacity >= CHECK_NO_SEARCH) {
        return error_memory(error, "for the properties");
    }
    check->search_capacity = (uint32_t)capacity;
    for (uint64_t i = 0; i < capacity; i++) {
        if (check_stops(checking, i, error) != 0) {
            return -1;
        }
        check->searches[i].result.outcome = EXPLORE_FULL; /* until the search has begun */
    }
    return 0;
}

/* All properties of cycles and runs assume the same. */
static int assume(struct checking *checking, struct error *error) {
    const struct fairness *fairness = NULL;
    for (uint32_t i = 0; i < checking->count; i++) {
        fairness = checking->properties[i].fairness != NULL ? checking->properties[i].fairness : fairness;
    }
    const int failed =
        fair_network_make(&checking->fair, checking->network, fairness, checking->run, error) != 0;
    checking->network = checking->fair.network;
    return failed;
}

static int open_check(struct checking *checking, struct error *error) {
    struct check *check = checking->check;
    struct memory *memory = checking->run->memory;
    uint64_t count = checking->count;
    if (assume(checking, error) != 0) {
        return -1;
    }
    check->property_count = checking->count;
    check->results = memory_allocate_zeroed(memory, count * sizeof *check->results);
    checking->conditions = memory_allocate_zeroed(memory, count * sizeof *checking->conditions);
    checking->cycle_labels = memory_allocate_zeroed(memory, count * sizeof *checking->cycle_labels);
    checking->ltl = memory_allocate_zeroed(memory, count * sizeof *checking->ltl);
    if (check->results == NULL || checking->conditions == NULL || checking->cycle_labels == NULL ||
        checking->ltl == NULL) {
        return error_memory(error, "for the properties");
    }
    if (checking->options->certificate != NULL) {
        checking->certificate =
            certificate_create(checking->options->certificate, checking->options->subject,
                               checking->options->certificate_window, checking->run, error);
        if (checking->certificate == NULL) {
            return -1;
        }
    }
    return check_accept_data(checking, error) != 0 || check_plan(checking, error) != 0 ||
                   open_searches(checking, error) != 0
               ? -1
               : 0;
}

static void close_checking(struct checking *checking) {
    struct memory *memory = checking->run->memory;
    check_plan_free(checking);
    for (uint32_t i = 0; i < checking->count && checking->cycle_labels != NULL; i++) {
        check_free_cycle_labels(checking, i);
    }
    for (uint32_t i = 0; i < checking->count && checking->ltl != NULL; i++) {
        check_ltl_free(checking, i);
    }
    memory_free(memory, checking->ltl, checking->count * sizeof *checking->ltl);
    memory_free(memory, checking->cycle_labels, checking->count * sizeof *checking->cycle_labels);
    memory_free(memory, checking->conditions, checking->count * sizeof *checking->conditions);
    certificate_discard(checking->certificate);
    fair_network_free(&checking->fair);
}

struct check *check_run(const struct network *network, const struct property *properties,
                        uint32_t property_count, const struct check_options *options, const struct run *run,
                        struct error *error) {
    struct checking checking = {.network = network,
                                .properties = properties,
                                .count = property_count,
                                .options = options,
                                .run = run};
    checking.check = memory_allocate_zeroed(run->memory, sizeof *checking.check);
    if (checking.check == NULL) {
        error_memory(error, "for the properties");
        return NULL;
    }
    int failed = open_check(&checking, error);
    if (!failed) {
        check_search_all(&checking);
    }
    if (!failed && checking.fault.code == ERROR_NONE) {
        check_play_all(&checking);
    }
    if (!failed && checking.fault.code == ERROR_NONE) {
        check_find_vacuity(&checking);
    }
    if (checking.fault.code != ERROR_NONE) {
        *error = checking.fault;
        failed = 1;
    }
    close_checking(&checking);
    if (failed) {
        check_free(checking.check, run);
        return NULL;
    }
    return checking.check;
}

void check_free(struct check *check, const struct run *run) {
    if (check == NULL) {
        return;
    }
    struct memory *memory = run->memory;
    for (uint32_t i = 0; i < check->property_count && check->results != NULL; i++) {
        if (check->results[i].evidence == NULL) { /* the evidence owns the trace otherwise */
            trace_free(memory, &check->results[i].trace);
        }
        check_game_evidence_free(check->results[i].evidence, run);
    }
    memory_free(memory, check->results, check->property_count * sizeof *check->results);
    for (uint32_t i = 0; i < check->search_count && check->searches != NULL; i++) {
        memory_free(memory, check->searches[i].several, check->searches[i].several_bytes);
    }
    memory_free(memory, check->searches, check->search_capacity * sizeof *check->searches);
    memory_free(memory, check, sizeof *check);
}
