# fault: labels of the second graph keep their numbers
# function: copy_rows
# file: join.c
# suites: compare
s/ranks\[from->labels\[edge\]\]/from->labels[edge]/
