/*
 * Checks classes of probabilistic equivalence: states of a class have the same labels and rewards, and the
 * same moves: a move is its kind, its action, what it earns, and the exact sum of what it gives to each
 * class.
 */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "base/word_lists.h"
#include "checker/verify/verify_comparison_internal.h"
#include "checker/verify/verify_weighed.h"

#define OWN_LIST (UINT64_MAX)

/* What a move gives to a class. */
struct given {
    uint64_t class;
    struct fraction weight;
};

struct lumping_check {
    struct comparison_check *check;
    struct weighed_names names;
    struct weighed_input inputs[2];
    struct word_lists lists;     /* moves and signatures */
    GROWING(struct given) given; /* of a move */
    GROWING(uint64_t) words;     /* of the list that is made */
    GROWING(uint64_t) members;   /* of a signature */
};

static int compare_given(const void *a, const void *b) {
    return sort_compare(((const struct given *)a)->class, ((const struct given *)b)->class);
}

static int add_word(struct lumping_check *lumping, uint64_t word) {
    return GROWING_ADD(lumping->names.memory, lumping->words, word);
}

static int add_number(struct lumping_check *lumping, fraction_natural number) {
    return add_word(lumping, (uint64_t)number) != 0 || add_word(lumping, (uint64_t)(number >> 64)) != 0 ? -1
                                                                                                        : 0;
}

/* Adds up what the move gives to each class. 0, or -1 with *error filled. */
static int add_up(struct lumping_check *lumping, int side, const struct weighed_move *move) {
    const struct comparison_check *check = lumping->check;
    const uint64_t shift = side == 0 ? 0 : check->evidence->first_states;
    uint64_t kept = 0;
    lumping->given.count = 0;
    for (uint64_t i = move->begin; i < move->end; i++) {
        const struct weighed_draw *draw = &lumping->inputs[side].draws.data[i];
        const struct given given = {check->class_of.data[draw->target + shift], draw->weight};
        if (GROWING_ADD(lumping->names.memory, lumping->given, given) != 0) {
            return verify_memory(check->verifier);
        }
    }
    struct given *given = lumping->given.data;
    sort_items(given, lumping->given.count, sizeof *given, compare_given);
    for (uint64_t i = 0; i < lumping->given.count; i++) {
        if (kept == 0 || given[kept - 1].class != given[i].class) {
            given[kept++] = given[i];
        } else if (fraction_add(&given[kept - 1].weight, given[i].weight) != 0) {
            return error_set(check->verifier->error, ERROR_LIMIT,
                             "the probabilities and rates have too many digits for exact sums");
        }
    }
    lumping->given.count = kept;
    return 0;
}

/* The number of the list that was made; WORD_LIST_NONE with *error filled. */
static uint32_t end_list(struct lumping_check *lumping) {
    const uint32_t number =
        word_lists_find(&lumping->lists, lumping->words.data, lumping->words.count, lumping->names.memory);
    if (number == WORD_LIST_NONE) {
        verify_memory(lumping->check->verifier);
    }
    return number;
}

/* Adds the move to the members. 0, or -1 with *error filled. */
static int add_move(struct lumping_check *lumping, int side, const struct weighed_move *move) {
    const struct weighed_input *input = &lumping->inputs[side];
    if (add_up(lumping, side, move) != 0) {
        return -1;
    }
    lumping->words.count = 0;
    int failed = add_word(lumping, move->kind) != 0 || add_word(lumping, move->name) != 0 ||
                 add_word(lumping, move->earns_end - move->earns_begin) != 0;
    for (uint64_t i = move->earns_begin; i < move->earns_end && !failed; i++) {
        failed = add_word(lumping, input->earns.data[i]) != 0;
    }
    for (uint64_t i = 0; i < lumping->given.count && !failed; i++) {
        const struct given *given = &lumping->given.data[i];
        failed = add_word(lumping, given->class) != 0 || add_number(lumping, given->weight.numerator) != 0 ||
                 add_number(lumping, given->weight.denominator) != 0;
    }
    const uint32_t number = failed ? WORD_LIST_NONE : end_list(lumping);
    if (failed ||
        (number != WORD_LIST_NONE && GROWING_ADD(lumping->names.memory, lumping->members, number) != 0)) {
        return verify_memory(lumping->check->verifier);
    }
    return number == WORD_LIST_NONE ? -1 : 0;
}

/* The set of the moves, and what the state is by itself. 1, 0 or -1. */
static int sign_state(struct lumping_check *lumping, int side, uint64_t state, uint32_t *signature) {
    struct weighed_input *input = &lumping->inputs[side];
    const int holds = weighed_find(input, (uint32_t)state);
    if (holds != 1) {
        return holds == 0
                   ? comparison_say_missing(lumping->check, side, state, input->missing_label, input->tuple)
                   : -1;
    }
    lumping->members.count = 0;
    for (uint64_t i = 0; i < input->moves.count; i++) {
        if (add_move(lumping, side, &input->moves.data[i]) != 0) {
            return -1;
        }
    }
    uint64_t *members = lumping->members.data;
    sort_items(members, lumping->members.count, sizeof *members, sort_compare_long);
    lumping->words.count = 0;
    int failed = add_word(lumping, OWN_LIST) != 0;
    for (uint64_t i = 0; i < input->own.count && !failed; i++) {
        failed = add_word(lumping, input->own.data[i]) != 0;
    }
    failed = failed || add_word(lumping, OWN_LIST) != 0;
    for (uint64_t i = 0; i < lumping->members.count && !failed; i++) {
        failed = (i == 0 || members[i] != members[i - 1]) && add_word(lumping, members[i]) != 0;
    }
    if (failed) {
        return verify_memory(lumping->check->verifier);
    }
    *signature = end_list(lumping);
    return *signature == WORD_LIST_NONE ? -1 : 1;
}

static int sign_all(struct lumping_check *lumping) {
    struct comparison_check *check = lumping->check;
    const uint64_t first = check->evidence->first_states;
    int holds = 1;
    for (uint64_t state = 0; state < check->states && holds == 1; state++) {
        const int side = state >= first;
        holds = verify_stopped(check->verifier, "walking", state, check->states, "states") != 0
                    ? -1
                    : sign_state(lumping, side, side ? state - first : state, &check->signature[state]);
    }
    return holds;
}

/* Whether both inputs are of one kind. */
static int same_kinds(struct comparison_check *check, const struct weighed_input inputs[2]) {
    enum measured_move kinds[2];
    weighed_is_model(&inputs[0], &kinds[0]);
    weighed_is_model(&inputs[1], &kinds[1]);
    return kinds[0] == kinds[1]
               ? 1
               : verify_say(check->verifier, "the inputs are not of the same kind: Markov chains "
                                             "in discrete or continuous time, decision "
                                             "processes, or networks with labels");
}

int comparison_open_weighed(struct comparison_check *check, struct weighed_names *names,
                            struct weighed_input inputs[2], int grows) {
    struct verifier *verifier = check->verifier;
    if (weighed_names_open(names, &check->labels, verifier->run->memory, verifier->error) != 0) {
        return -1;
    }
    for (int side = 0; side < 2; side++) {
        inputs[side] =
            (struct weighed_input){.names = names,
                                   .kinds = names->kinds[side],
                                   .walker = check->mdps[side] == NULL ? check->walkers[side] : NULL,
                                   .mdp = check->mdps[side],
                                   .states = &check->tuples[side],
                                   .grows = grows,
                                   .error = verifier->error};
        if (weighed_open(&inputs[side]) != 0) {
            return -1;
        }
    }
    return same_kinds(check, inputs);
}

int comparison_check_lumped(struct comparison_check *check) {
    struct lumping_check lumping = {.check = check};
    struct memory *memory = check->verifier->run->memory;
    int holds = comparison_open_weighed(check, &lumping.names, lumping.inputs, 0);
    holds = holds == 1 ? sign_all(&lumping) : holds;
    weighed_close(&lumping.inputs[0]);
    weighed_close(&lumping.inputs[1]);
    weighed_names_close(&lumping.names);
    word_lists_free(&lumping.lists, memory);
    GROWING_FREE(memory, lumping.given);
    GROWING_FREE(memory, lumping.words);
    GROWING_FREE(memory, lumping.members);
    return holds == 1 ? comparison_compare_signatures(check) : holds;
}
