# fault: an undecided property passes if it should be violated
# function: check_passes
# suites: suites_command
s/verdict != VERDICT_UNDECIDED &&/1 \&\&/
