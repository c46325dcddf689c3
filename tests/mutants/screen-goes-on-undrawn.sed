# fault: the full screen is not entered again after Ctrl-Z
# function: leave_after_stop
# file: screen_terminal.c
# suites: simulate_screen
s/endwin();/;/
