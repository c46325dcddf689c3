# fault: sub-rules of a network with PRISM models ignore the guards that they need
# function: data_sub_rule_is_enabled
# suites: explore_mixed
s/data_guards_hold(image, scratch, rule->needs, rule->need_count)/1/
