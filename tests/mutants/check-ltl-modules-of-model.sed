# fault: in a network, a PRISM model has one process in place of its modules
# function: add_variables
# file: compose_data.c
# suites: check_ltl
s/joiner->movers += model_of(process)->module_count;/joiner->movers++;/
