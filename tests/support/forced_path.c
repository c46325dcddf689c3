/* Paths that a winner can force, naively. */
#include "tests/support/forced_path.h"

#include <string.h>

#include "tests/oracle/oracle_game.h"

#define NONE UINT32_MAX
#define MOST_VERTICES 400u
#define MOST_MOVES 4000u
#define MOST_STEPS 12u
#define MOST_LOOKS 300000u

struct world {
    const struct formula_case *given;
    /* the vertices that can be reached */
    uint32_t vertices, state[MOST_VERTICES], observer[MOST_VERTICES];
    uint64_t offsets[MOST_VERTICES + 1], moves;
    uint32_t label[MOST_MOVES], target[MOST_MOVES];
    uint8_t wins[MOST_VERTICES]; /* the winner of the game wins this vertex */
    uint8_t lost[MOST_VERTICES];
    enum player winner;
    /* the strategy: a move for each vertex of the winner that the plays have met; NONE */
    uint32_t chosen[MOST_VERTICES];
    uint8_t stations[MOST_STEPS + 1][MOST_VERTICES];
    uint32_t most; /* steps that are tried */
    int cut;       /* some path is longer than that */
    uint64_t looks;
};

static const struct observer_state *observed(const struct world *world, uint32_t vertex) {
    return &world->given->observer->observer.state[world->observer[vertex]];
}

static int moves_here(const struct world *world, uint32_t vertex) {
    return observed(world, vertex)->owner == (uint8_t)world->winner;
}

/* --- the game --- */

static uint32_t take_vertex(struct world *world, uint32_t state, uint32_t observer) {
    uint32_t vertex = 0;
    while (vertex < world->vertices &&
           (world->state[vertex] != state || world->observer[vertex] != observer)) {
        vertex++;
    }
    if (vertex == MOST_VERTICES) {
        return NONE;
    }
    if (vertex == world->vertices) {
        world->state[vertex] = state;
        world->observer[vertex] = observer;
        world->vertices++;
    }
    return vertex;
}

static uint32_t label_number(const struct world *world, const char *text) {
    uint32_t label = 0;
    while (strcmp(world->given->labels->text[label], text) != 0) {
        label++;
    }
    return label;
}

/* Adds the moves on a class of labels. Returns 0 if there are too many. */
static int add_moves(struct world *world, uint32_t vertex, uint32_t to, uint32_t class, uint32_t label) {
    const struct observer *observer = &world->given->observer->observer;
    uint64_t row = (uint64_t)world->observer[vertex] * observer->classes + class;
    for (uint64_t k = observer->row[row]; k < observer->row[row + 1]; k++) {
        uint32_t target = take_vertex(world, to, observer->target[k]);
        if (target == NONE || world->moves == MOST_MOVES) {
            return 0;
        }
        world->label[world->moves] = label;
        world->target[world->moves++] = target;
    }
    return 1;
}

static int make_game(struct world *world) {
    const struct oracle_graph *graph = world->given->graph;
    const struct observer *observer = &world->given->observer->observer;
    take_vertex(world, 0, observer->initial);
    for (uint32_t vertex = 0; vertex < world->vertices; vertex++) {
        uint32_t state = world->state[vertex], kind = observed(world, vertex)->kind;
        world->offsets[vertex] = world->moves;
        if (kind == OBSERVER_EPSILON && !add_moves(world, vertex, state, 0, NONE)) {
            return 0;
        }
        for (uint64_t edge = graph->offsets[state]; kind == OBSERVER_STEP && edge < graph->offsets[state + 1];
             edge++) {
            uint32_t label = label_number(world, graph->edge_label[edge]);
            if (!add_moves(world, vertex, graph->edge_target[edge], observer->class_of_label[label], label)) {
                return 0;
            }
        }
        world->offsets[vertex + 1] = world->moves;
    }
    return 1;
}

/* Solves the game, in which a player without a move loses. */
static void solve(struct world *world) {
    static uint64_t offsets[MOST_VERTICES + 1];
    static uint32_t targets[MOST_MOVES + MOST_VERTICES], priority[MOST_VERTICES];
    static uint8_t owner[MOST_VERTICES], winner[MOST_VERTICES];
    uint64_t edges = 0;
    for (uint32_t vertex = 0; vertex < world->vertices; vertex++) {
        const struct observer_state *state = observed(world, vertex);
        owner[vertex] = state->owner;
        priority[vertex] = state->priority;
        offsets[vertex] = edges;
        for (uint64_t k = world->offsets[vertex]; k < world->offsets[vertex + 1]; k++) {
            targets[edges++] = world->target[k];
        }
        if (edges == offsets[vertex]) {
            targets[edges++] = vertex;
            priority[vertex] = state->owner == PLAYER_EVEN ? 1 : 0;
        }
        offsets[vertex + 1] = edges;
    }
    const struct game game = {world->vertices, edges, offsets, targets, owner, priority, 0};
    oracle_game(&game, winner);
    world->winner = (enum player)winner[0];
    for (uint32_t vertex = 0; vertex < world->vertices; vertex++) {
        world->wins[vertex] = winner[vertex] == winner[0];
    }
}

/* Whether the winner has several moves to choose from. */
static int can_choose(const struct world *world, uint32_t vertex) {
    for (uint64_t k = world->offsets[vertex]; k < world->offsets[vertex + 1]; k++) {
        if (moves_here(world, vertex) && world->target[k] != world->target[world->offsets[vertex]]) {
            return 1;
        }
    }
    return 0;
}

/* The loser has lost where the winner wins and has no choice at any vertex that can be reached. */
static void find_lost(struct world *world) {
    for (uint32_t vertex = 0; vertex < world->vertices; vertex++) {
        world->lost[vertex] = world->wins[vertex] && !can_choose(world, vertex);
    }
    for (int more = 1; more;) {
        more = 0;
        for (uint32_t vertex = 0; vertex < world->vertices; vertex++) {
            for (uint64_t k = world->offsets[vertex]; k < world->offsets[vertex + 1]; k++) {
                if (world->lost[vertex] && !world->lost[world->target[k]]) {
                    world->lost[vertex] = 0;
                    more = 1;
                }
            }
        }
    }
}

/* --- strategies --- */

/* Whether a vertex is reached from another one, by one move or more, with no priority above `most`. */
static int reaches(const struct world *world, uint32_t from, uint32_t to, uint32_t most) {
    static uint8_t reached[MOST_VERTICES];
    static uint32_t queue[MOST_VERTICES];
    uint32_t tail = 0;
    memset(reached, 0, sizeof reached);
    queue[tail++] = from;
    for (uint32_t head = 0; head < tail; head++) {
        uint32_t vertex = queue[head];
        for (uint64_t k = world->offsets[vertex]; k < world->offsets[vertex + 1]; k++) {
            uint32_t target = world->target[k];
            int follows = !world->lost[vertex] && (!moves_here(world, vertex) || world->chosen[vertex] == k);
            if (follows && !reached[target] && observed(world, target)->priority <= most) {
                if (target == to) {
                    return 1;
                }
                reached[target] = 1;
                queue[tail++] = target;
            }
        }
    }
    return 0;
}

/* Whether the strategy wins all endless plays that do not reach a vertex where the loser has lost. */
static int wins_cycles(const struct world *world) {
    for (uint32_t vertex = 0; vertex < world->vertices; vertex++) {
        uint32_t priority = observed(world, vertex)->priority;
        if (priority % 2 != (uint32_t)world->winner &&
            (vertex == 0 || reaches(world, 0, vertex, UINT32_MAX)) &&
            reaches(world, vertex, vertex, priority)) {
            return 0;
        }
    }
    return 1;
}

static int play(struct world *world, uint32_t steps, const uint8_t *entered);

/* All vertices of the station are resolved: takes the next step. */
static int go_on(struct world *world, uint32_t steps, const uint8_t *station) {
    uint8_t next[MOST_VERTICES] = {0};
    uint64_t first = UINT64_MAX;
    memcpy(world->stations[steps], station, world->vertices);
    for (uint32_t before = 0; before < steps; before++) {
        if (memcmp(world->stations[before], station, world->vertices) == 0) {
            return wins_cycles(world);
        }
    }
    for (uint32_t vertex = 0; vertex < world->vertices; vertex++) {
        for (uint64_t k = world->offsets[vertex]; k < world->offsets[vertex + 1]; k++) {
            if (!station[vertex] || world->label[k] == NONE ||
                (moves_here(world, vertex) && world->chosen[vertex] != k)) {
                continue;
            }
            first = first == UINT64_MAX ? k : first;
            if (world->label[k] != world->label[first] ||
                world->state[world->target[k]] != world->state[world->target[first]]) {
                return 0;
            }
            next[world->target[k]] = 1;
        }
    }
    if (first == UINT64_MAX) {
        return wins_cycles(world);
    }
    if (steps == world->most) {
        world->cut = 1;
        return 0;
    }
    return play(world, steps + 1, next);
}

/* Resolves the vertices of a station, one after the other: those that are done have 2. */
static int resolve(struct world *world, uint32_t steps, const uint8_t *given) {
    uint8_t station[MOST_VERTICES];
    uint32_t vertex = 0;
    if (++world->looks > MOST_LOOKS) {
        return 0;
    }
    memcpy(station, given, world->vertices);
    while (vertex < world->vertices && station[vertex] != 1) {
        vertex++;
    }
    if (vertex == world->vertices) {
        return go_on(world, steps, station);
    }
    station[vertex] = 2;
    int decides = moves_here(world, vertex), decided = world->chosen[vertex] != NONE, found = 0;
    for (uint64_t k = world->offsets[vertex]; k < world->offsets[vertex + 1] && !found; k++) {
        uint32_t target = world->target[k];
        if (decides && (decided ? world->chosen[vertex] != k : !world->wins[target])) {
            continue;
        }
        uint8_t *mark = &station[target], before = *mark;
        if (world->label[k] == NONE && !world->lost[target] && before == 0) {
            *mark = 1;
        }
        if (decides) {
            world->chosen[vertex] = (uint32_t)k;
            found = resolve(world, steps, station);
            world->chosen[vertex] = decided ? (uint32_t)k : NONE;
            *mark = before;
        }
    }
    return decides ? found : resolve(world, steps, station);
}

static int play(struct world *world, uint32_t steps, const uint8_t *entered) {
    uint8_t station[MOST_VERTICES];
    for (uint32_t vertex = 0; vertex < world->vertices; vertex++) {
        station[vertex] = entered[vertex] && !world->lost[vertex];
    }
    return resolve(world, steps, station);
}

enum forced_path forced_path_find(const struct formula_case *given, uint64_t *steps) {
    static struct world world;
    static const uint8_t start[MOST_VERTICES] = {1};
    memset(&world, 0, sizeof world);
    world.given = given;
    if (!make_game(&world)) {
        return FORCED_UNKNOWN;
    }
    solve(&world);
    find_lost(&world);
    memset(world.chosen, 0xff, sizeof world.chosen);
    world.cut = 1;
    for (world.most = 0; world.most <= MOST_STEPS && world.cut; world.most++) {
        world.cut = 0;
        if (play(&world, 0, start)) {
            *steps = world.most;
            return FORCED_FOUND;
        }
        if (world.looks > MOST_LOOKS) {
            return FORCED_UNKNOWN;
        }
    }
    return world.cut ? FORCED_UNKNOWN : FORCED_NONE;
}
