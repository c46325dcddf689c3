# fault: blocks have parted a round later than they have
# function: move_rounds_before
# suites: measured_evidence
s/born > round/born > round + 1/
