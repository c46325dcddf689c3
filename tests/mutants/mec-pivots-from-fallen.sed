# fault: pivots come from states that fell, not from those that lost a choice
# function: find_sccs
# suites: mec
s/.candidates = prune->view.losers/.candidates = prune->view.fallen/
