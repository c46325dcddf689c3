# fault: it is enough that the first state wins
# function: is_won
# file: check_ltl_chance.c
# suites: ltl_chance
s/v < product->initial \&\& deciding/v < 0 \&\& deciding/
