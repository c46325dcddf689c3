# fault: moves that close a cycle of a process are not marked
# function: mark_from
# suites: partial_order
s/\*mark = 1/*mark = 0/
