#ifndef HEDDLE_TESTS_SUPPORT_SHUFFLED_STEPS_H
#define HEDDLE_TESTS_SUPPORT_SHUFFLED_STEPS_H

#include <stdint.h>

#include "base/steps/steps.h"

/* The side of a step machine that imitates a GPU on the host: steps are done in an order drawn at random. */

#define SHUFFLE_MOST_THREADS 8u

struct shuffle {
    uint64_t seed;
    unsigned threads; /* 0: 1; at most SHUFFLE_MOST_THREADS are used */
};

/* As `each` of struct steps_side: items in any order, by several threads, with one lane or up to 5. */
int shuffled_each(struct shuffle *shuffle, const struct steps *steps, step_function step, const void *view,
                  uint64_t first, uint64_t count);

/* As `allocate` of that: memory is never as its last owner left it. */
void *shuffled_allocate(const struct steps *steps, uint64_t bytes);

/* Defines a function that replaces each number by the sum of those before it. */
#define SUM_ON_HOST(function, machine, number)                                                               \
    static int function(machine *all, number *numbers, uint64_t count) {                                     \
        number sum = 0;                                                                                      \
        (void)all;                                                                                           \
        for (uint64_t i = 0; i < count; i++) {                                                               \
            const number one = numbers[i];                                                                   \
            numbers[i] = sum;                                                                                \
            sum += one;                                                                                      \
        }                                                                                                    \
        return 0;                                                                                            \
    }

#endif
