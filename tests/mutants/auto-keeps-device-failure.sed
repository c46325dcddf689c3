# fault: a search that the host gave up and the GPU lost is not done again
# function: run_race
# suites: auto
s/left \&\& device == NULL/0/
