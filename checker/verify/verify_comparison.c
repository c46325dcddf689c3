/*
 * Checks evidence that two inputs are related: classes of the states of both. All states are listed, with
 * their classes; the steps of each, derived by walking, must lead to listed states; states of a class must
 * behave the same (verify_signatures.c); and the classes of the initial states decide.
 */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "checker/verify/evidence_rows.h"
#include "checker/verify/verify_comparison_internal.h"
#include "model/mdp.h"

#define MOST_STATES ((uint64_t)UINT32_MAX - 1)

/* --- states --- */

void comparison_say_state(struct comparison_check *check, int side, const uint32_t *tuple) {
    struct verifier *verifier = check->verifier;
    walker *walker = verifier->walker;
    if (check->mdps[side] != NULL) {
        verify_say(verifier, "state %u", tuple[0]);
        return;
    }
    verifier->walker = check->walkers[side];
    verify_say_state(verifier, tuple);
    verifier->walker = walker;
}

static int is_in_range(struct comparison_check *check, int side, const uint32_t *tuple) {
    struct verifier *verifier = check->verifier;
    const struct mdp *mdp = check->mdps[side];
    walker *walker = verifier->walker;
    if (mdp != NULL) {
        return tuple[0] < mdp->states ? 1
                                      : verify_say(verifier, "there is no state %u: they are 0 to %llu",
                                                   tuple[0], (unsigned long long)mdp->states - 1);
    }
    verifier->walker = check->walkers[side];
    const int holds = verify_in_range(verifier, tuple);
    verifier->walker = walker;
    return holds;
}

static int add_state(struct comparison_check *check, int side, const uint32_t *tuple, uint32_t class) {
    struct verifier *verifier = check->verifier;
    if (check->class_of.count >= MOST_STATES) {
        return error_set(verifier->error, ERROR_LIMIT, "the evidence has more than %llu states",
                         (unsigned long long)MOST_STATES);
    }
    int holds = is_in_range(check, side, tuple);
    if (holds == 1) {
        holds = tuple_set_add(&check->tuples[side], tuple, verifier->error);
        if (holds == 0) {
            comparison_say_state(check, side, tuple);
            verify_say(verifier, " occurs twice");
        }
    }
    if (holds == 1 && class >= check->evidence->states) {
        holds = verify_say(verifier, "class %u is not below the number of states", class);
    }
    if (holds == 0) {
        verify_say_line(verifier);
    }
    return holds == 1 && GROWING_ADD(verifier->run->memory, check->class_of, class) != 0
               ? verify_memory(verifier)
               : holds;
}

/* The whole piece is read even if something is wrong, because errors in form take precedence. */
static int load(struct comparison_check *check, uint32_t *tuple) {
    struct verifier *verifier = check->verifier;
    struct evidence_choices none = {.memory = verifier->run->memory};
    int holds = 1, status = 1;
    for (uint64_t count = 0; status == 1 && holds >= 0; count++) {
        const int side = count >= check->evidence->first_states;
        struct evidence_row row;
        status = verify_stopped(verifier, "loading", count, check->evidence->states, "states") != 0
                     ? -1
                     : evidence_read_row(verifier->reader, tuple, check->tuples[side].width, &row, &none,
                                         verifier->error);
        if (status == 1 && holds == 1) {
            holds = add_state(check, side, tuple, row.component);
        }
    }
    return status < 0 ? -1 : holds;
}

/* --- steps --- */

int comparison_say_missing(struct comparison_check *check, int side, uint64_t state, const char *label,
                           const uint32_t *target) {
    struct verifier *verifier = check->verifier;
    verify_say(verifier, "in the %s input, \"%.200s\" leads from ", side == 0 ? "first" : "second", label);
    comparison_say_state(check, side, tuple_set_at(&check->tuples[side], state));
    verify_say(verifier, " to ");
    comparison_say_state(check, side, target);
    return verify_say(verifier, ", which is missing");
}

/* Adds the steps of a state, which has this number in its input. */
static int add_steps(struct comparison_check *check, int side, uint64_t state, uint32_t *tuple) {
    struct verifier *verifier = check->verifier;
    struct memory *memory = verifier->run->memory;
    const uint64_t shift = side == 0 ? 0 : check->evidence->first_states;
    const struct walker_transition *transitions;
    uint64_t count;
    if (walker_transitions(check->walkers[side], tuple_set_at(&check->tuples[side], state), &transitions,
                           &count, verifier->error) != 0) {
        return -1;
    }
    for (uint64_t k = 0; k < count; k++) {
        uint32_t label;
        walker_target(check->walkers[side], tuple_set_at(&check->tuples[side], state), &transitions[k],
                      tuple);
        const uint32_t target = tuple_set_index(&check->tuples[side], tuple);
        if (target == UINT32_MAX) {
            return comparison_say_missing(check, side, state, transitions[k].label, tuple);
        }
        if (hidden_labels_find(&check->labels, transitions[k].label, &label) != 0) {
            return -1;
        }
        if (GROWING_ADD(memory, check->edges, (uint64_t)label << 32 | (target + shift)) != 0) {
            return verify_memory(verifier);
        }
    }
    return GROWING_ADD(memory, check->offsets, check->edges.count) != 0 ? verify_memory(verifier) : 1;
}

static int add_all_steps(struct comparison_check *check, uint32_t *tuple) {
    struct verifier *verifier = check->verifier;
    int holds = GROWING_ADD(verifier->run->memory, check->offsets, 0) != 0 ? verify_memory(verifier) : 1;
    for (uint64_t state = 0; state < check->states && holds == 1; state++) {
        const int side = state >= check->evidence->first_states;
        holds = verify_stopped(verifier, "walking", state, check->states, "states") != 0
                    ? -1
                    : add_steps(check, side, side ? state - check->evidence->first_states : state, tuple);
    }
    return holds;
}

/* --- initial states --- */

const uint32_t *comparison_initial(const struct comparison_check *check, int side, uint64_t *count) {
    *count = check->initial_count[side];
    return check->mdps[side] != NULL ? check->initial[side] : walker_initial(check->walkers[side], count);
}

int comparison_initial_classes(struct comparison_check *check, int side, uint64_t **classes,
                               uint64_t *count) {
    const uint32_t components = check->tuples[side].width;
    const uint32_t *initial = comparison_initial(check, side, count);
    *classes = memory_allocate_array(check->verifier->run->memory, *count, sizeof **classes);
    if (*classes == NULL) {
        *count = 0;
        return -1;
    }
    for (uint64_t k = 0; k < *count; k++) {
        const uint64_t state = tuple_set_index(&check->tuples[side], initial + k * components);
        (*classes)[k] = check->class_of.data[state + (side ? check->evidence->first_states : 0)];
    }
    return 0;
}

/* Whether the initial states are listed. */
static int find_initial(struct comparison_check *check) {
    struct verifier *verifier = check->verifier;
    for (int side = 0; side < 2; side++) {
        uint64_t count;
        const uint32_t *initial = comparison_initial(check, side, &count);
        for (uint64_t k = 0; k < count; k++) {
            if (!tuple_set_has(&check->tuples[side], initial + k * check->tuples[side].width)) {
                return verify_say(verifier, "an initial state of the %s input is missing",
                                  side == 0 ? "first" : "second");
            }
        }
    }
    return 1;
}

/* Whether an initial state of class `class` has a partner: one of these classes, or for weak equivalence one
 * that is reached from there by internal steps. */
static int has_partner(struct comparison_check *check, uint64_t class, const uint64_t *others,
                       uint64_t count) {
    int found = 0;
    for (uint64_t k = 0; k < count && !found; k++) {
        uint64_t length = 0;
        const uint64_t *row = check->evidence->relation == RELATION_WEAK
                                  ? number_sets_members(&check->sets, check->row_of[others[k]], &length)
                                  : NULL;
        found = others[k] == class;
        for (uint64_t at = 0; at < length; at++) {
            found |= row[at] == ((uint64_t)COMPARISON_INTERNAL << 32 | class);
        }
    }
    return found;
}

int comparison_check_initial(struct comparison_check *check) {
    struct verifier *verifier = check->verifier;
    uint64_t *classes[2] = {NULL, NULL}, count[2] = {0, 0};
    int holds = comparison_initial_classes(check, 0, &classes[0], &count[0]) != 0 ||
                        comparison_initial_classes(check, 1, &classes[1], &count[1]) != 0
                    ? verify_memory(verifier)
                    : 1;
    for (int side = 0; side < 2; side++) {
        for (uint64_t k = 0; k < count[side] && holds == 1; k++) {
            holds = has_partner(check, classes[side][k], classes[!side], count[!side])
                        ? 1
                        : verify_say(
                              verifier,
                              "class %llu of an initial state of the %s input: no initial state of the %s "
                              "input is in it%s",
                              (unsigned long long)classes[side][k], side == 0 ? "first" : "second",
                              side == 0 ? "second" : "first",
                              check->evidence->relation == RELATION_WEAK ? " or reaches it by internal steps"
                                                                         : "");
        }
    }
    memory_free(verifier->run->memory, classes[0], count[0] * sizeof *classes[0]);
    memory_free(verifier->run->memory, classes[1], count[1] * sizeof *classes[1]);
    return holds;
}

/* --- the check --- */

static int check_relation(struct comparison_check *check) {
    const enum evidence_relation relation = check->evidence->relation;
    int holds;
    switch (relation) {
    case RELATION_STRONG:
    case RELATION_BRANCHING:
    case RELATION_DIVBRANCHING:
    case RELATION_WEAK:
        holds = comparison_check_classes(check, relation);
        return holds == 1 ? comparison_check_initial(check) : holds;
    case RELATION_PROBABILISTIC:
        holds = comparison_check_lumped(check);
        return holds == 1 ? comparison_check_initial(check) : holds;
    case RELATION_SIMULATION:
        holds = comparison_check_classes(check, RELATION_STRONG);
        return holds == 1 ? comparison_check_simulation(check) : holds;
    default:
        holds = comparison_check_classes(
            check, relation == RELATION_TRACE || relation == RELATION_TRACE_INCLUSION ? RELATION_STRONG
                                                                                      : RELATION_BRANCHING);
        return holds == 1 ? comparison_check_traces(check) : holds;
    }
}

int comparison_say_hidden(struct comparison_check *check) {
    struct verifier *verifier = check->verifier;
    struct memory *memory = verifier->run->memory;
    struct text_buffer text = {0};
    int holds = 1;
    if (verify_hides(check->evidence)) {
        holds = verify_add_hidden(check->evidence, 1, memory, &text) != 0 ? verify_memory(verifier) : 1;
        verify_say(verifier, " after %s", holds == 1 ? text.data : "");
    }
    text_buffer_free(memory, &text);
    return holds;
}

void comparison_say_unread(struct comparison_check *check) {
    if ((check->mdps[0] != NULL && check->mdps[0]->rewards) ||
        (check->mdps[1] != NULL && check->mdps[1]->rewards)) {
        verify_say(check->verifier, "; the rewards of files are not read");
    }
}

static int say_confirmed(struct comparison_check *check) {
    struct verifier *verifier = check->verifier;
    const struct evidence *evidence = check->evidence;
    const char *statement = evidence->relation < RELATION_FIRST_PREORDER ? "both inputs are equivalent"
                            : evidence->relation == RELATION_SIMULATION
                                ? "the second input simulates the first"
                                : "the second input has all sequences of labels of the first";
    uint64_t classes = 0;
    for (uint64_t class = 0; class < check->states; class ++) {
        classes += check->row_of[class] != COMPARISON_NONE;
    }
    verifier->verification->states = check->states;
    verify_say(verifier, "%s (%s)", statement, evidence_relation_name(evidence->relation));
    const int holds = comparison_say_hidden(check);
    verify_say(verifier, ": %llu state%s of the first and %llu of the second are in %llu class%s",
               (unsigned long long)evidence->first_states, evidence->first_states == 1 ? "" : "s",
               (unsigned long long)(evidence->states - evidence->first_states), (unsigned long long)classes,
               classes == 1 ? "" : "es");
    comparison_say_unread(check);
    return holds;
}

static int check_all(struct comparison_check *check, uint32_t *tuple) {
    struct verifier *verifier = check->verifier;
    int holds = load(check, tuple);
    holds = holds == 1 ? find_initial(check) : holds;
    check->states = check->class_of.count;
    holds = holds == 1 && check->evidence->relation != RELATION_PROBABILISTIC ? add_all_steps(check, tuple)
                                                                              : holds;
    if (holds != 1) {
        return holds;
    }
    check->signature = memory_allocate_array(verifier->run->memory, check->states, sizeof *check->signature);
    check->row_of = memory_allocate_array(verifier->run->memory, check->states, sizeof *check->row_of);
    if (check->signature == NULL || check->row_of == NULL) {
        return verify_memory(verifier);
    }
    holds = check_relation(check);
    return holds == 1 ? say_confirmed(check) : holds;
}

/* Lists the initial states of a Markov model. 0 or -1. */
static int list_initial(struct comparison_check *check, int side) {
    struct verifier *verifier = check->verifier;
    const struct mdp *mdp = check->mdps[side];
    for (uint64_t state = 0; state < mdp->states; state++) {
        check->initial_count[side] += (uint64_t)mdp_is_initial(mdp, state);
    }
    uint64_t count = 0;
    check->initial[side] = memory_allocate_array(verifier->run->memory, check->initial_count[side],
                                                 sizeof *check->initial[side]);
    for (uint64_t state = 0; state < mdp->states && check->initial[side] != NULL; state++) {
        if (mdp_is_initial(mdp, state)) {
            check->initial[side][count++] = (uint32_t)state;
        }
    }
    return check->initial[side] == NULL ? verify_memory(verifier) : 0;
}

/* Opens the second input, and prepares both. */
int comparison_open(struct comparison_check *check) {
    struct verifier *verifier = check->verifier;
    struct memory *memory = verifier->run->memory;
    const struct verify_input *input = verifier->input;
    check->mdps[0] = input->mdp;
    check->mdps[1] = input->second_mdp;
    check->walkers[0] = verifier->walker;
    if (input->second != NULL) {
        check->walkers[1] = language_walk(input->second, verifier->run, verifier->error);
        if (check->walkers[1] == NULL) {
            return -1;
        }
    }
    for (int side = 0; side < 2; side++) {
        const int is_mdp = check->mdps[side] != NULL;
        check->tuples[side] = (struct tuple_set){
            .memory = memory, .width = is_mdp ? 1 : walker_components(check->walkers[side])};
        if (is_mdp && list_initial(check, side) != 0) {
            return -1;
        }
    }
    if (check->walkers[1] != NULL &&
        !verify_same_components(check->evidence->second, check->walkers[1], verifier->error)) {
        return verify_say(verifier, "%s", verifier->error->text);
    }
    return hidden_labels_open(&check->labels, check->evidence, verifier->run, verifier->error) != 0 ? -1 : 1;
}

void comparison_close(struct comparison_check *check) {
    struct memory *memory = check->verifier->run->memory;
    memory_free(memory, check->signature, check->states * sizeof *check->signature);
    memory_free(memory, check->row_of, check->states * sizeof *check->row_of);
    number_sets_free(&check->sets);
    GROWING_FREE(memory, check->class_of);
    GROWING_FREE(memory, check->offsets);
    GROWING_FREE(memory, check->edges);
    for (int side = 0; side < 2; side++) {
        tuple_set_free(&check->tuples[side]);
        memory_free(memory, check->initial[side], check->initial_count[side] * sizeof *check->initial[side]);
    }
    hidden_labels_close(&check->labels);
    walker_free(check->walkers[1]);
}

int verify_comparison(struct verifier *verifier) {
    struct memory *memory = verifier->run->memory;
    struct comparison_check check = {.verifier = verifier,
                                     .evidence = verifier->evidence,
                                     .sets = {.memory = memory},
                                     .tuples = {{.memory = memory}, {.memory = memory}}};
    int holds = comparison_open(&check);
    if (holds == 1) {
        const uint64_t width =
            (uint64_t)check.tuples[0].width + check.tuples[1].width + 1; /* enough for either */
        uint32_t *tuple = memory_allocate_array(memory, width, sizeof *tuple);
        holds = tuple == NULL ? verify_memory(verifier) : check_all(&check, tuple);
        memory_free(memory, tuple, width * sizeof *tuple);
    }
    comparison_close(&check);
    return holds;
}
