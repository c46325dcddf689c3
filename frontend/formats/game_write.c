/* Games and solutions as PGSolver has them. */
#include "frontend/formats/game_write.h"

#include "base/error.h"
#include "base/stream/output.h"
#include "base/run.h"

#define CHECK_VERTICES 65536u

static int keep_going(const struct game *game, uint64_t v, const struct run *run, struct error *error) {
    if (v % CHECK_VERTICES != 0) {
        return 0;
    }
    if (run_should_stop(run)) {
        return error_set(error, ERROR_INTERRUPTED, "interrupted while writing");
    }
    run_tell(run, "writing", v, game->vertices, "vertices");
    return 0;
}

static int write_header(output *output, const char *word, const struct game_store *store,
                        struct error *error) {
    uint64_t n = store->game.vertices;
    return output_text(output, word, error) ||
           output_number(output, n > 0 ? game_store_id(store, n - 1) : 0, error) ||
           output_text(output, ";\n", error);
}

static int write_start(output *output, const struct game_store *store, struct error *error) {
    return output_text(output, "start ", error) ||
           output_number(output, game_store_id(store, store->game.start), error) ||
           output_text(output, ";\n", error);
}

static int write_vertex(output *output, const struct game_store *store, uint64_t v, struct error *error) {
    const struct game *game = &store->game;
    int failed = output_number(output, game_store_id(store, v), error) || output_text(output, " ", error) ||
                 output_number(output, game->priority[v], error) ||
                 output_text(output, game->owner[v] == PLAYER_EVEN ? " 0" : " 1", error);
    for (uint64_t edge = game->offsets[v]; edge < game->offsets[v + 1] && !failed; edge++) {
        failed = output_text(output, edge == game->offsets[v] ? " " : ",", error) ||
                 output_number(output, game_store_id(store, game->targets[edge]), error);
    }
    const char *name = store->names != NULL ? store->names[v] : NULL;
    if (!failed && name != NULL) {
        failed = output_text(output, " \"", error) || output_text(output, name, error) ||
                 output_text(output, "\"", error);
    }
    return failed || output_text(output, ";\n", error);
}

static int write_game(output *output, const struct game_store *store, const struct run *run,
                      struct error *error) {
    int failed = write_header(output, "parity ", store, error);
    if (!failed && store->game.start != 0) { /* else readers take the lowest id anyway */
        failed = write_start(output, store, error);
    }
    for (uint64_t v = 0; v < store->game.vertices && !failed; v++) {
        failed = keep_going(&store->game, v, run, error) || write_vertex(output, store, v, error);
    }
    return failed;
}

static int write_solution(output *output, const struct game_store *store, const struct solution *solution,
                          const struct run *run, struct error *error) {
    int failed = write_header(output, "paritysol ", store, error);
    for (uint64_t v = 0; v < store->game.vertices && !failed; v++) {
        uint32_t strategy = solution->strategy[v];
        failed = keep_going(&store->game, v, run, error) ||
                 output_number(output, game_store_id(store, v), error) ||
                 output_text(output, solution->winner[v] == PLAYER_EVEN ? " 0" : " 1", error);
        if (!failed && strategy != SOLUTION_NONE) {
            failed = output_text(output, " ", error) ||
                     output_number(output, game_store_id(store, strategy), error);
        }
        failed = failed || output_text(output, ";\n", error);
    }
    return failed;
}

/* What was begun appears under its name, or nothing does. */
static int finish(output *output, int failed, struct error *error) {
    if (failed) {
        output_discard(output);
        return -1;
    }
    return output_finish(output, error);
}

int game_write(const struct game_store *store, const char *path, const struct run *run, struct error *error) {
    output *output = output_create(run, path, error);
    return output == NULL ? -1 : finish(output, write_game(output, store, run, error), error);
}

int solution_write(const struct game_store *store, const struct solution *solution, const char *path,
                   const struct run *run, struct error *error) {
    output *output = output_create(run, path, error);
    return output == NULL ? -1 : finish(output, write_solution(output, store, solution, run, error), error);
}
