# fault: every prob transition is a choice of its own
# function: number_choices
# suites: aut
s/state)/state || 1)/
