# fault: in a network with PRISM models, tables take no part as processes of their own
# function: join_table
# file: compose_table.c
# suites: check_ltl
s/\.process = joiner->processes\[process\]\.mover/.process = 0/
