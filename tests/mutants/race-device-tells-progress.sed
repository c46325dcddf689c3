# fault: two threads tell progress at once
# file: parity/solve_auto.c
# suites: solve_auto
/race.device.run.progress = NULL;/d
