#ifndef HEDDLE_CHECKER_PROPERTY_GOAL_H
#define HEDDLE_CHECKER_PROPERTY_GOAL_H

/* What a scheduler reaches: choices with a label, or states with one. */
struct evidence_goal {
    const char *text; /* a label, or a pattern for it */
    int is_pattern, is_state_label;
    int repeatedly;
};

#endif
