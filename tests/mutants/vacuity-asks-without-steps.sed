# fault: a network that lacks steps is asked what sees them
# function: ask_implication
# file: check_vacuity.c
# suites: check_ltl
s/checking->options->lacks_steps/0/
