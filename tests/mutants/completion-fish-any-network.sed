# fault: in fish, the file of an option counts as the network whose labels are offered
# file: base/options/options_fish.c
# suites: completion
# needs: fish
s/and not contains -- \$words/and not contains -- none $words/
