# fault: threads that sort the rows of an AUT file begin within rows
# function: cut_parts
# suites: aut_pieces
s/rows->from\[end\] == rows->from\[end - 1\]/0 \&\& &/
