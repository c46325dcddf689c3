# fault: sets are chosen where the observer moves alone, or not at all
# function: stubborn_choose
# suites: stubborn
s/!stubborn_is_observed(.*))/0)/
