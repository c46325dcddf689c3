# fault: what shows that a formula holds is written as its violation
# file: library/check.c
# suites: library_check
s/? evidence_write_witness : evidence_write_trace/? evidence_write_trace : evidence_write_trace/
