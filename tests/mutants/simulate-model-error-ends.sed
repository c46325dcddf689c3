# fault: an error of the model ends a simulation
# function: simulate_show_error
# suites: simulate
s/if (error->code != ERROR_INPUT || error->line == 0)/if (1)/
