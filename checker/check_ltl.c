/* Properties of linear time: from a formula to the observer that searches follow, and to the cycles that are
 * sought in the product. */
#include "checker/check_ltl.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "checker/check_internal.h"
#include "checker/check_steps.h"
#include "checker/label_texts.h"
#include "explorer/backend.h"
#include "explorer/model/network.h"
#include "specs/ltl/hoa.h"
#include "specs/ltl/ltl_of_tree.h"
#include "specs/ltl/tgba_steps.h"
#include "specs/syntax/ltl_tree.h"

/* --- the automaton --- */

/* A formula of linear time on its way to an observer. */
struct translating {
    struct checking *checking;
    const struct property *property;
    struct check_ltl *ltl;
    struct check_result *result;
    struct error *error;
    struct ltl_store store;
    struct bdd_pool pool;
    struct tgba holds, violates; /* of the formula, and of its negation */
    struct ltl_atom *atom;
    uint32_t atoms;
};

/* Reads the automaton that was given, or makes that of its opposite. */
static int take_automaton(struct translating *translating) {
    const struct property *property = translating->property;
    struct memory *memory = translating->checking->run->memory;
    struct hoa hoa, opposite = {.pool = NULL};
    int failed =
        hoa_read(&hoa, &translating->pool,
                 (struct formula_source){property->file, property->text, property->text_bytes - 1}) != 0;
    bdd *function = memory_allocate_array(memory, hoa.atoms, sizeof *function);
    failed =
        failed || (function == NULL && bdd_no_memory(&translating->pool) != 0) ||
        ltl_functions_of_tree(&translating->pool, formula_ltl(property->formula), hoa.atoms, function) != 0 ||
        hoa_rename(&hoa, function) != 0;
    memory_free(memory, function, hoa.atoms * sizeof *function);
    const int good = property_row(property->kind)->is_of_good_runs;
    const int negated = failed || !good ? 1 : hoa_negate(&hoa, &opposite);
    if (negated == 0) {
        failed = bdd_fail(&translating->pool, ERROR_LIMIT,
                          "the acceptance of the opposite of the automaton has no form that is read");
    }
    failed = failed || negated < 0 || hoa_to_tgba(good ? &opposite : &hoa, &translating->violates) != 0 ||
             tgba_reduce(&translating->violates) != 0;
    hoa_free(&opposite);
    hoa_free(&hoa);
    return failed ? -1 : 0;
}

/* Makes the automaton of the negation, and that of the formula unless it `is_plain`. */
static int translate(struct translating *translating, int is_plain) {
    const ltl formula = check_ltl_formula(&translating->store, translating->property);
    run_tell(translating->checking->run, "translating", 0, 0, NULL);
    if (is_plain && !translating->store.failed) {
        const ltl opposite = ltl_negate(&translating->store, formula);
        return translating->store.failed ||
                       tgba_translate(&translating->violates, &translating->store, &translating->pool,
                                      opposite, translating->atoms) != 0
                   ? -1
                   : 0;
    }
    return translating->store.failed ||
                   tgba_of_formula(&translating->store, &translating->pool, formula, translating->atoms,
                                   &translating->holds, &translating->violates) != 0
               ? -1
               : 0;
}

#define MOST_MONITOR_STATES 4096u /* of a deterministic monitor */

/*
 * What violates a safety formula is seen after finitely many letters: the automaton becomes a deterministic
 * one that shows it, if that is not too large.
 */
static int make_monitor(struct translating *translating, int classes) {
    struct tgba monitor;
    if (!(classes & TGBA_SAFETY)) {
        return 0;
    }
    const int made = tgba_make_weak(&translating->violates, &translating->holds, translating->atoms,
                                    MOST_MONITOR_STATES, &monitor);
    if (made == 1) {
        struct tgba before = translating->violates;
        translating->violates = monitor;
        monitor = before;
    }
    tgba_free(&monitor);
    return made < 0 ? -1 : 0;
}

static int make_observer(struct translating *translating) {
    const struct checking *checking = translating->checking;
    struct label_texts labels;
    if (label_texts_make(checking->network, checking->run->memory, &labels, translating->error) != 0) {
        return -1;
    }
    const int failed =
        ltl_observer_make(&translating->violates, translating->atom, translating->atoms, &labels,
                          check_is_fair(checking, translating->property), &translating->ltl->observer);
    label_texts_free(&labels, checking->run->memory);
    return failed;
}

/* --- partial-order reduction --- */

/* Of a formula that ignores invisible steps: the automaton stays where it is on them. So the reduced searches
 * of its product are those of a network: which moves are left out never depends on what the automaton does.
 */
static int skip_steps(struct translating *translating) {
    struct tgba made;
    uint8_t *kind = memory_allocate(translating->pool.memory, translating->atoms);
    if (kind == NULL) {
        return bdd_no_memory(&translating->pool);
    }
    tgba_atom_kinds(translating->atom, translating->atoms, kind);
    const int failed = tgba_skip_steps(&translating->violates, kind, translating->atoms, &made) != 0;
    memory_free(translating->pool.memory, kind, translating->atoms);
    tgba_free(&translating->violates);
    translating->violates = made;
    translating->ltl->skips_steps = !failed;
    return failed ? -1 : 0;
}

/* Whether a reduction may leave out steps: 1, 0, or -1 with the error. */
static int may_reduce(const struct translating *translating) {
    const struct checking *checking = translating->checking;
    return checking->options->explore.partial_order && !check_is_fair(checking, translating->property) &&
                   !check_sees_states(translating->property)
               ? check_ignores_steps(translating->property, checking->run, translating->error)
               : 0;
}

/* What the automaton of the formula shows beside that of its negation: its class, and a monitor. */
static int use_both(struct translating *translating) {
    const int classes = tgba_classes(&translating->holds, &translating->violates, translating->atoms);
    if (classes < 0 || make_monitor(translating, classes) != 0) {
        return -1;
    }
    translating->result->is_unsatisfiable = translating->holds.states == 0;
    translating->result->class = tgba_class_name(classes);
    return 0;
}

static int is_given(const struct translating *translating) {
    return property_row(translating->property->kind)->takes == PROPERTY_TAKES_AUTOMATON;
}

/* Makes the automaton that is searched. is_plain: only from the negation of the formula. */
static int make_automaton(struct translating *translating, int is_plain) {
    return is_given(translating)                   ? take_automaton(translating)
           : translate(translating, is_plain) != 0 ? -1
           : is_plain                              ? 0
                                                   : use_both(translating);
}

static int make_all(struct translating *translating, int is_plain) {
    translating->ltl->skips_steps = 0;
    if (ltl_atoms_find(translating->property->formula, translating->checking->run->memory, &translating->atom,
                       translating->error) != 0 ||
        make_automaton(translating, is_plain) != 0) {
        return -1;
    }
    translating->result->automaton_states = translating->violates.states;
    translating->ltl->is_valid = translating->violates.states == 0;
    if (translating->ltl->is_valid) {
        return 0;
    }
    const int reduces = may_reduce(translating);
    return reduces < 0 || (reduces && skip_steps(translating) != 0) || make_observer(translating) != 0 ? -1
                                                                                                       : 0;
}

#define MOST_WORK 20000000u /* steps, for the class of a formula and a smaller automaton: some seconds */

static int make_in_pool(struct translating *translating, int is_plain) {
    const struct run *run = translating->checking->run;
    const int opened = ltl_open(&translating->store, run, translating->error) == 0;
    int failed = bdd_open(&translating->pool, run, translating->error) != 0 || !opened;
    translating->pool.most_work = is_plain || is_given(translating) ? 0 : MOST_WORK;
    failed = failed || make_all(translating, is_plain) != 0;
    tgba_free(&translating->holds);
    tgba_free(&translating->violates);
    bdd_close(&translating->pool);
    ltl_close(&translating->store);
    ltl_atoms_free(translating->property->formula, run->memory, translating->atom);
    translating->atom = NULL;
    return failed ? -1 : 0;
}

/* --- cycles --- */

int check_is_fair(const struct checking *checking, const struct property *property) {
    return property->fairness != NULL && checking->fair.weak_count + checking->fair.strong_count != 0;
}

/* The conditions of fairness, for labels with kinds. */
static int make_fair(struct checking *checking, struct check_ltl *ltl, struct error *error) {
    const struct fair_network *fair = &checking->fair;
    const uint64_t sets = fair->weak_count + (uint64_t)fair->strong_count,
                   bytes = check_label_bytes(checking) * ltl->observer.acceptance.kinds;
    ltl->fair = memory_allocate_zeroed(checking->run->memory, sets * sizeof *ltl->fair);
    ltl->fair_count = ltl->fair == NULL ? 0 : sets;
    for (uint64_t s = 0; s < ltl->fair_count; s++) {
        ltl->fair[s] = memory_allocate_zeroed(checking->run->memory, bytes);
        if (ltl->fair[s] == NULL) {
            return error_memory(error, "for the properties");
        }
        for (uint64_t i = 0; i < checking->network->label_count * (uint64_t)ltl->observer.acceptance.kinds;
             i++) {
            ltl->fair[s][i] = fair->set[s][i / ltl->observer.acceptance.kinds];
        }
    }
    return ltl->fair == NULL ? error_memory(error, "for the properties") : 0;
}

/* The sets of labels with kinds of cycles that the observer accepts. */
static int make_goal(struct checking *checking, struct check_ltl *ltl, struct error *error) {
    const struct observer_acceptance *acceptance = &ltl->observer.acceptance;
    const uint64_t labels = check_label_bytes(checking), bytes = labels * acceptance->kinds;
    struct memory *memory = checking->run->memory;
    if (bytes >= UINT32_MAX) {
        return error_set(error, ERROR_LIMIT, "the automaton of the formula has too many marks");
    }
    ltl->live = memory_allocate(memory, bytes);
    ltl->needed = memory_allocate_zeroed(memory, acceptance->marks * sizeof *ltl->needed);
    if (ltl->live == NULL || ltl->needed == NULL) {
        return error_memory(error, "for the properties");
    }
    for (uint64_t i = 0; i < bytes; i++) {
        ltl->live[i] = i % acceptance->kinds != 0;
    }
    for (uint32_t m = 0; m < acceptance->marks; m++) {
        ltl->needed[m] = memory_allocate(memory, bytes);
        if (ltl->needed[m] == NULL) {
            return error_memory(error, "for the properties");
        }
        for (uint64_t i = 0; i < bytes; i++) {
            ltl->needed[m][i] = acceptance->mark_of[i % acceptance->kinds] >> m & 1;
        }
    }
    return 0;
}

int check_ltl_has_cycles(const struct checking *checking, uint32_t property) {
    return checking->ltl[property].observer.has_cycles;
}

/* --- plans --- */

/* Collective: a property that one rank cannot decide is planned by none, so that all do the same later.
 * Returns 0, or -1 with *error filled. */
static int agree_on_plan(const struct checking *checking, uint32_t property, int failed,
                         struct error *error) {
    const struct network *network = checking->network;
    const uint64_t what[] = {property, network->component_count, network->label_count, network->rule_count,
                             network->initial_count};
    return ranks_meet(checking->run->ranks, RANKS_SEARCH, ranks_fingerprint(0, what, sizeof what), failed,
                      error);
}

int check_ltl_plan(struct checking *checking, uint32_t index, struct error *error) {
    struct translating translating = {.checking = checking,
                                      .property = &checking->properties[index],
                                      .ltl = &checking->ltl[index],
                                      .result = &checking->check->results[index],
                                      .error = error};
    translating.atoms = (uint32_t)formula_ltl(translating.property->formula)->atom.count;
    const char *doubt = formula_doubt(translating.property->formula);
    if (doubt != NULL) {
        error_set(&translating.result->why, ERROR_LIMIT, "%s", doubt);
        return 0;
    }
    int failed = make_in_pool(&translating, 0);
    if (failed && error->code == ERROR_LIMIT && !is_given(&translating)) {
        ltl_observer_free(&translating.ltl->observer);
        *error = (struct error){.code = ERROR_NONE};
        failed = make_in_pool(&translating, 1);
    }
    failed = failed ||
             (translating.ltl->observer.has_cycles && (make_goal(checking, translating.ltl, error) != 0 ||
                                                       (check_is_fair(checking, translating.property) &&
                                                        make_fair(checking, translating.ltl, error) != 0)));
    failed = agree_on_plan(checking, index, failed, error) != 0;
    if (failed &&
        (error->code == ERROR_LIMIT || error->code == ERROR_MEMORY || error->code == ERROR_INTERRUPTED)) {
        check_ltl_free(checking, index);
        translating.result->why = *error;
        *error = (struct error){.code = ERROR_NONE};
        return 0; /* the other properties are checked */
    }
    translating.ltl->is_planned = !failed;
    return failed ? -1 : 0;
}

void check_ltl_free(struct checking *checking, uint32_t property) {
    struct check_ltl *ltl = &checking->ltl[property];
    struct memory *memory = checking->run->memory;
    const struct observer_acceptance *acceptance = &ltl->observer.acceptance;
    const uint64_t bytes = check_label_bytes(checking) * acceptance->kinds;
    memory_free(memory, ltl->live, bytes);
    for (uint32_t m = 0; m < acceptance->marks && ltl->needed != NULL; m++) {
        memory_free(memory, ltl->needed[m], bytes);
    }
    memory_free(memory, ltl->needed, acceptance->marks * sizeof *ltl->needed);
    for (uint64_t s = 0; s < ltl->fair_count; s++) {
        memory_free(memory, ltl->fair[s], bytes);
    }
    memory_free(memory, ltl->fair, ltl->fair_count * sizeof *ltl->fair);
    ltl_observer_free(&ltl->observer);
    *ltl = (struct check_ltl){.live = NULL};
}

/* Whether all moves of a state on a class lead to error states (1), or it has one, to itself (0); -1: neither
 * is so. */
static int leads_to_error(const struct observer *observer, uint32_t state, uint32_t class_index) {
    const uint64_t *row = &observer->row[(uint64_t)state * observer->classes + class_index];
    int errors = 0, stays = 0;
    for (uint64_t i = row[0]; i < row[1]; i++) {
        errors += observer->state[observer->target[i]].error;
        stays += observer->target[i] == state;
    }
    return errors != 0 && errors == (int)(row[1] - row[0]) ? 1 : stays == 1 && row[1] - row[0] == 1 ? 0 : -1;
}

int check_ltl_is_simple(const struct checking *checking, uint32_t property, uint8_t **labels,
                        struct error *error) {
    const struct ltl_observer *made = &checking->ltl[property].observer;
    const struct observer *observer = &made->observer;
    const uint32_t count = checking->network->label_count;
    *labels = NULL;
    if (made->has_cycles || observer->state[observer->initial].kind != OBSERVER_STEP) {
        return 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (leads_to_error(observer, observer->initial, observer->class_of_label[i]) < 0) {
            return 0;
        }
    }
    *labels = memory_allocate_zeroed(checking->run->memory, check_label_bytes(checking));
    if (*labels == NULL) {
        return error_memory(error, "for the properties");
    }
    for (uint32_t i = 0; i < count; i++) {
        (*labels)[i] = (uint8_t)leads_to_error(observer, observer->initial, observer->class_of_label[i]);
    }
    return 1;
}

/* The test, or the end, that stands for a state of the observer: those before it are numbered first. */
static uint32_t test_of(const struct observer *observer, const uint32_t *number, uint32_t state) {
    return observer->state[state].kind == OBSERVER_PASS ? number[state]
           : observer->state[state].error               ? CHECK_MET
                                                        : CHECK_UNMET;
}

/* Whether a state, in which the observer follows the model, leads to the initial one with each label. */
static int leads_back(const struct observer *observer, uint32_t state, uint32_t labels) {
    const uint64_t *rows = &observer->row[(uint64_t)state * observer->classes];
    for (uint32_t label = 0; label < labels; label++) {
        const uint64_t *row = rows + observer->class_of_label[label];
        if (row[1] - row[0] != 1 || observer->target[row[0]] != observer->initial) {
            return 0;
        }
    }
    return observer->state[state].quiet;
}

/* Whether the observer begins with tests, and again after each step. */
static int begins_again(const struct observer *observer, uint32_t labels) {
    uint32_t state = 0;
    while (state < observer->states &&
           (observer->state[state].kind != OBSERVER_STEP || leads_back(observer, state, labels))) {
        state++;
    }
    return state == observer->states && observer->state[observer->initial].kind == OBSERVER_PASS;
}

int check_ltl_find_tests(const struct checking *checking, uint32_t property, struct check_target *target,
                         struct error *error) {
    const struct ltl_observer *made = &checking->ltl[property].observer;
    const struct observer *observer = &made->observer;
    struct memory *memory = checking->run->memory;
    if (made->has_cycles || backend_may_use_device(checking->options->backend) ||
        !begins_again(observer, checking->network->label_count)) {
        return 0;
    }
    uint32_t *number = memory_allocate_array(memory, observer->states, sizeof *number);
    int failed = number == NULL;
    for (uint32_t s = 0; s < observer->states && !failed; s++) {
        number[s] = (uint32_t)target->test_count;
        if (observer->state[s].kind == OBSERVER_PASS) {
            failed = MEMORY_GROW(memory, &target->tests, &target->test_capacity, target->test_count + 1) != 0;
            target->test_count += !failed;
        }
    }
    for (uint32_t s = 0; s < observer->states && !failed; s++) {
        const uint64_t *row = &observer->row[(uint64_t)s * observer->classes];
        if (observer->state[s].kind == OBSERVER_PASS) {
            target->tests[number[s]] =
                (struct check_test){observer->state[s].predicate,
                                    {test_of(observer, number, observer->target[row[0]]),
                                     test_of(observer, number, observer->target[row[1]])}};
        }
    }
    target->first_test = failed ? CHECK_UNMET : number[observer->initial];
    memory_free(memory, number, observer->states * sizeof *number);
    return failed ? error_memory(error, "for the properties") : 1;
}
