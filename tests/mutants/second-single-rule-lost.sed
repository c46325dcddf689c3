# fault: of two rules with one participant and the same class, the second replaces the first
# function: make_fast
# suites: explore_oracle
s/ || fast_label\[class_number\] != MODEL_NONE)/)/
