# fault: all letters are events of the model
# function: on_events
# suites: ltl_progress
s/ltl_letters_restrict(letters, function, letter)/function/
