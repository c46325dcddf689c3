# fault: tables show the own label of the first process as that of all
# function: visit_lines
# suites: trace_step
s/common == NULL ? own_label(walker, transition, i)/common == NULL \&\& i > 0 ? NULL : common == NULL ? own_label(walker, transition, i)/
