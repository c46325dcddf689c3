# fault: both sides are stopped by the same flag
# function: set_up
# suites: solve_race
s/.stop = &runner->/.stop = \&race->host./
