# fault: a suite's expectation that a property is violated is lost
# function: suite_make_property
# suites: suites_random suites_command
s/property->expected = wanted->expected;/property->expected = EXPECTED_BY_DEFAULT;/
