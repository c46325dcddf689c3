#ifndef HEDDLE_CLI_MDP_OUTPUT_ROWS_H
#define HEDDLE_CLI_MDP_OUTPUT_ROWS_H

#include "api/mdp_output.h"

/* Options of commands that write Markov decision processes; `member` is their struct mdp_write_options. */
/* clang-format off */
#define MDP_OUTPUT_ROWS(type, member)                                                                        \
    {"state-labels", 0, OPTION_FLAG, offsetof(type, member.state_labels), NULL, 0, 0,                        \
     "write more labels of states to .drn or .lab: `deadlock`, and each label L for the states where L "     \
     "can happen"},                                                                                          \
    {"deadlock-loops", 0, OPTION_FLAG, offsetof(type, member.deadlock_loops), NULL, 0, 0,                    \
     "give each state without transitions a loop in .drn or .tra, for tools that need it"}
/* clang-format on */

#endif
