# fault: conditions of a published claim are not looked at
# file: bench/comparison_claims.c
# suites: bench_all
/^static int is_meant/,/^}/ s/return 0;/return 1;/
