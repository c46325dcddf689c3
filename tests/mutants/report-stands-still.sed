# fault: in a report, who takes part in a step stays where it was
# function: put_moves
# suites: report
s/transition->moves\[i\]\.to/from[transition->moves[i].component]/
