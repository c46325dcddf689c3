/*
 * Finds the vertices that a player has won already, by the current measures: the greatest set of vertices
 * below the top in which each vertex requires no more than its measure: a vertex of the player by one edge
 * into the set, a vertex of the opponent by all of its edges, which must not leave the set (Bootsma,
 * section 5.1). An edge can require more than a measure only if its target is queued. So vertices outside the
 * set are found from the top and from the queue, and the work depends only on these. While measures are
 * lifted over shortcuts, this is not known for edges of the game, and all are examined.
 */
#include <string.h>

#include "parity/measures/spm.h"

struct settling {
    struct spm *spm;
    struct spm_side *side;
    uint64_t outside; /* number of vertices in spm->list, whose sources must be examined */
};

static void drop(struct settling *settling, uint32_t vertex) {
    settling->spm->inside[vertex] = 0;
    settling->spm->list[settling->outside++] = vertex;
}

/* Finds another witness for a vertex of the climber. */
static int find_witness(struct settling *settling, uint32_t vertex) {
    const struct spm *spm = settling->spm;
    const struct spm_game *game = &spm->game;
    struct spm_side *side = settling->side;
    settling->spm->work += game->out_begin[vertex + 1] - game->out_begin[vertex];
    for (uint64_t edge = game->out_begin[vertex]; edge < game->out_begin[vertex + 1]; edge++) {
        uint32_t target = game->targets[edge];
        if (spm->inside[target] && spm_suffices(side, game, vertex, target, side->layout.words)) {
            side->witness[vertex] = target;
            return 1;
        }
    }
    return 0;
}

/* Whether a vertex stays in the set although it loses the edge to another one. */
static int can_lose(struct settling *settling, uint32_t vertex, uint32_t other) {
    unsigned owner = spm_owner(settling->spm->game.label[vertex]);
    return owner == settling->side->climber &&
           (settling->side->witness[vertex] != other || find_witness(settling, vertex));
}

/* Drops vertices that require more because of one whose measure has changed. */
static void look_at_changed(struct settling *settling, uint32_t changed) {
    const struct spm_game *game = &settling->spm->game;
    const struct spm_side *side = settling->side;
    settling->spm->work += game->in_begin[changed + 1] - game->in_begin[changed];
    for (uint64_t edge = game->in_begin[changed]; edge < game->in_begin[changed + 1]; edge++) {
        uint32_t source = game->sources[edge];
        if (settling->spm->inside[source] && !spm_suffices(side, game, source, changed, side->layout.words) &&
            !can_lose(settling, source, changed)) {
            drop(settling, source);
        }
    }
}

/* Whether a vertex requires no more than its measure. */
static int suffices(struct settling *settling, uint32_t vertex) {
    const struct spm_game *game = &settling->spm->game;
    const struct spm_side *side = settling->side;
    if (spm_owner(game->label[vertex]) == side->climber) {
        return find_witness(settling, vertex);
    }
    settling->spm->work += game->out_begin[vertex + 1] - game->out_begin[vertex];
    for (uint64_t edge = game->out_begin[vertex]; edge < game->out_begin[vertex + 1]; edge++) {
        if (!spm_suffices(side, game, vertex, game->targets[edge], side->layout.words)) {
            return 0;
        }
    }
    return 1;
}

static void look_at_all(struct settling *settling) {
    for (uint32_t vertex = 0; vertex < settling->spm->game.count; vertex++) {
        if (settling->spm->inside[vertex] && !suffices(settling, vertex)) {
            drop(settling, vertex);
        }
    }
}

static void find_inside(struct settling *settling) {
    struct spm *spm = settling->spm;
    const struct spm_game *game = &spm->game;
    const struct spm_side *side = settling->side;
    for (uint32_t vertex = 0; vertex < game->count; vertex++) {
        spm->inside[vertex] = !spm_is_decided(game->label[vertex]);
        if (spm->inside[vertex] && spm_is_top(spm_measure(side, vertex, side->layout.words))) {
            drop(settling, vertex);
        }
    }
    if (side->graph != game) {
        look_at_all(settling);
    }
    for (uint32_t vertex = 0; vertex < game->count && side->graph == game && side->queue.size > 0; vertex++) {
        if (spm_queue_has(&side->queue, vertex)) {
            look_at_changed(settling, vertex);
        }
    }
    for (uint64_t at = 0; at < settling->outside; at++) {
        uint32_t vertex = spm->list[at];
        spm->work += 1 + game->in_begin[vertex + 1] - game->in_begin[vertex];
        for (uint64_t edge = game->in_begin[vertex]; edge < game->in_begin[vertex + 1]; edge++) {
            uint32_t source = game->sources[edge];
            if (spm->inside[source] && !can_lose(settling, source, vertex)) {
                drop(settling, source);
            }
        }
    }
}

/* Call for a decided vertex, which is not lifted any more: it requires nothing of the winner's measures, and
 * the loser avoids it. */
static void note_decided(struct spm *spm, uint32_t vertex, unsigned winner) {
    spm->game.label[vertex] |= SPM_DECIDED;
    spm->undecided--;
    for (unsigned climber = 0; climber < 2; climber++) {
        struct spm_side *side = &spm->side[climber];
        if (side->memory == NULL) {
            continue;
        }
        uint32_t words = side->layout.words;
        spm_set(spm_measure(side, vertex, words), climber == winner ? 0 : SPM_TOP, words);
        if (climber != winner) {
            spm_queue_push(&side->queue, vertex);
        }
    }
}

int spm_settle(struct spm_side *side, struct spm *spm) {
    struct solving *solving = spm->solving;
    const struct spm_game *game = &spm->game;
    struct settling settling = {.spm = spm, .side = side};
    uint64_t before = solving->decided, work = spm->work;
    find_inside(&settling);
    for (uint32_t vertex = 0; vertex < game->count; vertex++) {
        if (spm->inside[vertex]) {
            solving_decide(solving, game->number[vertex], side->climber, game->number[side->witness[vertex]]);
        }
    }
    if (solving_spread(solving) != 0) {
        return -1;
    }
    for (uint64_t i = before; i < solving->decided; i++) {
        uint32_t vertex = spm->place[solving->queue[i]];
        if (vertex != SPM_NOT_IN_SET) {
            note_decided(spm, vertex, solving->winner[solving->queue[i]]);
        }
    }
    solving->work += (spm->work - work) * side->layout.words + game->count;
    return solving_should_end(solving) ? -1 : 0;
}
