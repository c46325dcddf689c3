# fault: a pattern matches when part of the label does
# file: checker/property.c
# suites: check_oracle check_command
s/return pattern_match_total(/return pattern_match_partial(/
