# fault: labels `prob` become choices although they should stay labels
# function: describe_labels
# suites: aut_write convert
s/options->plain \&\& !lts->distributions/0/
