#ifndef HEDDLE_TESTS_RANDOM_RANDOM_PRISM_H
#define HEDDLE_TESTS_RANDOM_RANDOM_PRISM_H

#include <stdint.h>

/* Random PRISM models, of a few modules and small ranges. */

/* What a generator has drawn so far: how many models have each construct, by the names of the constructs. */
#define RANDOM_PRISM_CONSTRUCTS(ONE)                                                                         \
    ONE(dtmc)                                                                                                \
    ONE(mdp)                                                                                                 \
    ONE(ctmc)                                                                                                \
    ONE(global)                                                                                              \
    ONE(global_in_action)                                                                                    \
    ONE(renamed)                                                                                             \
    ONE(formula)                                                                                             \
    ONE(constant)                                                                                            \
    ONE(given)                                                                                               \
    ONE(init)                                                                                                \
    ONE(system)                                                                                              \
    ONE(interleaved)                                                                                         \
    ONE(synchronised)                                                                                        \
    ONE(hidden)                                                                                              \
    ONE(renamed_action)                                                                                      \
    ONE(named_system)                                                                                        \
    ONE(action)                                                                                              \
    ONE(state_reward)                                                                                        \
    ONE(action_reward)                                                                                       \
    ONE(unlabelled_reward)                                                                                   \
    ONE(label)                                                                                               \
    ONE(bool_variable)                                                                                       \
    ONE(negative_range)                                                                                      \
    ONE(zero_weight)                                                                                         \
    ONE(conditional)                                                                                         \
    ONE(implies)                                                                                             \
    ONE(equivalent)                                                                                          \
    ONE(disjunction)                                                                                         \
    ONE(conjunction)                                                                                         \
    ONE(negation)                                                                                            \
    ONE(equal)                                                                                               \
    ONE(unequal)                                                                                             \
    ONE(less)                                                                                                \
    ONE(at_most)                                                                                             \
    ONE(more)                                                                                                \
    ONE(at_least)                                                                                            \
    ONE(plus)                                                                                                \
    ONE(minus)                                                                                               \
    ONE(times)                                                                                               \
    ONE(divide)                                                                                              \
    ONE(power)                                                                                               \
    ONE(negate)                                                                                              \
    ONE(min)                                                                                                 \
    ONE(max)                                                                                                 \
    ONE(floor)                                                                                               \
    ONE(ceil)                                                                                                \
    ONE(round)                                                                                               \
    ONE(mod)                                                                                                 \
    ONE(log)                                                                                                 \
    ONE(func)                                                                                                \
    ONE(synonym)                                                                                             \
    ONE(given_bool)                                                                                          \
    ONE(given_double)                                                                                        \
    ONE(one_value)                                                                                           \
    ONE(wide_range)                                                                                          \
    ONE(limit)                                                                                               \
    ONE(test)                                                                                                \
    ONE(sum)                                                                                                 \
    ONE(copy)                                                                                                \
    ONE(self_loop)                                                                                           \
    ONE(shared_action)                                                                                       \
    ONE(plain)                                                                                               \
    ONE(only_labelled)                                                                                       \
    ONE(renamed_function)                                                                                    \
    ONE(renamed_constant)                                                                                    \
    ONE(renamed_module_action)                                                                               \
    ONE(unnamed_reward)

enum random_prism_construct {
#define ONE(name) RANDOM_PRISM_##name,
    RANDOM_PRISM_CONSTRUCTS(ONE)
#undef ONE
        RANDOM_PRISM_COUNT
};

struct random_prism {
    int for_storm; /* leaves out what Storm's explicit engine has not, or reads otherwise */
    /* The same model, but each module m has another variable, `t_m : bool`, and each of its commands flips
     * that one, too; so a step shows who takes part. */
    int marked;
    uint64_t drawn[RANDOM_PRISM_COUNT];
};

/*
 * The text of a model, and in `given` (64 bytes) the values of its constants that have none, or "". The
 * caller frees it.
 */
char *random_prism_model(struct random_prism *random, uint64_t seed, char *given);
const char *random_prism_name(enum random_prism_construct construct);

#endif
