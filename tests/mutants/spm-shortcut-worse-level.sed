# fault: of two shortcuts between the same vertices the worse one is left
# file: parity/measures/spm_shortcuts.c
# suites: spm_shortcuts
s/(a_good ? a : b)/(a_good ? b : a)/
