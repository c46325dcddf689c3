# fault: the result of the first rank that has one is taken, not the least
# function: share_results
# suites: ranks
s/sort_compare_long_rows(theirs + 2, \*best, result_words(rebuild)) < 0/0/
