# fault: a repetition in a formula is followed once
# function: build_part
# suites: verify_regular
s/state);$/NO_STATE);/
