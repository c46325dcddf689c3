# fault: a sum is less than 0 where it is 0
# function: data_judge_sum
# suites: data_tables
s/sum < 0/sum <= 0/
