# fault: a suite's monitor is looked for in the folder where heddle runs
# function: suite_add_monitor
# suites: suites suites_random
s/path.text = suite_path(.*);/path.text = name->text;/
