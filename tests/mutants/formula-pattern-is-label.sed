# fault: a pattern and a label with the same text are one action
# function: formula_new_pattern
# suites: formula_read
s/%u\.", 'A' + ACTION_PATTERN, flags/", 'A' + ACTION_LABEL + 0 * (int)flags/
