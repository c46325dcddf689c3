#ifndef HEDDLE_CHECKER_VERIFY_VERIFY_AUTOMATON_H
#define HEDDLE_CHECKER_VERIFY_VERIFY_AUTOMATON_H

#include <stdint.h>

struct ltl_tree;
struct property;
struct verifier;

/* A run as an automaton reads it: positions loop .. positions-1 repeat. */
struct letters {
    uint64_t positions, loop;
    /* Whether the automaton's atom of this number, in its file, holds at a position. */
    int (*holds)(const void *context, uint32_t atom, uint64_t position);
    const void *context;
};

/* Whether the property's automaton accepts the run: 1, 0, or -1 with the verifier's error. Before it reads,
 * node[a] becomes the part of the formula that says what atom a means; there is room for all parts. */
int verify_automaton(const struct verifier *verifier, const struct property *property,
                     const struct ltl_tree *tree, uint32_t *node, const struct letters *letters);

#endif
