#ifndef HEDDLE_CHECKER_PROPERTY_GOAL_H
#define HEDDLE_CHECKER_PROPERTY_GOAL_H

#include <stdint.h>

/* The goal of some scheduler, or of every scheduler: choices with a label, or states with a label. */
struct evidence_goal {
    const char *text; /* a label, or a pattern for labels; or a formula */
    int is_pattern, is_state_label;
    int is_formula; /* of linear time: choices of the product with its automaton, or that of its opposite if
                       `every`; repeatedly */
    int repeatedly;
    int every; /* every scheduler must reach it, once */
    const uint32_t
        *states; /* of a model with data: bitmap of the states with the label; NULL: the MDP says */
};

#endif
