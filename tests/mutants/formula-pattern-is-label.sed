# fault: a pattern and a label with the same text are one action
# file: specs/syntax/formula_build.c
# suites: formula_read
s/snprintf(key, sizeof key, "%c%u\.", 'A' + ACTION_PATTERN, flags)/snprintf(key, sizeof key, "%c", 'A' + ACTION_LABEL + 0 * (int)flags)/
