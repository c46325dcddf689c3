# fault: a constant is what doubles make of it, not its number
# function: settle
# file: prism_fold.c
# suites: prism
s/expression->value.real = nearest/(void)nearest/
