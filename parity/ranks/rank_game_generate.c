/* Parity games of which each rank has a part: makes them of explorations (rank_game.h). */
#include "base/arena.h"
#include "base/error.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "explorer/graph/graph_part.h"
#include "explorer/model/fold_core.h"
#include "explorer/model/model.h"
#include "explorer/search/explore.h"
#include "parity/game/game_paint.h"
#include "parity/ranks/rank_game.h"

/* Owners and priorities of this rank's vertices. */
static void paint(const struct exploration *exploration, const struct graph_part *part,
                  const struct game_palette *palette, struct rank_game *game) {
    const struct model_view model = model_view_of(model_image(exploration->model));
    const struct model_component *observer = model.component + model.header->components;
    for (uint64_t v = 0; v < game->vertices; v++) {
        const uint32_t state =
            fold_field(part->header, observer, part->pairs, part->keys + v * part->header->key_words);
        game->priority[v] = game->degree[v] == 0 ? state | GRAPH_DEAD_END : state;
        game_paint_vertex(palette, &game->priority[v], &game->owner[v]);
    }
}

/* The initial vertex is the only one of level 0, and has a rank. */
static uint64_t find_start(const struct graph_part *part, const struct run *run) {
    uint64_t start =
        part->levels != 0 && part->level_begin[1] != 0 ? graph_part_vertex(part->rank, 0) : GRAPH_PART_NONE;
    ranks_least(run->ranks, &start, 1);
    return start;
}

static int generate(struct exploration *exploration, struct arena *arena, const struct run *run,
                    struct generated_rank_game *generated, struct error *error) {
    struct game_palette palette;
    const int failed = game_palette_make(exploration, arena, &palette, error);
    if (ranks_meet(run->ranks, RANKS_GRAPH, 0, failed, error) != 0) {
        return -1;
    }
    struct graph_part *part = graph_part_build(exploration, 0, run, error);
    if (part == NULL) {
        return -1;
    }
    memory_range_close(part->memory, &part->label_range);
    part->labels = NULL;
    if (rank_game_make(part, run, &generated->game, error) != 0) {
        graph_part_free(part);
        return -1;
    }
    paint(exploration, part, &palette, &generated->game);
    generated->start = find_start(part, run);
    graph_part_free(part);
    ranks_sum(run->ranks, palette.met, game_palette_colours(&palette));
    const int uncounted = game_palette_count(&palette, run->memory, &generated->priorities, error);
    return ranks_meet(run->ranks, RANKS_GRAPH, 0, uncounted, error);
}

int rank_game_generate(struct exploration *exploration, const struct run *run,
                       struct generated_rank_game *generated, struct error *error) {
    struct arena *arena = arena_create(run->memory);
    *generated = (struct generated_rank_game){.start = GRAPH_PART_NONE};
    const int failed = generate(exploration, arena, run, generated, error) != 0;
    if (failed) {
        rank_game_free(&generated->game);
    }
    arena_free(arena);
    return failed ? -1 : 0;
}
