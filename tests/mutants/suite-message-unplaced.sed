# fault: lines in messages about a formula of a suite count from the formula's beginning
# function: property_place_error
# suites: suites
s/place_message(property, error->text, sizeof error->text);/;/
