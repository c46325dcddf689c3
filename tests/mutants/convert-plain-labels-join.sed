# fault: labels `prob` become choices where they are to stay
# function: describe_labels
# suites: aut_write convert
s/options->plain \&\& !lts->distributions/0/
