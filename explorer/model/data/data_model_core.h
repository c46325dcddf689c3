#ifndef HEDDLE_EXPLORER_MODEL_DATA_DATA_MODEL_CORE_H
#define HEDDLE_EXPLORER_MODEL_DATA_DATA_MODEL_CORE_H

/*
 * The image of a model with data: a network whose components have variables, and commands with guards and
 * branches. One block of memory that holds offsets, never pointers; data_model.c writes it, and this file and
 * data_choices_core.h read it on both sides.
 *
 * A state is a vector of words, with the values of variables as bit fields, each as its distance from the
 * variable's low end; variable 0 in the most significant bits of word 0, no field across two words. So the
 * order of vectors as integers is the order of tuples. Words use 63 bits.
 */
#include "explorer/model/data/program_core.h"

#ifdef __cplusplus
extern "C" {
#endif

#define DATA_WORD_BITS 63u
#define DATA_NONE UINT32_MAX

struct data_variable {
    int64_t low, high, initial;
    uint64_t mask; /* of the field, before the shift */
    uint32_t word, shift;
};

/* A branch of commands of one component: what they may do, with a weight. */
struct data_branch {
    uint32_t weight; /* a program, of a double; DATA_NONE: 1 */
    uint32_t assignments, assignment_count;
};

/*
 * The value of a program becomes that of a variable; all programs of a step read the state before it. Where
 * the program adds a constant to a field, or is a constant, `is_sum` is set, and the value is `add` plus that
 * of the variable `from` (DATA_NONE: 0). These are small enough that nothing overflows.
 */
struct data_assignment {
    uint32_t variable, program;
    uint32_t is_sum, from;
    int64_t add;
};

/*
 * A condition that many guards have: the value of a variable is in low..high, or where `outside` is set is
 * not.
 */
struct data_test {
    int64_t low, high;
    uint32_t variable, outside;
};

struct data_command {
    uint32_t component;
    uint32_t guard;             /* a program */
    uint32_t tests, test_count; /* all must hold for the guard to hold, and fail in no state */
    uint32_t is_tested;         /* the guard says no more than these: it need not be evaluated */
    uint32_t branches, branch_count;
    uint32_t certain;  /* the weights are constants other than 0, and right: they need not be checked */
    uint32_t is_rated; /* the weights are rates, with any sum */
};

/*
 * Commands of one process that take part in the same rules: their numbers, in order. A component with
 * locations has moves instead of commands: the members are in the rows of `located`. Processes are those of
 * which fairness speaks: the modules of each PRISM model, and the tables of a network, in order.
 */
struct data_class {
    uint32_t members, member_count; /* where `located` is DATA_NONE */
    uint32_t located, process;
};

/*
 * A component with locations, the values of one variable from 0 on. Where it is in location n, its moves are
 * those of entries [rows[n], rows[n + 1]), sorted by class; so no move of another location is looked at. Only
 * the first row_count locations have rows, the others no moves.
 */
struct data_located {
    uint32_t variable, rows, row_count;
};

/* The moves of one class in one location, at least one: each member is the location to which it leads. */
struct data_entry {
    uint32_t class_index;
    uint32_t members, member_count;
};

/*
 * A rule: one enabled command, or move, of each of its classes, which are of distinct components, in order.
 * Every combination is a choice; its branches are the products of those of its commands. Classes with
 * locations come first, and the first of them leads the rule: it is looked at only where this one has moves.
 */
struct data_rule {
    uint32_t action; /* or DATA_NONE */
    uint32_t label;  /* of the network; 0 until data_model_set_labels */
    uint32_t classes, class_count;
    uint32_t located_count;     /* of its classes */
    uint32_t way;               /* of DATA_NETWORK: equal in consecutive rules whose equal branches are one */
    uint32_t needs, need_count; /* in guard_numbers: it is enabled only where these hold */
};

/*
 * Of DATA_NETWORK: a rule that makes no transitions, but falsifies guards where it is enabled
 * (explorer/model/network.h). Sub-rules are in an order in which what they need is known before them. Those
 * classes of a process that have no locations follow each other.
 */
struct data_sub_rule {
    uint32_t classes, class_count;
    uint32_t needs, need_count;        /* in guard_numbers */
    uint32_t falsifies, falsify_count; /* .. */
};

enum data_reward_kind { DATA_REWARD_STATE, DATA_REWARD_ACTION };

/* What a state, or a choice with an action (DATA_NONE: without one), earns where the guard holds. */
struct data_reward {
    uint32_t structure, kind, action;
    uint32_t guard, value; /* programs, of a bool and of a double */
};

/* The arrays of the image: type and name. */
#define DATA_ARRAYS(ONE)                                                                                     \
    ONE(struct data_variable, variables)                                                                     \
    ONE(uint64_t, constants)                                                                                 \
    ONE(struct program_instruction, code)                                                                    \
    ONE(struct data_test, tests)                                                                             \
    ONE(struct data_command, commands)                                                                       \
    ONE(struct data_branch, branches)                                                                        \
    ONE(struct data_assignment, assignments)                                                                 \
    ONE(struct data_class, classes)                                                                          \
    ONE(uint32_t, members)                                                                                   \
    ONE(uint32_t, member_choices) /* parallel to members, if a process has choices; or empty */              \
    ONE(struct data_located, located)                                                                        \
    ONE(uint32_t, rows)                                                                                      \
    ONE(struct data_entry, entries)                                                                          \
    ONE(struct data_rule, rules)                                                                             \
    ONE(uint32_t, rule_classes)                                                                              \
    ONE(struct data_sub_rule, sub_rules)                                                                     \
    ONE(uint32_t, guard_numbers)                                                                             \
    ONE(uint32_t, leads) /* rules [leads[c], leads[c + 1]) are led by class c */                             \
    ONE(uint32_t, predicates)                                                                                \
    ONE(struct data_reward, rewards)

/*
 * What weights are: probabilities, whose sum is 1 for each command, or rates (DATA_CTMC). In an MDP each
 * combination of commands is a choice; in a DTMC and a CTMC, all that can happen in a state is one choice. In
 * a network with PRISM models (DATA_NETWORK), nothing has a weight: weights of commands only say which
 * branches can happen. There, choices are those of processes with `prob` labels (lts.h), each with a number
 * in the network; all other members have DATA_NONE.
 */
enum data_kind { DATA_MDP, DATA_DTMC, DATA_CTMC, DATA_NETWORK };

struct data_array {
    uint64_t offset; /* from the beginning of the image */
    uint64_t count;
};

struct data_header {
    uint64_t bytes;
    uint32_t kind;
    uint32_t words;             /* of a state */
    uint32_t registers;         /* that some program uses */
    uint32_t most_participants; /* of a rule */
    uint32_t led;               /* the first rule that is led by a class with locations; all later ones are */
    uint32_t guards;            /* that sub-rules falsify: 0 .. guards - 1 */
    uint32_t distinct;          /* the branches of a choice lead to different states, in all states */
    uint32_t portable; /* a GPU finds the same states: no guard, weight, assigned value or predicate has a
                          power or logarithm of reals, whose last bits differ there */
    uint32_t initial;  /* a program that the initial states satisfy; DATA_NONE: the initial values */
#define ONE(type, name) struct data_array name;
    DATA_ARRAYS(ONE)
#undef ONE
};

#define ONE(type, name)                                                                                      \
    CORE_FUNCTION const type *data_##name(const struct data_header *image) {                                 \
        return (const type *)((const char *)image + image->name.offset);                                     \
    }
DATA_ARRAYS(ONE)
#undef ONE

/* The values of a state's variables. */
CORE_FUNCTION void data_unpack(const struct data_header *image, const uint64_t *words, int64_t *fields) {
    const struct data_variable *variables = data_variables(image);
    for (uint64_t i = 0; i < image->variables.count; i++) {
        fields[i] =
            variables[i].low + (int64_t)(words[variables[i].word] >> variables[i].shift & variables[i].mask);
    }
}

CORE_FUNCTION int data_test_holds(const struct data_test *test, int64_t value) {
    return (value >= test->low && value <= test->high) != (test->outside != 0);
}

CORE_FUNCTION void data_pack(const struct data_header *image, const int64_t *fields, uint64_t *words) {
    const struct data_variable *variables = data_variables(image);
    for (uint32_t i = 0; i < image->words; i++) {
        words[i] = 0;
    }
    for (uint64_t i = 0; i < image->variables.count; i++) {
        words[variables[i].word] |= (uint64_t)(fields[i] - variables[i].low) << variables[i].shift;
    }
}

CORE_FUNCTION enum program_failure data_run(const struct data_header *image, uint32_t program,
                                            const int64_t *fields, uint64_t *registers, uint64_t *result) {
    return program_run(data_code(image) + program, data_constants(image), fields, registers, result);
}

#ifdef __cplusplus
}
#endif
#endif
