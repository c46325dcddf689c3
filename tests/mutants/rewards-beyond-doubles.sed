# fault: rewards of a state that add up to Infinity are written
# function: mdp_values_state
# suites: prism_rewards
s/!isfinite(states\[state\])/0/
