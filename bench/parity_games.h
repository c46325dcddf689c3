#ifndef HEDDLE_BENCH_PARITY_GAMES_H
#define HEDDLE_BENCH_PARITY_GAMES_H

#include "bench/game_family.h"
#include "bench/network_shape.h"
#include "bench/subject.h"

struct bench;

/* How vertices are numbered. */
#define PARITY_NATURAL 1u  /* as the game is made */
#define PARITY_SHUFFLED 2u /* at random */

/* A game of heddle bench parity: of a family, or of a formula and a network. */
struct parity_subject {
    const char *name, *quick_name;
    struct game_family family, quick;
    const char *formula; /* MCL; NULL: a game of the family */
    enum network_kind network;
    uint32_t nodes, quick_nodes; /* nodes of the network */
    unsigned numbers; /* for families: which numberings are shown; random games are SHUFFLED only, formulas
                         NATURAL only */
};

struct parity_list {
    const struct parity_subject *subjects;
    unsigned count;
};

extern const struct parity_list parity_games_usual; /* 10^5 to 10^6 vertices; quick: about 10^4 */
extern const struct parity_list parity_games_large; /* 10^6 to 5 10^7; quick: about 10^5 */
extern const struct parity_list
    parity_games_measure; /* for the options of small progress measures: games that take some time, but end */

const char *parity_subject_name(const struct parity_subject *subject, int quick);

/* A game that has been made, in host memory. */
struct parity_game {
    struct game game;
    struct game_store store;  /* the game of a family */
    struct subject subject;   /* for a formula: the network, */
    struct subject_play play; /* and the owner of the game */
};

/* Makes it; a formula's is searched on the bench's backend. 0, or -1 with *bench->error filled and nothing to
 * close: ERROR_MEMORY, ERROR_INTERRUPTED, ... */
int parity_game_open(struct bench *bench, const struct parity_subject *subject, int shuffled,
                     struct parity_game *made);
void parity_game_close(struct bench *bench, struct parity_game *made);

#endif
