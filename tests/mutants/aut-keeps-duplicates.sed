# fault: a transition that occurs twice is counted twice
# function: keep_row
# suites: aut
s/if (kept > row/if (0 \&\& kept > row/
