#ifndef HEDDLE_CLI_TERMINAL_H
#define HEDDLE_CLI_TERMINAL_H

/*
 * Remembers the settings of the terminal that is standard input, so that a signal that ends the program puts
 * them back. `end`: what `output` is sent then, too. A second call changes only these two.
 */
void terminal_guard(int output, const char *end);
/* The settings are the program's own again: nothing is put back. */
void terminal_release(void);
/* Puts the settings back, if they are guarded. For signal handlers. */
void terminal_restore(void);

#endif
