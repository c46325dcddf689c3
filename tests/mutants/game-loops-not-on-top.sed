# fault: priorities of dead ends are above those of the observer's last state alone
# file: parity/game/game_generate.c
# suites: game_generate
s/most = observer\[i\].priority > most ? observer\[i\].priority : most/most = observer[i].priority/
