# fault: guards that depend on other guards are evaluated along with them
# function: make_subrules
# suites: network
s/level > \*stratum ? level : \*stratum/0 * level/
