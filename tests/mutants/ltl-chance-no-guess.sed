# fault: a state is guessed at the beginning alone
# function: make_states
# file: tgba_limit.c
# suites: ltl ltl_chance
s/add_guesses(limit, one);/if (s == 0) { add_guesses(limit, one); }/
