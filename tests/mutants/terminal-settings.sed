# fault: a signal leaves the terminal without its settings
# function: terminal_restore
# suites: simulate_screen
s/tcsetattr(STDIN_FILENO, TCSANOW, &settings);//
