# fault: `heddle help COMMAND` shows the first command's options
# file: cli/main.c
# suites: cli
s/return program->commands\[i\].run(2, arguments);/return program->commands[0].run(2, arguments);/
