# fault: what evidence of a comparison hides is not said
# function: verify_hides
# file: verify_claim.c
# suites: compare
s/return evidence->hides/return 0/
