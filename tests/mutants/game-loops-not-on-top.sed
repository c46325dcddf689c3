# fault: priorities of dead ends are above those of the observer's last state alone
# function: fill_palette
# suites: game_generate
s/.priority > most ? observer\[i\].priority : most/.priority/
