# fault: the steps at which a subformula fails again are not named
# function: add_step
# file: strategy_explain.c
# suites: explanations
s/group->all_steps++;/return;/
