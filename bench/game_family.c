/*
 * Families of games that anybody can generate again. A game is written vertex by vertex, in the order of its
 * construction; vertices are shuffled afterwards.
 */
#include "bench/game_family.h"

#include "base/core.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "bench/game_writer.h"
#include "explorer/graph/graph.h"

/* A number below `bound`. */
static uint64_t draw(struct game_writer *writer, uint64_t bound) {
    writer->random += 0x9e3779b97f4a7c15u;
    return core_multiply_high(core_mix(core_mix(writer->random)), bound);
}

/* --- propagation games --- */

static void write_propagation(const struct game_family *family, struct game_writer *writer) {
    uint64_t width = family->width, length = family->length, target = 1 + width * length;
    put_vertex(writer, PLAYER_EVEN, 0);
    for (uint64_t path = 0; path < width; path++) {
        put_edge(writer, 1 + path * length);
    }
    for (uint64_t path = 0; path < width; path++) {
        for (uint64_t place = 0; place < length; place++) {
            uint64_t self = 1 + path * length + place;
            enum player owner = path % 2 == 0 ? PLAYER_EVEN : PLAYER_ODD;
            put_vertex(writer, owner, owner == PLAYER_EVEN ? 1 : 2);
            if (place > 0) {
                put_edge(writer, self - 1);
            }
            put_edge(writer, place + 1 < length ? self + 1 : target);
        }
    }
    put_vertex(writer, PLAYER_EVEN, 4);
    put_edge(writer, target + 1);
    put_vertex(writer, PLAYER_ODD, 3);
    put_edge(writer, target);
}

/* The children of vertex v are 2 v + 1 and 2 v + 2. */
static void write_tree(const struct game_family *family, struct game_writer *writer) {
    uint64_t nodes = ((uint64_t)1 << family->length) - 1;
    for (uint64_t node = 0; node < nodes; node++) {
        put_vertex(writer, PLAYER_EVEN, node == 0 ? 0 : 1);
        if (node > 0) {
            put_edge(writer, (node - 1) / 2);
        }
        if (2 * node + 2 < nodes) {
            put_edge(writer, 2 * node + 1);
            put_edge(writer, 2 * node + 2);
        }
        if (node + 1 == nodes) {
            put_edge(writer, nodes);
        }
    }
    put_vertex(writer, PLAYER_EVEN, 2);
    put_edge(writer, nodes + 1);
    put_vertex(writer, PLAYER_ODD, 1);
    put_edge(writer, nodes);
}

/* --- Jurdzinski's games --- */

/*
 * The level of low priorities is a path of 2 width + 1 vertices, every other one Odd's with priority 1. A
 * level above is a path of blocks: the first vertex of a block is Odd's, which leads on directly or through
 * Even's vertex of the next odd priority; the last vertex is Even's, which leads on or to the same place on
 * the low path.
 */
static void write_low_level(const struct game_family *family, struct game_writer *writer) {
    uint64_t width = family->width;
    for (uint64_t place = 0; place <= 2 * width; place++) {
        int odd = place % 2 == 1;
        put_vertex(writer, odd ? PLAYER_ODD : PLAYER_EVEN, odd ? 1 : 0);
        if (place > 0) {
            put_edge(writer, place - 1);
        }
        if (place < 2 * width) {
            put_edge(writer, place + 1);
        }
        for (uint64_t level = 1; odd && level < family->length; level++) {
            put_edge(writer, 2 * width + 1 + (level - 1) * (3 * width + 1) + 3 * (place / 2) + 2);
        }
    }
}

static void write_block(uint64_t block, uint32_t level, int is_last, struct game_writer *writer) {
    uint64_t first = writer->vertex;
    put_vertex(writer, PLAYER_ODD, 2 * level);
    if (block > 0) {
        put_edge(writer, first - 1);
    }
    if (is_last) {
        return;
    }
    put_edge(writer, first + 1);
    put_edge(writer, first + 2);
    put_vertex(writer, PLAYER_EVEN, 2 * level + 1);
    put_edge(writer, first + 2);
    put_vertex(writer, PLAYER_EVEN, 2 * level);
    put_edge(writer, first);
    put_edge(writer, first + 3);
    put_edge(writer, 2 * block + 1);
}

static void write_jurdzinski(const struct game_family *family, struct game_writer *writer) {
    write_low_level(family, writer);
    for (uint32_t level = 1; level < family->length; level++) {
        for (uint64_t block = 0; block <= family->width; block++) {
            write_block(block, level, block == family->width, writer);
        }
    }
}

/* --- the towers of Hanoi --- */

static uint64_t power_of_three(uint32_t exponent) {
    uint64_t power = 1;
    while (exponent-- > 0) {
        power *= 3;
    }
    return power;
}

/* Digit d of a vertex's number, in base 3, is the peg of disc d; disc 0 is the smallest. */
static void write_hanoi(const struct game_family *family, struct game_writer *writer) {
    uint64_t positions = power_of_three(family->length);
    for (uint64_t position = 0; position < positions; position++) {
        int is_goal = position + 1 == positions;
        unsigned seen = 0; /* pegs whose top disc is smaller than those to come */
        put_vertex(writer, PLAYER_EVEN, is_goal ? 2 : 1);
        if (is_goal) {
            put_edge(writer, position);
            continue;
        }
        uint64_t power = 1;
        for (uint32_t disc = 0; disc < family->length && seen != 7; disc++, power *= 3) {
            uint64_t peg = position / power % 3;
            for (uint64_t other = 0; other < 3 && !(seen >> peg & 1); other++) {
                if (other != peg && !(seen >> other & 1)) {
                    put_edge(writer, position + other * power - peg * power);
                }
            }
            seen |= 1u << peg;
        }
    }
}

/* --- random games --- */

static void write_random(const struct game_family *family, struct game_writer *writer) {
    for (uint64_t vertex = 0; vertex < family->vertices; vertex++) {
        put_vertex(writer, (enum player)draw(writer, 2), (uint32_t)draw(writer, family->priorities));
        uint64_t degree = family->low + draw(writer, family->high - family->low + 1);
        for (uint64_t i = 0; i < degree; i++) {
            put_edge(writer, draw(writer, family->vertices));
        }
    }
}

/* --- model checking --- */

/* States of the torus, each with a move to the right and one down. */
struct torus {
    const struct game_family *family;
    uint64_t states, first_label; /* seed of the labels */
};

static uint64_t torus_move(const struct torus *torus, uint64_t state, unsigned move) {
    uint64_t width = torus->family->width, x = state % width, y = state / width;
    return move == 0 ? y * width + (x + 1) % width : (y + 1) % torus->family->length * width + x;
}

/* 0: a, 1: b, 2 or 3: c */
static unsigned torus_label(const struct torus *torus, uint64_t state, unsigned move) {
    return (unsigned)(core_mix(core_mix(torus->first_label + 2 * state + move)) >> 62);
}

/* X, Y, the diamonds and the box of each state; false and true at the end. */
static void write_fairness(const struct game_family *family, struct game_writer *writer) {
    struct torus torus = {family, (uint64_t)family->width * family->length, family->seed << 32};
    uint64_t end = 4 * torus.states;
    for (uint64_t state = 0; state < torus.states; state++) {
        unsigned label[2] = {torus_label(&torus, state, 0), torus_label(&torus, state, 1)};
        put_vertex(writer, PLAYER_EVEN, 2);
        put_edge(writer, 4 * state + 1);
        put_vertex(writer, PLAYER_ODD, 1);
        put_edge(writer, 4 * state + 2);
        put_edge(writer, 4 * state + 3);
        put_vertex(writer, PLAYER_EVEN, 0);
        for (unsigned move = 0; move < 2; move++) {
            if (label[move] < 2) {
                put_edge(writer, 4 * torus_move(&torus, state, move) + label[move]);
            }
        }
        if (label[0] >= 2 && label[1] >= 2) {
            put_edge(writer, state % 64 == 0 ? end : end + 1);
        }
        put_vertex(writer, PLAYER_ODD, 0);
        put_edge(writer, end + 1);
        for (unsigned move = 0; move < 2; move++) {
            if (label[move] >= 2) {
                put_edge(writer, 4 * torus_move(&torus, state, move));
            }
        }
    }
    put_vertex(writer, PLAYER_EVEN, 1);
    put_edge(writer, end);
    put_vertex(writer, PLAYER_ODD, 0);
    put_edge(writer, end + 1);
}

/* X and Y of each state; true at the end. */
static void write_invariant(const struct game_family *family, struct game_writer *writer) {
    struct torus torus = {family, (uint64_t)family->width * family->length, family->seed << 32};
    for (uint64_t state = 0; state < torus.states; state++) {
        uint64_t right = torus_move(&torus, state, 0), down = torus_move(&torus, state, 1);
        int is_goal = core_mix(core_mix(torus.first_label + state)) % family->priorities == 0;
        put_vertex(writer, PLAYER_ODD, 0);
        put_edge(writer, 2 * state + 1);
        put_edge(writer, 2 * right);
        put_edge(writer, 2 * down);
        put_vertex(writer, PLAYER_EVEN, 1);
        if (is_goal) {
            put_edge(writer, 2 * torus.states);
        }
        put_edge(writer, 2 * right + 1);
        put_edge(writer, 2 * down + 1);
    }
    put_vertex(writer, PLAYER_ODD, 2);
    put_edge(writer, 2 * torus.states);
}

/* --- all families --- */

struct size {
    uint64_t vertices, edges; /* edges: at most */
};

#define MOST_BITS 1000u /* of counters */

/* 0, or -1 where the values make no game. */
static int measure(const struct game_family *family, struct size *size) {
    uint64_t width = family->width, length = family->length;
    switch (family->kind) {
    case GAME_FAMILY_PROPAGATION:
        *size = (struct size){width * length + 3, 2 * width * length + width + 2};
        return width > 0 && length > 0 ? 0 : -1;
    case GAME_FAMILY_TREE:
        *size = (struct size){((uint64_t)1 << length % 32) + 1, ((uint64_t)2 << length % 32) + 3};
        return length > 0 && length < 32 ? 0 : -1;
    case GAME_FAMILY_JURDZINSKI:
        *size = (struct size){2 * width + 1 + (length - 1) * (3 * width + 1),
                              (4 + length) * width + 8 * (length - 1) * (width + 1)};
        return width > 0 && length > 0 && length < 1u << 30 ? 0 : -1;
    case GAME_FAMILY_RANDOM:
        *size = (struct size){family->vertices, (uint64_t)family->vertices * family->high};
        return family->vertices > 0 && family->low > 0 && family->low <= family->high &&
                       family->priorities > 0
                   ? 0
                   : -1;
    case GAME_FAMILY_HANOI:
        *size =
            (struct size){power_of_three((uint32_t)length % 21), 3 * power_of_three((uint32_t)length % 21)};
        return length > 0 && length < 21 ? 0 : -1;
    case GAME_FAMILY_FAIRNESS:
        *size = (struct size){4 * width * length + 2, 8 * width * length + 2};
        return width > 0 && length > 0 ? 0 : -1;
    case GAME_FAMILY_INVARIANT:
        *size = (struct size){2 * width * length + 1, 6 * width * length + 1};
        return width > 0 && length > 0 && family->priorities > 0 ? 0 : -1;
    default:
        if (length == 0 || length > MOST_BITS) {
            return -1;
        }
        *size = (struct size){counter_family_vertices(family), counter_family_edges(family)};
        return 0;
    }
}

static void write_game(const struct game_family *family, struct game_writer *writer) {
    static void (*const writers[])(const struct game_family *, struct game_writer *) = {
        [GAME_FAMILY_PROPAGATION] = write_propagation,
        [GAME_FAMILY_TREE] = write_tree,
        [GAME_FAMILY_JURDZINSKI] = write_jurdzinski,
        [GAME_FAMILY_RANDOM] = write_random,
        [GAME_FAMILY_HANOI] = write_hanoi,
        [GAME_FAMILY_FAIRNESS] = write_fairness,
        [GAME_FAMILY_INVARIANT] = write_invariant,
        [GAME_FAMILY_COUNTER_CORE] = counter_family_write,
        [GAME_FAMILY_COUNTER_ROBUST] = counter_family_write,
        [GAME_FAMILY_COUNTER_DELAYED] = counter_family_write,
        [GAME_FAMILY_COUNTER_RECOVERED] = counter_family_write,
        [GAME_FAMILY_COUNTER_MCNAUGHTON] = counter_family_write,
        [GAME_FAMILY_COUNTER_SYMMETRIC] = counter_family_write,
        [GAME_FAMILY_DISTRACTED] = counter_family_write,
        [GAME_FAMILY_TWO_COUNTERS] = counter_family_write,
        [GAME_FAMILY_PLAIN_TWO_COUNTERS] = counter_family_write};
    writers[family->kind](family, writer);
    writer->store->game.edges = writer->edge;
}

/* Copies the game to `to`, renaming vertex v to to_number[v]; from_number is the inverse. */
static void renumber(const struct game *game, const uint32_t *to_number, const uint32_t *from_number,
                     struct game_store *to) {
    uint64_t edge = 0;
    for (uint64_t number = 0; number < game->vertices; number++) {
        uint32_t vertex = from_number[number];
        to->owner[number] = game->owner[vertex];
        to->priority[number] = game->priority[vertex];
        for (uint64_t e = game->offsets[vertex]; e < game->offsets[vertex + 1]; e++) {
            to->targets[edge++] = to_number[game->targets[e]];
        }
        to->offsets[number + 1] = edge;
    }
    to->game.edges = edge;
    to->game.start = to_number[game->start];
}

/* Numbers the vertices at random (Fisher and Yates). */
static int shuffle(const struct game_family *family, struct game_store *store, struct memory *memory,
                   struct error *error) {
    uint64_t vertices = store->game.vertices, bytes = vertices * sizeof(uint32_t);
    struct game_writer writer = {.random = family->seed ^ 0x5851f42d4c957f2du};
    struct game_store shuffled;
    uint32_t *to_number = memory_allocate(memory, bytes), *from_number = memory_allocate(memory, bytes);
    int result = -1;
    if (to_number == NULL || from_number == NULL) {
        error_memory(error, "to shuffle a game");
    } else if (game_store_create(&shuffled, vertices, store->game.edges, memory, error) == 0) {
        for (uint64_t i = 0; i < vertices; i++) {
            uint64_t other = draw(&writer, i + 1);
            from_number[i] = from_number[other];
            from_number[other] = (uint32_t)i;
        }
        for (uint64_t i = 0; i < vertices; i++) {
            to_number[from_number[i]] = (uint32_t)i;
        }
        renumber(&store->game, to_number, from_number, &shuffled);
        game_store_free(store);
        *store = shuffled;
        result = 0;
    }
    memory_free(memory, to_number, bytes);
    memory_free(memory, from_number, bytes);
    return result;
}

int game_family_make(const struct game_family *family, const struct run *run, struct game_store *store,
                     struct error *error) {
    struct size size;
    *store = (struct game_store){0};
    if (measure(family, &size) != 0) {
        return error_set(error, ERROR_USAGE, "a family of games has no game of these values");
    }
    if (size.vertices > GRAPH_MOST_VERTICES) {
        return error_set(error, ERROR_LIMIT, "the game would have more than %llu vertices",
                         (unsigned long long)GRAPH_MOST_VERTICES);
    }
    if (game_store_create(store, size.vertices, size.edges, run->memory, error) != 0) {
        return -1;
    }
    struct game_writer writer = {.store = store, .random = family->seed};
    write_game(family, &writer);
    if (run_should_stop(run)) {
        error_set(error, ERROR_INTERRUPTED, "interrupted while making a game");
    } else if (!family->shuffled || shuffle(family, store, run->memory, error) == 0) {
        return 0;
    }
    game_store_free(store);
    return -1;
}

int game_family_even(const struct game_family *family, uint64_t *even) {
    struct size size;
    if (family->kind == GAME_FAMILY_RANDOM || family->kind >= GAME_FAMILY_FAIRNESS ||
        measure(family, &size) != 0) {
        return 0;
    }
    *even = size.vertices;
    if (family->kind == GAME_FAMILY_JURDZINSKI) {
        *even -= 2 * (uint64_t)family->width + 1;
    }
    return 1;
}
