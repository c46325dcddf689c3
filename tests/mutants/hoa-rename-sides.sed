# fault: other variables change sides
# function: hoa_rename
# file: hoa.c
# suites: hoa hoa_command
s/renamed\[node.high\]/renamed[node.low]/;s/bdd_without(pool, renamed\[node.low\]/bdd_without(pool, renamed[node.high]/
