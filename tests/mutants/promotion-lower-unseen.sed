# fault: regions below one that released a vertex keep vertices that can now leave for it
# function: release_sources
# suites: solve
# cases: 30000
s/< level/> level/
