/* Random parity games of many shapes: a list of edges first, then scrambled and put into rows. */
#include "tests/random/random_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "tests/random/edge_list.h"
#include "tests/support/testing.h"

#define HIGHEST (((uint32_t)1 << 31) - 1)

static const char *const shape_names[RANDOM_GAME_SHAPES] = {
    "few priorities", "many priorities", "low degree", "dense",      "loops", "components", "wide",
    "deep",           "one player",      "bipartite",  "duplicates", "weak",  "blocks",     "ladder",
    "long rows",      "spread"};

const char *random_game_shape_name(enum random_game_shape shape) {
    return shape_names[shape];
}

struct maker {
    uint64_t random;
    uint64_t vertices;
    struct edge_list list;
    uint8_t *owner;
    uint32_t *priority;
};

static uint64_t draw(struct maker *maker, uint64_t below) {
    return random_next(&maker->random) % below;
}

static int chance(struct maker *maker, unsigned percent) {
    return draw(maker, 100) < percent;
}

static void add(struct maker *maker, uint64_t from, uint64_t to) {
    edge_list_add(&maker->list, from, to);
}

/* 1 to `most` edges of each vertex to anywhere. */
static void add_anywhere(struct maker *maker, uint64_t most) {
    for (uint64_t v = 0; v < maker->vertices; v++) {
        for (uint64_t i = 1 + draw(maker, most); i > 0; i--) {
            add(maker, v, draw(maker, maker->vertices));
        }
    }
}

static void draw_owners(struct maker *maker) {
    unsigned odd = (unsigned)(chance(maker, 70) ? 50 : 20 + draw(maker, 60));
    for (uint64_t v = 0; v < maker->vertices; v++) {
        maker->owner[v] = chance(maker, odd) ? PLAYER_ODD : PLAYER_EVEN;
    }
}

static void draw_priorities(struct maker *maker, uint64_t count) {
    for (uint64_t v = 0; v < maker->vertices; v++) {
        maker->priority[v] = (uint32_t)draw(maker, count);
    }
}

/* The one of `pieces` equal parts that the vertex is in. */
static uint64_t piece_of(const struct maker *maker, uint64_t v, uint64_t pieces) {
    return v * pieces / maker->vertices;
}

static uint64_t piece_begin(const struct maker *maker, uint64_t piece, uint64_t pieces) {
    return (piece * maker->vertices + pieces - 1) / pieces;
}

static uint64_t in_piece(struct maker *maker, uint64_t piece, uint64_t pieces) {
    uint64_t begin = piece_begin(maker, piece, pieces), end = piece_begin(maker, piece + 1, pieces);
    return begin + draw(maker, end - begin);
}

/* Edges inside the own part, and to later ones with a chance of `away` in 100. */
static void add_in_pieces(struct maker *maker, uint64_t pieces, unsigned away) {
    for (uint64_t v = 0; v < maker->vertices; v++) {
        uint64_t own = piece_of(maker, v, pieces);
        add(maker, v, in_piece(maker, own, pieces));
        for (uint64_t i = draw(maker, 3); i > 0; i--) {
            uint64_t to = chance(maker, away) ? own + draw(maker, pieces - own) : own;
            add(maker, v, in_piece(maker, to, pieces));
        }
    }
}

static uint64_t draw_pieces(struct maker *maker) {
    uint64_t pieces = 1 + draw(maker, maker->vertices / 3 + 1);
    return pieces < maker->vertices ? pieces : maker->vertices;
}

static void make_blocks(struct maker *maker) {
    uint64_t pieces = draw_pieces(maker);
    add_in_pieces(maker, pieces, 40);
    for (uint64_t v = 0; v < maker->vertices; v++) {
        /* A hash of the part decides its parity. */
        uint64_t parity = piece_of(maker, v, pieces) * 0x9e3779b97f4a7c15u >> 63;
        maker->priority[v] = (uint32_t)(2 * draw(maker, 4) + parity);
    }
}

static void make_weak(struct maker *maker) {
    uint64_t pieces = draw_pieces(maker), most = 2 + draw(maker, 8);
    add_in_pieces(maker, pieces, 50);
    for (uint64_t v = 0; v < maker->vertices; v++) {
        maker->priority[v] = (uint32_t)(piece_of(maker, v, pieces) * most / pieces);
    }
}

static void make_wide(struct maker *maker) {
    uint64_t most = maker->vertices < 6 ? maker->vertices : 6, layers = 1 + draw(maker, most);
    for (uint64_t v = 0; v < maker->vertices; v++) {
        uint64_t next = (piece_of(maker, v, layers) + 1) % layers;
        for (uint64_t i = 1 + draw(maker, 4); i > 0; i--) {
            add(maker, v, in_piece(maker, next, layers));
        }
    }
    draw_priorities(maker, 2 + draw(maker, 6));
}

static void make_deep(struct maker *maker) {
    uint64_t n = maker->vertices;
    for (uint64_t v = 0; v < n; v++) {
        add(maker, v, v + 1 < n ? v + 1 : draw(maker, n));
        if (chance(maker, 30)) {
            add(maker, v, draw(maker, v + 1));
        }
    }
    draw_priorities(maker, 2 + draw(maker, 10));
}

/* Edges lead to the next higher priority, or back to a lower one; a vertex mostly belongs to the player that
 * loses by its priority. */
static void make_ladder(struct maker *maker) {
    uint64_t n = maker->vertices;
    for (uint64_t v = 0; v < n; v++) {
        maker->priority[v] = (uint32_t)(v / 2);
        maker->owner[v] = chance(maker, 85) ? (v / 2 + 1) % 2 : v % 2;
        add(maker, v, v + 1 < n ? v + 1 : 0);
        add(maker, v, v < 3 ? v : v - draw(maker, 4));
        if (chance(maker, 25)) {
            add(maker, v, draw(maker, n));
        }
    }
}

static void make_loops(struct maker *maker) {
    for (uint64_t v = 0; v < maker->vertices; v++) {
        int loop = chance(maker, 40);
        if (loop) {
            add(maker, v, v);
        }
        for (uint64_t i = loop ? draw(maker, 3) : 1 + draw(maker, 2); i > 0; i--) {
            add(maker, v, draw(maker, maker->vertices));
        }
    }
    draw_priorities(maker, 2 + draw(maker, 5));
}

static void make_bipartite(struct maker *maker) {
    uint64_t n = maker->vertices;
    for (uint64_t v = 0; v < n; v++) {
        maker->owner[v] = v % 2;
        for (uint64_t i = 1 + draw(maker, 3); i > 0; i--) {
            uint64_t to = draw(maker, n);
            add(maker, v, n > 1 && to % 2 == v % 2 ? (to + 1 < n ? to + 1 : to - 1) : to);
        }
    }
    draw_priorities(maker, 2 + draw(maker, 8));
}

static void make_duplicates(struct maker *maker) {
    add_anywhere(maker, 2);
    for (uint64_t i = draw(maker, 2 * maker->vertices); i > 0; i--) {
        uint64_t again = draw(maker, maker->list.count);
        add(maker, maker->list.edges[again][0], maker->list.edges[again][1]);
    }
    draw_priorities(maker, 2 + draw(maker, 5));
}

static void make_long_rows(struct maker *maker) {
    add_anywhere(maker, 2);
    for (uint64_t v = 0; v < maker->vertices; v++) {
        uint64_t targets[3];
        for (size_t i = 0; i < LENGTH(targets); i++) {
            targets[i] = draw(maker, maker->vertices);
        }
        for (uint64_t i = chance(maker, 15) ? 64 + draw(maker, 20) : 0; i > 0; i--) {
            add(maker, v, targets[draw(maker, LENGTH(targets))]);
        }
    }
    draw_priorities(maker, 2 + draw(maker, 6));
}

static void make_shape(struct maker *maker, enum random_game_shape shape) {
    uint64_t n = maker->vertices;
    draw_owners(maker);
    switch (shape) {
    case RANDOM_GAME_FEW:
        add_anywhere(maker, 4);
        draw_priorities(maker, 2 + draw(maker, 2));
        break;
    case RANDOM_GAME_MANY:
        add_anywhere(maker, 3);
        draw_priorities(maker, n + 1);
        break;
    case RANDOM_GAME_LOW_DEGREE:
        add_anywhere(maker, 2);
        draw_priorities(maker, 3 + draw(maker, 6));
        break;
    case RANDOM_GAME_DENSE:
        add_anywhere(maker, n < 20 ? n : 20);
        draw_priorities(maker, 2 + draw(maker, 8));
        break;
    case RANDOM_GAME_LOOPS:
        make_loops(maker);
        break;
    case RANDOM_GAME_COMPONENTS:
        add_in_pieces(maker, draw_pieces(maker), 20);
        draw_priorities(maker, 2 + draw(maker, 6));
        break;
    case RANDOM_GAME_WIDE:
        make_wide(maker);
        break;
    case RANDOM_GAME_DEEP:
        make_deep(maker);
        break;
    case RANDOM_GAME_ONE_PLAYER:
        add_anywhere(maker, 3);
        draw_priorities(maker, 2 + draw(maker, 8));
        memset(maker->owner, (int)draw(maker, 2), n);
        break;
    case RANDOM_GAME_BIPARTITE:
        make_bipartite(maker);
        break;
    case RANDOM_GAME_DUPLICATES:
        make_duplicates(maker);
        break;
    case RANDOM_GAME_WEAK:
        make_weak(maker);
        break;
    case RANDOM_GAME_BLOCKS:
        make_blocks(maker);
        break;
    case RANDOM_GAME_LADDER:
        make_ladder(maker);
        break;
    case RANDOM_GAME_LONG_ROWS:
        make_long_rows(maker);
        break;
    default:
        add_anywhere(maker, 3);
        for (uint64_t v = 0; v < n; v++) {
            maker->priority[v] = HIGHEST - (uint32_t)draw(maker, 6) * (HIGHEST / 5);
        }
    }
}

static void put_vertices(const struct maker *maker, const uint32_t *number, struct random_game *out) {
    out->owner = test_allocate(maker->vertices, sizeof *out->owner);
    out->priority = test_allocate(maker->vertices, sizeof *out->priority);
    for (uint64_t v = 0; v < maker->vertices; v++) {
        out->owner[number[v]] = maker->owner[v];
        out->priority[number[v]] = maker->priority[v];
    }
}

void random_game_make(uint64_t seed, uint64_t most_vertices, struct random_game *out) {
    struct maker maker = {.random = seed * 0x2545f4914f6cdd1du + 1};
    memset(out, 0, sizeof *out);
    out->shape = (enum random_game_shape)draw(&maker, RANDOM_GAME_SHAPES);
    /* Most are large, some small. */
    maker.vertices = draw(&maker, 6) == 0 ? 1 + draw(&maker, most_vertices < 8 ? most_vertices : 8)
                                          : most_vertices - draw(&maker, most_vertices - most_vertices / 8);
    maker.owner = test_present(calloc(maker.vertices + 1, sizeof *maker.owner));
    maker.priority = test_present(calloc(maker.vertices + 1, sizeof *maker.priority));
    make_shape(&maker, out->shape);
    int scrambled = chance(&maker, 50);
    uint32_t *number = edge_list_numbers(&maker.random, maker.vertices, scrambled);
    put_vertices(&maker, number, out);
    edge_list_rows(&maker.list, maker.vertices, number, &out->offsets, &out->targets);
    out->game = (struct game){maker.vertices,
                              maker.list.count,
                              out->offsets,
                              out->targets,
                              out->owner,
                              out->priority,
                              (uint32_t)draw(&maker, maker.vertices)};
    free(number);
    free(maker.list.edges);
    free(maker.owner);
    free(maker.priority);
}

void random_game_free(struct random_game *game) {
    free(game->offsets);
    free(game->targets);
    free(game->owner);
    free(game->priority);
    memset(game, 0, sizeof *game);
}

void random_game_report(const struct random_game *game, uint64_t seed, const char *name, const char *wrong) {
    char path[96];
    snprintf(path, sizeof path, "build/%s-%llu.pg", name, (unsigned long long)seed);
    random_game_tell(&game->game, path);
    fprintf(stderr, "\n    HEDDLE_SEED=%llu (%s, %llu vertices): %s; see %s\n", (unsigned long long)seed,
            random_game_shape_name(game->shape), (unsigned long long)game->game.vertices, wrong, path);
}

void random_game_tell(const struct game *game, const char *path) {
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        return;
    }
    fprintf(file, "parity %llu;\nstart %u;\n", (unsigned long long)game->vertices, game->start);
    for (uint64_t v = 0; v < game->vertices; v++) {
        fprintf(file, "%llu %u %u", (unsigned long long)v, game->priority[v], game->owner[v]);
        for (uint64_t edge = game->offsets[v]; edge < game->offsets[v + 1]; edge++) {
            fprintf(file, "%s%u", edge == game->offsets[v] ? " " : ",", game->targets[edge]);
        }
        fprintf(file, ";\n");
    }
    fclose(file);
}
