# fault: a test after a step is made in the state before it
# function: successors_end
# suites: check_predicates
s/stays ? scratch.fields : scratch.target/scratch.fields/
