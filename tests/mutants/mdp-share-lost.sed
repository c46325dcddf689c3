# fault: the choices of a dtmc do not share its probability
# function: divisor_of
# suites: mdp_data
s/choices++/choices = 1/
