# fault: a step that leaves the component meets a strong condition
# function: cycle_take
# file: cycle_core.h
# suites: check_ltl
s/ && cycle_is_inside(view, component, edge)//
