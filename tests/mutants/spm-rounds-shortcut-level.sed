# fault: a shortcut has the lower one of two levels
# file: parity/spm_rounds_core.h
# suites: spm_rounds
s/past > level ? past : level/past > level ? level : past/
