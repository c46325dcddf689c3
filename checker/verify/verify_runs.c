/*
 * Checks that no fair run of a model violates a formula of linear time. The runs that violate it, by the
 * definition of each operator (specs/ltl/ltl_alternating.h), are runs of pairs of a state and a set of
 * obligations; the certificate has all these pairs. Each has a group: a number in a part. No edge between
 * groups of a part raises the number. So a run stays in a group in the end, unless it comes again and again
 * to pairs that are removed from the part: where its strong condition is possible, which no edge within the
 * part takes. In a group there is something that no edge has: it meets an obligation, or it is fair to what
 * is weakly fair. What is met again and again in a run that violates the formula and is fair is not lacking,
 * so there is no such run.
 */
#include <string.h>

#include "base/bitset.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/property/fairness.h"
#include "checker/verify/verify_certificate_internal.h"
#include "specs/syntax/ltl_tree.h"

/* The numbers after a state. */
enum { RUNS_SET, RUNS_PART, RUNS_NUMBER, RUNS_LACK };

/* --- the proof --- */

/* What the property assumes of a condition; FAIRNESS_NONE: nothing, or there is no such process or set. */
static enum fairness_strength strength_of(const struct runs_proof *proof, uint64_t number) {
    const struct evidence_condition *condition = &proof->claim->conditions[number];
    const struct fairness *fairness = proof->property->fairness;
    if (fairness == NULL || (condition->is_process && condition->label != NULL)) {
        return FAIRNESS_NONE;
    }
    if (condition->is_process) {
        return fairness->processes;
    }
    return condition->number >= fairness->count ||
                   fairness->labels[condition->number].each != (condition->label != NULL)
               ? FAIRNESS_NONE
               : fairness->labels[condition->number].strength;
}

/* Whether the property assumes all conditions: strong ones where pairs are removed. */
static int check_conditions(const struct runs_proof *proof, struct verifier *verifier) {
    for (uint64_t c = 0; c < proof->claim->condition_count; c++) {
        const struct evidence_condition *condition = &proof->claim->conditions[c];
        if (strength_of(proof, c) == FAIRNESS_NONE ||
            (condition->is_process && condition->number >= walker_processes(verifier->walker))) {
            return verify_say(verifier, "condition %llu is none that %.300s assumes", (unsigned long long)c,
                              proof->property->name);
        }
    }
    for (uint64_t p = 0; p < proof->claim->part_count; p++) {
        if (strength_of(proof, proof->claim->parts[p].condition) != FAIRNESS_STRONG) {
            return verify_say(verifier, "part %llu has a condition that is not strong",
                              (unsigned long long)p + 1);
        }
    }
    return 1;
}

static int index_sets(struct runs_proof *proof, const struct verifier *verifier) {
    for (uint64_t i = 0; i < proof->claim->set_count; i++) {
        const uint64_t set = proof->claim->sets[i];
        if (index_add(&proof->sets, verifier->run->memory, hash_bytes(&set, sizeof set, 0), (uint32_t)i) !=
            0) {
            return verify_memory(verifier);
        }
    }
    return 0;
}

/* The number of a set in the claim. 0: it has no such set. */
static int find_set(const struct runs_proof *proof, uint64_t set, uint32_t *number) {
    for (struct index_walk walk = index_find(&proof->sets, hash_bytes(&set, sizeof set, 0));
         index_next(&walk);) {
        if (proof->claim->sets[walk.number] == set) {
            *number = walk.number;
            return 1;
        }
    }
    return 0;
}

static int find_processes(struct runs_proof *proof, const struct verifier *verifier) {
    const uint64_t bytes = walker_processes(verifier->walker) * proof->words * sizeof *proof->processes;
    proof->processes = memory_allocate_zeroed(verifier->run->memory, bytes);
    if (proof->processes == NULL) {
        return verify_memory(verifier);
    }
    for (uint32_t c = 0; c < proof->claim->condition_count; c++) {
        const struct evidence_condition *condition = &proof->claim->conditions[c];
        if (condition->is_process) {
            bitset_add(proof->processes + condition->number * proof->words, c);
        }
    }
    return 0;
}

int runs_open(struct runs_proof *proof, struct verifier *verifier) {
    proof->property = &verifier->properties[0];
    proof->tree = formula_ltl(proof->property->formula);
    proof->words = bitset_words(proof->claim->condition_count);
    const char *doubt = formula_doubt(proof->property->formula);
    struct ltl_alternating automaton;
    if (doubt != NULL) {
        return error_set(verifier->error, ERROR_LIMIT, "%s", doubt);
    }
    const int failed = ltl_alternating_open(&automaton, proof->tree, verifier->run, verifier->error) != 0;
    proof->lacks = automaton.obligations + (uint32_t)proof->claim->condition_count;
    proof->initial = automaton.initial;
    ltl_alternating_close(&automaton);
    if (failed || ltl_atoms_find(proof->property->formula, verifier->run->memory, &proof->atoms,
                                 verifier->error) != 0) {
        return -1;
    }
    for (uint64_t a = 0; a < proof->tree->atom.count; a++) {
        const struct ltl_atom *atom = &proof->atoms[a];
        proof->end |= (uint64_t)(atom->action == NULL && atom->predicate == NULL) << a;
    }
    const int holds = check_conditions(proof, verifier);
    return holds != 1                                                                 ? holds
           : index_sets(proof, verifier) != 0 || find_processes(proof, verifier) != 0 ? -1
                                                                                      : 1;
}

void runs_close(struct runs_proof *proof, const struct verifier *verifier) {
    struct memory *memory = verifier->run->memory;
    if (proof->claim == NULL) {
        return;
    }
    if (proof->atoms != NULL) {
        ltl_atoms_free(proof->property->formula, memory, proof->atoms);
    }
    memory_free(memory, proof->processes,
                walker_processes(verifier->walker) * proof->words * sizeof *proof->processes);
    index_free(&proof->sets, memory);
}

int runs_in_range(struct verifier *verifier, const struct runs_proof *proof, const uint32_t *numbers) {
    const struct evidence_runs *claim = proof->claim;
    return numbers[RUNS_SET] >= claim->set_count
               ? verify_say(verifier, "there is no set %u", numbers[RUNS_SET])
           : numbers[RUNS_PART] > claim->part_count
               ? verify_say(verifier, "there is no part %u", numbers[RUNS_PART])
           : numbers[RUNS_LACK] > proof->lacks
               ? verify_say(verifier, "there is no lack %u", numbers[RUNS_LACK])
               : 1;
}

void runs_widths(const struct runs_proof *proof, uint8_t *width) {
    const struct evidence_runs *claim = proof->claim;
    width[RUNS_SET] = (uint8_t)records_width(claim->set_count == 0 ? 0 : (uint32_t)claim->set_count - 1);
    width[RUNS_PART] = (uint8_t)records_width((uint32_t)claim->part_count);
    width[RUNS_NUMBER] = 32;
    width[RUNS_LACK] = (uint8_t)records_width(proof->lacks);
}

/* --- pairs --- */

int runs_initial(const struct runs_proof *proof, uint32_t *numbers) {
    return find_set(proof, proof->initial, &numbers[RUNS_SET]);
}

int runs_find(const struct closure *closure, uint32_t *tuple, uint64_t *record) {
    const struct records *set = &closure->set;
    uint32_t *numbers = tuple + closure->components, *found = tuple + closure->fields;
    numbers[RUNS_PART] = numbers[RUNS_NUMBER] = numbers[RUNS_LACK] = 0;
    if (!records_pack(set, tuple, record)) {
        return 0;
    }
    const uint64_t at = records_find(set, record);
    if (at == set->count) {
        return 0;
    }
    records_unpack(set, records_at(set, at), found);
    if (memcmp(found, tuple, (closure->components + 1) * sizeof *found) != 0) {
        return 0;
    }
    memcpy(tuple, found, closure->fields * sizeof *tuple);
    return 1;
}

/* --- groups --- */

/* A group, or a part as a group of the part that it is in. */
struct place {
    uint32_t part, number;
    int is_group;
};

static void leave_part(const struct runs_proof *proof, struct place *place) {
    const struct evidence_part *part = &proof->claim->parts[place->part - 1];
    *place = (struct place){part->in, part->number, 0};
}

static int is_removed(const struct place *place) {
    return place->is_group && place->number == 0;
}

/* Whether an edge, which leaves these obligations unmet, has the lack. */
static int has_lack(const struct checker *checker, uint32_t lack, uint64_t unmet) {
    const uint32_t obligations = checker->automaton.obligations;
    if (lack <= obligations) {
        return lack != 0 && unmet >> (lack - 1) & 1;
    }
    const uint32_t condition = lack - 1 - obligations;
    return bitset_has(checker->possible, condition) && !bitset_has(checker->taken, condition);
}

/* Whether the edge takes the condition of a part that it is within. */
static int takes_condition(const struct checker *checker, uint32_t part) {
    const struct evidence_part *parts = checker->closure->proof->claim->parts;
    while (part != 0 && !bitset_has(checker->taken, parts[part - 1].condition)) {
        part = parts[part - 1].in;
    }
    return part != 0;
}

/* Checks an edge from checker->state to checker->target, whose numbers are those of the certificate. NULL, or
 * what is wrong. */
static const char *check_edge(const struct checker *checker, uint64_t unmet) {
    const struct runs_proof *proof = checker->closure->proof;
    const uint32_t *from = checker->state + checker->closure->components,
                   *to = checker->target + checker->closure->components;
    struct place a = {from[RUNS_PART], from[RUNS_NUMBER], 1}, b = {to[RUNS_PART], to[RUNS_NUMBER], 1};
    while (a.part != b.part) {
        leave_part(proof, a.part > b.part ? &a : &b);
    }
    if (takes_condition(checker, a.part)) {
        return "takes the condition of their part";
    }
    if (is_removed(&a) || is_removed(&b)) {
        return NULL;
    }
    if (b.number > a.number) {
        return "raises the number";
    }
    return b.number < a.number || (a.is_group && b.is_group && from[RUNS_LACK] == to[RUNS_LACK] &&
                                   has_lack(checker, from[RUNS_LACK], unmet))
               ? NULL
               : "has what its group lacks";
}

/* --- a pair --- */

static int check_next(struct checker *checker, const char *label, uint64_t unmet) {
    struct verifier *verifier = &checker->verifier;
    const struct closure *closure = checker->closure;
    const char *wrong =
        runs_find(closure, checker->target, checker->record) ? check_edge(checker, unmet) : "";
    if (wrong == NULL) {
        return 1;
    }
    verify_say(verifier, "\"%.200s\" leads from ", label);
    closure_say(verifier, closure, checker->state);
    verify_say(verifier, " to ");
    if (*wrong != '\0') {
        closure_say(verifier, closure, checker->target);
        return verify_say(verifier, ", and %s", wrong);
    }
    verify_say_state(verifier, checker->target);
    return verify_say(verifier, ", which is missing with what is left of the obligations");
}

/* Checks the edges of a transition, or of the end of the run, to the state in checker->target. */
static int check_step(struct checker *checker, const char *label, uint64_t letter) {
    const struct runs_proof *proof = checker->closure->proof;
    const uint32_t components = checker->closure->components;
    const struct ltl_choice *choices;
    uint64_t count;
    if (ltl_alternating_step(&checker->automaton, proof->claim->sets[checker->state[components + RUNS_SET]],
                             letter, &choices, &count) != 0) {
        return -1;
    }
    int holds = 1;
    for (uint64_t i = 0; i < count && holds == 1; i++) {
        if (!find_set(proof, choices[i].next, &checker->target[components + RUNS_SET])) {
            verify_say(&checker->verifier, "\"%.200s\" leaves obligations that are no set in ", label);
            closure_say(&checker->verifier, checker->closure, checker->state);
            return 0;
        }
        holds = check_next(checker, label, choices[i].unmet);
    }
    return holds;
}

/* The predicates that hold in the state, as atoms. 0 or -1. */
static int read_state(struct checker *checker, uint64_t *atoms) {
    const struct runs_proof *proof = checker->closure->proof;
    *atoms = 0;
    for (uint64_t a = 0; a < proof->tree->atom.count; a++) {
        const struct formula *predicate = proof->atoms[a].predicate;
        const int holds = predicate == NULL ? 0
                                            : walker_holds(checker->verifier.walker, predicate->predicate,
                                                           checker->state, checker->verifier.error);
        if (holds < 0) {
            return -1;
        }
        *atoms |= (uint64_t)(holds != 0) << a;
    }
    return 0;
}

/* The conditions that a transition takes; returns the meaning of its label. */
static const struct label_meaning *
read_transition(const struct checker *checker, const struct walker_transition *transition, uint64_t *taken) {
    const struct runs_proof *proof = checker->closure->proof;
    const struct label_meaning *meaning = closure_meaning(checker, transition->label);
    const walker *walker = checker->verifier.walker;
    memcpy(taken, meaning->conditions, proof->words * sizeof *taken);
    uint32_t number = 0, process = walker_process(walker, transition, 0);
    for (; process != WALKER_NO_PROCESS; process = walker_process(walker, transition, ++number)) {
        bitset_unite(taken, proof->processes + process * proof->words, proof->words);
    }
    return meaning;
}

static void find_possible(struct checker *checker) {
    const uint64_t words = checker->closure->proof->words;
    memset(checker->possible, 0, words * sizeof *checker->possible);
    for (uint64_t t = 0; t < checker->transition_count && words != 0; t++) {
        read_transition(checker, &checker->transitions[t], checker->taken);
        bitset_unite(checker->possible, checker->taken, words);
    }
}

/* Whether the pair may be removed from its part, if it is. */
static int check_removed(struct checker *checker) {
    const uint32_t *numbers = checker->state + checker->closure->components;
    const uint32_t part = numbers[RUNS_PART];
    if (numbers[RUNS_NUMBER] != 0 ||
        (part != 0 &&
         bitset_has(checker->possible, checker->closure->proof->claim->parts[part - 1].condition))) {
        return 1;
    }
    closure_say(&checker->verifier, checker->closure, checker->state);
    return verify_say(&checker->verifier,
                      " has the number 0, and the condition of its part is not possible there");
}

/* A run that has ended repeats its state; nothing is possible there. */
static int check_end(struct checker *checker, uint64_t atoms) {
    const struct closure *closure = checker->closure;
    memset(checker->taken, 0, closure->proof->words * sizeof *checker->taken);
    memcpy(checker->target, checker->state, closure->components * sizeof *checker->target);
    return check_step(checker, "deadlock", atoms | closure->proof->end);
}

int runs_check(struct checker *checker) {
    struct verifier *verifier = &checker->verifier;
    uint64_t atoms;
    if (read_state(checker, &atoms) != 0) {
        return -1;
    }
    find_possible(checker);
    int holds = check_removed(checker);
    for (uint64_t t = 0; t < checker->transition_count && holds == 1; t++) {
        const struct walker_transition *transition = &checker->transitions[t];
        const struct label_meaning *meaning = read_transition(checker, transition, checker->taken);
        walker_target(verifier->walker, checker->state, transition, checker->target);
        holds = check_step(checker, transition->label, atoms | meaning->atoms);
    }
    return holds == 1 && checker->transition_count == 0 ? check_end(checker, atoms) : holds;
}

/* --- a checker --- */

/* The atoms that match the label. 0 or -1. */
static int match_atoms(struct checker *checker, struct label_meaning *meaning) {
    const struct runs_proof *proof = checker->closure->proof;
    const char *label = meaning->label;
    for (uint64_t a = 0; a < proof->tree->atom.count; a++) {
        const struct action *action = proof->atoms[a].action;
        const int matches = action == NULL ? 0 : action_matches_text(action, label, &checker->error);
        if (matches < 0) {
            return -1;
        }
        meaning->atoms |= (uint64_t)(matches != 0) << a;
    }
    return 0;
}

/* The conditions about sets that have the label. 0 or -1. */
static int match_conditions(struct checker *checker, struct label_meaning *meaning) {
    const struct runs_proof *proof = checker->closure->proof;
    const char *label = meaning->label;
    for (uint32_t c = 0; c < proof->claim->condition_count; c++) {
        const struct evidence_condition *condition = &proof->claim->conditions[c];
        if (condition->is_process || (condition->label != NULL && strcmp(condition->label, label) != 0)) {
            continue;
        }
        const int matches = property_matches(&proof->property->fairness->labels[condition->number].set, label,
                                             strlen(label), &checker->error);
        if (matches < 0) {
            return -1;
        }
        if (matches) {
            bitset_add(meaning->conditions, c);
        }
    }
    return 0;
}

int runs_begin(struct checker *checker) {
    const struct runs_proof *proof = checker->closure->proof;
    struct scope *scope = &checker->scope;
    checker->possible = scope_zeroed(scope, proof->words, sizeof *checker->possible);
    checker->taken = scope_zeroed(scope, proof->words, sizeof *checker->taken);
    for (uint32_t k = 0; k < checker->meaning_count && !scope->failed; k++) {
        struct label_meaning *meaning = &checker->meanings[k];
        meaning->conditions = scope_zeroed(scope, proof->words, sizeof *meaning->conditions);
        if (!scope->failed &&
            (match_atoms(checker, meaning) != 0 || match_conditions(checker, meaning) != 0)) {
            return -1;
        }
    }
    return scope->failed ? verify_memory(&checker->verifier)
                         : ltl_alternating_open(&checker->automaton, proof->tree, checker->verifier.run,
                                                &checker->error);
}

void runs_end(struct checker *checker) {
    ltl_alternating_close(&checker->automaton);
}
