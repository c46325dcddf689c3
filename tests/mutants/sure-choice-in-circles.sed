# fault: a scheduler takes choices that lead to states of the same rank
# file: decompose/mec/almost_sure_core.h
# suites: almost_sure
s/targets\[edge\]\] < rank/targets[edge]] <= rank/
