# fault: completion knows only one of two options that exclude each other
# function: options_exclude
# file: options_rules.c
# suites: completion
s/ || excludes(rule, other->name, one->name)//
