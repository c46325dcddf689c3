# fault: a solver that should start later starts at once
# function: await_turn
# suites: solve_race solve_auto
s/delay >/delay </
