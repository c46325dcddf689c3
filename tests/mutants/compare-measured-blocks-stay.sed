# fault: of several moves of the other side, a bound leaves out the blocks of the first one alone
# function: find_bounds
# file: move_questions.c
# suites: measured_evidence
s/leave_out(asking, view, &others\[j\], bound.at_most) != 0/(j == i \&\& leave_out(asking, view, \&others[j], bound.at_most) != 0)/
