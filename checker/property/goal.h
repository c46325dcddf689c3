#ifndef HEDDLE_CHECKER_PROPERTY_GOAL_H
#define HEDDLE_CHECKER_PROPERTY_GOAL_H

/* The goal of a scheduler: choices with a label, or states with a label. */
struct evidence_goal {
    const char *text; /* a label, or a pattern for labels */
    int is_pattern, is_state_label;
    int repeatedly;
};

#endif
