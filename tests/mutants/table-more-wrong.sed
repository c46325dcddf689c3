# fault: a table lists one process less than it says
# function: visit_lines
# file: trace_table.c
# suites: walk
s/lines++ < table->most_lines/++lines < table->most_lines/
