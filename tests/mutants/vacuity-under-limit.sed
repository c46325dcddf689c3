# fault: an antecedent that was not found before a limit is never met
# function: take_answers
# suites: check_vacuity
s/verdict == VERDICT_HOLDS/verdict != VERDICT_VIOLATED/
