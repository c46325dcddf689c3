#ifndef HEDDLE_BENCH_NETWORK_SHAPE_H
#define HEDDLE_BENCH_NETWORK_SHAPE_H

#include <stdint.h>

struct error;

/*
 * Networks whose counts are known, written as EXP and AUT text.
 *
 * RING: `size` nodes that pass a token. GAS_STATION: an operator, two pumps and `size` customers (the example
 * models of the same names). CYCLES: `groups` groups of `members` components each; the members of group g are
 * cycles of lengths[g] states that tick together, and groups tick independently of each other. So the state
 * space is that of one cycle a group, whatever the number of members, but a state vector has groups * members
 * parts. Members of one group follow each other in the vector; with `spread` they are dealt out over it, so
 * that every part of the vector takes as many values as the whole. PHILOSOPHERS: `size` philosophers of five
 * states and as many forks between them; each takes first the left fork and puts it down first. TOKENS:
 * `groups` tokens move round a ring of `size` places, each for at most one token. The other kinds:
 * shared_shape.h.
 */
enum network_kind {
    NETWORK_RING,
    NETWORK_GAS_STATION,
    NETWORK_CYCLES,
    NETWORK_PHILOSOPHERS,
    NETWORK_TOKENS,
    NETWORK_LAMPORT,
    NETWORK_FILTER,
    NETWORK_SZYMANSKI,
    NETWORK_BUFFER,
    NETWORK_TABLES
};

struct network_shape {
    enum network_kind kind;
    uint32_t size;           /* 2 or more, PHILOSOPHERS 3; CYCLES without lengths: the length of all */
    const uint32_t *lengths; /* CYCLES: of each group; 2 or more */
    uint32_t groups;  /* CYCLES, BUFFER, TABLES; TOKENS: the number of tokens, 1 or more, less than `size` */
    uint32_t members; /* CYCLES: of each group */
    int spread;
};

/* A network and its name in tables. */
struct named_shape {
    const char *name;
    struct network_shape shape;
};

/* What a search must find; levels are 0 where no formula is known. */
struct network_counts {
    uint64_t states, transitions, deadlocks, levels;
};

struct network_counts network_shape_counts(const struct network_shape *shape);

#define NETWORK_SHAPE_FILE "network.exp"

/* Writes the network as NETWORK_SHAPE_FILE and the components beside it into the folder. 0, or -1 with
 * *error. */
int network_shape_write(const struct network_shape *shape, const char *folder, struct error *error);

#endif
