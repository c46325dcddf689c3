# fault: what must follow the label of a regular expression is ignored
# function: last_actions_of
# suites: check_properties formula_examples
s/regular_is_nullable(parts.items\[i\])/1/
