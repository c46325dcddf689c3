# fault: over edges with levels, the successor that a player relied on is not searched for again
# function: lift_by_best
# suites: spm_shortcuts
s/^    side->guide\[vertex\] = best_edge/    (void)best_edge/
