# fault: multiple rename replaces one match only
# function: replace_parts
# suites: pattern network explore_oracle
s|!replaced \|\| replacement->how == PATTERN_REPLACE_MULTIPLE|!replaced|
