# fault: b R (a || b) is written without looking for b
# function: has_parts
# suites: ltl_progress
s/ltl_operands(store, of_or) > parts \&\&/1 ||/
