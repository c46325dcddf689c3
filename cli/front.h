#ifndef HEDDLE_CLI_FRONT_H
#define HEDDLE_CLI_FRONT_H

#include <signal.h>

/*
 * The front process. The driver of a GPU takes a tenth of a second to end, and cannot be interrupted while it
 * starts. So a command that may use a GPU works in a child process, and the process that was started, the
 * front process, ends as soon as the child has written everything; what the driver has to tidy up happens
 * after that.
 *
 * The front process passes signals on to the child, ends as the child ends (with its exit status, or by the
 * same signal), and kills the child if it is killed. The child has its terminal and process group.
 *
 * HEDDLE_FRONT=never keeps everything in one process, for debuggers; HEDDLE_FRONT=always, for tests, has a
 * front process even where there is no GPU.
 */

/*
 * Continues in a child process if the device ("auto", "cuda:1", ..) may be a GPU and the machine has one.
 * Call it before anything starts a thread, a driver or writes. If no process can be created, it returns in
 * this one.
 */
void front_begin(const char *device);

/*
 * The work is done, and all that was written is flushed: ends the process, and the front process, with the
 * code. Returns in a process that has no front process.
 */
void front_end(int code);

/*
 * Whether a signal is one that this process has had already: those that are sent to the process group also
 * come from the front process. To be called once for each, by a signal handler.
 */
int front_repeats(const siginfo_t *signal);

#endif
