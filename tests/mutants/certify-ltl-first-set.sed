# fault: `verify` begins runs with the first set of the certificate
# function: runs_initial
# file: verify_runs.c
# suites: check_ltl
# cases: 200
s/return find_set(proof, proof->initial, &numbers\[RUNS_SET\]);/numbers[RUNS_SET] = 0; return proof->claim->set_count != 0;/
