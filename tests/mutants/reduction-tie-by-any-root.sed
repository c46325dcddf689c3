# fault: of equal sets, a later one with a lesser process is taken, whatever process needs it
# function: close_component
# file: stubborn_choose.c
# suites: stubborn
# cases: 1500
s/choosing->root == choosing->best_root/1/
