/*
 * A central sense-counting barrier over one futex word. `round` counts the times it opened; the last thread
 * to arrive resets `waiting`, then opens with a release store that waiters read with acquire.
 */
#include "base/barrier.h"

#include <limits.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

void barrier_init(struct barrier *barrier, uint32_t threads) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    barrier->threads = threads;
    barrier->waiting = 0;
    barrier->round = 0;
    barrier->spins = cores >= (long)threads ? 20000 : 0;
}

void barrier_wait(struct barrier *barrier) {
    uint32_t round = __atomic_load_n(&barrier->round, __ATOMIC_RELAXED);
    if (__atomic_add_fetch(&barrier->waiting, 1, __ATOMIC_ACQ_REL) ==
        __atomic_load_n(&barrier->threads, __ATOMIC_RELAXED)) {
        __atomic_store_n(&barrier->waiting, 0, __ATOMIC_RELAXED);
        __atomic_store_n(&barrier->round, round + 1, __ATOMIC_RELEASE);
        syscall(SYS_futex, &barrier->round, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
        return;
    }
    for (uint32_t i = 0; i < barrier->spins; i++) {
        if (__atomic_load_n(&barrier->round, __ATOMIC_ACQUIRE) != round) {
            return;
        }
#if defined(__x86_64__)
        __builtin_ia32_pause();
#endif
    }
    while (__atomic_load_n(&barrier->round, __ATOMIC_ACQUIRE) == round) {
        syscall(SYS_futex, &barrier->round, FUTEX_WAIT_PRIVATE, round, NULL, NULL, 0);
    }
}

void barrier_lower(struct barrier *barrier, uint32_t threads) {
    __atomic_store_n(&barrier->threads, threads, __ATOMIC_RELAXED);
}
