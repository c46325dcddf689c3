# fault: in a Markov chain, a transition with the label must be the only one of its state
# function: fill_chain
# suites: check_chance
s/marks\[graph->labels\[edge\]\];/marks[graph->labels[edge]] \&\& edge == chain->offsets[0];/
