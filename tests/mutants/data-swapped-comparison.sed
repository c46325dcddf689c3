# fault: a > b compares the wrong way round
# function: code_comparison
# file: prism_code.c
# suites: prism_compile
s/kind == PRISM_MORE || kind == PRISM_AT_LEAST;/kind == PRISM_MORE;/
