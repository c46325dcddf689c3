# fault: of two rules of one class that need nobody else the second replaces the first
# file: explorer/model/model_rules.c
# suites: explore_oracle
s/ || fast_label\[class_number\] != MODEL_NONE)/)/
