/* The measures of one player before the first lift. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "parity/measures/spm.h"
#include "parity/measures/spm_exchange.h"
#include "parity/measures/spm_layout.h"

static void count_levels(const struct spm_game *game, uint32_t *size) {
    memset(size, 0, game->levels * sizeof *size);
    for (uint32_t vertex = 0; vertex < game->count; vertex++) {
        if (!spm_is_decided(game->label[vertex])) {
            size[spm_level(game->label[vertex])]++;
        }
    }
}

/* --- memory --- */

/* Counts all vertices, decided or not. */
static void count_all_levels(const struct solving *solving, uint32_t *size) {
    memset(size, 0, solving->levels * sizeof *size);
    for (uint64_t vertex = 0; vertex < solving->game->vertices; vertex++) {
        size[solving->level[vertex]]++;
    }
}

/* Allocates one block for all arrays of a side, and lays out the measures. */
static int take_arrays(struct spm_side *side, struct spm *spm, const uint32_t *size,
                       const struct spm_layout_size *layout) {
    uint64_t count = spm->game.count, words = layout->words;
    uint32_t levels = spm->game.levels;
    struct spm_component *component;
    uint64_t witnesses = side->graph->target_levels != NULL ? 2 * count : count;
    uint64_t measures = (count + 2) * words * 8; /* including `scratch` */
    uint64_t bytes = layout->components * sizeof *component + levels * sizeof(struct spm_cut) +
                     witnesses * 4 + spm_queue_bytes(spm->game.count);
    if (words > UINT64_MAX / 32 / (count + 2)) {
        return spm_refuse(spm->solving->error, "", spm->game.count, words);
    }
    side->memory = solving_allocate(spm->solving, measures + bytes);
    if (side->memory == NULL) {
        return spm_refuse(spm->solving->error, "", spm->game.count, words);
    }
    side->bytes = measures + bytes;
    side->measures = side->memory;
    side->scratch = side->measures + count * words;
    component = (struct spm_component *)(side->scratch + 2 * words);
    struct spm_cut *cut = (struct spm_cut *)(component + layout->components);
    side->witness = (uint32_t *)(cut + levels);
    side->guide = side->witness + (witnesses - count);
    memset(side->measures, 0, measures);
    side->layout = (struct spm_layout){component, cut, (uint32_t)words};
    spm_lay_out(side->climber, size, levels, component, cut);
    spm_queue_init(&side->queue, spm->options->queue, spm->game.count, spm->options->seed,
                   side->guide + count);
    return 0;
}

/* Sets the measures of vertices that the climber has lost already to the top. */
static void note_lost(struct spm_side *side, const struct spm *spm) {
    const struct spm_game *game = &spm->game;
    for (uint32_t vertex = 0; vertex < game->count; vertex++) {
        if (spm_is_decided(game->label[vertex]) &&
            spm->solving->winner[game->number[vertex]] != side->climber) {
            spm_set(spm_measure(side, vertex, side->layout.words), SPM_TOP, side->layout.words);
        }
    }
}

/* Sets measures to what moves to measures of 0 require. Any undecided successor can be the witness. */
static void lift_first(struct spm_side *side, struct spm *spm) {
    const struct spm_game *game = &spm->game;
    uint32_t words = side->layout.words;
    for (uint32_t vertex = 0; vertex < game->count; vertex++) {
        if (spm_is_decided(game->label[vertex])) {
            continue;
        }
        uint64_t edge = game->out_begin[vertex];
        while (spm_is_decided(game->label[game->targets[edge]])) {
            edge++;
        }
        side->witness[vertex] = game->targets[edge];
        const struct spm_cut *cut = &side->layout.cut[spm_level(game->label[vertex])];
        if (cut->raises) {
            spm_raise(&side->layout, cut->components, spm_measure(side, vertex, words), words);
            spm_queue_push(&side->queue, vertex);
            spm->solving->report->lifts++;
        }
    }
}

int spm_side_open(struct spm_side *side, struct spm *spm, enum player climber) {
    *side = (struct spm_side){.climber = climber,
                              .graph = spm->shortcuts.memory != NULL ? &spm->shortcuts : &spm->game};
    uint32_t *size = spm->list;
    if (spm->options->exchange != NULL) {
        count_all_levels(spm->solving, size);
        side->next_exchange = run_clock() + spm_exchange_seconds(spm->options);
    } else {
        count_levels(&spm->game, size);
    }
    const struct spm_layout_size layout = spm_lay_out(climber, size, spm->game.levels, NULL, NULL);
    side->layout_key = layout.key;
    if (take_arrays(side, spm, size, &layout) != 0) {
        return -1;
    }
    note_lost(side, spm);
    lift_first(side, spm);
    return side->graph != &spm->game ? spm_side_lift_all(side, spm) : 0;
}

void spm_side_close(struct spm_side *side, struct spm *spm) {
    solving_free(spm->solving, side->memory, side->bytes);
    side->memory = NULL;
}
