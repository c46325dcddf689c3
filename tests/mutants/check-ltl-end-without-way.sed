# fault: a run that has ended is accepted only where the automaton is on an accepting cycle already
# function: spread
# file: ltl_letters.c
# suites: check_ltl
s/accepts |= end\[/accepts |= 0 \&\& end[/
