# fault: formulas with numbers do not say that a choice earns nothing
# function: add_earnings
# suites: compare_numbers
s/if (GROWING_ADD/if (strcmp(earning.value, "0") != 0 \&\& GROWING_ADD/
