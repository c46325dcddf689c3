# fault: only the first process of a transition counts as moving
# function: add_processes
# file: fair_network.c
# suites: check_ltl
s/fair->set\[rule->process\[i\]\]/fair->set[rule->process[0]]/
