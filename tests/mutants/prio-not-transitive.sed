# fault: what is below what is below a label is not below it
# function: reach_from
# suites: network explore_oracle
s/count = queue_set(work, relation, [^;]*/(void)below/
