# fault: a deadlock does not avoid the goal
# function: sure_left
# suites: almost_sure
s/choices += lane == 0/choices += 0 \&\& lane == 0/
