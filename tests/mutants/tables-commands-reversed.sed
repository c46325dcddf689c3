# fault: the first command of a combination changes fastest
# function: add_rule_moves
# suites: data_tables
s/at = rule->class_count; at > 0; at--/at = 1; at > 0; at--/
