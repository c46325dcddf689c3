/* Writes games and solutions in the formats of PGSolver. */
#include "frontend/formats/game_write.h"

#include "base/stream/output.h"
#include "frontend/formats/write_progress.h"

/* `parity HIGHEST;` */
static int write_header(output *output, const char *word, const struct game_store *store,
                        struct error *error) {
    uint64_t n = store->game.vertices;
    return output_print(output, error, "%s %lu;\n", word, n > 0 ? game_store_id(store, n - 1) : 0);
}

static int write_vertex(output *output, const struct game_store *store, uint64_t v, struct error *error) {
    const struct game *game = &store->game;
    int failed = output_print(output, error, "%lu %u %s", game_store_id(store, v), game->priority[v],
                              game->owner[v] == PLAYER_EVEN ? "0" : "1");
    for (uint64_t edge = game->offsets[v]; edge < game->offsets[v + 1] && !failed; edge++) {
        failed = output_text(output, edge == game->offsets[v] ? " " : ",", error) ||
                 output_number(output, game_store_id(store, game->targets[edge]), error);
    }
    const char *name = store->names != NULL ? store->names[v] : NULL;
    return failed || (name != NULL && output_print(output, error, " \"%s\"", name)) ||
           output_text(output, ";\n", error);
}

static int write_game(output *output, const struct game_store *store, const struct run *run,
                      struct error *error) {
    uint64_t n = store->game.vertices;
    int failed = write_header(output, "parity", store, error);
    if (!failed && store->game.start != 0) { /* without `start`, readers take the lowest id */
        failed = output_print(output, error, "start %lu;\n", game_store_id(store, store->game.start));
    }
    for (uint64_t v = 0; v < n && !failed; v++) {
        failed = write_progress(run, v, n, "vertices", error) || write_vertex(output, store, v, error);
    }
    return failed;
}

static int write_solution(output *output, const struct game_store *store, const struct solution *solution,
                          const struct run *run, struct error *error) {
    uint64_t n = store->game.vertices;
    int failed = write_header(output, "paritysol", store, error);
    for (uint64_t v = 0; v < n && !failed; v++) {
        uint32_t strategy = solution->strategy[v];
        failed = write_progress(run, v, n, "vertices", error) ||
                 output_print(output, error, "%lu %s", game_store_id(store, v),
                              solution->winner[v] == PLAYER_EVEN ? "0" : "1") ||
                 (strategy != SOLUTION_NONE &&
                  output_print(output, error, " %lu", game_store_id(store, strategy))) ||
                 output_text(output, ";\n", error);
    }
    return failed;
}

int game_write(const struct game_store *store, const char *path, const struct run *run, struct error *error) {
    output *output = output_create(run, path, error);
    return output_end(output, output == NULL || write_game(output, store, run, error), error);
}

int solution_write(const struct game_store *store, const struct solution *solution, const char *path,
                   const struct run *run, struct error *error) {
    output *output = output_create(run, path, error);
    return output_end(output, output == NULL || write_solution(output, store, solution, run, error), error);
}
