#ifndef HEDDLE_BENCH_SHARED_SHAPE_H
#define HEDDLE_BENCH_SHARED_SHAPE_H

#include "bench/network_file.h"
#include "bench/network_shape.h"

/*
 * Networks of processes that share variables, each variable a component of its own, and networks of random
 * tables (the kinds LAMPORT to TABLES of network_shape.h).
 *
 * LAMPORT: fast mutual exclusion of `size` processes (Lamport, ACM TOCS 5(1), 1987, algorithm 2). FILTER:
 * Peterson's algorithm for `size` processes (IPL 12(3), 1981). SZYMANSKI: his first algorithm (ICS 1988).
 * BUFFER: `size` producers and as many consumers of two values at a buffer of groups places, which has an
 * index for each side and counters of full and of empty places. TABLES: `groups` components of `size` states;
 * each state has a move of its own, and three moves that are made together with a neighbour, all drawn at
 * random.
 */
void shared_shape_write(const struct network_shape *shape, struct network_writer *writer);

/* Counts of the sizes that are measured, as found by searches of different kinds; zero for other sizes. */
struct network_counts shared_shape_counts(const struct network_shape *shape);

#endif
