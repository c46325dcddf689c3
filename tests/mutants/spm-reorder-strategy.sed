# fault: strategies keep the numbers of the reordered game
# function: number_back
# suites: spm_rounds
s/reordering->order\[to\]/to/
