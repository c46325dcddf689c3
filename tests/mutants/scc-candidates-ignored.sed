# fault: regions are left whole although they have candidates
# function: propose_names leave_regions
# suites: scc
s/region\] == 0/region] != 1/
