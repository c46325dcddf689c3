# fault: a shortcut has the level of its first edge
# file: parity/measures/spm_shortcuts.c
# suites: spm spm_shortcuts
s/other > level ? other : level/level/
