# fault: ends of runs are forgotten where a monitor is a set of labels
# function: plan_reached
# file: check_plan.c
# suites: check_ltl
s/is_simple ? !made->observer.state\[made->observer.initial\].quiet/is_simple ? 0/
