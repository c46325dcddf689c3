# fault: a group of variants is judged by its last one, not by its best
# function: stand
# suites: parity_conclusion
s/value > standing.value : value < standing.value/1 : 1/
