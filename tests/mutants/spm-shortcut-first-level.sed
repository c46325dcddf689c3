# fault: a shortcut has the level of its first edge
# function: replace_edge
# suites: spm spm_shortcuts
s/other > level ? other : level/level/
