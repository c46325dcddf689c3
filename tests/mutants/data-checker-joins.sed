# fault: the checker keeps types of one path alone
# function: meet
# file: program.c
# suites: prism_compile
s/check->registers\[i\] == other\[i\] ? other\[i\] : 0/other[i]/
