# fault: priorities are not transitive
# function: reach_from
# suites: network explore_oracle
s/count = queue_set(work, relation, [^;]*/(void)below/
