# fault: states are numbered by their words from the first to the last
# function: sort_level
# suites: explore_oracle
s/order->words; word-- > 0 .*)/0; word < order->words; word++)/
