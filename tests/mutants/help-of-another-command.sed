# fault: `heddle help COMMAND` shows another command's options
# file: cli/main.c
# suites: cli
s/command = find_command(argv\[2\]);/command = find_command(argv[2]) != NULL ? find_command("info") : NULL;/
