# fault: of several labels a trace has the one that comes first
# function: visit_step
# suites: check_oracle
s/label < step->label/0/
