# fault: only what a region began with is looked at, whatever is above it
# function: is_closed
# suites: solve
s/region == promotion->regions \&\& region/region/
