/*
 * Solves any game by small progress measures. First it decides loops, and cycles that their owner wins alone,
 * whose measures would otherwise climb to the top one by one. Then it solves strongly connected components
 * from the bottom up, each with measures no longer than it needs: by the measures of both players in turn,
 * with searches in between for vertices that are won already, or first of one player and then, where that
 * player loses, of the other.
 */
#include "parity/measures/spm.h"

#include <assert.h>
#include <string.h>

#include "base/error.h"

/* Work of each side before the next search for won vertices, in multiples of the undecided game's size. */
#define TURN_EFFORT 2u

/* Allocates all arrays of the set, except for those of the sides. */
int spm_open(struct spm *spm, const uint32_t *list, uint64_t count) {
    struct solving *solving = spm->solving;
    spm->options = &solving->options->spm;
    /* The exchange uses the levels of the whole game. */
    uint32_t levels =
        spm->options->exchange != NULL ? solving->levels : solving_number_levels(solving, list, count);
    if (levels >= SPM_MOST_LEVELS) {
        return error_set(solving->error, ERROR_MEMORY,
                         "not enough memory for small progress measures of %llu levels",
                         (unsigned long long)levels);
    }
    if (spm_game_open(&spm->game, solving, spm->options->order, list, count, spm->place) != 0) {
        return -1;
    }
    spm->game.levels = levels;
    spm->undecided = count;
    uint64_t most = levels > count ? levels : count;
    spm->bytes = most * sizeof *spm->list + count;
    spm->memory = solving_allocate(solving, spm->bytes);
    if (spm->memory == NULL) {
        return -1;
    }
    spm->list = spm->memory;
    spm->inside = (uint8_t *)(spm->list + most);
    return spm->options->shortcuts == 0
               ? 0
               : spm_shortcuts_open(&spm->shortcuts, solving, &spm->game, spm->options->shortcuts);
}

void spm_close(struct spm *spm) {
    for (unsigned climber = 0; climber < 2; climber++) {
        spm_side_close(&spm->side[climber], spm);
    }
    solving_free(spm->solving, spm->memory, spm->bytes);
    spm_shortcuts_close(&spm->shortcuts, spm->solving);
    spm_game_close(&spm->game, spm->solving, spm->place);
}

/* Lifts to the end; the opponent wins the vertices that remain. */
static int finish(struct spm *spm, struct spm_side *side) {
    return spm_side_lift(side, spm, UINT64_MAX) != 0 || spm_settle(side, spm) != 0 ? -1 : 0;
}

static int solve_one_by_one(struct spm *spm) {
    for (unsigned turn = 0; turn < 2 && spm->undecided > 0; turn++) {
        enum player climber = turn == (unsigned)(spm->options->odd_first != 0) ? PLAYER_EVEN : PLAYER_ODD;
        struct spm_side *side = &spm->side[climber];
        if (spm_side_open(side, spm, climber) != 0 || finish(spm, side) != 0) {
            return -1;
        }
        spm_side_close(side, spm);
    }
    return 0;
}

static int solve_in_turn(struct spm *spm) {
    enum player climber = spm->options->odd_first ? PLAYER_ODD : PLAYER_EVEN;
    if (spm_side_open(&spm->side[PLAYER_EVEN], spm, PLAYER_EVEN) != 0 ||
        spm_side_open(&spm->side[PLAYER_ODD], spm, PLAYER_ODD) != 0) {
        return -1;
    }
    while (spm->undecided > 0) {
        struct spm_side *side = &spm->side[climber];
        uint64_t density = 1 + side->graph->edges / side->graph->count;
        if (spm_side_lift(side, spm, TURN_EFFORT * density * spm->undecided) != 0 ||
            spm_settle(side, spm) != 0) {
            return -1;
        }
        if (spm_side_is_done(side) && spm->undecided > 0) { /* the other player wins the rest */
            return finish(spm, &spm->side[!climber]);
        }
        climber = (enum player) !climber;
    }
    return 0;
}

/* Decides all undecided vertices of the set. Returns 0, or -1 with *error filled. */
static int solve_set(struct solving *solving, uint32_t *place, const uint32_t *list, uint64_t count) {
    struct spm spm = {.solving = solving, .place = place};
    int result = spm_open(&spm, list, count);
    if (result == 0) {
        result = spm.options->sides == SPM_SIDES_ONE ? solve_one_by_one(&spm) : solve_in_turn(&spm);
    }
    assert(result != 0 || spm.undecided == 0);
    spm_close(&spm);
    return result;
}

static int solve_block(void *context, const uint32_t *list, uint64_t count, int splits) {
    struct solving *solving = context;
    (void)splits;
    return solve_set(solving, solving->stack, list, count);
}

int solve_spm(struct solving *solving) {
    const struct solve_options *options = solving->options;
    int is_whole = options->keep_whole || options->spm.exchange != NULL;
    uint32_t *place = solving->stack;
    struct splitting splitting;
    if (!options->keep_loops) {
        if (solving_decide_loops(solving) != 0) {
            return -1;
        }
        solving->report->preprocessed += solving->decided;
        solving_forget_decided(solving);
    }
    int splits = !options->keep_cycles || !is_whole;
    int result = splits ? splitting_open(&splitting, solving) : 0;
    if (result == 0 && !options->keep_cycles) {
        result = solving_decide_cycles(&splitting);
    }
    if (options->spm.exchange != NULL) { /* measures are exchanged with the levels of the whole game */
        solving_sort(solving);
        solving_forget_decided(solving);
    }
    memset(place, 0xff, solving->game->vertices * sizeof *place); /* SPM_NOT_IN_SET */
    if (result == 0 && !is_whole) {
        result = splitting_solve(&splitting, solve_block, solving);
    }
    if (splits) {
        splitting_close(&splitting);
    }
    if (result == 0 && is_whole && solving->in_order > 0) {
        result = solve_set(solving, place, solving->order, solving->in_order);
    }
    return result;
}
