# fault: a witness is written as a trace of a violation
# file: checker/evidence/evidence_write.c
# suites: check_properties formula_command
s/property, 1, subject/property, 0, subject/
