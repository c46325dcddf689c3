/* The order of steps of small progress measures in rounds. */
#include "parity/measures/spm_rounds.h"

#include <string.h>

#include "base/error.h"
#include "base/run.h"
#include "parity/measures/spm_exchange.h"
#include "parity/measures/spm_layout.h"

#define ROUNDS_AT_ONCE 16u  /* rounds between two reads of the counters */
#define ROUNDS_OF_QUEUE 64u /* the same for rounds with a queue */
#define SETTLES_AT_ONCE 4u  /* the same for settling, which usually ends soon */
#define TURN_ROUNDS 32u     /* rounds of a player's first turn */
#define TURN_MOST 4096u     /* most rounds of a turn */

/* --- memory --- */

/* Returns NULL with the error filled. */
static void *take_block(struct spm_rounds *rounds, uint64_t bytes) {
    unsigned i = 0;
    while (rounds->blocks[i].memory != NULL) {
        i++;
    }
    rounds->blocks[i].memory = rounds->steps.side->allocate(&rounds->steps, bytes);
    rounds->blocks[i].bytes = bytes;
    return rounds->blocks[i].memory;
}

static void *take_block_cleared(struct spm_rounds *rounds, uint64_t bytes) {
    void *block = take_block(rounds, bytes);
    return block == NULL || rounds->steps.side->fill(&rounds->steps, block, 0, bytes) != 0 ? NULL : block;
}

static void give_back(struct spm_rounds *rounds, const void *block) {
    for (unsigned i = 0; block != NULL && i < SPM_ROUNDS_BLOCKS; i++) {
        if (rounds->blocks[i].memory == block) {
            rounds->steps.side->release(&rounds->steps, rounds->blocks[i].memory, rounds->blocks[i].bytes);
            rounds->blocks[i].memory = NULL;
        }
    }
}

static void give_all_back(struct spm_rounds *rounds) {
    for (unsigned i = 0; i < SPM_ROUNDS_BLOCKS; i++) {
        give_back(rounds, rounds->blocks[i].memory);
    }
}

/* --- counters --- */

static int read_counters(struct spm_rounds *rounds) {
    if (rounds->steps.side->download(&rounds->steps, &rounds->counters, rounds->view.counters,
                                     sizeof rounds->counters) != 0) {
        return -1;
    }
    run_tell(rounds->steps.run, "lifting measures", rounds->round, 0, "rounds");
    return steps_check(&rounds->steps);
}

static int write_counters(struct spm_rounds *rounds) {
    return rounds->steps.side->upload(&rounds->steps, rounds->view.counters, &rounds->counters,
                                      sizeof rounds->counters);
}

/* Lets the next round run, whether something changed in the previous one or not. */
static int begin_rounds(struct spm_rounds *rounds) {
    rounds->counters.changed = rounds->round;
    return write_counters(rounds);
}

static int each_item(struct spm_rounds *rounds, enum spm_step step, uint64_t count) {
    return count == 0
               ? 0
               : rounds->steps.side->each(&rounds->steps, rounds->side->steps[step], &rounds->view, 0, count);
}

static int each_vertex(struct spm_rounds *rounds, enum spm_step step) {
    return each_item(rounds, step, rounds->view.vertices);
}

static uint64_t groups_of(uint64_t items) {
    return (items + SPM_GROUP - 1) / SPM_GROUP;
}

/* --- rows --- */

/* Lists long rows and, if rounds have two kernels, the sources of edges. */
static int complete_rows(struct spm_rounds *rounds, struct spm_rows *rows) {
    struct spm_view *view = &rounds->view;
    uint64_t most = rows->edges / (SPM_LONG + 1);
    rows->long_count = 0;
    view->rows = *rows;
    if (most > 0) {
        view->rows.longs = rows->longs = take_block(rounds, most * sizeof *rows->longs);
        rounds->counters.longs = 0;
        if (rows->longs == NULL || write_counters(rounds) != 0 ||
            each_vertex(rounds, SPM_STEP_FIND_LONG) != 0 || read_counters(rounds) != 0) {
            return -1;
        }
        rows->long_count = view->rows.long_count = rounds->counters.longs;
    }
    if (rounds->split) {
        view->rows.sources = rows->sources = take_block(rounds, rows->edges * sizeof *rows->sources);
        return rows->sources == NULL ? -1 : each_vertex(rounds, SPM_STEP_SOURCES);
    }
    return 0;
}

/* Adds a level of shortcuts to view.rows. */
static int add_shortcuts(struct spm_rounds *rounds) {
    struct spm_view *view = &rounds->view;
    struct spm_rows before = view->rows, after = {0};
    uint64_t n = view->vertices;
    view->counts = take_block_cleared(rounds, (n + 1) * sizeof *view->counts);
    if (view->counts == NULL || each_vertex(rounds, SPM_STEP_COUNT) != 0 ||
        rounds->side->sum(rounds, view->counts, n + 1) != 0 ||
        rounds->steps.side->download(&rounds->steps, &after.edges, view->counts + n, sizeof after.edges) !=
            0) {
        return -1;
    }
    after.offsets = view->counts;
    after.targets = view->new_targets = take_block(rounds, after.edges * sizeof *view->new_targets);
    if (after.targets == NULL) {
        return -1;
    }
    after.levels = view->new_levels = take_block(rounds, after.edges * sizeof *view->new_levels);
    if (after.levels == NULL || each_vertex(rounds, SPM_STEP_FILL) != 0) {
        return -1;
    }
    if (before.levels != NULL) { /* these are the previous rows with shortcuts */
        give_back(rounds, before.offsets);
        give_back(rounds, before.targets);
        give_back(rounds, before.levels);
    }
    view->rows = after;
    return 0;
}

static int make_rows(struct spm_rounds *rounds) {
    struct spm_view *view = &rounds->view;
    if (complete_rows(rounds, &view->plain) != 0) {
        return -1;
    }
    for (unsigned i = 0; i < rounds->options->shortcuts; i++) {
        if (add_shortcuts(rounds) != 0) {
            return -1;
        }
    }
    struct spm_rows rows = view->rows;
    if (rounds->options->shortcuts > 0 && complete_rows(rounds, &rows) != 0) {
        return -1;
    }
    rounds->shortcuts = rows;
    return 0;
}

/* --- a player's measures --- */

static int refuse(struct spm_rounds *rounds, uint64_t words) {
    return spm_refuse(rounds->steps.error, " on the GPU", rounds->view.vertices, words);
}

static void set_steps(const struct spm_rounds *rounds, struct spm_measures *measures, uint64_t items,
                      uint32_t words) {
    int together = rounds->options->layout == SPM_LAYOUT_TOGETHER;
    measures->item_step = together ? words : 1;
    measures->word_step = together ? 1 : items;
}

/* Makes the arrays of components and cuts, at `begin` of the climber's block. */
static int upload_layout(struct spm_rounds *rounds, enum player player, char *begin) {
    struct spm_rounds_climber *climber = &rounds->climber[player];
    struct spm_layout *layout = &rounds->view.climber[player].layout;
    uint64_t component_bytes = climber->components * sizeof *layout->component;
    uint64_t bytes = component_bytes + rounds->levels * sizeof *layout->cut;
    char *made = memory_allocate(rounds->steps.run->memory, bytes);
    if (made == NULL) {
        return error_memory(rounds->steps.error, "for the game's priorities");
    }
    spm_lay_out(player, rounds->level_size, rounds->levels, (struct spm_component *)made,
                (struct spm_cut *)(made + component_bytes));
    *layout = (struct spm_layout){(struct spm_component *)begin, (struct spm_cut *)(begin + component_bytes),
                                  climber->words};
    int result = rounds->steps.side->upload(&rounds->steps, begin, made, bytes);
    memory_free(rounds->steps.run->memory, made, bytes);
    return result;
}

static int open_climber(struct spm_rounds *rounds, enum player player) {
    struct spm_rounds_climber *climber = &rounds->climber[player];
    struct spm_climber *there = &rounds->view.climber[player];
    uint64_t n = rounds->view.vertices, words = climber->words;
    uint64_t bytes = n * words * 8 + climber->components * sizeof *there->layout.component +
                     rounds->levels * sizeof *there->layout.cut + n;
    climber->block = take_block(rounds, bytes);
    if (climber->block == NULL) {
        return rounds->steps.error->code == ERROR_MEMORY ? refuse(rounds, words) : -1;
    }
    there->measures.words = climber->block;
    set_steps(rounds, &there->measures, n, climber->words);
    there->changed = (uint8_t *)climber->block + bytes - n;
    there->mark = 0;
    climber->is_open = climber->begins = 1;
    climber->over_shortcuts = rounds->options->shortcuts > 0;
    climber->next_exchange = run_clock() + spm_exchange_seconds(rounds->options);
    rounds->view.player = player;
    return rounds->steps.side->fill(&rounds->steps, climber->block, 0, bytes) != 0 ||
                   upload_layout(rounds, player, (char *)climber->block + n * words * 8) != 0 ||
                   each_vertex(rounds, SPM_STEP_BEGIN) != 0
               ? -1
               : 0;
}

static void close_climber(struct spm_rounds *rounds, enum player player) {
    give_back(rounds, rounds->climber[player].block);
    rounds->climber[player].is_open = 0;
    rounds->view.climber[player].measures.words = NULL;
}

/* --- rounds --- */

/* Chooses the rows along which the climber is lifted. */
static void choose_rows(struct spm_rounds *rounds, enum player player) {
    struct spm_view *view = &rounds->view;
    view->player = player;
    view->rows = rounds->climber[player].over_shortcuts ? rounds->shortcuts : view->plain;
    set_steps(rounds, &view->asked, view->rows.edges, rounds->climber[player].words);
}

/* Runs one round with `view->all`, the mark and the queue as they are. */
static int launch_round(struct spm_rounds *rounds, uint64_t groups, uint64_t edge_groups) {
    struct spm_view *view = &rounds->view;
    int queues = rounds->options->queueing == SPM_QUEUEING_EXPLICIT;
    view->round = ++rounds->round;
    if (!rounds->split) {
        return each_item(rounds, SPM_STEP_FUSED, queues ? groups * SPM_GROUP : view->vertices) != 0
                   ? -1
                   : each_item(rounds, SPM_STEP_FUSED_LONG, view->rows.long_count);
    }
    if (each_item(rounds, SPM_STEP_PROGRESS, queues ? edge_groups * SPM_GROUP : view->rows.edges) != 0 ||
        each_item(rounds, SPM_STEP_LIFT, queues ? groups * SPM_GROUP : view->vertices) != 0) {
        return -1;
    }
    return each_item(rounds, SPM_STEP_LIFT_LONG, view->rows.long_count);
}

/* Replaces each of two measures, of this side and of the exchange, by the higher one. */
static int exchange_with(struct spm_rounds *rounds, uint64_t *measures) {
    struct spm_view *view = &rounds->view;
    const struct steps *steps = &rounds->steps;
    uint64_t bytes = view->vertices * rounds->climber[view->player].words * sizeof *measures;
    view->exchanged = take_block(rounds, bytes);
    int failed = view->exchanged == NULL ||
                 steps->side->upload(steps, view->exchanged, measures, bytes) != 0 ||
                 each_vertex(rounds, SPM_STEP_EXCHANGE) != 0;
    if (!failed && steps->side->download(steps, measures, view->exchanged, bytes) != 0) {
        memset(measures, 0, bytes); /* half of a measure may be too high */
        failed = 1;
    }
    give_back(rounds, view->exchanged);
    return failed && rounds->steps.error->code != ERROR_MEMORY ? -1 : 0; /* exchanges are optional */
}

static int exchange(struct spm_rounds *rounds) {
    enum player player = (enum player)rounds->view.player;
    struct spm_rounds_climber *climber = &rounds->climber[player];
    struct spm_exchange *with = rounds->options->exchange;
    if (with == NULL || run_clock() < climber->next_exchange) {
        return 0;
    }
    uint64_t *measures = spm_exchange_begin(with, player, climber->words, climber->layout_key);
    int result = 0;
    if (measures != NULL) {
        result = exchange_with(rounds, measures);
        spm_exchange_end(with);
    }
    climber->next_exchange = run_clock() + spm_exchange_seconds(rounds->options);
    return result;
}

/* Runs at most `most` rounds; *stable: whether nothing is left to lift. */
static int lift_implicitly(struct spm_rounds *rounds, uint64_t most, int *stable) {
    struct spm_view *view = &rounds->view;
    struct spm_rounds_climber *climber = &rounds->climber[view->player];
    view->window = 1;
    view->queued = 0;
    for (uint64_t done = 0; !*stable && done < most;) {
        for (unsigned i = 0; i < ROUNDS_AT_ONCE && done < most; i++, done++) {
            view->climber[view->player].mark++;
            view->all = (uint32_t)climber->begins;
            if (launch_round(rounds, 0, 0) != 0) {
                return -1;
            }
            climber->begins = 0;
        }
        if (read_counters(rounds) != 0) {
            return -1;
        }
        *stable = rounds->counters.changed != view->round;
        if (!*stable && exchange(rounds) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Queues groups in which a vertex may need lifting. */
static int queue_groups(struct spm_rounds *rounds) {
    struct spm_view *view = &rounds->view;
    struct spm_rounds_climber *climber = &rounds->climber[view->player];
    rounds->counters.queued = rounds->counters.queued_edges = 0;
    view->all = (uint32_t)climber->begins;
    view->window = 0;
    if (write_counters(rounds) != 0 || each_item(rounds, SPM_STEP_QUEUE, groups_of(view->vertices)) != 0 ||
        (rounds->split && each_item(rounds, SPM_STEP_QUEUE_EDGES, groups_of(view->rows.edges)) != 0)) {
        return -1;
    }
    climber->begins = 0;
    view->all = 1;
    view->climber[view->player].mark++;
    return read_counters(rounds);
}

/* Runs `interval` rounds of a queue, or fewer when nothing changes any more. */
static int launch_interval(struct spm_rounds *rounds, uint64_t interval) {
    uint64_t groups = rounds->counters.queued, edge_groups = rounds->counters.queued_edges;
    for (uint64_t done = 1; done <= interval; done++) {
        if (launch_round(rounds, groups, edge_groups) != 0) {
            return -1;
        }
        if (done % ROUNDS_OF_QUEUE == 0 || done == interval) {
            if (read_counters(rounds) != 0) {
                return -1;
            }
            if (rounds->counters.changed != rounds->view.round) {
                return 0;
            }
        }
    }
    return 0;
}

static int lift_explicitly(struct spm_rounds *rounds, uint64_t most, int *stable) {
    struct spm_view *view = &rounds->view;
    uint64_t interval = rounds->options->interval > 0 ? rounds->options->interval : SPM_INTERVAL;
    view->queued = 1;
    for (uint64_t done = 0; !*stable && done < most; done += interval) {
        uint32_t before = rounds->round;
        if (queue_groups(rounds) != 0 || begin_rounds(rounds) != 0) {
            return -1;
        }
        if (launch_interval(rounds, interval) != 0) {
            return -1;
        }
        *stable = rounds->counters.changed == before;
        if (!*stable && exchange(rounds) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Lifts the player's measures for `most` rounds, or until they are stable along the game's edges. */
static int lift(struct spm_rounds *rounds, enum player player, uint64_t most, int *stable) {
    struct spm_rounds_climber *climber = &rounds->climber[player];
    climber->begins |= rounds->split; /* view.asked may have measures of the other player */
    for (;;) {
        *stable = 0;
        choose_rows(rounds, player);
        if (exchange(rounds) != 0 || begin_rounds(rounds) != 0 ||
            (rounds->options->queueing == SPM_QUEUEING_EXPLICIT
                 ? lift_explicitly(rounds, most, stable)
                 : lift_implicitly(rounds, most, stable)) != 0) {
            return -1;
        }
        if (!*stable || !climber->over_shortcuts) {
            return 0;
        }
        climber->over_shortcuts = 0;
        climber->begins = 1;
    }
}

/* --- won vertices --- */

/* Drops vertices that the player has not won yet, in at most `most` passes; each pass goes one edge further.
 * *ended: whether no more passes are needed. */
static int drop_outside(struct spm_rounds *rounds, uint64_t most, int *ended) {
    struct spm_view *view = &rounds->view;
    *ended = 0;
    for (uint64_t done = 0; !*ended && done < most; done += SETTLES_AT_ONCE) {
        for (unsigned i = 0; i < SETTLES_AT_ONCE; i++) {
            view->round = ++rounds->round;
            if (each_vertex(rounds, SPM_STEP_SETTLE) != 0 ||
                each_item(rounds, SPM_STEP_SETTLE_LONG, view->plain.long_count) != 0) {
                return -1;
            }
        }
        if (read_counters(rounds) != 0) {
            return -1;
        }
        *ended = rounds->counters.changed != view->round;
    }
    return 0;
}

/* Decides the vertices that the player has won already; none if that takes more than `most` passes. */
static int settle(struct spm_rounds *rounds, enum player player, uint64_t most) {
    int ended;
    uint64_t before = rounds->counters.decided;
    rounds->view.player = player;
    if (each_vertex(rounds, SPM_STEP_INSIDE) != 0 || begin_rounds(rounds) != 0 ||
        drop_outside(rounds, most, &ended) != 0) {
        return -1;
    }
    if (ended && (each_vertex(rounds, SPM_STEP_DECIDE) != 0 || read_counters(rounds) != 0)) {
        return -1;
    }
    rounds->undecided -= rounds->counters.decided - before;
    return 0;
}

/* Lifts to the end; the opponent wins the vertices that remain. */
static int finish(struct spm_rounds *rounds, enum player player) {
    int stable;
    return lift(rounds, player, UINT64_MAX, &stable) != 0 ? -1 : settle(rounds, player, UINT64_MAX);
}

static int solve_one_by_one(struct spm_rounds *rounds) {
    for (unsigned turn = 0; turn < 2 && rounds->undecided > 0; turn++) {
        enum player player = turn == (unsigned)(rounds->options->odd_first != 0) ? PLAYER_EVEN : PLAYER_ODD;
        if (open_climber(rounds, player) != 0 || finish(rounds, player) != 0) {
            return -1;
        }
        close_climber(rounds, player);
    }
    return 0;
}

/* A turn in which nothing is decided doubles the next one, so that the searches for won vertices take only a
 * part of the time. */
static int solve_in_turn(struct spm_rounds *rounds) {
    enum player player = rounds->options->odd_first ? PLAYER_ODD : PLAYER_EVEN;
    uint64_t turn[2] = {TURN_ROUNDS, TURN_ROUNDS};
    if (open_climber(rounds, PLAYER_EVEN) != 0 || open_climber(rounds, PLAYER_ODD) != 0) {
        return -1;
    }
    while (rounds->undecided > 0) {
        int stable;
        uint64_t before = rounds->undecided;
        if (lift(rounds, player, turn[player], &stable) != 0 ||
            settle(rounds, player, stable ? UINT64_MAX : turn[player]) != 0) {
            return -1;
        }
        if (stable && rounds->undecided > 0) { /* the other player wins the rest */
            return finish(rounds, (enum player) !player);
        }
        turn[player] = rounds->undecided < before ? TURN_ROUNDS
                       : turn[player] < TURN_MOST ? 2 * turn[player]
                                                  : TURN_MOST;
        player = (enum player) !player;
    }
    return 0;
}

/* --- the solver --- */

static int decide_loops(struct spm_rounds *rounds) {
    if (each_vertex(rounds, SPM_STEP_LOOPS) != 0 || read_counters(rounds) != 0) {
        return -1;
    }
    rounds->report->preprocessed += rounds->counters.decided;
    rounds->undecided -= rounds->counters.decided;
    return 0;
}

/* The length of measures determines the kernels. */
static int choose_kernels(struct spm_rounds *rounds, uint64_t *most) {
    *most = 0;
    for (unsigned player = 0; player < 2; player++) {
        const struct spm_layout_size layout =
            spm_lay_out((enum player)player, rounds->level_size, rounds->levels, NULL, NULL);
        if (layout.words > UINT32_MAX || layout.words > UINT64_MAX / 32 / (rounds->view.vertices + 1)) {
            return refuse(rounds, layout.words);
        }
        rounds->climber[player].words = (uint32_t)layout.words;
        rounds->climber[player].components = layout.components;
        rounds->climber[player].layout_key = layout.key;
        *most = layout.words > *most ? layout.words : *most;
    }
    rounds->split = rounds->options->kernels == SPM_KERNELS_SPLIT || *most > 1;
    return 0;
}

static int take_arrays(struct spm_rounds *rounds, uint64_t words) {
    struct spm_view *view = &rounds->view;
    uint64_t n = view->vertices, most_edges = rounds->shortcuts.edges;
    int queues = rounds->options->queueing == SPM_QUEUEING_EXPLICIT;
    most_edges = view->plain.edges > most_edges ? view->plain.edges : most_edges;
    view->inside = take_block_cleared(rounds, n);
    if (view->inside == NULL ||
        (queues && (view->queue = take_block(rounds, groups_of(n) * sizeof *view->queue)) == NULL)) {
        return -1;
    }
    if (!rounds->split) {
        return 0;
    }
    if (words > UINT64_MAX / 32 / (most_edges + 1)) {
        return refuse(rounds, words);
    }
    view->recalculate = take_block_cleared(rounds, n);
    view->asked.words = view->recalculate == NULL ? NULL : take_block(rounds, most_edges * words * 8);
    if (view->asked.words == NULL ||
        rounds->steps.side->fill(&rounds->steps, view->asked.words, 0, most_edges * words * 8) != 0 ||
        (queues &&
         (view->edge_queue = take_block(rounds, groups_of(most_edges) * sizeof *view->edge_queue)) == NULL)) {
        return -1;
    }
    return 0;
}

static int solve_rounds(struct spm_rounds *rounds, int keep_loops) {
    uint64_t words;
    rounds->undecided = rounds->view.vertices;
    rounds->view.counters = take_block_cleared(rounds, sizeof rounds->counters);
    if (rounds->view.counters == NULL || choose_kernels(rounds, &words) != 0 ||
        (!keep_loops && decide_loops(rounds) != 0) || make_rows(rounds) != 0 ||
        take_arrays(rounds, words) != 0) {
        return -1;
    }
    if ((rounds->options->sides == SPM_SIDES_ONE ? solve_one_by_one(rounds) : solve_in_turn(rounds)) != 0) {
        return -1;
    }
    /* Wrong measures decide nothing wrongly, but may leave vertices undecided. */
    return rounds->undecided == 0
               ? 0
               : error_set(rounds->steps.error, ERROR_DEVICE,
                           "the GPU failed: its measures leave %llu vertices of a game undecided",
                           (unsigned long long)rounds->undecided);
}

int spm_rounds_solve(struct spm_rounds *rounds, int keep_loops) {
    uint32_t before = rounds->round;
    int result = solve_rounds(rounds, keep_loops);
    rounds->report->lifts = rounds->counters.lifts;
    rounds->report->rounds = rounds->round - before;
    give_all_back(rounds);
    return result;
}
