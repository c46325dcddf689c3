# fault: multiple rename replaces one match only
# file: base/text/pattern.c
# suites: pattern network explore_oracle
s/while (from < length && (every || !replaced))/while (from < length \&\& !replaced \&\& every + 1)/
