# fault: a rank that ended undecided makes an error of the others
# function: miss_ended
# suites: ranks
s/ranks->ended_undecided ?/0 ?/
