# fault: constants that nothing uses need a value, too
# function: is_missing
# file: prism_tree.c
# suites: prism
s/constant->is_needed \&\& //
