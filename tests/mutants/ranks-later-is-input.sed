# fault: ranks that were stopped at different times are said to have different models
# function: ranks_meet
# suites: ranks
s/ \&\& !ranks->have_met//
