#ifndef HEDDLE_CLI_PROGRAM_RUN_H
#define HEDDLE_CLI_PROGRAM_RUN_H

/*
 * The whole of a program, for its main: `work` does what the command line says, between the beginning and the
 * end of all that is global (what happens when memory ends, MPI, standard output, the front process).
 * command: the name of the command, or NULL. Returns the exit code.
 */
int program_run(const char *command, int argc, char **argv, int (*work)(int argc, char **argv));

#endif
