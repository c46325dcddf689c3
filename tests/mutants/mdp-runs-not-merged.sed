# fault: lines of one choice that stand apart in the file are choices of their own
# file: decompose/mdp/mdp_runs.c
# suites: mdp_read mdp_formats
s/           runs\[last\].choice == runs\[first\].choice) {/           runs[last].choice == runs[first].choice \&\& last == first) {/
