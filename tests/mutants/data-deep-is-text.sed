# fault: an argument of a label that is nested too deep to be read is a constant
# function: argument_value
# suites: formula_data
s/failure.is_too_deep || //
