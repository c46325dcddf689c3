# fault: a lasso may pass a priority above the winner's
# function: relax
# file: formula_path_lasso.c
# suites: formula_evidence
s/priority_of(lassos, target) <= lassos->priority \&\&/1 \&\&/
