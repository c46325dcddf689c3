# fault: guards that depend on other guards are evaluated along with them
# file: frontend/exp/compile/compose_prio.c
# suites: network
s/\*stratum = level > \*stratum ? level : \*stratum;/*stratum = 0 * level;/
