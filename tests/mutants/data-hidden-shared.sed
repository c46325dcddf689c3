# fault: a hidden action is renamed, not hidden, in rules
# function: relabel
# file: prism_rules.c
# suites: prism_compile
s/\] = PRISM_NONE;/] = process->actions[i];/
