# fault: of two searches at once, the second still asks the caller after the first was ended by the answer
# function: ask_caller
# suites: auto
s/race->decided == NEITHER_SIDE/1/
