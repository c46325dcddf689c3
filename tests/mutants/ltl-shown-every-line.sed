# fault: the atoms of a step are beside each of its processes
# function: put_line
# file: checker/evidence/trace_table.c
# suites: check_ltl
s/table->atoms > 0 && line->label != NULL/table->atoms > 0/
