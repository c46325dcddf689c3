/*
 * A distinguishing formula from the rounds of a refinement. Two blocks X and Y that a round parted have moves
 * that give different numbers to the blocks of the round before, or different properties. Let m be a move
 * that X has and Y has not (or the other way round: then the formula is negated). For each move n of Y that
 * has the same form, some block B gets more from m than from n, or less. F is the conjunction of what tells B
 * from each block that gets less from m than from n (or more). Then m gives the states with F more than n
 * does (or less), so a bound tells m from n.
 */
#include "reduce/compare/move_questions.h"

#include <string.h>

#include "base/core.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "reduce/compare/move_formula.h"

#define NONE QUESTION_NONE
#define NOT QUESTION_NOT
#define MOST_WORK ((uint64_t)3000000000) /* some 10 s */

static int no_memory(const struct move_questions *asking) {
    return error_memory(asking->error, "for the distinguishing formula");
}

int question_work(struct move_questions *asking, uint64_t units) {
    asking->work += units;
    if (run_should_stop(asking->run)) {
        return error_set(asking->error, ERROR_INTERRUPTED, "interrupted");
    }
    return asking->work > MOST_WORK
               ? error_set(asking->error, ERROR_LIMIT, "the formula takes too long to find")
               : 0;
}

/* --- questions --- */

/* The property whose values differ, and the value of the first state or, with NOT, of the second. */
static uint32_t ask_property(const struct move_questions *asking, const uint32_t states[2],
                             struct move_question *question) {
    const struct moves_property *properties = asking->moves->properties.data;
    uint32_t at = 0;
    while (properties[at].values[states[0]] == properties[at].values[states[1]]) {
        at++;
    }
    const uint32_t value = properties[at].values[states[0]];
    const int is_negated = properties[at].kind == MEASURED_LABEL ? value == 0 : value == MOVES_NO_VALUE;
    question->property = at;
    question->value = is_negated ? properties[at].values[states[1]] : value;
    return is_negated ? NOT : 0;
}

/* The number of a known question; NONE if there is none. *negated: NOT if it is about the blocks the other
 * way round. */
static uint32_t find_question(const struct move_questions *asking, uint64_t hash,
                              const struct move_question *question, uint32_t *negated) {
    for (struct index_walk walk = index_find(&asking->index, hash); index_next(&walk);) {
        const struct move_question *known = &asking->questions.data[walk.number];
        const int same = question->round == 0 ? known->round == 0 && known->property == question->property &&
                                                    known->value == question->value
                                              : known->round > 0 && known->has == question->has &&
                                                    known->lacks == question->lacks;
        if (same || (question->round > 0 && known->round > 0 && known->has == question->lacks &&
                     known->lacks == question->has)) {
            *negated ^= same ? 0 : NOT;
            return walk.number;
        }
    }
    return NONE;
}

/* What a view gives to all blocks together. */
static fraction_natural total(const struct move_view *view) {
    fraction_natural sum = 0;
    for (uint32_t i = 0; i < view->count; i++) {
        sum += view->given[i].weight;
    }
    return sum;
}

/* Whether the second side's view is the better one to tell from others: they are fewer, or the view gives
 * more, so that bounds are lower ones. */
static int is_second_better(const struct move_questions *asking, const uint64_t chosen[2],
                            const uint64_t others[2]) {
    if (chosen[0] == UINT64_MAX || chosen[1] == UINT64_MAX) {
        return chosen[0] == UINT64_MAX;
    }
    return others[1] < others[0] ||
           (others[1] == others[0] &&
            total(&asking->views.sides[1].data[chosen[1]]) > total(&asking->views.sides[0].data[chosen[0]]));
}

/* Chooses the move that one side has alone. NOT if it is the second side. */
static int choose_move(struct move_questions *asking, struct move_question *question,
                       const uint32_t states[2], uint32_t *negated) {
    uint64_t others[2] = {0, 0}, chosen[2];
    if (move_views_fill(&asking->views, asking->moves, asking->rounds, states, question->round,
                        asking->run->memory) != 0) {
        return no_memory(asking);
    }
    for (int side = 0; side < 2; side++) {
        chosen[side] = move_views_choose(&asking->views, side, &others[side]);
    }
    const int second = is_second_better(asking, chosen, others);
    if (second) {
        const uint32_t has = question->has;
        question->has = question->lacks;
        question->lacks = has;
    }
    *negated = second ? NOT : 0;
    question->move = chosen[second];
    question->form = asking->views.sides[second].data[chosen[second]].form;
    return 0;
}

/* A reference to the question what the first block has and the second one has not. 0 or -1. */
int question_refer(struct move_questions *asking, uint32_t has, uint32_t lacks, uint32_t *reference) {
    struct move_question question = {.node = NONE, .negation = NONE};
    uint32_t negated = 0;
    question.round = move_rounds_parting(asking->rounds, &has, &lacks);
    question.has = has;
    question.lacks = lacks;
    const uint32_t states[2] = {move_rounds_member(asking->rounds, has),
                                move_rounds_member(asking->rounds, lacks)};
    if (question.round == 0) {
        negated = ask_property(asking, states, &question);
    }
    const uint64_t hash =
        question.round == 0
            ? core_mix((uint64_t)question.property << 32 | question.value)
            : core_mix((uint64_t)(has < lacks ? has : lacks) << 32 | (has < lacks ? lacks : has));
    uint32_t number = find_question(asking, hash, &question, &negated);
    if (number == NONE) {
        number = (uint32_t)asking->questions.count;
        if (number >= MOVE_FORMULA_MOST_NODES) {
            return error_set(asking->error, ERROR_LIMIT, "the formula has more than %u nodes",
                             MOVE_FORMULA_MOST_NODES);
        }
        if (question.round > 0 && choose_move(asking, &question, states, &negated) != 0) {
            return -1;
        }
        if (GROWING_ADD(asking->run->memory, asking->questions, question) != 0 ||
            index_add(&asking->index, asking->run->memory, hash, number) != 0) {
            return no_memory(asking);
        }
    }
    *reference = number | negated;
    return 0;
}

/* --- bounds --- */

/* Blocks that get more, or less, from the first view than from the second. */
static void compare_views(const struct move_view *view, const struct move_view *other, int less,
                          uint32_t *first, uint64_t *count) {
    uint32_t i = 0, j = 0;
    *count = 0;
    while (i < view->count || j < other->count) {
        const uint32_t left = i < view->count ? view->given[i].block : NONE;
        const uint32_t right = j < other->count ? other->given[j].block : NONE;
        const uint32_t block = left < right ? left : right;
        const fraction_natural own = left == block ? view->given[i++].weight : 0;
        const fraction_natural its = right == block ? other->given[j++].weight : 0;
        if (less ? own < its : own > its) {
            *first = (*count)++ == 0 ? block : *first;
        }
    }
}

static fraction_natural given_to(const struct move_view *view, uint32_t block) {
    const uint64_t low = sort_first_item(view->given, view->count, sizeof *view->given,
                                         offsetof(struct moves_given, block), block);
    return low < view->count && view->given[low].block == block ? view->given[low].weight : 0;
}

/* A bound that tells the view from one of the other side's. */
struct parting_bound {
    uint32_t block;
    int at_most;
};

static struct parting_bound choose_bound(const struct move_view *view, const struct move_view *other) {
    uint32_t more = NONE, less = NONE;
    uint64_t more_count, less_count;
    compare_views(view, other, 0, &more, &more_count);
    compare_views(view, other, 1, &less, &less_count);
    const int at_most = more_count == 0 || (less_count > 0 && more_count < less_count);
    return (struct parting_bound){at_most ? less : more, at_most};
}

/* Whether the block gets more from the view than from the other (or less). */
static int suits(const struct move_view *view, const struct move_view *other, struct parting_bound bound) {
    const fraction_natural own = given_to(view, bound.block), its = given_to(other, bound.block);
    return bound.at_most ? own < its : own > its;
}

/* Adds the blocks on the other side of the bound. 0 or -1. */
static int leave_out(struct move_questions *asking, const struct move_view *view,
                     const struct move_view *other, int at_most) {
    for (int k = 0; k < 2; k++) {
        const struct move_view *of = k == 0 ? view : other;
        for (uint32_t i = 0; i < of->count; i++) {
            const struct parting_bound against = {of->given[i].block, !at_most};
            if (suits(view, other, against) &&
                GROWING_ADD(asking->run->memory, asking->own, against.block) != 0) {
                return no_memory(asking);
            }
        }
    }
    return 0;
}

/* Adds the references of F. 0 or -1. */
static int end_bound(struct move_questions *asking, struct move_bound *bound) {
    bound->begin = asking->references.count;
    sort_numbers(asking->own.data, asking->own.count);
    for (uint64_t i = 0; i < asking->own.count; i++) {
        uint32_t reference;
        int known = 0;
        if (i > 0 && asking->own.data[i] == asking->own.data[i - 1]) {
            continue;
        }
        if (question_refer(asking, bound->block, asking->own.data[i], &reference) != 0) {
            return -1;
        }
        for (uint64_t at = bound->begin; at < asking->references.count && !known; at++) {
            known = asking->references.data[at] == reference;
        }
        if (!known && GROWING_ADD(asking->run->memory, asking->references, reference) != 0) {
            return no_memory(asking);
        }
    }
    bound->count = asking->references.count - bound->begin;
    return GROWING_ADD(asking->run->memory, asking->bounds, *bound) != 0 ? no_memory(asking) : 0;
}

/* Whether a move of this kind exists at most once, so that only its numbers matter. */
static int is_single(enum measured_move move) {
    return move == MEASURED_RATE || move == MEASURED_CHAIN || move == MEASURED_RACE;
}

/* Finds bounds that tell the question's move from all of the other side. Views that one block parts from the
 * move share a bound. `done`: a byte for each of these. 0 or -1. */
static int find_bounds(struct move_questions *asking, struct move_question *question,
                       const struct move_views *views, uint8_t *done) {
    const struct move_view *view = &views->sides[0].data[question->move];
    uint64_t count;
    const struct move_view *others = views->sides[1].data + move_views_of_form(views, 1, view->form, &count);
    question->begin = asking->bounds.count;
    for (uint64_t i = 0; i < count; i++) {
        if (done[i]) {
            continue;
        }
        if (question_work(asking, count - i) != 0) {
            return -1;
        }
        const struct parting_bound bound = choose_bound(view, &others[i]);
        asking->own.count = 0;
        for (uint64_t j = i; j < count; j++) {
            if (!done[j] && suits(view, &others[j], bound)) {
                done[j] = 1;
                if (leave_out(asking, view, &others[j], bound.at_most) != 0) {
                    return -1;
                }
            }
        }
        struct move_bound made = {.block = bound.block, .at_most = bound.at_most};
        if (end_bound(asking, &made) != 0) {
            return -1;
        }
    }
    question->count = asking->bounds.count - question->begin;
    if (count == 0 && is_single(asking->moves->forms.data[view->form].kind)) {
        asking->own.count = 0;
        struct move_bound all = {.block = NONE};
        question->count = 1;
        return end_bound(asking, &all);
    }
    return 0;
}

/* Finds the bounds of a question. 0 or -1. */
int question_answer(struct move_questions *asking, uint32_t number) {
    struct memory *memory = asking->run->memory;
    struct move_question question = asking->questions.data[number];
    struct move_views views;
    memset(&views, 0, sizeof views);
    if (question.round == 0) {
        return 0;
    }
    const uint32_t states[2] = {move_rounds_member(asking->rounds, question.has),
                                move_rounds_member(asking->rounds, question.lacks)};
    int failed = move_views_fill(&views, asking->moves, asking->rounds, states, question.round, memory) != 0
                     ? no_memory(asking)
                     : 0;
    const uint64_t bytes = views.sides[1].count + 1;
    uint8_t *done = failed ? NULL : memory_allocate_zeroed(memory, bytes);
    failed = failed ? -1 : done == NULL ? no_memory(asking) : find_bounds(asking, &question, &views, done);
    memory_free(memory, done, done == NULL ? 0 : bytes);
    if (!failed) {
        asking->questions.data[number] = question;
    }
    move_views_free(&views, memory);
    return failed;
}
