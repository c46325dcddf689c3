# fault: an antecedent that was not found before a limit is never met
# function: take_answer
# suites: check_vacuity
# cases: 5000
s/verdict == VERDICT_HOLDS/verdict != VERDICT_VIOLATED/
