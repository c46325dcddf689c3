# fault: the verifier knows no maximal progress
# file: checker/verify/verify_choices.c
# suites: network_evidence
s/edge->kind == EDGE_RACE \&\& internal \&\& choices->maximal_progress/edge->kind == EDGE_RACE \&\& edge->choice == 1/
