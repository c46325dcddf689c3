/*
 * Fuzzing the reader of parity games: whatever the bytes are, there is a game that keeps what
 * parity/game/game.h promises, and is the same after it was written and read again, or an error with a code;
 * and no memory is left.
 */

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "frontend/formats/game_read.h"
#include "frontend/formats/game_write.h"
#include "tests/fuzz/fuzz.h"

#define MEMORY_LIMIT ((uint64_t)256 << 20)

static void check(const struct game_store *store) {
    const struct game *game = &store->game;
    require(game->vertices > 0 && game->start < game->vertices, "the start");
    require(game->offsets[0] == 0 && game->offsets[game->vertices] == game->edges, "row ends");
    for (uint64_t v = 0; v < game->vertices; v++) {
        uint32_t found;
        require(game->offsets[v] < game->offsets[v + 1], "every vertex has a successor");
        require(game->owner[v] <= PLAYER_ODD && game->priority[v] >> 31 == 0, "owner and priority");
        require(v == 0 || game_store_id(store, v - 1) < game_store_id(store, v), "ids ascend");
        require(game_store_find(store, game_store_id(store, v), &found) == 0 && found == v, "ids are found");
        for (uint64_t edge = game->offsets[v]; edge < game->offsets[v + 1]; edge++) {
            require(game->targets[edge] < game->vertices, "targets");
        }
        if (store->names != NULL && store->names[v] != NULL) {
            const char *name = store->names[v];
            require(name >= store->name_text && name + strlen(name) < store->name_text + store->name_bytes,
                    "names");
        }
    }
}

static void check_again(const struct game_store *store, const struct run *run) {
    struct game_store again;
    struct error error;
    struct game_read_options options = {0};
    char path[64];
    snprintf(path, sizeof path, "/tmp/heddle-fuzz-%d.pg", (int)getpid());
    require(game_write(store, path, run, &error) == 0, "writing");
    require(game_read(path, &options, run, &again, &error) == 0, "reading again");
    require(unlink(path) == 0, "unlink");
    check(&again);
    const struct game *a = &store->game, *b = &again.game;
    require(a->vertices == b->vertices && a->edges == b->edges && a->start == b->start, "the same sizes");
    require(memcmp(a->offsets, b->offsets, (a->vertices + 1) * sizeof *a->offsets) == 0 &&
                memcmp(a->targets, b->targets, a->edges * sizeof *a->targets) == 0 &&
                memcmp(a->owner, b->owner, a->vertices) == 0 &&
                memcmp(a->priority, b->priority, a->vertices * sizeof *a->priority) == 0,
            "the same game");
    for (uint64_t v = 0; v < a->vertices; v++) {
        require(game_store_id(store, v) == game_store_id(&again, v), "the same ids");
    }
    game_store_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct memory memory;
    memory_init(&memory, MEMORY_LIMIT);
    struct run run = {.memory = &memory, .threads = 1};
    struct error error = {.code = ERROR_NONE};
    struct game_store store;
    struct game_read_options options = {.min = size % 2 != 0, .dead_loses = size % 4 >= 2};
    char path[64];
    int fd = fuzz_open(data, size, path);
    if (game_read(path, &options, &run, &store, &error) == 0) {
        check(&store);
        check_again(&store, &run);
        game_store_free(&store);
    } else {
        require_refusal(&error, path);
    }
    require(memory_used(&memory) == 0, "memory left");
    close(fd);
    return 0;
}
