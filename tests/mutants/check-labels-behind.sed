# fault: the part of a regular expression after the label is ignored
# function: last_actions_of
# suites: check_properties formula_examples
s/parts.items\[i\]->is_nullable/1/
