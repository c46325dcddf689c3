# fault: a condition is possible only where its step stays in the component
# function: cycle_look
# file: cycle_core.h
# suites: check_ltl
s/(uint32_t)(view->wanted_set\[view->labels\[edge\]\] != 0)/(uint32_t)(view->wanted_set[view->labels[edge]] != 0 \&\& cycle_is_inside(view, view->component[vertex], edge))/
