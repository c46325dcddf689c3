# fault: of two shortcuts between the same vertices the worse one is left
# function: better_level
# suites: spm_shortcuts
s/a_good ? a : b/a_good ? b : a/
