# fault: passes that learn as many tangles as the one before do not count
# function: tangles_solve
# suites: tangles
s/ >= learned;/ > UINT64_MAX - 1;/
