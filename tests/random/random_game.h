#ifndef HEDDLE_TESTS_RANDOM_RANDOM_GAME_H
#define HEDDLE_TESTS_RANDOM_RANDOM_GAME_H

#include <stdint.h>

#include "parity/game/game.h"

/* What random games look like, before numbers are scrambled. */
enum random_game_shape {
    RANDOM_GAME_FEW,        /* 2 or 3 priorities */
    RANDOM_GAME_MANY,       /* about as many priorities as vertices */
    RANDOM_GAME_LOW_DEGREE, /* 1 or 2 successors */
    RANDOM_GAME_DENSE,
    RANDOM_GAME_LOOPS,      /* many vertices have a loop */
    RANDOM_GAME_COMPONENTS, /* many small ones, with edges to later ones now and then */
    RANDOM_GAME_WIDE,       /* few layers; the last one leads back to the first */
    RANDOM_GAME_DEEP,       /* a long way ahead with ways back */
    RANDOM_GAME_ONE_PLAYER,
    RANDOM_GAME_BIPARTITE,  /* the players move in turns */
    RANDOM_GAME_DUPLICATES, /* targets several times in a row */
    RANDOM_GAME_WEAK,       /* priorities never fall along an edge */
    RANDOM_GAME_BLOCKS,     /* priorities of one parity in each component: they can be made so */
    RANDOM_GAME_LADDER,     /* each priority can be answered by the next one: solvers change their minds */
    RANDOM_GAME_LONG_ROWS,  /* more than 64 successors, the same few many times: more than a GPU's thread
                               examines */
    RANDOM_GAME_SPREAD,     /* priorities far apart, up to the highest allowed */
    RANDOM_GAME_SHAPES
};

const char *random_game_shape_name(enum random_game_shape shape);

struct random_game {
    enum random_game_shape shape;
    struct game game; /* views the arrays below */
    uint64_t *offsets;
    uint32_t *targets;
    uint8_t *owner;
    uint32_t *priority;
};

/*
 * A random total game of 1 to most_vertices vertices; the same seed gives the same one. Half of them have
 * scrambled numbers. Aborts when memory runs out.
 */
void random_game_make(uint64_t seed, uint64_t most_vertices, struct random_game *out);
void random_game_free(struct random_game *game);

/* Writes the game as text that `heddle solve` reads, to report a case that failed. */
void random_game_tell(const struct game *game, const char *path);
/* Reports a case that failed: its seed, and the game in a file build/NAME-SEED.pg. */
void random_game_report(const struct random_game *game, uint64_t seed, const char *name, const char *wrong);

#endif
