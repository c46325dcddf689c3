# fault: both sides are stopped by the same flag
# file: parity/solve_race.c
# suites: solve_race
s/runner->run.stop = &runner->stop;/runner->run.stop = \&race->host.stop;/
