# fault: the rate is that of all phases
# function: follow_phase
# suites: progress
s/phase_first = progress->done/phase_first = 0/
