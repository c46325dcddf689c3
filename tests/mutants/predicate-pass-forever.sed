# fault: tests on cycles of tests are passed
# function: mark_open
# suites: check_predicates
s/!automaton_component_has_cycle(.*)/1/
