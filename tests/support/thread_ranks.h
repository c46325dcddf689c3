#ifndef HEDDLE_TESTS_SUPPORT_THREAD_RANKS_H
#define HEDDLE_TESTS_SUPPORT_THREAD_RANKS_H

#include "base/ranks/ranks.h"

#define THREAD_RANKS_MOST 4u

/*
 * Ranks that are threads of this process (base/ranks/ranks.h), so that sanitizers see all of a distributed
 * search, and random cases take no launcher. Messages are copied when they are sent and delivered in an order
 * drawn at random.
 */
struct thread_ranks;

struct thread_ranks *thread_ranks_create(unsigned count, uint64_t seed);
struct ranks *thread_ranks_get(struct thread_ranks *all, unsigned rank);
/* Runs work(context, rank) for each rank on a thread of its own, and waits for all. */
void thread_ranks_run(struct thread_ranks *all, void (*work)(void *context, unsigned rank), void *context);
/* Whether every message has been received. */
int thread_ranks_are_idle(const struct thread_ranks *all);
void thread_ranks_free(struct thread_ranks *all);

#endif
