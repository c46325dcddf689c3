# fault: LABEL #K always takes the first target
# file: cli/simulate/simulate_session.c
# suites: simulate
s/first + (number > 0 ? number - 1 : 0)/first + 0 * number/
