# fault: of the states that labels lead to, one is followed
# file: checker/verify/verify_labels.c
# suites: verify verify_command
/^static int follow_label/,/^}/s/k < follow->now.count; k++/k < 1; k++/
