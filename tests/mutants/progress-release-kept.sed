# fault: what is released stays owed
# function: rest_after
# suites: ltl_progress
s/ltl_and(store, now, ltl_or(store, released, of))/ltl_and(store, now, of)/
