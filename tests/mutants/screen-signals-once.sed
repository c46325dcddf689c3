# fault: the full screen handles Ctrl-Z only when it is shown for the first time
# function: give_signals
# file: screen_terminal.c
# suites: simulate_screen
s/known [?] &of_curses\[i\] : NULL, known/NULL, known/
