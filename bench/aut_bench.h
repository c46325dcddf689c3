#ifndef HEDDLE_BENCH_AUT_BENCH_H
#define HEDDLE_BENCH_AUT_BENCH_H

struct bench;

/* How fast graphs are written as AUT files and read again. 0, or -1 with *bench->error filled. */
int bench_aut(struct bench *bench);

#endif
