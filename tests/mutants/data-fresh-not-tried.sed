# fault: a quantified variable of an infinite sort takes only the values that occur
# function: quantified_begin
# suites: formula_data
s/domain.has_fresh ?/0 \&\& domain.has_fresh ?/
