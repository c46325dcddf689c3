# fault: branches that assign constants to one variable are taken for different
# function: shows_difference
# suites: explore_data
s/a.value != b.value/1/
