# fault: the greatest transition is taken at each step back
# function: is_less
# suites: check_oracle check_levels
s/first </first >/
