# fault: a .trew file counts choices with a reward, not their transitions
# function: count_choice_rewards
# suites: prism_rewards
s/end - begin : 0/1 : 0/
