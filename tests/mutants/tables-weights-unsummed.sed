# fault: tables do not see that probabilities have a wrong sum
# function: judge_weights
# suites: data_tables
s/item->sums \&\&/0 \&\&/
