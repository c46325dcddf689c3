# fault: a witness is written as a trace of a violation
# function: evidence_write_witness
# suites: check_properties formula_command
s/1, subject/0, subject/
