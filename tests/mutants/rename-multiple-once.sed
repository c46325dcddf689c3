# fault: multiple rename replaces one match only
# function: replace_parts
# suites: pattern network explore_oracle
s/(every || !replaced)/!replaced \&\& every + 1/
