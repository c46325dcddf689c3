# fault: rules of a network with PRISM models have a way for each, not for each combination of labels
# function: join_rules
# suites: explore_mixed
s/rules.ways++;//
s/status = add_rule(&rules);/status = add_rule(\&rules);rules.ways++;/
