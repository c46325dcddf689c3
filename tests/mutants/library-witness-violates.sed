# fault: the witness of a formula that holds is reported as its violation
# function: heddle_result_write
# suites: library_check
s/== VERDICT_HOLDS,/== VERDICT_VIOLATED,/
