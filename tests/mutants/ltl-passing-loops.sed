# fault: a state on no cycle is merged with one that other words are accepted from
# function: find_passing
# suites: ltl
s/is_simulated(simulation, s, t, 0) &&/is_simulated(simulation, s, t, 0) ||/
