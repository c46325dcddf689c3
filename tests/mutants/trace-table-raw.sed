# fault: tables of traces have labels as they are
# file: checker/evidence/trace_table.c
# suites: text
/^static void put_left/,/^}/s/size_t shown = put_shown(table, text);/size_t shown = strlen(text); put(table, text);/
