# fault: what shows that a formula holds is written as its violation
# function: heddle_result_write
# suites: library_check
s/== VERDICT_HOLDS,/== VERDICT_VIOLATED,/
