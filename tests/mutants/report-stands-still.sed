# fault: in a report, processes that take part in a step keep their state
# function: put_moves
# suites: report
s/transition->moves\[i\]\.to/from[transition->moves[i].component]/
