#ifndef HEDDLE_CLI_OUT_OF_MEMORY_H
#define HEDDLE_CLI_OUT_OF_MEMORY_H

/*
 * From now on, the program ends with a message and EXIT_UNDECIDED where jansson or GMP gets no memory.
 * Temporary files are removed, and the terminal is restored. Otherwise jansson would leave values out, or
 * write beyond its blocks, and GMP would abort. Only for the program: a library must not change the
 * allocators of its host.
 */
void out_of_memory_ends(void);

#endif
