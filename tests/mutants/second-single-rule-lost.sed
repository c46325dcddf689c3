# fault: of two rules of one class that need nobody else the second replaces the first
# function: make_fast
# suites: explore_oracle
s/ || fast_label\[class_number\] != MODEL_NONE)/)/
