/* The games of heddle bench parity, and how they are made. */
#include "bench/parity_games.h"

#include "base/array.h"
#include "bench/bench.h"

#define BOTH_NUMBERS (PARITY_NATURAL | PARITY_SHUFFLED)

#define FAMILY(name, quick_name, family, quick, numbers)                                                     \
    { name, quick_name, family, quick, NULL, NETWORK_RING, 0, 0, numbers }
#define PROP(w, l)                                                                                           \
    { .kind = GAME_FAMILY_PROPAGATION, .width = w, .length = l }
#define TREE(l)                                                                                              \
    { .kind = GAME_FAMILY_TREE, .length = l }
#define JURD(l, w)                                                                                           \
    { .kind = GAME_FAMILY_JURDZINSKI, .length = l, .width = w }
#define RAND(n, least, most, p)                                                                              \
    { .kind = GAME_FAMILY_RANDOM, .vertices = n, .low = least, .high = most, .priorities = p, .seed = 1 }
#define HANOI(l)                                                                                             \
    { .kind = GAME_FAMILY_HANOI, .length = l }
#define FAIR(w)                                                                                              \
    { .kind = GAME_FAMILY_FAIRNESS, .width = w, .length = w, .seed = 1 }
#define INVARIANT(w)                                                                                         \
    { .kind = GAME_FAMILY_INVARIANT, .width = w, .length = w, .priorities = 100, .seed = 1 }

#define BITS(family, n)                                                                                      \
    { .kind = GAME_FAMILY_##family, .length = n }

#define FORMULA(name, quick_name, text, network, nodes, quick_nodes)                                         \
    { name, quick_name, {0}, {0}, text, network, nodes, quick_nodes, PARITY_NATURAL }
#define REACHABLE(label) "[true*] <true* . \"" label "\"> true"
#define OFTEN(label) "nu X . mu Y . ([\"" label "\"] X and [not \"" label "\"] Y and <true> true)"

static const struct parity_subject usual[] = {
    FAMILY("prop(1000,1000)", "prop(100,100)", PROP(1000, 1000), PROP(100, 100), BOTH_NUMBERS),
    FAMILY("prop(10,100000)", "prop(10,1000)", PROP(10, 100000), PROP(10, 1000), BOTH_NUMBERS),
    FAMILY("prop(2,500000)", "prop(2,5000)", PROP(2, 500000), PROP(2, 5000), BOTH_NUMBERS),
    FAMILY("tprop(20)", "tprop(13)", TREE(20), TREE(13), BOTH_NUMBERS),
    FAMILY("jurd(3,10000)", "jurd(3,100)", JURD(3, 10000), JURD(3, 100), BOTH_NUMBERS),
    FAMILY("jurd(10,3500)", "jurd(10,35)", JURD(10, 3500), JURD(10, 35), BOTH_NUMBERS),
    FAMILY("rand(1M,1-4,2)", "rand(10k,1-4,2)", RAND(1000000, 1, 4, 2), RAND(10000, 1, 4, 2),
           PARITY_SHUFFLED),
    FAMILY("rand(1M,1-2,4)", "rand(10k,1-2,4)", RAND(1000000, 1, 2, 4), RAND(10000, 1, 2, 4),
           PARITY_SHUFFLED),
    FAMILY("rand(100k,1-2,n)", "rand(200,1-2,n)", RAND(100000, 1, 2, 100000), RAND(200, 1, 2, 200),
           PARITY_SHUFFLED),
    FAMILY("hanoi(13)", "hanoi(8)", HANOI(13), HANOI(8), BOTH_NUMBERS),
    FAMILY("fair(500)", "fair(50)", FAIR(500), FAIR(50), BOTH_NUMBERS),
    FAMILY("invariant(700)", "invariant(70)", INVARIANT(700), INVARIANT(70), BOTH_NUMBERS),
    FAMILY("core(300)", "core(20)", BITS(COUNTER_CORE, 300), BITS(COUNTER_CORE, 20), PARITY_NATURAL),
    FAMILY("robust(40)", "robust(6)", BITS(COUNTER_ROBUST, 40), BITS(COUNTER_ROBUST, 6), PARITY_NATURAL),
    FAMILY("delayed(40)", "delayed(10)", BITS(COUNTER_DELAYED, 40), BITS(COUNTER_DELAYED, 10),
           PARITY_NATURAL),
    FAMILY("recovered(80)", "recovered(10)", BITS(COUNTER_RECOVERED, 80), BITS(COUNTER_RECOVERED, 10),
           PARITY_NATURAL),
    FAMILY("mcnaughton(200)", "mcnaughton(20)", BITS(COUNTER_MCNAUGHTON, 200), BITS(COUNTER_MCNAUGHTON, 20),
           PARITY_NATURAL),
    FAMILY("symmetric(50)", "symmetric(4)", BITS(COUNTER_SYMMETRIC, 50), BITS(COUNTER_SYMMETRIC, 4),
           PARITY_NATURAL),
    FAMILY("distracted(30)", "distracted(10)", BITS(DISTRACTED, 30), BITS(DISTRACTED, 10), PARITY_NATURAL),
    FAMILY("two(14)", "two(4)", BITS(TWO_COUNTERS, 14), BITS(TWO_COUNTERS, 4), PARITY_NATURAL),
    FAMILY("plain two(14)", "plain two(4)", BITS(PLAIN_TWO_COUNTERS, 14), BITS(PLAIN_TWO_COUNTERS, 4),
           PARITY_NATURAL),
    FORMULA("ring(10) reach", "ring(6) reach", REACHABLE("pass_0"), NETWORK_RING, 10, 6),
    FORMULA("ring(10) often", "ring(6) often", OFTEN("pass_0"), NETWORK_RING, 10, 6),
    FORMULA("gas(7) often", "gas(4) often", OFTEN("change_0"), NETWORK_GAS_STATION, 7, 4),
};

static const struct parity_subject large[] = {
    FAMILY("prop(1000,10000)", "prop(100,1000)", PROP(1000, 10000), PROP(100, 1000), PARITY_NATURAL),
    FAMILY("tprop(23)", "tprop(16)", TREE(23), TREE(16), PARITY_NATURAL),
    FAMILY("rand(1M,1-2,n)", "rand(10k,1-2,n)", RAND(1000000, 1, 2, 1000000), RAND(10000, 1, 2, 10000),
           PARITY_SHUFFLED),
    FAMILY("rand(16M,1-4,4)", "rand(100k,1-4,4)", RAND(16000000, 1, 4, 4), RAND(100000, 1, 4, 4),
           PARITY_SHUFFLED),
    FAMILY("fair(3000)", "fair(150)", FAIR(3000), FAIR(150), BOTH_NUMBERS),
    FAMILY("invariant(5000)", "invariant(200)", INVARIANT(5000), INVARIANT(200), BOTH_NUMBERS),
    FORMULA("ring(12) reach", "ring(8) reach", REACHABLE("pass_0"), NETWORK_RING, 12, 8),
    FORMULA("ring(12) often", "ring(8) often", OFTEN("pass_0"), NETWORK_RING, 12, 8),
};

static const struct parity_subject measure[] = {
    FAMILY("prop(50,1000)", "prop(10,100)", PROP(50, 1000), PROP(10, 100), BOTH_NUMBERS),
    FAMILY("prop(2000,200)", "prop(100,100)", PROP(2000, 200), PROP(100, 100), PARITY_NATURAL),
    FAMILY("tprop(20)", "tprop(13)", TREE(20), TREE(13), BOTH_NUMBERS),
    FAMILY("jurd(5,10)", "jurd(4,5)", JURD(5, 10), JURD(4, 5), PARITY_NATURAL),
    FAMILY("jurd(3,40)", "jurd(3,10)", JURD(3, 40), JURD(3, 10), PARITY_NATURAL),
    FAMILY("hanoi(10)", "hanoi(6)", HANOI(10), HANOI(6), PARITY_NATURAL),
    FAMILY("rand(10k,1-4,2)", "rand(2k,1-4,2)", RAND(10000, 1, 4, 2), RAND(2000, 1, 4, 2), PARITY_SHUFFLED),
    FAMILY("rand(20k,1-2,4)", "rand(2k,1-2,4)", RAND(20000, 1, 2, 4), RAND(2000, 1, 2, 4), PARITY_SHUFFLED),
    FAMILY("rand(500,1-2,16)", "rand(100,1-2,16)", RAND(500, 1, 2, 16), RAND(100, 1, 2, 16), PARITY_SHUFFLED),
    FAMILY("rand(1k,1-4,16)", "rand(300,1-4,16)", RAND(1000, 1, 4, 16), RAND(300, 1, 4, 16), PARITY_SHUFFLED),
    FAMILY("fair(150)", "fair(50)", FAIR(150), FAIR(50), BOTH_NUMBERS),
    FORMULA("ring(8) reach", "ring(6) reach", REACHABLE("pass_0"), NETWORK_RING, 8, 6),
    FORMULA("ring(8) often", "ring(6) often", OFTEN("pass_0"), NETWORK_RING, 8, 6),
    FORMULA("gas(5) often", "gas(4) often", OFTEN("change_0"), NETWORK_GAS_STATION, 5, 4),
};

const struct parity_list parity_games_usual = {usual, LENGTH(usual)};
const struct parity_list parity_games_large = {large, LENGTH(large)};
const struct parity_list parity_games_measure = {measure, LENGTH(measure)};

const char *parity_subject_name(const struct parity_subject *subject, int quick) {
    return quick ? subject->quick_name : subject->name;
}

/* --- making games --- */

/* Checks the formula and keeps its game, as for evidence. */
static int open_formula(struct bench *bench, const struct parity_subject *subject, struct parity_game *made) {
    struct network_shape shape = {.kind = subject->network,
                                  .size = bench->quick ? subject->quick_nodes : subject->nodes};
    if (subject_open(bench, &shape, &made->subject) != 0) {
        return -1;
    }
    if (subject_play_open(bench, &made->subject, subject->formula, 1, &made->play) != 0) {
        subject_play_close(&made->play);
        subject_close(bench, &made->subject);
        return -1;
    }
    made->game = made->play.found.solved.game.host;
    return 0;
}

int parity_game_open(struct bench *bench, const struct parity_subject *subject, int shuffled,
                     struct parity_game *made) {
    struct game_family family = bench->quick ? subject->quick : subject->family;
    *made = (struct parity_game){0};
    if (subject->formula != NULL) {
        return open_formula(bench, subject, made);
    }
    family.shuffled = shuffled;
    if (game_family_make(&family, bench->run, &made->store, bench->error) != 0) {
        return -1;
    }
    made->game = made->store.game;
    return 0;
}

void parity_game_close(struct bench *bench, struct parity_game *made) {
    if (made->play.text == NULL) {
        game_store_free(&made->store);
        return;
    }
    subject_play_close(&made->play);
    subject_close(bench, &made->subject);
}
