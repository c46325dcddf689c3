# fault: where the loser has lost in all initial states, the solver's strategy says which of them the trace shows
# function: may_choose
# file: formula_path_lost.c
# suites: check_prism
s/^           (of->kind == OBSERVER_STEP || of->kind == OBSERVER_ROOT ||$/           (of->kind == OBSERVER_STEP ||/
