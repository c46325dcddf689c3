# fault: a trace takes the first of several labels, not the least
# function: visit_step
# suites: check_oracle
s/label < step->label/0/
