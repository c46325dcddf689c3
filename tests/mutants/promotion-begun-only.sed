# fault: only the vertices with which a region began are examined, whatever lies above it
# function: is_closed
# suites: solve
s/region == promotion->regions \&\& region/region/
