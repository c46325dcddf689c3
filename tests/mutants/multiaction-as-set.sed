# fault: multi-actions are compared as sets of parts
# file: specs/syntax/multiaction.c
# suites: formula_write
s/count_part(label, label_end, text, stop) != same/count_part(label, label_end, text, stop) == 0/
