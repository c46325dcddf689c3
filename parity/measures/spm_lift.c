/*
 * Lifts the measures of one player, the climber. A vertex whose measure has changed is queued, and then its
 * predecessors are lifted. For a predecessor of the opponent it is enough to examine that edge, because the
 * opponent takes the highest measure; a predecessor of the climber is examined only if the changed vertex is
 * its guide.
 *
 * If there are shortcuts, they come first. When nothing is left to lift along them, every vertex is lifted
 * once along all of its edges in the game, and lifting continues along these.
 */
#include "parity/measures/spm.h"
#include "parity/measures/spm_exchange.h"

#define WORK_AT_ONCE 65536u /* work between checks of the stop flag */

/* --- lifting; `words` is a constant where these are inlined --- */

/* Returns the successor with the least measure. */
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

/* Raises the measure of a vertex to `asked` if that is greater. */
CORE_FUNCTION void raise_to(struct spm_side *side, struct spm *spm, uint32_t vertex, struct spm_measure asked,
                            uint32_t words) {
    struct spm_measure measure = spm_measure(side, vertex, words);
    if (spm_is_greater(asked, measure, words)) {
        spm_copy(measure, asked, words);
        spm->solving->report->lifts++;
        spm_queue_push(&side->queue, vertex);
    }
}

/* Finds the best edge of a vertex. Writes what it requires to `best`; returns its target. */
CORE_FUNCTION uint32_t best_edge(const struct spm_side *side, uint32_t vertex, int is_hers,
                                 struct spm_measure best, uint32_t words) {
    const struct spm_game *graph = side->graph;
    uint32_t target = graph->targets[graph->out_begin[vertex]];
    uint32_t level = spm_level(graph->label[vertex]);
    uint64_t few[2];
    spm_set(best, is_hers ? SPM_TOP : 0, words);
    for (uint64_t edge = graph->out_begin[vertex]; edge < graph->out_begin[vertex + 1]; edge++) {
        level = graph->target_levels != NULL ? graph->target_levels[edge] : level;
        struct spm_measure asked = spm_ask(side, level, graph->targets[edge], few, words);
        if (is_hers ? spm_is_greater(best, asked, words) : spm_is_greater(asked, best, words)) {
            spm_copy(best, asked, words);
            target = graph->targets[edge];
        }
    }
    return target;
}

/* Lifts a vertex along all of its edges. */
CORE_FUNCTION void lift_by_best(struct spm_side *side, struct spm *spm, uint32_t vertex, uint32_t words) {
    const struct spm_game *graph = side->graph;
    int is_hers = spm_owner(graph->label[vertex]) == side->climber;
    uint64_t few[2];
    struct spm_measure best = {words <= 2 ? few : side->scratch + words, 1};
    side->guide[vertex] = best_edge(side, vertex, is_hers, best, words);
    spm->work += graph->out_begin[vertex + 1] - graph->out_begin[vertex];
    raise_to(side, spm, vertex, best, words);
}

/* Lifts a vertex of the climber along its edges in the game, which all have the vertex's level. */
CORE_FUNCTION void lift_by_least(struct spm_side *side, struct spm *spm, uint32_t vertex, uint32_t level,
                                 uint32_t words) {
    const struct spm_game *game = &spm->game;
    uint64_t few[2];
    side->witness[vertex] = least_successor(side, game, vertex, words);
    spm->work += game->out_begin[vertex + 1] - game->out_begin[vertex];
    raise_to(side, spm, vertex, spm_ask(side, level, side->witness[vertex], few, words), words);
}

/* Lifts the source of an incoming edge of a vertex whose measure has changed. */
CORE_FUNCTION void lift(struct spm_side *side, struct spm *spm, uint64_t edge, uint32_t changed,
                        uint32_t words, int levels) {
    const struct spm_game *graph = levels ? side->graph : &spm->game;
    uint32_t vertex = graph->sources[edge], label = graph->label[vertex];
    uint64_t few[2];
    if (spm_is_decided(label)) {
        return;
    }
    int is_hers = spm_owner(label) == side->climber;
    if (is_hers && (levels ? side->guide : side->witness)[vertex] != changed) {
        return;
    }
    uint32_t level = levels ? graph->source_levels[edge] : spm_level(label);
    struct spm_measure asked = spm_ask(side, level, changed, few, words);
    if (!is_hers) {
        raise_to(side, spm, vertex, asked, words);
    } else if (spm_is_greater(asked, spm_measure(side, vertex, words), words)) {
        levels ? lift_by_best(side, spm, vertex, words) : lift_by_least(side, spm, vertex, level, words);
    }
}

CORE_FUNCTION void lift_for(struct spm_side *side, struct spm *spm, uint64_t most, uint32_t words,
                            int levels) {
    const struct spm_game *graph = levels ? side->graph : &spm->game;
    uint64_t end = spm->work + most;
    while (side->queue.size > 0 && spm->work < end) {
        uint32_t vertex = spm_queue_pop(&side->queue);
        for (uint64_t edge = graph->in_begin[vertex]; edge < graph->in_begin[vertex + 1]; edge++) {
            lift(side, spm, edge, vertex, words, levels);
        }
        spm->work += 1 + graph->in_begin[vertex + 1] - graph->in_begin[vertex];
    }
}

static void lift_some(struct spm_side *side, struct spm *spm, uint64_t most) {
    uint32_t words = side->layout.words;
    int levels = side->graph->target_levels != NULL;
    if (words == 1) {
        levels ? lift_for(side, spm, most, 1, 1) : lift_for(side, spm, most, 1, 0);
    } else if (words == 2) {
        levels ? lift_for(side, spm, most, 2, 1) : lift_for(side, spm, most, 2, 0);
    } else {
        most = most / words + 1; /* the cost of an edge is proportional to the words */
        levels ? lift_for(side, spm, most, words, 1) : lift_for(side, spm, most, words, 0);
    }
}

int spm_side_lift_all(struct spm_side *side, struct spm *spm) {
    struct solving *solving = spm->solving;
    for (uint32_t vertex = 0; vertex < spm->game.count; vertex++) {
        uint64_t before = spm->work++;
        if (!spm_is_decided(spm->game.label[vertex])) {
            lift_by_best(side, spm, vertex, side->layout.words);
        }
        solving->work += (spm->work - before) * side->layout.words;
        if (solving_should_end(solving)) {
            return -1;
        }
    }
    return 0;
}

static int leave_shortcuts(struct spm_side *side, struct spm *spm) {
    side->graph = &spm->game;
    side->guide = side->witness;
    return spm_side_lift_all(side, spm);
}

/* Now and then, takes the measures of the other side that are higher, and publishes its own that are higher.
 */
static void exchange_measures(struct spm_side *side, struct spm *spm) {
    const struct spm_game *game = &spm->game;
    struct spm_exchange *exchange = spm->options->exchange;
    uint32_t words = side->layout.words;
    if (exchange == NULL || run_clock() < side->next_exchange) {
        return;
    }
    uint64_t *measures = spm_exchange_begin(exchange, side->climber, words, side->layout_key);
    for (uint32_t vertex = 0; measures != NULL && vertex < game->count; vertex++) {
        struct spm_measure theirs = {measures + (uint64_t)game->number[vertex] * words, 1};
        struct spm_measure mine = spm_measure(side, vertex, words);
        int is_decided = spm_is_decided(game->label[vertex]);
        if (!is_decided && spm_is_greater(theirs, mine, words)) {
            spm_copy(mine, theirs, words);
            spm_queue_push(&side->queue, vertex);
        } else if (!is_decided || spm_is_top(mine)) {
            spm_copy(theirs, mine, words);
        }
    }
    if (measures != NULL) {
        spm_exchange_end(exchange);
    }
    side->next_exchange = run_clock() + spm_exchange_seconds(spm->options);
}

int spm_side_lift(struct spm_side *side, struct spm *spm, uint64_t most) {
    struct solving *solving = spm->solving;
    uint64_t end = most > UINT64_MAX - spm->work ? UINT64_MAX : spm->work + most;
    exchange_measures(side, spm);
    while (!spm_side_is_done(side) && spm->work < end) {
        if (side->queue.size == 0) {
            if (leave_shortcuts(side, spm) != 0) {
                return -1;
            }
            continue;
        }
        uint64_t before = spm->work;
        lift_some(side, spm, end - before < WORK_AT_ONCE ? end - before : WORK_AT_ONCE);
        solving->work += (spm->work - before) * side->layout.words;
        exchange_measures(side, spm);
        if (solving_should_end(solving)) {
            return -1;
        }
    }
    return 0;
}
