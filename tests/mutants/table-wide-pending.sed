# fault: a key of four words whose last word is still missing is another key
# function: table_probe_wide
# suites: table_schedules
s/(pair\[1\].y == key\[3\] || pair\[1\].y == 0)/pair[1].y == key[3]/
