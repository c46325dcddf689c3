# fault: a sum ends after its first group
# function: data_judge_sum
# suites: data_tables
s/i < one->addend_count/i < 1/
