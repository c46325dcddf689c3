#ifndef HEDDLE_TESTS_SUPPORT_PRISM_EXAMPLE_H
#define HEDDLE_TESTS_SUPPORT_PRISM_EXAMPLE_H

#include <stdint.h>

struct test_folder;

/* A row of examples/prism/expected.tsv. */
struct prism_example {
    char model[64];
    unsigned processes;  /* 0: as the file has them */
    char constants[128]; /* "N=4,K=2", or "" */
    uint64_t states, choices, transitions, deadlocks, initial;
    int is_mdp;
    uint64_t components, inside; /* of an mdp: maximal end components, and states in them */
};

/* Calls `visit` for each row whose model has at most `most` states; returns how many there were. */
unsigned prism_example_each(uint64_t most, void (*visit)(const struct prism_example *example, void *context),
                            void *context);

/* The text of the model, with its number of processes; the caller frees it. */
char *prism_example_text(const struct prism_example *example, struct test_folder *folder);

#endif
