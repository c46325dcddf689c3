# fault: a shortcut has the level of its first edge
# file: parity/spm_rounds_core.h
# suites: spm_rounds
s/past > level ? past : level/level/
