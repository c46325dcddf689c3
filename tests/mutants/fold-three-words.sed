# fault: folding leaves keys of three words
# function: plan_folding
# suites: explore_oracle
s/words == 3 ? 4 : words/words/
