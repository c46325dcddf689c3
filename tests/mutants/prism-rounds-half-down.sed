# fault: round takes the half down
# function: evaluate_rounding
# file: prism_evaluate.c
# suites: prism
s/>= 0\.5/> 0.5/
