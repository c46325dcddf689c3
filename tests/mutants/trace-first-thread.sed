# fault: the result of the first thread is taken, not the least on the level
# function: least_of_threads
# suites: check_levels
s/(best == NULL || sort_compare_long_rows(finder->best, best, result_words(rebuild)) < 0)/best == NULL/
