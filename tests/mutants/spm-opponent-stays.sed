# fault: a vertex of the opponent stays in a set that it can leave
# function: can_lose
# suites: spm
s/== settling->side->climber \&\&/!= settling->side->climber ||/
