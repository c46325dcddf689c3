# fault: a vertex of the opponent stays in a set that it can leave
# function: does_without
# suites: spm
s/== settling->side->climber \&\&/!= settling->side->climber ||/
