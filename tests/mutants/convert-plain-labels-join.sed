# fault: labels `prob` become choices where they are to stay
# file: frontend/formats/mdp_read_aut.c
# suites: aut_write convert
s/int plain = options->plain \&\& !lts->distributions;/int plain = 0;/
