# fault: what is left when vertices starve is not decomposed again, by several ranks
# function: decompose_once
# suites: cycle_ranks
s/\*removed = starving->removed;/*removed = 0;/
