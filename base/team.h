#ifndef HEDDLE_BASE_TEAM_H
#define HEDDLE_BASE_TEAM_H

#include <stdint.h>

struct run;

/*
 * Threads that stay together for a whole decomposition, which goes through many short phases. One of them
 * leads; the others wait for the phases that it begins. A thread that comes late to a phase or could not be
 * started is not waited for: threads claim the work of a phase piece by piece.
 */
struct team;

#define TEAM_MOST_THREADS 256u

/*
 * Calls lead(team, context) with at most `threads` threads, and returns its result. It takes no
 * accounted memory.
 */
int team_run(const struct run *run, unsigned threads, int (*lead)(struct team *team, void *context),
             void *context);

/* The largest number of threads, with the leader. */
unsigned team_threads(const struct team *team);

/*
 * Runs a phase: every thread that takes part calls work(context) once, and the leader returns when all of
 * them have returned. Only the leader takes part if `alone`. Memory effects from before the phase are visible
 * in it, and its own are visible after it.
 */
void team_do(struct team *team, int alone, void (*work)(void *context), void *context);

/*
 * Runs a phase over items 0 .. items-1, in chunks [begin, end). 0, or -1 if run_should_stop became true and
 * some items are not done.
 */
int team_for(struct team *team, uint64_t items, void (*body)(void *context, uint64_t begin, uint64_t end),
             void *context);

#endif
