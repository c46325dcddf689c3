#ifndef HEDDLE_CLI_SIMULATE_SCREEN_H
#define HEDDLE_CLI_SIMULATE_SCREEN_H

struct error;
struct simulate_session;

/*
 * Shows processes, transitions and steps side by side on the whole terminal, and obeys keys until the user
 * leaves the screen. Returns 0, or -1 with *error filled: ERROR_INPUT if the terminal cannot do that or the
 * build has no ncurses, ERROR_INTERRUPTED, ERROR_IO, ERROR_MEMORY. The terminal is then as it was before.
 */
int screen_run(struct simulate_session *session, struct error *error);

#endif
