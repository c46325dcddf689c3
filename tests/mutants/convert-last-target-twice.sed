# fault: the last state of a distribution is always left out, not the one that takes the rest
# file: frontend/formats/mdp_write_aut.c
# suites: mdp_write
s/edge != last &&/edge != end - 1 \&\&/
