# fault: a conditional does not widen an int
# function: evaluate_conditional
# file: prism_evaluate.c
# suites: prism
s/    widen(expression, value);//
