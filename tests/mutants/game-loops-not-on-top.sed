# fault: priorities of dead ends exceed only those of the observer's last state
# function: fill_palette
# suites: game_generate
s/.priority > most ? observer\[i\].priority : most/.priority/
