# fault: a Markov chain takes transitions again and again if it takes one from the initial states
# function: check_chain
# suites: check_chance
s/repeatedly ? graph->vertices : //
