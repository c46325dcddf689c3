# fault: lines of one choice that stand apart in the file are choices of their own
# function: choice_end
# suites: mdp_read mdp_formats
s/.choice == runs\[first\].choice/.choice == runs[first].choice \&\& last == first/
