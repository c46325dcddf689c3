# fault: of several labels a trace has the one that comes first
# function: is_less
# suites: check_oracle
s/label < best->label ? -1 : label > best->label/0 * (label < best->label)/
