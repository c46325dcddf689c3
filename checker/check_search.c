/* Runs the searches of a check, and makes the traces to their findings. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/monitor_observer.h"
#include "checker/check_internal.h"
#include "checker/check_ltl.h"
#include "checker/check_together.h"
#include "checker/check_watch.h"
#include "checker/label_texts.h"
#include "explorer/model/network.h"
#include "space/space.h"
#include "specs/automata/formula_observer.h"

/* Seconds for rebuilding a trace after a timeout, so that the trace is not lost; the time of the search is
 * added. */
#define TRACE_SECONDS 1.0

/* The work of one search. */
struct searching {
    struct checking *checking;
    uint32_t search;
    struct check_watch *watch; /* NULL: there are no states to watch for */
};

/* --- violations and traces --- */

struct trace_goal check_target_goal(const struct check_target *target) {
    return (struct trace_goal){
        .kind = target->kind, .labels = target->labels, .level = target->level, .vector = target->vector};
}

/* Records which targets the search has reached by paths of at most `length` transitions; states apart. */
static void note_reached(const struct searching *searching, const struct exploration *exploration,
                         uint64_t length) {
    for (uint64_t t = 0; t < searching->checking->target_count; t++) {
        struct check_target *target = &searching->checking->targets[t];
        if (target->kind != TRACE_TO_STATE && target->search == searching->search &&
            target->finding == FINDING_UNKNOWN) {
            struct trace_goal goal = check_target_goal(target);
            uint64_t reached = trace_length(exploration, &goal);
            int is_reached = reached != UINT64_MAX && reached <= length;
            target->length = is_reached ? reached : UINT64_MAX;
            target->finding = is_reached ? FINDING_REACHED : FINDING_UNKNOWN;
        }
    }
}

/*
 * Records what the search has reached so far; that stays reached, however the search continues. States of a
 * level are last: the predicates of properties that are decided before are not evaluated. So a search that is
 * continued at a later level finds the same as one that looks after each level.
 */
static void look(const struct searching *searching, const struct exploration *exploration) {
    uint64_t level;
    while (searching->watch != NULL && check_watch_is_behind(searching->watch, exploration, &level)) {
        note_reached(searching, exploration, level);
        if (!check_watch_next(searching->watch, exploration)) {
            break;
        }
    }
    note_reached(searching, exploration, UINT64_MAX);
}

static int looks_for_more(const struct checking *checking, uint32_t search,
                          const struct check_condition *condition) {
    for (uint64_t t = condition->first_target; t < condition->first_target + condition->target_count; t++) {
        const struct check_target *target = &checking->targets[t];
        if (target->search == search && target->finding == FINDING_UNKNOWN) {
            return 1;
        }
    }
    return 0;
}

/* Whether a search cannot decide anything more: of each property, the value is known, or at least the
 * targets of this search are. */
static int is_settled(struct checking *checking, uint32_t search) {
    for (uint32_t i = 0; i < checking->count && !checking->options->keep_going; i++) {
        const struct check_condition *condition = &checking->conditions[i];
        struct check_reason reason;
        if (check_needs_graph(checking, i)) {
            if (checking->check->results[i].search == search) {
                return 0;
            }
            continue;
        }
        enum truth value = check_evaluate(checking, i, &reason);
        if (value == TRUTH_TRUE && check_ltl_has_cycles(checking, i)) {
            value = TRUTH_UNKNOWN; /* the graph decides it */
            if (checking->check->results[i].search == search) {
                return 0;
            }
        }
        /* a certificate needs all states */
        if (value == TRUTH_FALSE || (value == TRUTH_TRUE && !check_certifies(checking))) {
            continue;
        }
        if (value == TRUTH_TRUE ? checking->check->results[i].search == search
                                : looks_for_more(checking, search, condition)) {
            return 0;
        }
    }
    return !checking->options->keep_going;
}

/* The callback explore_options.decided. */
static int is_decided(void *context, const struct exploration *exploration) {
    const struct searching *searching = context;
    look(searching, exploration);
    return is_settled(searching->checking, searching->search);
}

/* --- traces and verdicts after the search --- */

void check_find_trace(struct checking *checking, struct check_target *target, struct space *space) {
    struct trace_goal goal = check_target_goal(target);
    struct run run = *checking->run;
    double begun = run_clock();
    if (run.deadline > 0) {
        run.deadline = begun + space->exploration->effort.seconds + TRACE_SECONDS;
    }
    target->has_trace = space_trace(space, &goal, &run, &target->trace, &target->why) == 0;
    checking->check->evidence_seconds += run_clock() - begun;
}

/* Makes the traces to targets that prove a verdict. For a property that is still undecided, that may be any
 * reached target. */
static void find_traces(struct searching *searching, struct space *space) {
    struct checking *checking = searching->checking;
    for (uint64_t t = 0; t < checking->target_count; t++) {
        struct check_target *target = &checking->targets[t];
        struct check_reason reason;
        if (target->search != searching->search || target->finding != FINDING_REACHED) {
            continue;
        }
        enum truth value = check_evaluate(checking, target->property, &reason);
        if (value == TRUTH_UNKNOWN ? !checking->options->no_traces
                                   : check_shows_value(checking, target->property, value) &&
                                         reason.grounds == GROUNDS_REACHED && reason.target == t) {
            check_find_trace(checking, target, space);
        }
    }
}

/* Why the search does not decide its targets that are still unknown. */
static void note_reason(const struct searching *searching, const struct error *why) {
    struct checking *checking = searching->checking;
    for (uint64_t t = 0; t < checking->target_count; t++) {
        struct check_target *target = &checking->targets[t];
        if (target->search == searching->search &&
            (target->finding == FINDING_UNKNOWN || target->finding == FINDING_WRONG)) {
            target->why = *why;
        }
    }
}

/* Takes what a search has found. */
static void decide_targets(struct searching *searching, struct space *space) {
    struct checking *checking = searching->checking;
    struct exploration *exploration = space->exploration;
    look(searching, exploration); /* the last level may be incomplete */
    if (searching->watch != NULL) {
        check_watch_describe(searching->watch, exploration);
    }
    for (uint64_t t = 0; t < checking->target_count; t++) {
        struct check_target *target = &checking->targets[t];
        if (target->search == searching->search && target->finding == FINDING_UNKNOWN &&
            exploration->result.outcome == EXPLORE_DONE) {
            target->finding = FINDING_ABSENT;
        }
    }
    check_note_reduction(checking, searching->search, exploration);
    find_traces(searching, space);
    if (checking->options->shortest) {
        check_shorten(checking, searching->search, space);
    }
    check_conclude_all(checking);
}

/* --- the graph --- */

/* Whether a search has a property that must still be decided on its graph. */
static int needs_graph(const struct searching *searching) {
    const struct checking *checking = searching->checking;
    for (uint32_t i = 0; i < checking->count; i++) {
        if (check_is_open_in(checking, i, searching->search)) {
            return 1;
        }
    }
    return 0;
}

/* Whether some target of the search is a state that meets predicates. */
static int watches_states(const struct searching *searching) {
    for (uint64_t t = 0; t < searching->checking->target_count; t++) {
        const struct check_target *target = &searching->checking->targets[t];
        if (target->kind == TRACE_TO_STATE && target->search == searching->search) {
            return 1;
        }
    }
    return 0;
}

/* --- a search --- */

void check_search_take_counts(struct check_search *search, const struct exploration *exploration) {
    search->result = exploration->result;
    search->result.label_level = NULL;
    search->effort.seconds = exploration->effort.seconds;
    search->effort.table_load = exploration->effort.table_load;
}

void check_search_take_engine(struct check_search *search, struct exploration *exploration) {
    search->several = exploration->several; /* which it now owns */
    search->several_bytes = model_header(exploration->model)->components * sizeof *search->several;
    exploration->several = NULL;
    double seconds = search->effort.seconds, table_load = search->effort.table_load;
    search->effort = exploration->effort;
    search->effort.seconds = seconds;
    search->effort.table_load = table_load;
}

/* After the model is compiled: the callback of struct space_request. */
static int open_watch(void *context, const model *model, struct explore_options *explore,
                      struct error *error) {
    struct searching *searching = context;
    if (!watches_states(searching)) {
        return 0;
    }
    searching->watch = check_watch_open(searching->checking, searching->search, model, error);
    /* What is known of states that are forgotten would not be in a checkpoint. */
    explore->may_forget &= explore->checkpoint == NULL;
    return searching->watch == NULL ? -1 : 0;
}

/* What a search for these targets looks like. */
static struct space_request request_of(struct searching *searching, const struct observer *observer) {
    const struct checking *checking = searching->checking;
    const struct check_options *options = checking->options;
    const int graph = needs_graph(searching), watches = watches_states(searching);
    struct explore_options explore = options->explore;
    explore.keep_levels = !options->no_traces || check_certifies(checking) || graph;
    explore.may_forget = !check_certifies(checking);
    explore.table_unread = !graph;
    explore.watched = observer == NULL ? checking->watched : NULL;
    explore.decided = options->keep_going && !watches ? NULL : is_decided;
    explore.decided_context = searching;
    explore.graph_follows = graph;
    explore.may_join = !watches;
    explore.partial_order &= !watches; /* the reduction knows labels alone */
    return (struct space_request){.backend = options->backend,
                                  .network = checking->network,
                                  .layout = {.words = options->words,
                                             .labels = graph || checking->watched != NULL,
                                             .observer = observer},
                                  .explore = explore,
                                  .compiled = open_watch,
                                  .context = searching};
}

/* Everything that follows from a search. */
static void conclude(struct searching *searching, struct space *space) {
    struct checking *checking = searching->checking;
    struct check_search *search = &checking->check->searches[searching->search];
    struct exploration *exploration = space->exploration;
    const int graph = needs_graph(searching);
    check_search_take_counts(search, exploration);
    if (!graph) {
        exploration_drop_table(exploration); /* frees memory for traces */
    }
    decide_targets(searching, space);
    if (needs_graph(searching) && exploration->result.outcome == EXPLORE_DONE) {
        check_graph_properties(checking, searching->search, space);
    }
    check_certify(checking, searching->search, space);
    check_search_take_engine(search, exploration);
}

/* A search that did not begin, or that the model has ended: the reason for what it was to decide. */
static void fail(struct searching *searching, struct error *error) {
    struct checking *checking = searching->checking;
    check_note_fault(checking, error);
    note_reason(searching, error);
    check_conclude_all(checking);
    for (uint32_t i = 0; i < checking->count; i++) {
        struct check_result *result = &checking->check->results[i];
        if ((check_needs_graph(checking, i) || check_ltl_has_cycles(checking, i)) &&
            result->search == searching->search) {
            result->why = *error;
        }
    }
}

/* Runs a search for the targets and properties that have its number. */
static void run_search(struct searching *searching, const struct space_request *request) {
    struct space space;
    struct error error;
    if (space_open(&space, request, searching->checking->run, &error) != 0) {
        fail(searching, &error);
    } else {
        conclude(searching, &space);
        space_close(&space);
    }
    check_watch_close(searching->watch);
}

/* --- searches with an observer --- */

/* Whether the observer has a run to an error state, on a network that does whatever its labels allow: 1, 0,
 * or -1 if memory runs out. */
static int may_err(const struct observer *observer, struct memory *memory) {
    uint32_t *list = memory_allocate_array(memory, observer->states, sizeof *list);
    uint8_t *seen = memory_allocate_zeroed(memory, observer->states);
    uint32_t count = 1;
    int found = list == NULL || seen == NULL ? -1 : 0;
    if (found == 0) {
        list[0] = observer->initial;
        seen[observer->initial] = 1;
    }
    for (uint32_t next = 0; found == 0 && next < count; next++) {
        const uint64_t *row = &observer->row[(uint64_t)list[next] * observer->classes];
        found = observer->state[list[next]].error != 0;
        for (uint64_t move = row[0]; move < row[observer->classes]; move++) {
            uint32_t target = observer->target[move];
            if (!seen[target]) {
                seen[target] = 1;
                list[count++] = target;
            }
        }
    }
    memory_free(memory, list, observer->states * sizeof *list);
    memory_free(memory, seen, observer->states);
    return found;
}

/* Searches for an error state of the observer, unless the labels of the network rule out that there is one.
 */
static void search_with(struct checking *checking, struct check_target *target,
                        const struct observer *observer) {
    int anyway = checking->options->keep_going || check_certifies(checking);
    target->why.code = ERROR_NONE;
    if (!anyway && may_err(observer, checking->run->memory) == 0) {
        target->impossible = 1;
        target->finding = FINDING_ABSENT;
    } else {
        struct searching searching = {checking, target->search, NULL};
        const struct space_request request = request_of(&searching, observer);
        run_search(&searching, &request);
    }
}

/* There is no observer, as target->why says, so there is no search. */
static void miss_search(const struct checking *checking, struct check_target *target) {
    const struct space_request request = {.failed = 1};
    struct space space;
    space_open(&space, &request, checking->run, &target->why);
}

static void search_monitor(struct checking *checking, struct check_target *target) {
    struct observer *observer = monitor_observer(checking->properties[target->property].monitor,
                                                 checking->network, checking->run, &target->why);
    if (observer != NULL) {
        search_with(checking, target, observer);
        monitor_observer_free(observer, checking->run);
    } else {
        miss_search(checking, target);
    }
}

static void search_words(struct checking *checking, struct check_target *target) {
    struct formula_observer observer;
    struct label_texts labels;
    if (label_texts_make(checking->network, checking->run->memory, &labels, &target->why) != 0) {
        miss_search(checking, target);
        return;
    }
    if (regular_observer_make(target->regular, &labels, &observer, checking->run, &target->why) == 0) {
        search_with(checking, target, &observer.observer);
        formula_observer_free(&observer);
    } else {
        miss_search(checking, target);
    }
    label_texts_free(&labels, checking->run->memory);
}

/* Runs a search for each target that needs an observer, unless its property is decided. */
static void search_with_observers(struct checking *checking) {
    struct check *check = checking->check;
    for (uint64_t t = 0; t < checking->target_count; t++) {
        struct check_target *target = &checking->targets[t];
        struct check_result *result = &check->results[target->property];
        if (target->kind != TRACE_TO_ERROR || target->observer != NULL ||
            result->verdict != VERDICT_UNDECIDED) {
            continue;
        }
        uint32_t earlier = result->search;
        target->search = result->search = check->search_count++;
        check->searches[target->search].product = 1;
        if (target->regular == NULL) {
            search_monitor(checking, target);
        } else {
            search_words(checking, target);
        }
        if (target->impossible) { /* there was no search */
            target->search = CHECK_NO_SEARCH;
            result->search = earlier;
            check->search_count--;
        }
        check_conclude(checking, target->property);
    }
}

/*
 * Whether the search of a product leaves out moves: its observer stays where it is on all labels but those
 * of events. The graph of what is left is made on the CPU alone: a GPU that is named searches all states.
 */
static void choose_reduction(const struct check_ltl *ltl, struct space_request *request) {
    const struct backend *backend = request->backend;
    request->explore.partial_order &=
        ltl->skips_steps && (!ltl->observer.has_cycles || !backend->on_device || backend->is_auto);
    if (request->explore.partial_order && ltl->observer.has_cycles) {
        request->backend = backends[0];
    }
}

void check_search_run(struct checking *checking, uint32_t property) {
    struct check *check = checking->check;
    const struct check_condition *condition = &checking->conditions[property];
    struct searching searching = {checking, check->search_count++, NULL};
    check->results[property].search = searching.search;
    check->searches[searching.search].product = 1;
    for (uint64_t t = 0; t < condition->target_count; t++) {
        checking->targets[condition->first_target + t].search = searching.search;
    }
    struct space_request request = request_of(&searching, &checking->ltl[property].observer.observer);
    choose_reduction(&checking->ltl[property], &request);
    run_search(&searching, &request);
    check_conclude(checking, property);
}

/* Runs the search of the product for each property of linear time that needs one. */
static void search_runs(struct checking *checking) {
    check_search_together(checking);
    for (uint32_t i = 0; i < checking->count; i++) {
        const struct check_condition *condition = &checking->conditions[i];
        const int has_targets =
            condition->target_count != 0 && checking->targets[condition->first_target].observer != NULL;
        if (checking->check->results[i].verdict == VERDICT_UNDECIDED &&
            (has_targets || check_ltl_has_cycles(checking, i))) {
            check_search_run(checking, i);
        }
    }
}

static void run_shared_search(struct checking *checking, uint32_t search) {
    struct searching searching = {checking, search, NULL};
    struct space_request request = request_of(&searching, NULL);
    if (is_settled(checking, search)) { /* it ends in the initial states, and waits for no GPU */
        request.backend = backends[0];
    }
    run_search(&searching, &request);
}

void check_search_all(struct checking *checking) {
    struct check *check = checking->check;
    check_conclude_all(checking);
    for (uint32_t search = 0, shared = check->search_count; search < shared; search++) {
        run_shared_search(checking, search);
    }
    search_with_observers(checking);
    search_runs(checking);
    check_certify_runs(checking);
    if (checking->certificate != NULL) {
        certificate_finish(checking->certificate, &check->certified, &check->certificate_error);
        checking->certificate = NULL;
    }
}
