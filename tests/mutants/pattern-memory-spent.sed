# fault: a pattern that runs out of memory matches nothing
# function: regex_search
# suites: regex_search
s/errno == ENOMEM || //
