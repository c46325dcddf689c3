#ifndef HEDDLE_BENCH_MEDIAN_H
#define HEDDLE_BENCH_MEDIAN_H

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct run;

#define BENCH_REPEATS 3u             /* runs of each measurement */
#define BENCH_BATCHES_UNTIL_LOOK 64u /* batches of keys from one look at the stop flag to the next */

/* Measures BENCH_REPEATS times. `once` returns 0, or -1 with *error filled; if the run must stop, it may
 * return 0 before it has done its work. *seconds is the median. 0, or -1 with *error filled:
 * ERROR_INTERRUPTED, too. */
int bench_repeat(const struct run *run, int (*once)(void *context, double *seconds, struct error *error),
                 void *context, double *seconds, struct error *error);

/* The middle one of values[0 .. count-1], which are sorted in place; count is not 0. */
static inline double bench_median(double *values, unsigned count) {
    for (unsigned i = 1; i < count; i++) {
        for (unsigned j = i; j > 0 && values[j - 1] > values[j]; j--) {
            double swap = values[j];
            values[j] = values[j - 1];
            values[j - 1] = swap;
        }
    }
    return values[count / 2];
}

#ifdef __cplusplus
}
#endif
#endif
