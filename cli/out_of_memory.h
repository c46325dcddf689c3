#ifndef HEDDLE_CLI_OUT_OF_MEMORY_H
#define HEDDLE_CLI_OUT_OF_MEMORY_H

/*
 * From now on, the program ends with a message and EXIT_UNDECIDED where jansson or GMP gets no memory: the
 * one leaves out what it has no memory for, writes beyond its blocks while it reads, and is asked by few
 * callers whether all went well; the other aborts. Temporary files are removed, the terminal is restored.
 * Only for the program: a library must not change what its host's libraries allocate with.
 */
void out_of_memory_ends(void);

#endif
