# fault: a sum of a variable and a constant replaces the value
# function: keep_sums
# suites: data_tables
s/parts\[variable->word\].keep |= .*;//
