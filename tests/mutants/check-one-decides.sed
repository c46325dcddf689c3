# fault: a search ends when one of its properties is violated
# function: is_settled
# file: check_search.c
# suites: check_oracle check_command
/value == TRUTH_FALSE .*check_certifies/,/}/s/continue;/return 1;/
