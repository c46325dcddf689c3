# fault: a vertex of the opponent stays in a set that it can leave
# file: parity/measures/spm_settle.c
# suites: spm
s/    return owner == settling->side->climber \&\&/    return owner != settling->side->climber ||/
