# fault: the verifier knows no maximal progress
# function: join_edges
# suites: network_evidence
s/choices->internal \&\& choices->maximal_progress/edge->choice == 1/
