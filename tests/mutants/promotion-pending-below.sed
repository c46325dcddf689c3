# fault: regions stay below a released vertex of a higher level
# function: dissolve_below_pending
# suites: solve
s/= last/= last || pending > 0/
