# fault: chords of a cycle lead back to its first vertex
# function: chords_row
# suites: graph_family
s/targets\[1\] = onward < last ? onward : last/targets[1] = cycle_begin(family, cycle)/
