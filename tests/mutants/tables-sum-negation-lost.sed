# fault: a negated comparison of sums is not
# function: data_judge_sum
# suites: data_tables
s/holds != (one->check.negated != 0)/holds/
