#ifndef HEDDLE_SPACE_GAME_H
#define HEDDLE_SPACE_GAME_H

#include "parity/game/game_generate.h"
#include "parity/solve.h"
#include "space/space.h"

/* What is known of a game that was made; fields of steps that were not reached are zero. */
struct game_figures {
    uint64_t vertices, edges; /* 0: there was no game */
    uint32_t priorities;
    struct solve_report solve;
    int by_ranks; /* several processes solved it together (parity/ranks/rank_game.h) */
    double generate_seconds, solve_seconds;
};

struct space_game_task {
    const struct solve_options *solve;
    int keep; /* make the states of the vertices, too */
    unsigned
        wanted; /* bits 1 << player: the whole solution is wanted if this player wins the initial vertex */
    /* The game was made, and is solved next; NULL: it is not called. */
    void (*made)(void *context, struct generated_game *game);
    void *context;
    int keep_apart; /* for tests, of several processes: small games are solved by all together, too */
};

/* A solved game, where it was solved. */
struct space_game {
    struct generated_game game;
    struct solution solution; /* as solve_generated leaves it; of several processes: none */
    enum player winner;       /* of the initial vertex */
    struct game_figures figures;
};

/*
 * Makes the parity game of a complete search of a model with an observer, and solves it, where the search
 * ran. If a GPU fails under `auto`, the host does everything once more. Consumes the states; sets the
 * exploration's effort to its final values. With run->ranks, collective: the game stays in parts, and nothing
 * but winner and figures is left of it. 0, or -1 with *error filled; free the game in either case.
 */
int space_game(struct space *space, const struct space_game_task *task, const struct run *run,
               struct space_game *found, struct error *error);
/* Frees game and solution, and releases a GPU; the figures remain. */
void space_game_free(struct space_game *found);

/* space_game by several processes. */
int space_game_ranks(struct space *space, const struct space_game_task *task, const struct run *run,
                     struct space_game *found, struct error *error);

#endif
