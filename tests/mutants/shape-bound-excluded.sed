# fault: `at most` excludes the constant that it compares with
# function: read_comparison
# suites: prism_compile
s/first ? constant : INT64_MAX/first ? constant - 1 : INT64_MAX/
