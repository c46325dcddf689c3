/*
 * Checks certificates: a set of states that contains the initial state and that no transition leaves
 * contains every reachable state. The whole set is loaded; then threads check its states, each with a
 * walker of its own.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/records.h"
#include "base/run.h"
#include "base/scope.h"
#include "base/shared_core.h"
#include "base/sort.h"
#include "checker/verify/verify_certificate_internal.h"
#include "model/lts.h"

#define STATES_AT_A_TIME 256u /* claimed by a thread */
#define NONE UINT32_MAX

#define FAILED (UINT32_MAX - 1) /* it is not known whether the label is forbidden */

/* Whether the tuple is in the set; record: scratch. */
static int is_in_set(const struct closure *closure, const uint32_t *tuple, uint64_t *record) {
    return records_pack(&closure->set, tuple, record) && records_has(&closure->set, record);
}

/* --- one state --- */

/* Whether the target, a complete tuple, is in the set. */
static int check_target(struct checker *checker, const char *label) {
    struct verifier *verifier = &checker->verifier;
    if (is_in_set(checker->closure, checker->target, checker->record)) {
        return 1;
    }
    verify_say(verifier, "\"%.200s\" leads from ", label);
    closure_say(verifier, checker->closure, checker->state);
    verify_say(verifier, " to ");
    closure_say(verifier, checker->closure, checker->target);
    return verify_say(verifier, ", which is missing");
}

static int check_targets(struct checker *checker, const struct walker_transition *transition,
                         const struct label_meaning *meaning) {
    const struct closure *closure = checker->closure;
    walker_target(checker->verifier.walker, checker->state, transition, checker->target);
    if (closure->monitor == NULL) {
        return check_target(checker, transition->label);
    }
    const uint32_t *targets;
    uint32_t count = verify_monitor_moves_on(closure->monitor, &checker->state[closure->components],
                                             meaning->monitor_label, &targets);
    int holds = 1;
    for (uint32_t t = 0; t < count && holds; t++) {
        checker->target[closure->components] = targets[t];
        holds = check_target(checker, transition->label);
    }
    return holds;
}

/* The property that forbids the label; NONE; or FAILED with *error filled. */
static uint32_t find_forbidding(const struct verifier *verifier, const char *label, struct error *error) {
    for (uint32_t p = 0; p < verifier->property_count; p++) {
        const struct property *property = &verifier->properties[p];
        int found = property_row(property->kind)->ground == PROPERTY_BY_LABEL
                        ? property_matches(property, label, strlen(label), error)
                        : 0;
        if (found != 0) {
            return found < 0 ? FAILED : p;
        }
    }
    return NONE;
}

/* Whether no property forbids the label. */
static int check_label(struct checker *checker, const struct label_meaning *meaning) {
    struct verifier *verifier = &checker->verifier;
    if (meaning->forbidden == NONE) {
        return 1;
    }
    if (meaning->forbidden == FAILED) {
        find_forbidding(verifier, meaning->label, verifier->error);
        return -1;
    }
    verify_say(verifier, "%.300s is violated: \"%.200s\" is possible in ",
               verifier->properties[meaning->forbidden].name, meaning->label);
    closure_say(verifier, checker->closure, checker->state);
    return 0;
}

/* Checks the state itself; of its transitions, only the number matters. */
static int check_self(struct checker *checker, uint64_t transitions) {
    struct verifier *verifier = &checker->verifier;
    for (uint32_t p = 0; p < verifier->property_count; p++) {
        const struct property *property = &verifier->properties[p];
        const enum property_ground ground = property_row(property->kind)->ground;
        int violated = ground == PROPERTY_BY_DEADLOCK ? transitions == 0
                       : ground == PROPERTY_BY_ERROR
                           ? monitor_is_error(property->monitor, checker->state[checker->closure->components])
                           : 0;
        if (violated) {
            verify_say(verifier, "%.300s is violated in ", property->name);
            closure_say(verifier, checker->closure, checker->state);
            return 0;
        }
    }
    return 1;
}

static int compare_meanings(const void *a, const void *b) {
    const struct label_meaning *left = a, *right = b;
    return sort_compare((uintptr_t)left->label, (uintptr_t)right->label);
}

const struct label_meaning *closure_meaning(const struct checker *checker, const char *label) {
    const struct label_meaning key = {.label = label};
    return bsearch(&key, checker->meanings, checker->meaning_count, sizeof key, compare_meanings);
}

/* Whether no transition of a state leaves the set, and neither the state nor a label violates a property. */
static int check_state(struct checker *checker) {
    struct verifier *verifier = &checker->verifier;
    const struct walker_transition *transitions;
    const struct label_meaning *meaning = NULL;
    uint64_t count;
    records_unpack(&checker->closure->set, records_at(&checker->closure->set, checker->at), checker->state);
    if (!closure_in_range(verifier, checker->closure, checker->state)) {
        return verify_say(verifier, " (state %llu)", (unsigned long long)checker->at + 1);
    }
    if (walker_transitions(verifier->walker, checker->state, &transitions, &count, verifier->error) != 0) {
        return -1;
    }
    if (checker->closure->proof != NULL) {
        checker->transitions = transitions;
        checker->transition_count = count;
        return runs_check(checker);
    }
    int holds = check_self(checker, count);
    for (uint64_t t = 0; t < count && holds == 1; t++) {
        if (meaning == NULL || transitions[t].label != meaning->label) {
            meaning = closure_meaning(checker, transitions[t].label);
            holds = check_label(checker, meaning);
        }
        holds = holds == 1 ? check_targets(checker, &transitions[t], meaning) : holds;
    }
    return holds;
}

/* --- all states --- */

/* Checks states until one fails, or until all states before one that failed elsewhere are checked. */
static void check_states(struct checker *checker) {
    struct closure *closure = checker->closure;
    uint64_t begin, count = closure->set.count;
    while (checker->holds == 1 && !run_should_stop(checker->verifier.run) &&
           (begin = shared64_add(&closure->cursor, STATES_AT_A_TIME)) < count) {
        uint64_t end = begin + STATES_AT_A_TIME < count ? begin + STATES_AT_A_TIME : count;
        for (checker->at = begin; checker->at < end; checker->at++) {
            if (checker->at > __atomic_load_n(&closure->wrong, __ATOMIC_RELAXED)) {
                return;
            }
            checker->holds = check_state(checker);
            if (checker->holds != 1) {
                shared64_least(&closure->wrong, checker->at);
                return;
            }
        }
        if (checker->tells) {
            run_tell(checker->verifier.run, "verifying", begin, count, "states");
        }
    }
}

static int make_meanings(struct checker *checker) {
    const struct closure *closure = checker->closure;
    walker *walker = checker->verifier.walker;
    checker->meaning_count = walker_label_count(walker);
    checker->meanings = scope_array(&checker->scope, checker->meaning_count, sizeof *checker->meanings);
    if (checker->scope.failed) {
        return verify_memory(&checker->verifier);
    }
    for (uint32_t k = 0; k < checker->meaning_count; k++) {
        const char *label = walker_label(walker, k);
        checker->meanings[k] = (struct label_meaning){
            .label = label,
            .forbidden = closure->forbidden[k],
            .monitor_label = closure->monitor == NULL
                                 ? LABEL_NONE
                                 : monitor_find_label(closure->monitor, label, strlen(label))};
    }
    qsort(checker->meanings, checker->meaning_count, sizeof *checker->meanings, compare_meanings);
    return closure->proof == NULL ? 0 : runs_begin(checker);
}

/* --- threads --- */

static void end_checker(struct checker *checker) {
    if (checker->verifier.walker != checker->closure->verifier->walker) {
        walker_free(checker->verifier.walker);
    }
    runs_end(checker);
    scope_close(&checker->scope);
}

/* Returns 0, or -1 with checker->error filled; the caller ends the checker in either case. */
static int begin_checker(struct checker *checker, struct closure *closure, walker *walker) {
    const struct run *run = closure->verifier->run;
    *checker = (struct checker){
        .closure = closure, .verifier = *closure->verifier, .scope = {.memory = run->memory}, .holds = 1};
    checker->verifier.verification = &checker->verification;
    checker->verifier.error = &checker->error;
    checker->verifier.walker =
        walker != NULL ? walker : language_walk(closure->verifier->input->tree, run, &checker->error);
    checker->state = scope_array(&checker->scope, closure->fields, sizeof *checker->state);
    checker->target = scope_array(&checker->scope, 2 * (uint64_t)closure->fields, sizeof *checker->target);
    checker->record = scope_array(&checker->scope, closure->set.words, sizeof *checker->record);
    return checker->verifier.walker == NULL ? -1 : make_meanings(checker);
}

static void run_checker(void *context, unsigned thread) {
    check_states((struct checker *)context + thread);
}

/* Takes the result of the checkers: that of the first state that failed. */
static int closure_result(struct closure *closure, const struct checker *checkers, unsigned count) {
    struct verifier *verifier = closure->verifier;
    const struct checker *first = NULL;
    for (unsigned k = 0; k < count; k++) {
        if (checkers[k].holds != 1 && (first == NULL || checkers[k].at < first->at)) {
            first = &checkers[k];
        }
    }
    verifier->verification->states = first == NULL ? closure->set.count : first->at;
    if (run_should_stop(verifier->run)) {
        return error_set(verifier->error, ERROR_INTERRUPTED, "interrupted");
    }
    if (first == NULL) {
        return 1;
    }
    if (first->holds < 0) {
        *verifier->error = first->error;
        return -1;
    }
    return verify_say(verifier, "%s", first->verification.reason);
}

/* Checks all states on as many threads as they are worth, and as memory suffices for. */
static int check_closed(struct closure *closure) {
    const struct verifier *verifier = closure->verifier;
    struct memory *memory = verifier->run->memory;
    uint64_t pieces = closure->set.count / STATES_AT_A_TIME + 1;
    unsigned most = pieces < verifier->run->threads ? (unsigned)pieces : verifier->run->threads, count = 1;
    struct checker *checkers = memory_allocate_array(memory, most, sizeof *checkers);
    if (checkers == NULL) {
        return verify_memory(verifier);
    }
    int holds = -1;
    if (begin_checker(&checkers[0], closure, verifier->walker) != 0) {
        *verifier->error = checkers[0].error;
    } else {
        checkers[0].tells = 1;
        while (count < most && begin_checker(&checkers[count], closure, NULL) == 0) {
            count++;
        }
        if (count < most) {
            end_checker(&checkers[count]);
        }
        parallel_run(count, run_checker, checkers);
        holds = closure_result(closure, checkers, count);
    }
    for (unsigned k = 0; k < count; k++) {
        end_checker(&checkers[k]);
    }
    memory_free(memory, checkers, most * sizeof *checkers);
    return holds;
}

/* --- the certificate --- */

static int check_initial(struct closure *closure, uint32_t *state, uint64_t *record) {
    struct verifier *verifier = closure->verifier;
    uint64_t count;
    const uint32_t *initial = walker_initial(verifier->walker, &count);
    if (closure->monitor != NULL) {
        state[closure->components] = monitor_lts(closure->monitor)->initial;
    }
    if (closure->proof != NULL && !runs_initial(closure->proof, state + closure->components)) {
        return verify_say(verifier, "the set of the negated formula alone is missing");
    }
    for (uint64_t k = 0; k < count; k++) {
        memcpy(state, initial + k * closure->components, closure->components * sizeof *state);
        if (closure->proof != NULL ? !runs_find(closure, state, record)
                                   : !is_in_set(closure, state, record)) {
            verify_say(verifier, "the initial state ");
            closure_say(verifier, closure, state);
            return verify_say(verifier, " is missing");
        }
    }
    return 1;
}

/* Decides which labels are forbidden. */
static int find_forbidden(struct closure *closure, struct scope *scope) {
    const struct verifier *verifier = closure->verifier;
    struct error ignored;
    uint32_t labels = walker_label_count(verifier->walker);
    closure->forbidden = scope_array(scope, labels, sizeof *closure->forbidden);
    for (uint32_t k = 0; k < labels && closure->forbidden != NULL; k++) {
        closure->forbidden[k] = find_forbidding(verifier, walker_label(verifier->walker, k), &ignored);
    }
    return closure->forbidden == NULL ? verify_memory(verifier) : 1;
}

static void say_confirmed(const struct closure *closure) {
    struct verifier *verifier = closure->verifier;
    const unsigned long long states = verifier->verification->states;
    if (closure->proof != NULL) {
        verify_say(verifier,
                   "each run that could violate %.300s is in these %llu pairs of a state and obligations, "
                   "and leaves an obligation unmet for ever%s",
                   closure->proof->property->name, states,
                   closure->proof->claim->condition_count == 0 ? "" : " or is not fair");
        return;
    }
    verify_say(verifier, "no transition leads out of these %llu states", states);
    for (uint32_t p = 0; p < verifier->property_count; p++) {
        verify_say(verifier, "%s%.300s", p == 0 ? ", and none of them violates: " : ", ",
                   verifier->properties[p].name);
    }
}

/* Checks all; scope: of arrays for the closure. */
static int check(struct closure *closure, struct scope *scope) {
    struct verifier *verifier = closure->verifier;
    uint32_t *tuple = scope_array(scope, 2 * (uint64_t)closure->fields, sizeof *tuple);
    uint64_t *record = scope_array(scope, closure->set.words, sizeof *record);
    int holds = scope->failed ? verify_memory(verifier) : closure_load(closure, tuple, record);
    if (holds > 0) {
        holds = records_make_index(&closure->set, verifier->error) != 0
                    ? -1
                    : check_initial(closure, tuple, record);
    }
    holds = holds > 0 ? find_forbidden(closure, scope) : holds;
    holds = holds > 0 ? check_closed(closure) : holds;
    if (holds > 0) {
        say_confirmed(closure);
    }
    return holds;
}

int verify_certificate(struct verifier *verifier) {
    struct scope scope = {.memory = verifier->run->memory};
    struct runs_proof proof = {.claim = verifier->evidence->runs};
    struct closure closure = {
        .verifier = verifier, .components = walker_components(verifier->walker), .wrong = UINT64_MAX};
    if (verifier->property_count > 0) {
        closure.monitor = verifier->properties[0].monitor;
    }
    closure.proof = proof.claim == NULL ? NULL : &proof;
    closure.fields =
        closure.components + (closure.monitor != NULL) + (closure.proof != NULL ? EVIDENCE_RUN_NUMBERS : 0);
    int holds = closure.proof == NULL ? 1 : runs_open(&proof, verifier);
    if (holds > 0) {
        holds = closure_open(&closure) != 0 ? -1 : check(&closure, &scope);
    }
    runs_close(&proof, verifier);
    scope_close(&scope);
    records_free(&closure.set);
    return holds;
}
