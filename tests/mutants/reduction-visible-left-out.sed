# fault: rules of several processes with visible labels may be all that is made
# function: stubborn_look_at_rule
# suites: partial_order check_reduced
s/rule.visible ? STUBBORN_NEVER : 1/1/
