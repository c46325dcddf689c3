# fault: what ends after the search is not the outcome
# function: add_undecided
# suites: cli_output
s/error_is_undecided(why.code)/0/
