# fault: lines in messages about a formula of a suite count from the formula's beginning
# function: place_message
# suites: suites
s/(unsigned long long)position.line/(unsigned long long)where.line/
