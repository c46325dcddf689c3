# fault: tables of traces have labels as they are
# function: put_label
# file: trace_table.c
# suites: text
s/put_shown(table, line->label)/put_text(table, line->label)/
