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

/*
 * From now on, Ctrl-Z (SIGTSTP) stops the program with the terminal put back; when it goes on, the settings
 * are again those of the moment before. sizes: another size of the window is noticed, too. A program that
 * ignores SIGTSTP goes on ignoring it. terminal_unwatch gives the signals back to those who had them.
 */
void terminal_watch(int sizes);
void terminal_unwatch(void);
/* Whether the program went on, or the size changed, since the last call: all must be drawn again. */
int terminal_has_changed(void);

#endif
