# fault: the choices of all tables in a network with PRISM models have the same numbers
# function: number_table_choices
# suites: explore_mixed
s/joiner->processes\[p\].choices = (uint32_t)joiner->choices/joiner->processes[p].choices = 0/
