#ifndef HEDDLE_CHECKER_PROPERTY_GOAL_H
#define HEDDLE_CHECKER_PROPERTY_GOAL_H

#include <stdint.h>

/* The goal of some scheduler, or of every scheduler: choices with a label, or states with a label. */
struct evidence_goal {
    const char *text; /* a label, or a pattern for labels */
    int is_pattern, is_state_label;
    int repeatedly;
    int every; /* every scheduler must reach it, once */
    const uint32_t
        *states; /* of a model with data: bitmap of the states with the label; NULL: the MDP says */
};

#endif
