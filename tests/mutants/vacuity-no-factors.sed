# fault: [R.S] false counts as a part of its own, although R.S is what it forbids
# function: examine_box
# suites: check_vacuity
s/i + 1 < count/i < count/
