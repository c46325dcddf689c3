# fault: what choices of a CTMC earn is written for a unit of time
# function: write_choice_rewards
# suites: prism_rewards
s/writer->mdp->rates ?/0 ?/
