# fault: states that the observer visits in several of its states count several times
# function: reach_of_network
# suites: game_reach
s/value & ~(view->field.mask << view->field.shift) : value/value : value/
