# fault: a group of ways is judged by its last one, not by its best one
# function: stand
# suites: parity_conclusion
s/value > standing.value : value < standing.value/1 : 1/
