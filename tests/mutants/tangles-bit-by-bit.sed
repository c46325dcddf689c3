# fault: tangles whose escapes are all won are not decided with them
# function: decide_tangles
# suites: tangles
s/at < solving->decided \&\& solving->spread == solving->decided/at > solving->decided/
