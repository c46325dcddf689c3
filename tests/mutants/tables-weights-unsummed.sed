# fault: tables do not see that probabilities have a wrong sum
# function: data_judge_weights
# suites: data_tables
s/check->sums \&\&/0 \&\&/
