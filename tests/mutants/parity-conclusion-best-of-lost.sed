# fault: a group of ways is judged by its last one, not by its best one
# file: bench/parity_conclusion.c
# suites: parity_conclusion
s/value > standing.value : value < standing.value/1 : 1/
