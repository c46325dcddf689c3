# fault: what must follow the label of a regular expression is ignored
# file: checker/check_labels.c
# suites: check_properties formula_examples
s/status = regular_is_nullable(parts.items\[i\]);/status = 1;/
