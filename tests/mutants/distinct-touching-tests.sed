# fault: guards that allow one common value are said to exclude each other
# function: tests_exclude
# suites: explore_data
s/a->high < b->low/a->high <= b->low/
