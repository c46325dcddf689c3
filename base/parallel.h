#ifndef HEDDLE_BASE_PARALLEL_H
#define HEDDLE_BASE_PARALLEL_H

/*
 * Runs work(context, thread) for thread = 0 .. threads-1, each on a thread of its own (0 on the caller's),
 * and waits for all. If not all threads can be started, the caller runs the remaining parts one after the
 * other; so the parts must not wait for one another to begin.
 */
void parallel_run(unsigned threads, void (*work)(void *context, unsigned thread), void *context);

/* The number of threads that suits this machine: the processors that the process may use, at most 1024. */
unsigned parallel_processors(void);

#endif
