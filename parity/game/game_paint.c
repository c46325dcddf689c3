/* Owners and priorities of games by their observers' states (game_paint.h). */
#include "parity/game/game_paint.h"

#include "base/arena.h"
#include "base/error.h"
#include "explorer/model/model.h"
#include "explorer/search/explore.h"
#include "parity/game/game.h"

#define MOST_PRIORITY 0x7fffffffu /* below 2^31 */

static int fill_palette(struct game_palette *palette, const struct model_observer_state *observer,
                        struct error *error) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < palette->states; i++) {
        most = observer[i].priority > most ? observer[i].priority : most;
    }
    if (most > MOST_PRIORITY - 2) {
        return error_set(error, ERROR_LIMIT, "priorities of 2^31 and more are too large for a game");
    }
    uint32_t even = most + 1 + (most + 1) % 2, odd = most + 1 + most % 2;
    for (uint32_t i = 0; i < palette->states; i++) {
        palette->priority[i] = observer[i].priority;
        palette->owner[i] = observer[i].owner;
        palette->priority[palette->states + i] = observer[i].owner == PLAYER_EVEN ? odd : even;
        palette->owner[palette->states + i] = observer[i].owner;
    }
    return 0;
}

int game_palette_make(const struct exploration *exploration, struct arena *arena,
                      struct game_palette *palette, struct error *error) {
    const struct model_view model = model_view_of(model_image(exploration->model));
    palette->states = model.header->observer_states;
    const uint64_t colours = game_palette_colours(palette);
    palette->priority = arena_allocate(arena, colours * sizeof *palette->priority);
    palette->owner = arena_allocate(arena, colours);
    palette->met = arena_allocate(arena, colours * sizeof *palette->met);
    return arena_failed(arena) ? error_memory(error, "for the game")
                               : fill_palette(palette, model.observer_state, error);
}

int game_palette_count(struct game_palette *palette, struct memory *memory, uint64_t *count,
                       struct error *error) {
    struct game used = {.priority = palette->priority};
    for (uint64_t i = 0; i < game_palette_colours(palette); i++) {
        if (palette->met[i] != 0) {
            palette->priority[used.vertices++] = palette->priority[i];
        }
    }
    return game_count_priorities(&used, memory, count, error);
}
