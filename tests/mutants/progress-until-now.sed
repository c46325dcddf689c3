# fault: an until whose right side comes later owes nothing on the left
# function: rest_after
# suites: ltl_progress
s/ltl_or(store, now, ltl_and(store, still, of))/ltl_or(store, now, of)/
