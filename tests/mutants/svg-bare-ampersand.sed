# fault: plots do not escape &
# function: escape_of
# suites: svg
s/&amp;/\&/
