/* Steps on CPU threads. A step of few items is done by the caller alone. */
#include "base/steps/steps.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/run.h"
#include "base/shared_core.h"

#define CHUNK                                                                                                \
    ((uint64_t)4096) /* items that a thread takes at once; after each chunk it checks the stop flag */

int steps_check(const struct steps *steps) {
    return run_should_stop(steps->run)
               ? error_set(steps->error, ERROR_INTERRUPTED, "interrupted while %s", steps->task)
               : 0;
}

static void *host_allocate(const struct steps *steps, uint64_t bytes) {
    void *block = memory_allocate(steps->memory, bytes);
    if (block == NULL) {
        error_set(steps->error, ERROR_MEMORY, "not enough memory for %s", steps->task);
    }
    return block;
}

static void host_release(const struct steps *steps, void *block, uint64_t bytes) {
    memory_free(steps->memory, block, bytes);
}

static int host_fill(const struct steps *steps, void *block, int byte, uint64_t bytes) {
    (void)steps;
    memset(block, byte, bytes);
    return 0;
}

static int host_copy(const struct steps *steps, void *to, const void *from, uint64_t bytes) {
    (void)steps;
    memcpy(to, from, bytes);
    return 0;
}

struct chunks {
    const struct steps *steps;
    step_function step;
    const void *view;
    uint64_t next, end;
    uint64_t stopped;
};

/* Takes and does chunks until none are left. */
static void do_chunks(void *context, unsigned thread) {
    struct chunks *chunks = context;
    (void)thread;
    for (;;) {
        uint64_t first = shared64_add(&chunks->next, CHUNK);
        if (first >= chunks->end || shared64_load(&chunks->stopped)) {
            return;
        }
        chunks->step(chunks->steps, chunks->view, first,
                     chunks->end - first < CHUNK ? chunks->end - first : CHUNK);
        if (run_should_stop(chunks->steps->run)) {
            shared64_store(&chunks->stopped, 1);
        }
    }
}

static int host_each(const struct steps *steps, step_function step, const void *view, uint64_t first,
                     uint64_t count) {
    struct chunks chunks = {steps, step, view, first, first + count, 0};
    uint64_t most = count / CHUNK + 1;
    unsigned threads = steps->run->threads;
    parallel_run(threads < most ? threads : (unsigned)most, do_chunks, &chunks);
    return chunks.stopped ? error_set(steps->error, ERROR_INTERRUPTED, "interrupted while %s", steps->task)
                          : 0;
}

const struct steps_side steps_host_side = {host_allocate, host_release, host_fill, host_copy,
                                           host_copy,     host_copy,    host_each};
