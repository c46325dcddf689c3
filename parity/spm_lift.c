/*
 * Measures of one player are lifted. A vertex is queued when its measure has changed: then those that can
 * move to it are lifted. For one of the opponent's it is enough to look at that edge, as he takes the
 * highest; the climber's own are looked at again only if it was the successor that they relied on.
 */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "parity/spm.h"
#include "parity/spm_layout.h"

#define WORK_AT_ONCE 65536u /* before the stop flag is looked at */

/* --- memory --- */

static void count_levels(const struct spm_game *game, uint32_t *size) {
    memset(size, 0, game->levels * sizeof *size);
    for (uint32_t vertex = 0; vertex < game->count; vertex++) {
        if ((game->label[vertex] & SPM_DECIDED) == 0) {
            size[game->label[vertex] >> SPM_LEVEL_SHIFT]++;
        }
    }
}

static int refuse(struct spm *spm, uint64_t words) {
    return error_set(
        spm->solving->error, ERROR_MEMORY,
        "not enough memory for small progress measures: %llu vertices of %llu bytes each take %.1f MiB",
        (unsigned long long)spm->game.count, (unsigned long long)words * 8,
        (double)spm->game.count * (double)words * 8 / 1048576);
}

/* One block for all arrays of a side, and where they begin in it. */
static int take_arrays(struct spm_side *side, struct spm *spm, uint64_t words, uint64_t components,
                       struct spm_component **component, struct spm_cut **cut) {
    uint64_t count = spm->game.count, levels = spm->game.levels;
    uint64_t measures = (count + 1) * words * 8; /* and one at hand */
    uint64_t bytes = components * sizeof **component + levels * sizeof **cut + count * 4 +
                     spm_queue_bytes(spm->game.count);
    if (words > UINT64_MAX / 32 / (count + 1)) {
        return refuse(spm, words);
    }
    side->memory = solving_allocate(spm->solving, measures + bytes);
    if (side->memory == NULL) {
        return refuse(spm, words);
    }
    side->bytes = measures + bytes;
    side->measures = side->memory;
    side->scratch = side->measures + count * words;
    *component = (struct spm_component *)(side->scratch + words);
    *cut = (struct spm_cut *)(*component + components);
    side->witness = (uint32_t *)(*cut + levels);
    memset(side->measures, 0, measures);
    side->layout = (struct spm_layout){*component, *cut, (uint32_t)words};
    spm_queue_init(&side->queue, spm->options->queue, spm->game.count, spm->options->seed,
                   side->witness + count);
    return 0;
}

/* What was decided before: what is lost is as if it were at the top. */
static void note_lost(struct spm_side *side, const struct spm *spm) {
    const struct spm_game *game = &spm->game;
    for (uint32_t vertex = 0; vertex < game->count; vertex++) {
        if ((game->label[vertex] & SPM_DECIDED) != 0 &&
            spm->solving->winner[game->number[vertex]] != side->climber) {
            spm_set(spm_measure(side, vertex, side->layout.words), SPM_TOP, side->layout.words);
        }
    }
}

/* What moves to zeros ask for. Any successor that is not lost is as good as any other, and be the witness. */
static void lift_first(struct spm_side *side, struct spm *spm) {
    const struct spm_game *game = &spm->game;
    uint32_t words = side->layout.words;
    for (uint32_t vertex = 0; vertex < game->count; vertex++) {
        if ((game->label[vertex] & SPM_DECIDED) != 0) {
            continue;
        }
        uint64_t edge = game->out_begin[vertex];
        while ((game->label[game->targets[edge]] & SPM_DECIDED) != 0) {
            edge++;
        }
        side->witness[vertex] = game->targets[edge];
        const struct spm_cut *cut = &side->layout.cut[game->label[vertex] >> SPM_LEVEL_SHIFT];
        if (cut->raises) {
            spm_raise(&side->layout, cut->components, spm_measure(side, vertex, words), words);
            spm_queue_push(&side->queue, vertex);
            spm->solving->report->lifts++;
        }
    }
}

int spm_side_open(struct spm_side *side, struct spm *spm, enum player climber) {
    struct spm_component *component = NULL;
    struct spm_cut *cut = NULL;
    uint32_t components;
    *side = (struct spm_side){.climber = climber};
    uint32_t *size = spm->list; /* there are no more levels than vertices, or a gap between any two */
    count_levels(&spm->game, size);
    uint64_t words = spm_layout_words(climber, size, spm->game.levels, &components);
    if (take_arrays(side, spm, words, components, &component, &cut) != 0) {
        return -1;
    }
    spm_lay_out(climber, size, spm->game.levels, component, cut);
    note_lost(side, spm);
    lift_first(side, spm);
    return 0;
}

void spm_side_close(struct spm_side *side, struct spm *spm) {
    solving_free(spm->solving, side->memory, side->bytes);
    side->memory = NULL;
}

/* --- lifting; `words` is a constant where these are inlined --- */

/* The climber takes the least of what her successors have. */
CORE_FUNCTION uint32_t least_successor(const struct spm_side *side, const struct spm_game *game,
                                       uint32_t vertex, uint32_t words) {
    uint64_t edge = game->out_begin[vertex], end = game->out_begin[vertex + 1];
    uint32_t least = game->targets[edge];
    for (edge++; edge < end; edge++) {
        uint32_t target = game->targets[edge];
        if (spm_is_greater(spm_measure(side, least, words), spm_measure(side, target, words), words)) {
            least = target;
        }
    }
    return least;
}

/* Lifts a vertex that can move to one whose measure has changed. */
CORE_FUNCTION void lift(struct spm_side *side, struct spm *spm, uint32_t vertex, uint32_t changed,
                        uint32_t words) {
    const struct spm_game *game = &spm->game;
    uint32_t label = game->label[vertex], best = changed;
    uint64_t few[2];
    if ((label & SPM_DECIDED) != 0) {
        return;
    }
    int is_hers = (label >> SPM_OWNER_SHIFT & 1) == side->climber;
    if (is_hers && side->witness[vertex] != changed) {
        return;
    }
    uint64_t *measure = spm_measure(side, vertex, words);
    const uint64_t *asked =
        spm_ask(side, label >> SPM_LEVEL_SHIFT, spm_measure(side, changed, words), few, words);
    if (!spm_is_greater(asked, measure, words)) {
        return;
    }
    if (is_hers) {
        best = least_successor(side, game, vertex, words);
        spm->work += game->out_begin[vertex + 1] - game->out_begin[vertex];
        side->witness[vertex] = best;
        asked = spm_ask(side, label >> SPM_LEVEL_SHIFT, spm_measure(side, best, words), few, words);
        if (!spm_is_greater(asked, measure, words)) {
            return;
        }
    }
    spm_copy(measure, asked, words);
    spm->solving->report->lifts++;
    spm_queue_push(&side->queue, vertex);
}

CORE_FUNCTION void lift_for(struct spm_side *side, struct spm *spm, uint64_t most, uint32_t words) {
    const struct spm_game *game = &spm->game;
    uint64_t end = spm->work + most;
    while (side->queue.size > 0 && spm->work < end) {
        uint32_t vertex = spm_queue_pop(&side->queue);
        for (uint64_t edge = game->in_begin[vertex]; edge < game->in_begin[vertex + 1]; edge++) {
            lift(side, spm, game->sources[edge], vertex, words);
        }
        spm->work += 1 + game->in_begin[vertex + 1] - game->in_begin[vertex];
    }
}

int spm_side_lift(struct spm_side *side, struct spm *spm, uint64_t most) {
    struct solving *solving = spm->solving;
    uint64_t end = most > UINT64_MAX - spm->work ? UINT64_MAX : spm->work + most;
    while (side->queue.size > 0 && spm->work < end) {
        uint64_t before = spm->work;
        uint64_t some = end - before < WORK_AT_ONCE ? end - before : WORK_AT_ONCE;
        if (side->layout.words == 1) {
            lift_for(side, spm, some, 1);
        } else if (side->layout.words == 2) {
            lift_for(side, spm, some, 2);
        } else {
            some = some / side->layout.words + 1; /* a look at an edge costs as much as there are words */
            lift_for(side, spm, some, side->layout.words);
        }
        solving->work += (spm->work - before) * side->layout.words;
        if (solving_should_end(solving)) {
            return -1;
        }
    }
    return 0;
}
