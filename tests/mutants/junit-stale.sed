# fault: results of an earlier run stay in the file of --junit if the command line is wrong
# function: check_main
# suites: suites_command
s/!options\.has_begun/options.has_begun/
