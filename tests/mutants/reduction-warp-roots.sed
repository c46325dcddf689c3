# fault: of the closed sets with the fewest moves, a warp takes that of the least process, whatever the roots
# function: stubborn_wide_choose
# suites: stubborn
s/less(wide, roots, &seen)/less(wide, movers, \&seen)/
