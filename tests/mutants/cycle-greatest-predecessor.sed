# fault: the path to a cycle goes by the greatest predecessor
# function: cycle_before
# suites: cycle
s/vertex >= shared64_load(&view->answer->least)/0/
s/shared64_least(&view->answer->least, vertex)/shared64_store(\&view->answer->least, vertex)/
