# fault: mod of a negative number is negative
# function: calculate
# file: prism_evaluate.c
# suites: prism
s/(left->integer % right->integer + right->integer) % right->integer/left->integer % right->integer/
