/* Makes the nodes of a distinguishing formula of the answers to its questions (move_questions.c), those of
 * earlier rounds first, and evaluates each on all states: that gives the numbers of the bounds. */
#include "reduce/compare/move_formula.h"

#include <string.h>

#include "base/bitmap_core.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "reduce/compare/move_questions.h"

#define NONE QUESTION_NONE
#define NOT QUESTION_NOT

static int no_memory(const struct move_questions *asking) {
    return error_memory(asking->error, "for the distinguishing formula");
}

/* --- nodes --- */

/* Adds a node with room for its truth. NONE with *error filled. */
static uint32_t add_node(struct move_questions *asking, const struct measured_node *node) {
    struct memory *memory = asking->run->memory;
    uint32_t *truth = memory_allocate_zeroed(memory, bitmap_bytes(asking->moves->states));
    const int failed = truth == NULL || GROWING_ADD(memory, asking->truths, truth) != 0;
    if (failed) {
        memory_free(memory, truth, bitmap_bytes(asking->moves->states));
    }
    if (failed || GROWING_ADD(memory, asking->formula->nodes, *node) != 0) {
        no_memory(asking);
        return NONE;
    }
    asking->work += asking->moves->states;
    return (uint32_t)asking->formula->nodes.count - 1;
}

/* Negates, or joins, the nodes that are the last `count` references of the formula. NONE with *error filled.
 */
static uint32_t combine(struct move_questions *asking, enum measured_kind kind, uint32_t count) {
    const uint32_t begin = (uint32_t)(asking->formula->references.count - count);
    const struct measured_node node = {.kind = kind, .begin = begin, .count = count};
    const uint32_t number = add_node(asking, &node);
    for (uint64_t word = 0; number != NONE && word < bitmap_words(asking->moves->states); word++) {
        uint32_t bits = UINT32_MAX;
        for (uint32_t i = 0; i < count; i++) {
            bits &= asking->truths.data[asking->formula->references.data[begin + i]][word];
        }
        asking->truths.data[number][word] = kind == MEASURED_NOT ? ~bits : bits;
    }
    return number;
}

/* The node of a reference, which is made. NONE with *error filled. */
static uint32_t node_of(struct move_questions *asking, uint32_t reference) {
    struct move_question *question = &asking->questions.data[reference & ~NOT];
    if ((reference & NOT) == 0) {
        return question->node;
    }
    if (question->negation == NONE) {
        if (GROWING_ADD(asking->run->memory, asking->formula->references, question->node) != 0) {
            no_memory(asking);
            return NONE;
        }
        question->negation = combine(asking, MEASURED_NOT, 1);
    }
    return question->negation;
}

/* The node of all references. NONE with *error filled. */
static uint32_t join_nodes(struct move_questions *asking, const uint32_t *references, uint64_t count) {
    if (count == 1) {
        return node_of(asking, references[0]);
    }
    if (count == 0 && asking->nothing != NONE) {
        return asking->nothing;
    }
    for (uint64_t i = 0; i < count; i++) { /* negations first: they have references of their own */
        if (node_of(asking, references[i]) == NONE) {
            return NONE;
        }
    }
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t node = node_of(asking, references[i]);
        if (GROWING_ADD(asking->run->memory, asking->formula->references, node) != 0) {
            no_memory(asking);
            return NONE;
        }
    }
    const uint32_t made = combine(asking, MEASURED_ALL, (uint32_t)count);
    asking->nothing = count == 0 ? made : asking->nothing;
    return made;
}

static int add_property(struct move_questions *asking, struct move_question *question) {
    const struct moves_property *property = &asking->moves->properties.data[question->property];
    const struct measured_node node = {
        .kind = property->kind,
        .text = property->text,
        .value = property->kind == MEASURED_LABEL ? NULL : asking->moves->values.data[question->value]};
    question->node = add_node(asking, &node);
    for (uint64_t state = 0; state < asking->moves->states && question->node != NONE; state++) {
        if (property->values[state] == question->value) {
            bitmap_set(asking->truths.data[question->node], state);
        }
    }
    return question->node == NONE ? -1 : 0;
}

/* What the move gives to the states that satisfy a node. */
static fraction_natural measure(const struct move_questions *asking, const struct moves_move *move,
                                uint32_t node) {
    const uint32_t *truth = asking->truths.data[node];
    fraction_natural sum = 0;
    for (uint64_t at = move[0].begin; at < move[1].begin; at++) {
        const struct moves_draw *draw = &asking->moves->draws.data[at];
        sum += bitmap_has(truth, draw->target) ? draw->weight : 0;
    }
    return sum;
}

/* The move of the question's member that the question is about: the one whose view was chosen. */
static const struct moves_move *find_move(struct move_questions *asking,
                                          const struct move_question *question) {
    const struct moves *moves = asking->moves;
    const uint32_t states[2] = {move_rounds_member(asking->rounds, question->has),
                                move_rounds_member(asking->rounds, question->lacks)};
    if (move_views_fill(&asking->views, moves, asking->rounds, states, question->round,
                        asking->run->memory) != 0) {
        no_memory(asking);
        return NULL;
    }
    return &moves->moves.data[asking->views.sides[0].data[question->move].move];
}

/* Makes the bounds of a node of a move; `weights`: room for one for each. 0 or -1. */
static int add_bounds(struct move_questions *asking, const struct move_question *question,
                      const struct moves_move *move, struct measured_node *node, fraction_natural *weights) {
    const struct moves *moves = asking->moves;
    uint32_t *made = memory_allocate_array(asking->run->memory, question->count, sizeof *made);
    int failed = made == NULL && question->count > 0 ? no_memory(asking) : 0;
    for (uint64_t i = 0; i < question->count && !failed; i++) {
        const struct move_bound *bound = &asking->bounds.data[question->begin + i];
        made[i] = join_nodes(asking, asking->references.data + bound->begin, bound->count);
        failed = made[i] == NONE ? -1 : 0;
    }
    node->begin = (uint32_t)asking->formula->bounds.count;
    for (uint64_t i = 0; i < question->count && !failed; i++) {
        weights[i] = measure(asking, move, made[i]);
        const struct measured_bound bound = {made[i], asking->bounds.data[question->begin + i].at_most,
                                             fraction_of(weights[i], moves->units)};
        failed =
            GROWING_ADD(asking->run->memory, asking->formula->bounds, bound) != 0 ? no_memory(asking) : 0;
    }
    node->count = (uint32_t)question->count;
    memory_free(asking->run->memory, made, question->count * sizeof *made);
    return failed;
}

static int add_earnings(struct move_questions *asking, const struct moves_form *form,
                        struct measured_node *node) {
    const struct moves *moves = asking->moves;
    node->earnings_begin = (uint32_t)asking->formula->earnings.count;
    for (uint64_t i = 0; i < moves->rewards.count && form->earned != NULL; i++) {
        const struct measured_earning earning = {moves->rewards.data[i], moves->values.data[form->earned[i]]};
        if (GROWING_ADD(asking->run->memory, asking->formula->earnings, earning) != 0) {
            return no_memory(asking);
        }
    }
    node->earnings_count = (uint32_t)asking->formula->earnings.count - node->earnings_begin;
    return 0;
}

/* Whether a move satisfies all bounds of the node. */
static int satisfies(const struct move_questions *asking, const struct moves_move *move,
                     const struct measured_node *node, const fraction_natural *weights) {
    for (uint32_t i = 0; i < node->count; i++) {
        const struct measured_bound *bound = &asking->formula->bounds.data[node->begin + i];
        const fraction_natural sum = measure(asking, move, bound->node);
        if (bound->at_most ? sum > weights[i] : sum < weights[i]) {
            return 0;
        }
    }
    return 1;
}

static int add_move(struct move_questions *asking, uint32_t number) {
    const struct moves *moves = asking->moves;
    struct move_question question = asking->questions.data[number];
    const struct moves_form *form = &moves->forms.data[question.form];
    struct measured_node node = {.kind = MEASURED_MOVE, .move = form->kind, .text = form->text};
    fraction_natural *weights = memory_allocate_array(asking->run->memory, question.count, sizeof *weights);
    const struct moves_move *move = find_move(asking, &question);
    int failed = weights == NULL && question.count > 0 ? no_memory(asking) : 0;
    failed = failed || move == NULL || add_bounds(asking, &question, move, &node, weights) != 0 ||
             add_earnings(asking, form, &node) != 0;
    question.node = failed ? NONE : add_node(asking, &node);
    for (uint64_t state = 0; state < moves->states && question.node != NONE; state++) {
        int found = 0;
        for (uint64_t at = moves->offsets.data[state]; at < moves->offsets.data[state + 1] && !found; at++) {
            found = moves->moves.data[at].form == question.form &&
                    satisfies(asking, &moves->moves.data[at], &node, weights);
        }
        if (found) {
            bitmap_set(asking->truths.data[question.node], state);
        }
    }
    asking->work += moves->draws.count * (question.count + 1);
    asking->questions.data[number].node = question.node;
    memory_free(asking->run->memory, weights, question.count * sizeof *weights);
    return question.node == NONE ? -1 : 0;
}

/* --- the whole --- */

static int compare_rounds(const void *a, const void *b) {
    return sort_compare(*(const uint64_t *)a, *(const uint64_t *)b);
}

/* Makes the nodes of all questions, those of earlier rounds first. 0 or -1. */
static int add_nodes(struct move_questions *asking) {
    const uint64_t count = asking->questions.count;
    uint64_t *order = memory_allocate_array(asking->run->memory, count, sizeof *order);
    int failed = order == NULL ? no_memory(asking) : 0;
    for (uint64_t i = 0; i < count && !failed; i++) {
        order[i] = (uint64_t)asking->questions.data[i].round << 32 | i;
    }
    if (!failed) {
        sort_items(order, count, sizeof *order, compare_rounds);
    }
    for (uint64_t i = 0; i < count && !failed; i++) {
        const uint32_t number = (uint32_t)order[i];
        failed = question_work(asking, 0) != 0 ? -1
                 : asking->questions.data[number].round == 0
                     ? add_property(asking, &asking->questions.data[number])
                     : add_move(asking, number);
    }
    memory_free(asking->run->memory, order, count * sizeof *order);
    return failed;
}

/* The latest round in which the block of an initial state parts from those of the other input; 0 for none of
 * these, and UINT32_MAX if one of them is in its block. */
static uint32_t last_parting(const struct move_questions *asking, int k, uint64_t i) {
    const struct moves *moves = asking->moves;
    uint32_t last = 0;
    for (uint64_t j = 0; j < moves->initial[!k].count; j++) {
        uint32_t one = move_rounds_block(asking->rounds, moves->initial[k].data[i]);
        uint32_t other = move_rounds_block(asking->rounds, moves->initial[!k].data[j]);
        const uint32_t round = one == other ? UINT32_MAX : move_rounds_parting(asking->rounds, &one, &other);
        last = round > last ? round : last;
    }
    return last;
}

/* The initial state that parts from all of the other input in the fewest rounds, and its input. */
static uint32_t choose_initial(const struct move_questions *asking, int *input) {
    const struct moves *moves = asking->moves;
    uint32_t best = UINT32_MAX, state = NONE;
    for (int k = 0; k < 2; k++) {
        for (uint64_t i = 0; i < moves->initial[k].count; i++) {
            const uint32_t round = last_parting(asking, k, i);
            if (round < best) {
                best = round;
                state = moves->initial[k].data[i];
                *input = k;
            }
        }
    }
    return state;
}

/* Asks what the state has and the other input's initial states have not: references at the end of
 * `references`. 0 or -1. */
static int ask_initial(struct move_questions *asking, uint32_t state, int input) {
    const struct moves *moves = asking->moves;
    const uint64_t begin = asking->references.count;
    for (uint64_t j = 0; j < moves->initial[!input].count; j++) {
        uint32_t reference;
        int known = 0;
        if (question_refer(asking, move_rounds_block(asking->rounds, state),
                           move_rounds_block(asking->rounds, moves->initial[!input].data[j]),
                           &reference) != 0) {
            return -1;
        }
        for (uint64_t at = begin; at < asking->references.count; at++) {
            known |= asking->references.data[at] == reference;
        }
        if (!known && GROWING_ADD(asking->run->memory, asking->references, reference) != 0) {
            return no_memory(asking);
        }
    }
    return 0;
}

/* Whether some initial state of the input satisfies the node. */
static int some_initial(const struct move_questions *asking, int input, uint32_t node) {
    int found = 0;
    for (uint64_t i = 0; i < asking->moves->initial[input].count; i++) {
        found |= bitmap_has(asking->truths.data[node], asking->moves->initial[input].data[i]);
    }
    return found;
}

static int make_formula(struct move_questions *asking, int *holds_in) {
    const struct moves *moves = asking->moves;
    int input = 0;
    const uint32_t state = choose_initial(asking, &input);
    if (ask_initial(asking, state, input) != 0) {
        return -1;
    }
    const uint64_t count = asking->references.count; /* those of the initial states are the first */
    for (uint32_t i = 0; i < asking->questions.count; i++) {
        if (question_work(asking, 0) != 0 || question_answer(asking, i) != 0) {
            return -1;
        }
    }
    if (add_nodes(asking) != 0) {
        return -1;
    }
    if (moves->initial[0].count == 1 && moves->initial[1].count == 1 &&
        (asking->references.data[0] & NOT) != 0) {
        asking->references.data[0] &= ~NOT;
        input = !input;
    }
    const uint32_t node = join_nodes(asking, asking->references.data, count);
    *holds_in = input + 1;
    return node == NONE ? -1
           : some_initial(asking, input, node) && !some_initial(asking, !input, node)
               ? 0
               : error_set(asking->error, ERROR_LIMIT,
                           "it does not tell the inputs apart: this is an error of "
                           "heddle, please report it");
}

int move_formula_make(const struct moves *moves, const struct run *run, struct measured_formula *formula,
                      int *holds_in, struct error *error) {
    struct memory *memory = run->memory;
    struct move_questions asking = {
        .moves = moves, .run = run, .error = error, .formula = formula, .nothing = NONE};
    asking.rounds = move_rounds_make(moves, MOVE_FORMULA_MOST_NODES, run, error);
    const int failed = asking.rounds == NULL || make_formula(&asking, holds_in) != 0;
    for (uint64_t i = 0; i < asking.truths.count; i++) {
        memory_free(memory, asking.truths.data[i], bitmap_bytes(moves->states));
    }
    GROWING_FREE(memory, asking.truths);
    GROWING_FREE(memory, asking.questions);
    GROWING_FREE(memory, asking.bounds);
    GROWING_FREE(memory, asking.references);
    GROWING_FREE(memory, asking.own);
    index_free(&asking.index, memory);
    move_views_free(&asking.views, memory);
    move_rounds_free(asking.rounds);
    return failed ? -1 : 0;
}
