# fault: transitions that the observer does not follow never leave the region
# function: reach_visit
# suites: game_reach formula_count
s/!reach_has(view, target, source->words)/0/
