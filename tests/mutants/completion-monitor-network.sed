# fault: the file of an option counts as the network whose labels are offered
# file: base/options/options_completion.c
# suites: completion
s/ || \$taking = \*[^|]*|| ! -f/ || ! -f/
