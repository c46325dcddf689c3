# fault: of two answers the device's is taken, which the host has overwritten by then
# file: parity/solve_race.c
# suites: solve_race solve_auto
s/race.host.state == SUCCEEDED || race.device.state != SUCCEEDED ?/race.device.state != SUCCEEDED ?/
