# fault: Ctrl-Z at the prompt leaves the terminal as the line editor had it
# function: on_stop
# file: terminal.c
# suites: simulate_screen
s/    terminal_restore();/    ;/
