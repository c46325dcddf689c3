# fault: edges out of a block count as edges inside it
# function: target_in_block
# suites: solve
s/== part->inside/!= NO_BLOCK/
