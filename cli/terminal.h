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
 * While lines are edited: Ctrl-Z (SIGTSTP) stops the program with the settings of before, and those of the
 * editing come back when it goes on; both that and another size of the window are noticed. terminal_unwatch
 * gives the signals back to those who had them. A program that ignores SIGTSTP goes on ignoring it.
 */
void terminal_watch(void);
void terminal_unwatch(void);
/* Whether the program went on, or the size changed, since the last call: the line must be drawn again. */
int terminal_has_changed(void);

#endif
