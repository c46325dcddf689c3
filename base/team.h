#ifndef HEDDLE_BASE_TEAM_H
#define HEDDLE_BASE_TEAM_H

#include <stdint.h>

struct run;

/*
 * Threads that stay together for a whole decomposition, which goes through many short phases. One of them
 * leads; the others wait for the phases that it begins. Whoever comes late to a phase, or could not be
 * started, is not waited for: the work of a phase is claimed piece by piece, never dealt out.
 */
struct team;

#define TEAM_MOST_THREADS 256u

/*
 * Calls lead(team, context) with at most `threads` threads at hand, and returns what it returns. It takes no
 * accounted memory.
 */
int team_run(const struct run *run, unsigned threads, int (*lead)(struct team *team, void *context),
             void *context);

/* Threads that may come, the leader included. */
unsigned team_threads(const struct team *team);

/*
 * A phase: every thread that comes calls work(context) once, and the leader returns when all of them have
 * returned. The leader alone where `alone`. Memory effects of before are seen inside, those of inside after.
 */
void team_do(struct team *team, int alone, void (*work)(void *context), void *context);

/*
 * A phase over items 0 .. items-1, in chunks [begin, end). 0, or -1 when run_should_stop said so, with some
 * items not done.
 */
int team_for(struct team *team, uint64_t items, void (*body)(void *context, uint64_t begin, uint64_t end),
             void *context);

#endif
