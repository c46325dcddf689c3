# fault: each language is taken for an obligation
# function: accepts_same
# suites: ltl
s/return common < 0 ? -1 : common == 0;/return common < 0 ? -1 : 1;/
