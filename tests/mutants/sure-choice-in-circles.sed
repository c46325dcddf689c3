# fault: a scheduler takes choices that lead to states of the same rank
# function: sure_descends
# suites: almost_sure
s/< rank/<= rank/
