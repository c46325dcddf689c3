# fault: a pattern matches when part of the label does
# function: property_matches
# suites: check_oracle check_command
s/pattern_match_total(/pattern_match_partial(/
