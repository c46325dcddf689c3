# fault: a side that is to begin later begins at once
# function: await_turn
# suites: solve_race solve_auto
s/delay >/delay </
