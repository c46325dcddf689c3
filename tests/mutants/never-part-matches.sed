# fault: a pattern matches if a part of the label matches
# function: property_matches
# suites: check_oracle check_command
s/pattern_match_total(/pattern_match_partial(/
