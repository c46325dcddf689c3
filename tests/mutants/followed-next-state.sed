# fault: predicates are read after the step
# function: progress
# suites: check_ltl
s/read_letter(followed, step, walk_whole/read_letter(followed, step + 1, walk_whole/
