# fault: edges that close a cycle inside a component below them are taken for right
# function: divide
# suites: solution_verify
s/is_bad(verification, &edge)/0/
