# fault: a name that is not declared is compared by its text with a value of another kind
# function: may_stand_for
# suites: formula_data
s/return left_is_name != right_is_name || .*/return 0;/
