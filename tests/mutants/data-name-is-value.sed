# fault: a name that is not declared equals only itself, even where its sort has other values
# function: has_other_values
# suites: formula_data
s/int has = .*/int has = 0;/
s/ && !has; i/ \&\& 0; i/
