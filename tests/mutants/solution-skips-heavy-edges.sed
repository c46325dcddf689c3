# fault: edges that close a cycle within a lower component are not checked
# function: divide
# suites: solution_verify
s/is_bad(verification, &edge)/0/
