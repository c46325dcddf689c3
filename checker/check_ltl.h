#ifndef HEDDLE_CHECKER_CHECK_LTL_H
#define HEDDLE_CHECKER_CHECK_LTL_H

#include "specs/ltl/ltl_observer.h"

struct checking;
struct check_target;
struct property;
struct error;

/* What decides a property of linear time: runs that violate it are those that the observer accepts. */
struct check_ltl {
    struct ltl_observer observer;
    uint8_t *live, **needed; /* labels with kinds (decompose/cycles/cycle_colour.h), if it has cycles */
    uint8_t **fair;          /* the same of conditions of fairness, in the order of fair_network */
    uint64_t fair_count;
    int skips_steps; /* the observer stays where it is on labels that no event of the formula matches */
    int is_planned;  /* there is an observer, or none is needed */
    int is_valid;    /* no run whatever violates the property */
};

/* Makes what decides the property, its class and its number of states. Returns 0, or -1 with *error filled;
 * check_ltl_free frees it in either case. What is too large is no error: the result says why it is undecided.
 */
int check_ltl_plan(struct checking *checking, uint32_t property, struct error *error);
void check_ltl_free(struct checking *checking, uint32_t property);
/* Whether something is assumed of the runs that may violate the property. */
int check_is_fair(const struct checking *checking, const struct property *property);
/* Whether infinite runs may violate the property, so that it needs the graph of its product. */
int check_ltl_has_cycles(const struct checking *checking, uint32_t property);
/*
 * Whether what the observer waits for needs no observer: it rests in one state until a label of a set, or a
 * deadlock, shows a violation. Marks the labels in *labels, a new array of check_label_bytes, which the
 * caller frees. 1; 0; or -1 with *error filled.
 */
int check_ltl_is_simple(const struct checking *checking, uint32_t property, uint8_t **labels,
                        struct error *error);
/* Whether the property holds unless a state is reached that meets predicates, so that the shared search may
 * watch for it: the tests of the target (checker/check_internal.h). 1; 0; or -1 with *error filled. */
int check_ltl_find_tests(const struct checking *checking, uint32_t property, struct check_target *target,
                         struct error *error);

#endif
