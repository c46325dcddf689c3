#ifndef HEDDLE_BENCH_PRISM_BENCH_H
#define HEDDLE_BENCH_PRISM_BENCH_H

struct bench;

/* The part `prism` of heddle bench explore. 0, or -1 with *bench->error filled. */
int bench_prism(struct bench *bench);

#endif
