#ifndef HEDDLE_PARITY_MEASURES_SPM_ROUNDS_CORE_H
#define HEDDLE_PARITY_MEASURES_SPM_ROUNDS_CORE_H

/*
 * The steps of small progress measures in rounds (parity/measures/spm_rounds.h) for a single vertex or edge,
 * on a GPU and, in tests, on the host (Bootsma 2013, chapters 3 to 6).
 *
 * A round lifts many vertices at once. Measures only grow, and a vertex may be lifted by measures of its
 * successors from any time of the round: a later write marks its vertex as changed in this round, and a
 * vertex that sees the mark is examined again in the next round. A read must not return half of an old and
 * half of a new measure: so measures of a word are loaded and stored as a whole (FUSED), and longer ones are
 * only read in a kernel that does not write them (SPLIT).
 *
 * Marks are numbers of rounds, modulo 256: no round has to clear them, and a mark that is 256 rounds old only
 * causes a needless examination.
 */
#include "base/steps/steps_core.h"
#include "parity/game/game.h"
#include "parity/measures/spm_measure_core.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SPM_LONG 64u           /* most successors that one thread examines */
#define SPM_MOST_PASSED 16u    /* most successors of a vertex that shortcuts bypass */
#define SPM_GROUP 32u          /* neighbouring items that are queued together */
#define SPM_NO_EDGE UINT64_MAX /* stands for no edge */

/* clang-format off */
/* Each item is a vertex, except for PROGRESS. */
#define SPM_STEPS(STEP)                                                                                      \
    /* decides vertices whose loop wins for the player, or that have no other edge */                         \
    STEP(spm, SPM_STEP_LOOPS,     spm_loop,            step_not_over, spm_decided)                           \
    /* lists vertices with long rows */                                                                      \
    STEP(spm, SPM_STEP_FIND_LONG, spm_list_long,       step_not_over, spm_lifts)                             \
    /* the vertex of each edge */                                                                            \
    STEP(spm, SPM_STEP_SOURCES,   spm_fill_sources,    step_not_over, spm_lifts)                             \
    /* measures: the top where the climber has lost */                                                       \
    STEP(spm, SPM_STEP_BEGIN,     spm_begin,           step_not_over, spm_lifts)                             \
    /* lifts a vertex by the measures of its successors */                                                         \
    STEP(spm, SPM_STEP_FUSED,     spm_lift_fused,      spm_is_over,   spm_lifts)                             \
    /* lifts a vertex to what its edges require */                                                           \
    STEP(spm, SPM_STEP_LIFT,      spm_lift_split,      spm_is_over,   spm_lifts)                             \
    /* each item is an edge: computes what it requires */                                                                \
    STEP(spm, SPM_STEP_PROGRESS,  spm_ask_edge,        spm_is_over,   spm_lifts)                             \
    /* marks vertices that the climber may have won */                                                                      \
    STEP(spm, SPM_STEP_INSIDE,    spm_enter,           step_not_over, spm_lifts)                             \
    /* drops vertices that the climber has not won yet */                                                                     \
    STEP(spm, SPM_STEP_SETTLE,    spm_settle,          spm_is_over,   spm_lifts)                             \
    /* decides the remaining vertices for the climber */                                                                               \
    STEP(spm, SPM_STEP_DECIDE,    spm_decide,          step_not_over, spm_decided)                           \
    /* the higher one of two measures, for both */                                                           \
    STEP(spm, SPM_STEP_EXCHANGE,  spm_exchange_one,    step_not_over, spm_lifts)                             \
    /* edges of a row with shortcuts; the row */                                                             \
    STEP(spm, SPM_STEP_COUNT,     spm_count_shortcuts, step_not_over, spm_lifts)                             \
    STEP(spm, SPM_STEP_FILL,      spm_fill_shortcuts,  step_not_over, spm_lifts)

/*
 * Each item is a group of SPM_GROUP vertices or edges, which is queued if one of them may need lifting:
 * STEP(spm, NAME, is_wanted, queue, queued).
 */
#define SPM_GROUP_STEPS(STEP)                                                                                \
    STEP(spm, SPM_STEP_QUEUE,       spm_vertex_is_wanted, queue,      queued)                                \
    STEP(spm, SPM_STEP_QUEUE_EDGES, spm_edge_is_wanted,   edge_queue, queued_edges)

/*
 * Each item is a vertex with a long row, which many threads examine: STEP(spm, NAME, rows, waits, look, choose, end). `waits`: whether the vertex waits; `look`: the best edge in a thread's part; `choose`: the better of two; `end`: one thread uses the best, and returns how many vertices it lifted.
 */
#define SPM_LONG_STEPS(STEP)                                                                                 \
    STEP(spm, SPM_STEP_FUSED_LONG, rows, spm_fused_waits, spm_look, spm_choose_measure, spm_rise)            \
    STEP(spm, SPM_STEP_LIFT_LONG, rows, spm_split_waits, spm_look_at_edges, spm_choose_edge,                 \
         spm_rise_by_edge)                                                                                   \
    STEP(spm, SPM_STEP_SETTLE_LONG, plain, spm_settle_waits, spm_settle_look, spm_first_edge, spm_settle_end)
/* clang-format on */

enum spm_step { SPM_STEPS(STEPS_ENUM) SPM_GROUP_STEPS(STEPS_ENUM) SPM_LONG_STEPS(STEPS_ENUM) };

/* Edges as rows. */
struct spm_rows {
    uint64_t edges;
    const uint64_t *offsets; /* vertices + 1 */
    const uint32_t *targets;
    const uint32_t *levels; /* levels of edges; NULL: the levels of their vertices */
    uint32_t *sources;      /* sources of edges; NULL where only whole rows are examined */
    uint32_t *longs;        /* vertices with more than SPM_LONG edges */
    uint64_t long_count;
};

/* Measures of one player. */
struct spm_climber {
    struct spm_layout layout;
    struct spm_measures measures;
    uint8_t *changed; /* marks of vertices */
    uint8_t mark;     /* marks of the round */
};

struct spm_counters {
    uint64_t lifts;
    uint64_t decided;
    uint64_t queued, queued_edges; /* groups */
    uint64_t longs;
    uint32_t changed; /* the last round in which a vertex rose, modulo 2^32 */
    uint32_t unused;
};

struct spm_view {
    uint64_t vertices;
    struct spm_rows plain;     /* the game's own rows */
    struct spm_rows rows;      /* the rows in use for lifting: the game's own, or with shortcuts */
    uint32_t *label;           /* level, owner, decided */
    uint8_t *inside;           /* used while vertices are settled */
    uint8_t *recalculate;      /* SPLIT: the round in which an edge of the vertex required something new */
    uint8_t *winner;           /* winners of decided vertices */
    uint32_t *strategy;        /* while vertices are settled, the climber's witness; final where decided */
    struct spm_measures asked; /* SPLIT: measures of edges */
    struct spm_climber climber[2];
    uint32_t *queue, *edge_queue; /* groups */
    uint64_t *counts;             /* sizes of the rows with shortcuts; afterwards their offsets */
    uint32_t *new_targets, *new_levels;
    uint64_t *exchanged; /* measures, the words of each together */
    struct spm_counters *counters;
    /* The arguments of the step. */
    uint32_t player; /* the climber */
    uint32_t round;  /* the number of the round */
    uint32_t all;    /* no marks: every vertex may need lifting */
    uint32_t window; /* number of earlier rounds whose marks count, too */
    uint32_t queued; /* whether items are those of queued groups */
};

CORE_FUNCTION int spm_row_is_long(const struct spm_rows *rows, uint64_t vertex) {
    return rows->offsets[vertex + 1] - rows->offsets[vertex] > SPM_LONG;
}

/* --- measures --- */

/*
 * Whether the measure of a vertex below the top is at least what a move requires, where `level` says which
 * prefix is kept: the kept part of its measure is above that of the target's, or as high where nothing is to
 * be raised.
 */
CORE_FUNCTION int spm_has_enough(const struct spm_climber *climber, uint32_t level, uint64_t vertex,
                                 uint64_t target) {
    const struct spm_cut *cut = &climber->layout.cut[level];
    struct spm_measure mine = spm_at(&climber->measures, vertex), other = spm_at(&climber->measures, target);
    if (spm_is_top(other)) {
        return 0;
    }
    for (uint32_t k = 0; k < cut->words; k++) {
        uint64_t mask = k + 1 == cut->words ? cut->mask : UINT64_MAX;
        uint64_t a = mine.word[k * mine.step] & mask, b = other.word[k * other.step] & mask;
        if (a != b) {
            return a > b;
        }
    }
    return !cut->raises;
}

/* --- items --- */

/* The vertex or edge of an item; a queued group may extend past the last one. */
CORE_FUNCTION uint64_t spm_item(const struct spm_view *view, const uint32_t *queue, uint64_t item) {
    return view->queued ? (uint64_t)queue[item / SPM_GROUP] * SPM_GROUP + item % SPM_GROUP : item;
}

CORE_FUNCTION uint64_t *spm_lifts(const struct spm_view *view) {
    return &view->counters->lifts;
}

CORE_FUNCTION uint64_t *spm_decided(const struct spm_view *view) {
    return &view->counters->decided;
}

/* --- vertices that need lifting --- */

CORE_FUNCTION int spm_has_changed(const struct spm_view *view, uint32_t vertex) {
    const struct spm_climber *climber = &view->climber[view->player];
    return (uint8_t)(climber->mark - spm_load_byte(&climber->changed[vertex])) <= view->window;
}

/* Whether a target in the lane's part of the row has changed. */
CORE_FUNCTION int spm_may_rise(const struct spm_view *view, uint64_t vertex, uint32_t lane, uint32_t lanes) {
    uint64_t end = view->rows.offsets[vertex + 1];
    int changed = (int)view->all;
    for (uint64_t edge = view->rows.offsets[vertex] + lane; edge < end && !changed; edge += lanes) {
        changed = spm_has_changed(view, view->rows.targets[edge]);
    }
    return changed;
}

CORE_FUNCTION void spm_mark_changed(const struct spm_view *view, uint64_t vertex) {
    const struct spm_climber *climber = &view->climber[view->player];
    spm_store_byte(&climber->changed[vertex], climber->mark);
}

/* Writes a word to which all threads write the same value: a thread that finds that value does not write. */
CORE_FUNCTION void spm_note_round(const struct spm_view *view) {
    uint32_t *changed = &view->counters->changed;
#ifdef __CUDA_ARCH__
    if (*(volatile uint32_t *)changed != view->round) {
        *(volatile uint32_t *)changed = view->round;
    }
#else
    __atomic_store_n(changed, view->round, __ATOMIC_RELAXED);
#endif
}

/* Whether nothing changed in the previous round: then nothing will change in this one. Rounds are numbers
 * modulo 2^32. */
CORE_FUNCTION int spm_is_over(const struct spm_view *view) {
#ifdef __CUDA_ARCH__
    return view->round - *(volatile uint32_t *)&view->counters->changed > 1;
#else
    return view->round - __atomic_load_n(&view->counters->changed, __ATOMIC_RELAXED) > 1;
#endif
}

/* --- FUSED --- */

#define SPM_NOTHING_SEEN(least) ((least) ? SPM_TOP : 0)

CORE_FUNCTION int spm_wants_least(const struct spm_view *view, uint32_t label) {
    return spm_owner(label) == view->player;
}

/* Returns the one of two measures that the owner prefers. */
CORE_FUNCTION uint64_t spm_choose(uint64_t a, uint64_t b, int least) {
    return (a < b) == (least != 0) ? a : b;
}

CORE_FUNCTION uint64_t spm_choose_measure(const struct spm_view *view, uint32_t label, uint64_t a,
                                          uint64_t b) {
    return spm_choose(a, b, spm_wants_least(view, label));
}

CORE_FUNCTION void spm_progress_of_word(const struct spm_layout *layout, uint32_t level, uint64_t *from,
                                        uint64_t *to) {
    struct spm_measure first = {from, 1}, second = {to, 1};
    spm_progress(layout, level, first, second, 1);
}

/* The best edge of the lane's part of a row: by the measures that edges require, if edges have levels; else
 * by the targets' measures. */
CORE_FUNCTION uint64_t spm_look(const struct spm_view *view, uint64_t vertex, uint32_t label, uint32_t lane,
                                uint32_t lanes) {
    const struct spm_climber *climber = &view->climber[view->player];
    const struct spm_rows *rows = &view->rows;
    int least = spm_wants_least(view, label);
    uint64_t end = rows->offsets[vertex + 1], best = SPM_NOTHING_SEEN(least);
    for (uint64_t edge = rows->offsets[vertex] + lane; edge < end; edge += lanes) {
        uint64_t seen = spm_load(&climber->measures, rows->targets[edge]), asked = seen;
        if (rows->levels != 0) {
            spm_progress_of_word(&climber->layout, rows->levels[edge], &seen, &asked);
        }
        best = spm_choose(best, asked, least);
    }
    return best;
}

/* Lifts a vertex to the best measure; returns whether it rose. */
CORE_FUNCTION uint32_t spm_rise(const struct spm_view *view, uint64_t vertex, uint32_t label, uint64_t best) {
    const struct spm_climber *climber = &view->climber[view->player];
    uint64_t asked = best;
    if (view->rows.levels == 0) {
        spm_progress_of_word(&climber->layout, spm_level(label), &best, &asked);
    }
    if (asked <= spm_load(&climber->measures, vertex)) {
        return 0;
    }
    spm_store(&climber->measures, vertex, asked);
    spm_mark_changed(view, vertex);
    spm_note_round(view);
    return 1;
}

CORE_FUNCTION int spm_fused_waits(const struct spm_view *view, uint64_t vertex, uint32_t label, uint32_t lane,
                                  uint32_t lanes) {
    return !spm_is_decided(label) && spm_may_rise(view, vertex, lane, lanes);
}

CORE_FUNCTION uint32_t spm_lift_fused(const struct spm_view *view, uint64_t item) {
    uint64_t vertex = spm_item(view, view->queue, item);
    if (vertex >= view->vertices || spm_row_is_long(&view->rows, vertex)) {
        return 0;
    }
    uint32_t label = view->label[vertex];
    if (spm_is_decided(label) || !spm_may_rise(view, vertex, 0, 1)) {
        return 0;
    }
    return spm_rise(view, vertex, label, spm_look(view, vertex, label, 0, 1));
}

/* --- SPLIT --- */

CORE_FUNCTION uint32_t spm_ask_edge(const struct spm_view *view, uint64_t item) {
    const struct spm_climber *climber = &view->climber[view->player];
    uint64_t edge = spm_item(view, view->edge_queue, item);
    if (edge >= view->rows.edges) {
        return 0;
    }
    uint32_t vertex = view->rows.sources[edge], target = view->rows.targets[edge];
    uint32_t label = view->label[vertex];
    if (spm_is_decided(label) || (!view->all && !spm_has_changed(view, target))) {
        return 0;
    }
    spm_progress(&climber->layout, view->rows.levels == 0 ? spm_level(label) : view->rows.levels[edge],
                 spm_at(&climber->measures, target), spm_at(&view->asked, edge), climber->layout.words);
    if (view->recalculate[vertex] != climber->mark) {
        spm_store_byte(&view->recalculate[vertex], climber->mark);
    }
    return 0;
}

/* Whether the edges of a vertex have required something new. */
CORE_FUNCTION int spm_split_waits(const struct spm_view *view, uint64_t vertex, uint32_t label, uint32_t lane,
                                  uint32_t lanes) {
    (void)lane;
    (void)lanes;
    return !spm_is_decided(label) &&
           (view->all || view->recalculate[vertex] == view->climber[view->player].mark);
}

/* Returns the one of two edges that the owner prefers; SPM_NO_EDGE stands for no edge. */
CORE_FUNCTION uint64_t spm_choose_edge(const struct spm_view *view, uint32_t label, uint64_t a, uint64_t b) {
    uint32_t words = view->climber[view->player].layout.words;
    if (a == SPM_NO_EDGE || b == SPM_NO_EDGE) {
        return a == SPM_NO_EDGE ? b : a;
    }
    struct spm_measure first = spm_at(&view->asked, a), second = spm_at(&view->asked, b);
    return (spm_wants_least(view, label) ? spm_is_greater(first, second, words)
                                         : spm_is_greater(second, first, words))
               ? b
               : a;
}

CORE_FUNCTION uint64_t spm_look_at_edges(const struct spm_view *view, uint64_t vertex, uint32_t label,
                                         uint32_t lane, uint32_t lanes) {
    uint64_t end = view->rows.offsets[vertex + 1], best = SPM_NO_EDGE;
    for (uint64_t edge = view->rows.offsets[vertex] + lane; edge < end; edge += lanes) {
        best = spm_choose_edge(view, label, best, edge);
    }
    return best;
}

CORE_FUNCTION uint32_t spm_rise_by_edge(const struct spm_view *view, uint64_t vertex, uint32_t label,
                                        uint64_t edge) {
    const struct spm_climber *climber = &view->climber[view->player];
    (void)label;
    struct spm_measure asked = spm_at(&view->asked, edge), measure = spm_at(&climber->measures, vertex);
    if (!spm_is_greater(asked, measure, climber->layout.words)) {
        return 0;
    }
    spm_copy(measure, asked, climber->layout.words);
    spm_mark_changed(view, vertex);
    spm_note_round(view);
    return 1;
}

CORE_FUNCTION uint32_t spm_lift_split(const struct spm_view *view, uint64_t item) {
    uint64_t vertex = spm_item(view, view->queue, item);
    if (vertex >= view->vertices || spm_row_is_long(&view->rows, vertex)) {
        return 0;
    }
    uint32_t label = view->label[vertex];
    return spm_split_waits(view, vertex, label, 0, 1)
               ? spm_rise_by_edge(view, vertex, label, spm_look_at_edges(view, vertex, label, 0, 1))
               : 0;
}

/* --- won vertices (Bootsma, section 5.1) --- */

CORE_FUNCTION uint32_t spm_enter(const struct spm_view *view, uint64_t vertex) {
    const struct spm_climber *climber = &view->climber[view->player];
    view->inside[vertex] =
        !spm_is_decided(view->label[vertex]) && !spm_is_top(spm_at(&climber->measures, vertex));
    return 0;
}

/* Whether the climber has won if the play takes an edge, as far as is known. */
CORE_FUNCTION int spm_is_safe(const struct spm_view *view, uint64_t vertex, uint32_t level, uint32_t target) {
    if (spm_is_decided(view->label[target])) {
        return view->winner[target] == view->player;
    }
    return spm_load_byte(&view->inside[target]) &&
           spm_has_enough(&view->climber[view->player], level, vertex, target);
}

/* Finds in the lane's part of the row a safe edge, where the vertex is the climber's; else an unsafe edge.
 * SPM_NO_EDGE: none. */
CORE_FUNCTION uint64_t spm_settle_look(const struct spm_view *view, uint64_t vertex, uint32_t label,
                                       uint32_t lane, uint32_t lanes) {
    int wanted = spm_owner(label) == view->player;
    uint64_t end = view->plain.offsets[vertex + 1];
    for (uint64_t edge = view->plain.offsets[vertex] + lane; edge < end; edge += lanes) {
        if (spm_is_safe(view, vertex, spm_level(label), view->plain.targets[edge]) == wanted) {
            return edge;
        }
    }
    return SPM_NO_EDGE;
}

/* The vertex stays because its owner has a safe edge, or because the opponent has no unsafe edge. */
CORE_FUNCTION uint32_t spm_settle_end(const struct spm_view *view, uint64_t vertex, uint32_t label,
                                      uint64_t edge) {
    int is_hers = spm_owner(label) == view->player;
    if (is_hers && edge != SPM_NO_EDGE) {
        view->strategy[vertex] = view->plain.targets[edge];
    } else if (is_hers || edge != SPM_NO_EDGE) {
        spm_store_byte(&view->inside[vertex], 0);
        spm_note_round(view);
    }
    return 0;
}

CORE_FUNCTION uint64_t spm_first_edge(const struct spm_view *view, uint32_t label, uint64_t a, uint64_t b) {
    (void)view;
    (void)label;
    return a < b ? a : b;
}

CORE_FUNCTION int spm_settle_waits(const struct spm_view *view, uint64_t vertex, uint32_t label,
                                   uint32_t lane, uint32_t lanes) {
    (void)label;
    (void)lanes;
    return lane == 0 && view->inside[vertex];
}

CORE_FUNCTION uint32_t spm_settle(const struct spm_view *view, uint64_t vertex) {
    if (!view->inside[vertex] || spm_row_is_long(&view->plain, vertex)) {
        return 0;
    }
    uint32_t label = view->label[vertex];
    return spm_settle_end(view, vertex, label, spm_settle_look(view, vertex, label, 0, 1));
}

/* The vertex is not lifted any more: it requires nothing of the winner's measures, and the loser avoids it.
 */
CORE_FUNCTION uint32_t spm_decide(const struct spm_view *view, uint64_t vertex) {
    if (!view->inside[vertex]) {
        return 0;
    }
    uint32_t label = view->label[vertex];
    view->label[vertex] = label | SPM_DECIDED;
    view->winner[vertex] = (uint8_t)view->player;
    if (spm_owner(label) != view->player) {
        view->strategy[vertex] = SOLUTION_NONE;
    }
    for (uint32_t player = 0; player < 2; player++) {
        const struct spm_climber *climber = &view->climber[player];
        if (climber->measures.words != 0) {
            spm_set(spm_at(&climber->measures, vertex), player == view->player ? 0 : SPM_TOP,
                    climber->layout.words);
            if (player != view->player) {
                climber->changed[vertex] = climber->mark;
            }
        }
    }
    return 1;
}

/* --- before the first round --- */

/* Decides a vertex with a loop: the owner wins if looping for ever wins, the opponent if there is no other
 * edge. */
CORE_FUNCTION uint32_t spm_loop(const struct spm_view *view, uint64_t vertex) {
    uint32_t label = view->label[vertex], owner = spm_owner(label), parity = spm_level(label) & 1;
    int loops = 0, others = 0;
    for (uint64_t edge = view->plain.offsets[vertex];
         edge < view->plain.offsets[vertex + 1] && !(loops && (others || owner == parity)); edge++) {
        loops |= view->plain.targets[edge] == vertex;
        others |= view->plain.targets[edge] != vertex;
    }
    if (!loops || (owner != parity && others)) {
        return 0;
    }
    view->label[vertex] = label | SPM_DECIDED;
    view->winner[vertex] = (uint8_t)parity;
    view->strategy[vertex] = owner == parity ? (uint32_t)vertex : SOLUTION_NONE;
    return 1;
}

/* Sets the measures of lost vertices, all measures being 0. */
CORE_FUNCTION uint32_t spm_begin(const struct spm_view *view, uint64_t vertex) {
    const struct spm_climber *climber = &view->climber[view->player];
    if (spm_is_decided(view->label[vertex]) && view->winner[vertex] != view->player) {
        spm_set(spm_at(&climber->measures, vertex), SPM_TOP, climber->layout.words);
    }
    return 0;
}

/* --- shortcuts (Bootsma, chapter 6) --- */

/* Whether an edge is replaced by edges that bypass its target: the target leaves no choice, or belongs to the
 * same player and has few edges, so that rows do not explode. */
CORE_FUNCTION int spm_is_passed(const struct spm_view *view, uint64_t vertex, uint32_t target) {
    uint32_t label = view->label[target];
    uint64_t degree = view->rows.offsets[target + 1] - view->rows.offsets[target];
    return target != vertex && !spm_is_decided(label) &&
           (degree == 1 || (degree <= SPM_MOST_PASSED && spm_owner(label) == spm_owner(view->label[vertex])));
}

CORE_FUNCTION uint32_t spm_count_shortcuts(const struct spm_view *view, uint64_t vertex) {
    uint64_t count = 0, end = view->rows.offsets[vertex + 1];
    if (spm_is_decided(view->label[vertex])) {
        end = view->rows.offsets[vertex];
    }
    for (uint64_t edge = view->rows.offsets[vertex]; edge < end; edge++) {
        uint32_t target = view->rows.targets[edge];
        count += spm_is_passed(view, vertex, target)
                     ? view->rows.offsets[target + 1] - view->rows.offsets[target]
                     : 1;
    }
    view->counts[vertex] = count;
    return 0;
}

CORE_FUNCTION uint32_t spm_edge_level(const struct spm_view *view, uint64_t vertex, uint64_t edge) {
    return view->rows.levels == 0 ? spm_level(view->label[vertex]) : view->rows.levels[edge];
}

CORE_FUNCTION uint32_t spm_fill_shortcuts(const struct spm_view *view, uint64_t vertex) {
    uint64_t at = view->counts[vertex], end = view->rows.offsets[vertex + 1];
    if (spm_is_decided(view->label[vertex])) {
        return 0;
    }
    for (uint64_t edge = view->rows.offsets[vertex]; edge < end; edge++) {
        uint32_t target = view->rows.targets[edge], level = spm_edge_level(view, vertex, edge);
        if (!spm_is_passed(view, vertex, target)) {
            view->new_targets[at] = target;
            view->new_levels[at++] = level;
            continue;
        }
        for (uint64_t next = view->rows.offsets[target]; next < view->rows.offsets[target + 1]; next++) {
            uint32_t past = spm_edge_level(view, target, next);
            view->new_targets[at] = view->rows.targets[next];
            view->new_levels[at++] = past > level ? past : level;
        }
    }
    return 0;
}

/* --- exchange with another side --- */

CORE_FUNCTION uint32_t spm_exchange_one(const struct spm_view *view, uint64_t vertex) {
    const struct spm_climber *climber = &view->climber[view->player];
    uint32_t words = climber->layout.words;
    struct spm_measure mine = spm_at(&climber->measures, vertex);
    struct spm_measure other = {view->exchanged + vertex * words, 1};
    if (spm_is_decided(view->label[vertex])) {
        if (spm_is_top(mine)) {
            spm_set(other, SPM_TOP, words);
        }
    } else if (spm_is_greater(other, mine, words)) {
        spm_copy(mine, other, words);
        climber->changed[vertex] = climber->mark;
    } else {
        spm_copy(other, mine, words);
    }
    return 0;
}

/* --- rows and queued groups --- */

CORE_FUNCTION uint32_t spm_list_long(const struct spm_view *view, uint64_t vertex) {
    if (spm_row_is_long(&view->rows, vertex)) {
        view->rows.longs[shared64_add(&view->counters->longs, 1)] = (uint32_t)vertex;
    }
    return 0;
}

CORE_FUNCTION uint32_t spm_fill_sources(const struct spm_view *view, uint64_t vertex) {
    for (uint64_t edge = view->rows.offsets[vertex]; edge < view->rows.offsets[vertex + 1]; edge++) {
        view->rows.sources[edge] = (uint32_t)vertex;
    }
    return 0;
}

/* Whether an edge may require something new, or a vertex may need lifting. Items after the last one are not
 * wanted, nor are long rows, which every round examines. */
CORE_FUNCTION int spm_edge_is_wanted(const struct spm_view *view, uint64_t edge) {
    return edge < view->rows.edges && (view->all || spm_has_changed(view, view->rows.targets[edge]));
}

CORE_FUNCTION int spm_vertex_is_wanted(const struct spm_view *view, uint64_t vertex) {
    return vertex < view->vertices && !spm_row_is_long(&view->rows, vertex) &&
           spm_fused_waits(view, vertex, view->label[vertex], 0, 1);
}

#ifdef __cplusplus
}
#endif
#endif
