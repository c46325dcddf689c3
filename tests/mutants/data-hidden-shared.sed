# fault: a hidden action is renamed, not hidden, in rules
# function: relabel
# file: prism_rules.c
# suites: prism_compile
s/process->actions\[i\] == action ? PRISM_NONE : shown/shown/
