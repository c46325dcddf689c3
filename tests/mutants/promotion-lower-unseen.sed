# fault: regions below one that released a vertex keep those who can leave for it now
# function: release_sources
# suites: solve
# cases: 30000
s/< level/> level/
