# fault: `heddle help COMMAND` shows another command's options
# function: run_help
# suites: cli
s/(argv\[2\])/(argv[2]) != NULL ? find_command("info") : NULL/
