# fault: a property that errors or ends violate is violated by both together
# function: plan_reached
# file: check_plan.c
# suites: check_ltl
s/NODE_OR/NODE_AND/
