# fault: a path returns to a station of the same least node
# file: checker/formula_path.c
# suites: formula_evidence
s/if (begin\[same + 1\] - begin\[same\] == size \&\&/if (1 || begin[same + 1] - begin[same] == size \&\&/
