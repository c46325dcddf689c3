# fault: what must follow the label of a regular expression is ignored
# function: last_actions_of
# suites: check_properties formula_examples
s/parts.items\[i\]->is_nullable/1/
