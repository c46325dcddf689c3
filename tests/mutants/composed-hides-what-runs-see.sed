# fault: steps are left out of networks whatever a formula of linear time sees
# function: find_steps
# file: property_view.c
# suites: composed
s/ignored > 0/ignored >= 0/
