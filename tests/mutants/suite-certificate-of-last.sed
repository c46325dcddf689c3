# fault: certificates in a folder have the first property that the search has shown
# function: certify_alone
# suites: suites_command
s/certificate_add(own, states, runs, &held, 1/certificate_add(own, states, runs, \&(const struct property *){checking->properties}, 1/
