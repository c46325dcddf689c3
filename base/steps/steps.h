#ifndef HEDDLE_BASE_STEPS_STEPS_H
#define HEDDLE_BASE_STEPS_STEPS_H

/*
 * The interface of a side, which does the steps of a machine (base/steps/steps_core.h): its memory, and
 * running a step over items.
 */
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct device;
struct error;
struct memory;
struct run;
struct steps;

/*
 * A step over the items [first, first + count) of a machine's view. On the host the calling thread does them;
 * on a GPU the function launches a grid.
 */
typedef void (*step_function)(const struct steps *steps, const void *view, uint64_t first, uint64_t count);

/* The functions of a side. All return 0 or -1 (NULL) with *steps->error filled. */
struct steps_side {
    void *(*allocate)(const struct steps *steps, uint64_t bytes);
    void (*release)(const struct steps *steps, void *block, uint64_t bytes); /* NULL is allowed */
    int (*fill)(const struct steps *steps, void *block, int byte, uint64_t bytes);
    int (*copy)(const struct steps *steps, void *to, const void *from, uint64_t bytes);
    /* Copies from the side to the host, and back. */
    int (*download)(const struct steps *steps, void *to, const void *from, uint64_t bytes);
    int (*upload)(const struct steps *steps, void *to, const void *from, uint64_t bytes);
    int (*each)(const struct steps *steps, step_function step, const void *view, uint64_t first,
                uint64_t count);
};

struct steps {
    const struct steps_side *side;
    struct memory *memory; /* memory that the side allocates from */
    struct device *device; /* NULL on the host */
    const struct run *run;
    struct error *error;
    const char *task; /* name of the work for messages: "solving the game" */
    uint32_t lanes;   /* on the host: lanes of an item, done one after the other */
};

/* 0; -1 with ERROR_INTERRUPTED if the run must stop. */
int steps_check(const struct steps *steps);

extern const struct steps_side steps_host_side;
extern const struct steps_side steps_cuda_side;

#ifdef __cplusplus
}
#endif
#endif
