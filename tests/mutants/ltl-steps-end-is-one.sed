# fault: a letter may be inserted after the run has ended
# function: leave
# file: tgba_steps.c
# suites: ltl_steps
s/steps->end != ENDLESS/0/g
