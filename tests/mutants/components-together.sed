# fault: edges out of a block count for those inside
# function: target_in_block
# suites: solve
s/== part->inside/!= NO_BLOCK/
