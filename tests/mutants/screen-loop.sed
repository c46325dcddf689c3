# fault: on the full screen, the transition that is the next step of a loop is taken as a new step
# function: take_selected
# suites: simulate_screen
s|selected == screen->next ? "next" : line|line|
