# fault: only the first process of a transition counts as moving
# function: add_processes
# file: fair_network.c
# suites: check_ltl
s/== c;/== c \&\& i == rule->participants_begin;/
