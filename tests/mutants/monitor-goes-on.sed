# fault: a monitor goes on after its error
# function: add_moves make_rows
# file: monitor_observer.c
# suites: check_oracle
s/owned->state\[state\]\.error ? 0 : count/count/
s/is_error ? OBSERVER_STOP : OBSERVER_STEP/OBSERVER_STEP/
