# fault: successors are lost when the table is full
# function: insert_or_send
# suites: ranks
s/full && done > 0/0/
