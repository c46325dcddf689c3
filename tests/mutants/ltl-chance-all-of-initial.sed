# fault: every scheduler: only the initial states must not win
# function: is_won
# file: check_ltl_chance.c
# suites: ltl_chance
s/!has_bit(deciding->plan.inside, product->graph.vertices)/deciding->plan.rank[0] == ALMOST_SURE_NONE/
