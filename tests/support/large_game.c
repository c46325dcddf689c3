/* Larger parity games, of families and with hubs. */
#include "tests/support/large_game.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/run.h"

#define RANDOM(n, most_successors, priority_count, seeded)                                                   \
    {                                                                                                        \
        .kind = GAME_FAMILY_RANDOM, .vertices = (n), .low = 1, .high = (most_successors),                    \
        .priorities = (priority_count), .seed = (seeded)                                                     \
    }

static const struct {
    const char *name;
    struct game_family family; /* the family; zeros: hubs */
    enum solver solver;
} games[LARGE_GAMES] = {
    {"random, 2 priorities", RANDOM(30000, 4, 2, 1), SOLVER_REGIONS},
    {"random, 3 priorities", RANDOM(30000, 4, 3, 2), SOLVER_REGIONS},
    {"random, 4 priorities", RANDOM(30000, 4, 4, 3), SOLVER_REGIONS},
    {"random, few edges", RANDOM(30000, 2, 4, 4), SOLVER_REGIONS},
    {"random, 300 priorities", RANDOM(3000, 2, 300, 5), SOLVER_REGIONS},
    {"random, long rows", RANDOM(3000, 200, 5, 6), SOLVER_REGIONS},
    {"fairness",
     {.kind = GAME_FAMILY_FAIRNESS, .width = 100, .length = 80, .priorities = 2, .seed = 7},
     SOLVER_REGIONS},
    {"invariant",
     {.kind = GAME_FAMILY_INVARIANT, .width = 100, .length = 100, .priorities = 100, .seed = 8},
     SOLVER_ATTRACTOR},
    {"hanoi", {.kind = GAME_FAMILY_HANOI, .length = 9}, SOLVER_ATTRACTOR},
    {"jurdzinski", {.kind = GAME_FAMILY_JURDZINSKI, .width = 20, .length = 4}, SOLVER_REGIONS},
    {"tree", {.kind = GAME_FAMILY_TREE, .length = 14, .shuffled = 1, .seed = 9}, SOLVER_REGIONS},
    {"thin and deep", {.kind = GAME_FAMILY_PROPAGATION, .width = 3, .length = 8000}, SOLVER_REGIONS},
    {"hubs", {.vertices = 0}, SOLVER_REGIONS},
    {"hubs, priorities rise", {.vertices = 0, .seed = 1}, SOLVER_ATTRACTOR}};

const char *large_game_name(unsigned which) {
    return games[which].name;
}

enum solver large_game_solver(unsigned which) {
    return games[which].solver;
}

/*
 * Layers, one below the other: a hub with edges to all vertices of its layer, which lead to the next hub, and
 * in some layers back, too. Only many threads look at a hub as a whole: the other player than the hub's, who
 * wins below it, wins it by that.
 */
#define HUBS 20u

static int make_hubs(uint64_t width, int rising, const struct run *run, struct game_store *store,
                     struct error *error) {
    uint64_t edges = 0, vertices = HUBS * (width + 1) + 1;
    if (game_store_create(store, vertices, HUBS * width * 3 + 1, run->memory, error) != 0) {
        return -1;
    }
    for (uint64_t layer = 0; layer < HUBS; layer++) {
        uint64_t hub = layer * (width + 1);
        store->owner[hub] = layer % 3 == 0 ? PLAYER_EVEN : PLAYER_ODD;
        store->priority[hub] = (uint32_t)(rising ? layer / 4 * 2 : layer % 3);
        for (uint64_t i = 1; i <= width; i++) {
            store->targets[edges++] = (uint32_t)(hub + i);
        }
        store->offsets[hub + 1] = edges;
        for (uint64_t i = 1; i <= width; i++) {
            store->owner[hub + i] = i % 2 ? PLAYER_EVEN : PLAYER_ODD;
            store->priority[hub + i] = store->priority[hub];
            store->targets[edges++] = (uint32_t)(hub + width + 1);
            if (i % 5 == 0 && layer % 4 == 3) {
                store->targets[edges++] = (uint32_t)hub;
            }
            store->offsets[hub + i + 1] = edges;
        }
    }
    store->priority[vertices - 1] = rising ? HUBS + 1 : 3;
    store->targets[edges++] = (uint32_t)(vertices - 1);
    store->offsets[vertices] = edges;
    store->game.edges = edges;
    return 0;
}

void large_game_make(unsigned which, uint32_t many, const struct run *run, struct game_store *store) {
    struct game_family family = games[which].family;
    struct error error;
    int is_hubs = family.vertices == 0 && family.length == 0, failed;
    if (family.kind == GAME_FAMILY_RANDOM) {
        family.vertices *= many;
    } else if (family.kind == GAME_FAMILY_PROPAGATION || family.kind == GAME_FAMILY_FAIRNESS ||
               family.kind == GAME_FAMILY_INVARIANT) {
        family.length *= many;
    }
    failed = is_hubs ? make_hubs(1000 * (uint64_t)many, family.seed != 0, run, store, &error)
                     : game_family_make(&family, run, store, &error);
    if (failed) {
        abort();
    }
}

const char *large_game_judge(const struct game *game, const struct run *run,
                             const struct solution *solution) {
    struct solve_options options = {0};
    struct solve_report report;
    struct solution host;
    struct error error;
    const char *wrong = NULL;
    uint64_t vertex;
    if (solution_create(&host, game->vertices, run->memory, &error) != 0 ||
        solve_cpu(&(struct solve_task){game, &options, run, &host, &report, &error}) != 0) {
        abort();
    }
    int same = memcmp(host.winner, solution->winner, game->vertices) == 0;
    solution_free(&host, game->vertices, run->memory);
    if (!same) {
        return "other winners than the host's";
    }
    return solution_verify(game, solution, run, &wrong, &vertex, &error) == 1 ? NULL : wrong;
}
