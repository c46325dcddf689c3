# fault: who wins by a solution of the device is not taken over
# file: parity/solve_auto.c
# suites: solve_auto
/memcpy(solution->winner, race.there.winner/d
