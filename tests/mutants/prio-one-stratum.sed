# fault: guards that depend on other guards are evaluated along with them
# file: frontend/compose_prio.c
# suites: network
s/\*stratum = level > \*stratum ? level : \*stratum;/*stratum = 0 * level;/
