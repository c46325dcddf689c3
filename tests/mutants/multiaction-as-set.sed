# fault: multi-actions are compared as sets of parts
# function: multiaction_matches
# suites: formula_write
s/!= same/== 0/
