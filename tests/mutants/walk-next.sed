# fault: at the end of a lasso no transition is the next step
# function: walk_next_choice
# suites: simulate_screen walk
s/trace->lasso < trace->steps ? trace->lasso/trace->lasso < trace->steps ? walk->position/
