# fault: of the states that several ranks find, the last one counts
# function: join_ranks
# suites: check_predicates
s/join_marks(&own\[i % targets\], &theirs, words);/if (theirs.reaches) { own[i % targets].reaches = 1; memcpy(own[i % targets].reached, theirs.reached, words * sizeof *theirs.reached); }/
