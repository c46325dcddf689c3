# fault: LABEL #K always takes the first transition
# function: take_named
# suites: simulate
s/number > 1; number--/number > 99; number--/
