/* Parity games, naively: sets of vertices are arrays of bytes, and every step looks at all of them. */
#include "tests/oracle/oracle_game.h"
#include "tests/support/testing.h"

#include <stdlib.h>
#include <string.h>

/* Whether the vertex is to join the player's attractor: by one edge into it, or by all that stay inside. */
static int is_attracted(const struct game *game, const uint8_t *inside, const uint8_t *attracted, uint64_t v,
                        uint8_t player) {
    int some = 0, all = 1;
    for (uint64_t edge = game->offsets[v]; edge < game->offsets[v + 1]; edge++) {
        uint32_t target = game->targets[edge];
        if (inside[target]) {
            some |= attracted[target];
            all &= attracted[target];
        }
    }
    return game->owner[v] == player ? some : all;
}

/* Grows `attracted` to all vertices inside from which the player can force the play into it. */
static void attract(const struct game *game, const uint8_t *inside, uint8_t *attracted, uint8_t player) {
    for (int grown = 1; grown;) {
        grown = 0;
        for (uint64_t v = 0; v < game->vertices; v++) {
            if (inside[v] && !attracted[v] && is_attracted(game, inside, attracted, v, player)) {
                attracted[v] = 1;
                grown = 1;
            }
        }
    }
}

static void subtract(uint8_t *set, const uint8_t *without, uint64_t vertices) {
    for (uint64_t v = 0; v < vertices; v++) {
        set[v] = set[v] && !without[v];
    }
}

/* The set of vertices inside that have the highest priority there; that priority's parity to *player. */
static uint8_t *highest(const struct game *game, const uint8_t *inside, uint8_t *player) {
    uint8_t *set = test_allocate(game->vertices, 1);
    uint32_t most = 0;
    for (uint64_t v = 0; v < game->vertices; v++) {
        most = inside[v] && game->priority[v] > most ? game->priority[v] : most;
    }
    for (uint64_t v = 0; v < game->vertices; v++) {
        set[v] = inside[v] && game->priority[v] == most;
    }
    *player = most % 2;
    return set;
}

/* Writes the winners of the vertices inside, a subgame in which every vertex has a successor. */
static void solve(const struct game *game, const uint8_t *inside, uint8_t *winner) {
    uint64_t n = game->vertices;
    if (memchr(inside, 1, n) == NULL) {
        return;
    }
    uint8_t player;
    uint8_t *attracted = highest(game, inside, &player);
    attract(game, inside, attracted, player);
    uint8_t *rest = test_allocate(n, 1);
    memcpy(rest, inside, n);
    subtract(rest, attracted, n);
    solve(game, rest, winner);
    uint8_t *lost = test_allocate(n, 1);
    for (uint64_t v = 0; v < n; v++) {
        lost[v] = rest[v] && winner[v] != player;
    }
    if (memchr(lost, 1, n) == NULL) {
        for (uint64_t v = 0; v < n; v++) {
            winner[v] = inside[v] ? player : winner[v];
        }
    } else {
        attract(game, inside, lost, !player);
        memcpy(rest, inside, n);
        subtract(rest, lost, n);
        solve(game, rest, winner);
        for (uint64_t v = 0; v < n; v++) {
            winner[v] = lost[v] ? !player : winner[v];
        }
    }
    free(lost);
    free(rest);
    free(attracted);
}

void oracle_game(const struct game *game, uint8_t *winner) {
    uint8_t *inside = test_allocate(game->vertices, 1);
    memset(inside, 1, game->vertices);
    solve(game, inside, winner);
    free(inside);
}

enum player oracle_game_winner(const struct game *game, uint32_t vertex) {
    uint8_t *winner = test_allocate(game->vertices, 1);
    oracle_game(game, winner);
    enum player player = (enum player)winner[vertex];
    free(winner);
    return player;
}

/* --- graphs in which one player's moves are fixed --- */

/* Whether the edge is kept: all edges of a vertex without a chosen successor are. */
static int is_kept(const uint32_t *chosen, uint64_t v, uint32_t target) {
    return chosen[v] == SOLUTION_NONE || chosen[v] == target;
}

/* All that some path of kept edges leads to from the vertex, over priorities up to `most`; the vertex itself
 * only where a path comes back. */
static uint8_t *reach(const struct game *game, const uint32_t *chosen, uint64_t from, uint32_t most) {
    uint8_t *reached = test_allocate(game->vertices, 1);
    uint8_t *grown = test_allocate(game->vertices, 1);
    grown[from] = 1;
    for (int more = 1; more;) {
        more = 0;
        for (uint64_t v = 0; v < game->vertices; v++) {
            if (!grown[v]) {
                continue;
            }
            grown[v] = 0;
            for (uint64_t edge = game->offsets[v]; edge < game->offsets[v + 1]; edge++) {
                uint32_t target = game->targets[edge];
                if (is_kept(chosen, v, target) && game->priority[target] <= most && !reached[target]) {
                    reached[target] = grown[target] = 1;
                    more = 1;
                }
            }
        }
    }
    free(grown);
    return reached;
}

int oracle_is_highest_on_cycle(const struct game *game, const uint32_t *strategy, uint64_t vertex) {
    uint8_t *reached = reach(game, strategy, vertex, game->priority[vertex]);
    int found = reached[vertex];
    free(reached);
    return found;
}

/* Adds the vertices from which nothing leads to a cycle that Odd wins. */
static void add_won(const struct game *game, const uint32_t *chosen, uint8_t *won_by_even) {
    uint8_t *bad = test_allocate(game->vertices, 1);
    for (uint64_t v = 0; v < game->vertices; v++) {
        bad[v] = game->priority[v] % 2 == 1 && oracle_is_highest_on_cycle(game, chosen, v);
    }
    for (uint64_t v = 0; v < game->vertices; v++) {
        uint8_t *reached = reach(game, chosen, v, UINT32_MAX);
        int lost = bad[v];
        for (uint64_t other = 0; other < game->vertices; other++) {
            lost |= reached[other] && bad[other];
        }
        won_by_even[v] |= !lost;
        free(reached);
    }
    free(bad);
}

/* The next combination of Even's successors, as a number of many digits; 0 when it was the last. */
static int next_strategy(const struct game *game, uint64_t *choice) {
    for (uint64_t v = 0; v < game->vertices; v++) {
        if (game->owner[v] == PLAYER_EVEN) {
            if (++choice[v] < game->offsets[v + 1] - game->offsets[v]) {
                return 1;
            }
            choice[v] = 0;
        }
    }
    return 0;
}

int oracle_game_by_strategies(const struct game *game, uint64_t most, uint8_t *winner) {
    uint64_t n = game->vertices, strategies = 1;
    for (uint64_t v = 0; v < n && strategies <= most; v++) {
        strategies *= game->owner[v] == PLAYER_EVEN ? game->offsets[v + 1] - game->offsets[v] : 1;
    }
    if (strategies > most) {
        return 0;
    }
    uint64_t *choice = calloc(n + 1, sizeof *choice);
    uint32_t *chosen = calloc(n + 1, sizeof *chosen);
    uint8_t *won_by_even = test_allocate(n, 1);
    if (choice == NULL || chosen == NULL) {
        abort();
    }
    do {
        for (uint64_t v = 0; v < n; v++) {
            chosen[v] =
                game->owner[v] == PLAYER_EVEN ? game->targets[game->offsets[v] + choice[v]] : SOLUTION_NONE;
        }
        add_won(game, chosen, won_by_even);
    } while (next_strategy(game, choice));
    for (uint64_t v = 0; v < n; v++) {
        winner[v] = won_by_even[v] ? PLAYER_EVEN : PLAYER_ODD;
    }
    free(won_by_even);
    free(chosen);
    free(choice);
    return 1;
}

void oracle_game_solution(const struct game *game, struct solution *solution) {
    uint64_t n = game->vertices;
    uint8_t *winner = test_allocate(n, 1);
    const uint64_t *begins = game->offsets;
    uint32_t *targets = calloc(game->edges + 1, sizeof *targets);
    if (targets == NULL) {
        abort();
    }
    oracle_game(game, solution->winner);
    memcpy(targets, game->targets, game->edges * sizeof *targets);
    struct game fixed = *game;
    fixed.targets = targets;
    for (uint64_t v = 0; v < n; v++) {
        solution->strategy[v] = SOLUTION_NONE;
        for (uint64_t edge = begins[v];
             solution->winner[v] == game->owner[v] && solution->strategy[v] == SOLUTION_NONE; edge++) {
            /* The whole row is this edge. */
            for (uint64_t other = begins[v]; other < begins[v + 1]; other++) {
                targets[other] = game->targets[edge];
            }
            oracle_game(&fixed, winner);
            if (memcmp(winner, solution->winner, n) == 0) {
                solution->strategy[v] = game->targets[edge];
            }
        }
    }
    free(targets);
    free(winner);
}

const char *oracle_solution_is_wrong(const struct game *game, const struct solution *solution) {
    for (uint64_t v = 0; v < game->vertices; v++) {
        int found = 0;
        if (solution->winner[v] > PLAYER_ODD) {
            return "a vertex without a winner";
        }
        int wins = solution->winner[v] == game->owner[v];
        if (!wins && solution->strategy[v] != SOLUTION_NONE) {
            return "a strategy of a loser";
        }
        for (uint64_t edge = game->offsets[v]; edge < game->offsets[v + 1]; edge++) {
            uint32_t target = game->targets[edge];
            found |= solution->strategy[v] == target;
            if (is_kept(solution->strategy, v, target) && solution->winner[target] != solution->winner[v]) {
                return wins ? "a strategy that leaves the winning region" : "a loser that can leave";
            }
        }
        if (wins && !found) {
            return "a strategy that is no edge";
        }
    }
    for (uint64_t v = 0; v < game->vertices; v++) {
        if (game->priority[v] % 2 != solution->winner[v] &&
            oracle_is_highest_on_cycle(game, solution->strategy, v)) {
            return "a cycle that the winner loses";
        }
    }
    return NULL;
}

const char *oracle_judge(const struct game *game, const struct solution *solution) {
    uint8_t *winner = test_allocate(game->vertices, 1);
    oracle_game(game, winner);
    int same = memcmp(winner, solution->winner, game->vertices) == 0;
    free(winner);
    return same ? oracle_solution_is_wrong(game, solution) : "the winners are wrong";
}

struct solution oracle_solution_new(uint64_t vertices) {
    struct solution solution = {malloc(vertices), malloc(vertices * sizeof *solution.strategy)};
    if (solution.winner == NULL || solution.strategy == NULL) {
        abort();
    }
    memset(solution.winner, 9, vertices);
    memset(solution.strategy, 9, vertices * sizeof *solution.strategy);
    return solution;
}

void oracle_solution_free(struct solution *solution) {
    free(solution->winner);
    free(solution->strategy);
}
