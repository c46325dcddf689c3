# fault: the extra state for a distribution over initial states is written for mCRL2, too
# function: write_mcrl2
# suites: mdp_write
s|states - (writer->mdp->drawn_initial ? 1 : 0)|states|
