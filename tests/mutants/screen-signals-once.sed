# fault: the full screen notices other sizes only when it is shown for the first time
# function: open_curses
# file: screen_terminal.c
# suites: simulate_screen
s/known [?] &of_curses : NULL, known/NULL, known/
