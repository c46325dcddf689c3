/* Pairs of sets of vertices, breadth first; each pair has the pair and label that it was found from. */
#include "reduce/compare/set_pairs.h"

#include <string.h>

#include "base/array.h"
#include "base/core.h"
#include "base/error.h"
#include "base/index.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/graph/graph.h"
#include "reduce/prepare/prepare.h"
#include "reduce/traces/subsets.h"

#define TELL_PAIRS 4096u

struct set_pair {
    uint32_t sets[2];
    uint32_t from, label; /* the pair before, and the label from there */
};

struct set_pair_walk {
    const struct set_pairs_question *question;
    const struct run *run;
    struct error *error;
    subsets *subsets;
    uint32_t internal;
    GROWING(struct set_pair) pairs;
    GROWING(struct subset_move) first_moves;
    struct index index;
    uint32_t found[WORD_END_DEADLOCK + 1]; /* by kind of the end: the pair, or INDEX_NONE */
    int holder[WORD_END_DEADLOCK + 1];
    uint32_t last_label; /* of WORD_END_LABEL: the label that follows the pair */
};

static int no_memory(struct error *error) {
    return error_memory(error, "for pairs of sets of states");
}

static int add_pair(struct set_pair_walk *walk, struct set_pair pair) {
    uint64_t hash = core_mix((uint64_t)pair.sets[0] << 32 | pair.sets[1]);
    for (struct index_walk at = index_find(&walk->index, hash); index_next(&at);) {
        const struct set_pair *known = &walk->pairs.data[at.number];
        if (known->sets[0] == pair.sets[0] && known->sets[1] == pair.sets[1]) {
            return 0;
        }
    }
    if (walk->pairs.count >= walk->question->most || walk->pairs.count >= INDEX_NONE) {
        return error_set(walk->error, ERROR_LIMIT, "there are more than %llu pairs of sets of states",
                         (unsigned long long)walk->question->most);
    }
    return GROWING_ADD(walk->run->memory, walk->pairs, pair) != 0 ||
                   index_add(&walk->index, walk->run->memory, hash, (uint32_t)walk->pairs.count - 1) != 0
               ? no_memory(walk->error)
               : 0;
}

/* Whether some member of the set diverges, or has no edge. */
static int set_has(const struct set_pair_walk *walk, uint32_t set, enum word_end end) {
    const struct graph *graph = walk->question->graph;
    uint64_t count;
    const uint32_t *members = subsets_members(walk->subsets, set, &count);
    for (uint64_t at = 0; at < count; at++) {
        uint64_t begin = graph->offsets[members[at]], stop = graph->offsets[members[at] + 1];
        if (end == WORD_END_DEADLOCK && begin == stop) {
            return 1;
        }
        for (uint64_t edge = begin; edge < stop && end == WORD_END_DIVERGENCE; edge++) {
            if (graph->labels[edge] == walk->internal && graph->targets[edge] == members[at]) {
                return 1;
            }
        }
    }
    return 0;
}

static void look_at(struct set_pair_walk *walk, uint32_t number, enum word_end end) {
    const struct set_pair *pair = &walk->pairs.data[number];
    if (walk->found[end] != INDEX_NONE) {
        return;
    }
    int first = set_has(walk, pair->sets[0], end), second = set_has(walk, pair->sets[1], end);
    if (first != second) {
        walk->found[end] = number;
        walk->holder[end] = first ? 0 : 1;
    }
}

static void find_label(struct set_pair_walk *walk, uint32_t number, uint32_t label, int holder) {
    if (walk->found[WORD_END_LABEL] == INDEX_NONE && !(holder == 1 && walk->question->inclusion)) {
        walk->found[WORD_END_LABEL] = number;
        walk->holder[WORD_END_LABEL] = holder;
        walk->last_label = label;
    }
}

/* Goes through the moves of both sets in the order of labels. 0, or -1 with *error filled. */
static int expand(struct set_pair_walk *walk, uint32_t number) {
    uint32_t sets[2] = {walk->pairs.data[number].sets[0], walk->pairs.data[number].sets[1]};
    const struct subset_move *first, *second;
    uint64_t first_count, second_count, at = 0, other = 0;
    if (sets[0] == sets[1]) {
        return 0;
    }
    if (subsets_moves(walk->subsets, sets[0], &first, &first_count, walk->error) != 0) {
        return -1;
    }
    if (MEMORY_GROW(walk->run->memory, &walk->first_moves.data, &walk->first_moves.capacity, first_count) !=
        0) {
        return no_memory(walk->error);
    }
    if (first_count > 0) {
        memcpy(walk->first_moves.data, first, first_count * sizeof *first);
    }
    first = walk->first_moves.data;
    if (subsets_moves(walk->subsets, sets[1], &second, &second_count, walk->error) != 0) {
        return -1;
    }
    while (at < first_count || other < second_count) {
        uint32_t left = at < first_count ? first[at].label : UINT32_MAX;
        uint32_t right = other < second_count ? second[other].label : UINT32_MAX;
        if (left != right) {
            find_label(walk, number, left < right ? left : right, left < right ? 0 : 1);
        } else if (add_pair(walk, (struct set_pair){{first[at].set, second[other].set}, number, left}) != 0) {
            return -1;
        }
        at += left <= right;
        other += right <= left;
    }
    return 0;
}

static int walk_all(struct set_pair_walk *walk) {
    const struct set_pairs_question *question = walk->question;
    struct set_pair start = {{0, 0}, INDEX_NONE, 0};
    for (int side = 0; side < 2; side++) {
        if (subsets_find(walk->subsets, question->vertices[side], 1, &start.sets[side], walk->error) != 0) {
            return -1;
        }
    }
    if (add_pair(walk, start) != 0) {
        return -1;
    }
    for (uint32_t number = 0; number < walk->pairs.count && walk->found[WORD_END_LABEL] == INDEX_NONE;
         number++) {
        if (number % TELL_PAIRS == 0) {
            run_tell(walk->run, "comparing traces", number, 0, "pairs of sets");
        }
        if (question->divergences) {
            look_at(walk, number, WORD_END_DIVERGENCE);
        }
        if (question->deadlocks) {
            look_at(walk, number, WORD_END_DEADLOCK);
        }
        if (expand(walk, number) != 0) {
            return -1;
        }
    }
    return 0;
}

/* The labels that lead to the pair of the end, from the start on. 0 or -1. */
static int take_word(struct set_pair_walk *walk, enum word_end end, struct set_pairs_answer *answer) {
    uint64_t length = end == WORD_END_LABEL;
    for (uint32_t at = walk->found[end]; walk->pairs.data[at].from != INDEX_NONE;
         at = walk->pairs.data[at].from) {
        length++;
    }
    answer->word = memory_allocate_array(walk->run->memory, length, sizeof *answer->word);
    if (answer->word == NULL) {
        return no_memory(walk->error);
    }
    answer->end = end;
    answer->holder = walk->holder[end];
    answer->length = length;
    if (end == WORD_END_LABEL) {
        answer->word[--length] = walk->last_label;
    }
    for (uint32_t at = walk->found[end]; length > 0; at = walk->pairs.data[at].from) {
        answer->word[--length] = walk->pairs.data[at].label;
    }
    return 0;
}

int set_pairs_compare(const struct set_pairs_question *question, const struct run *run,
                      struct set_pairs_answer *answer, struct error *error) {
    struct set_pair_walk walk = {.question = question,
                                 .run = run,
                                 .error = error,
                                 .internal = prepare_internal_label(question->graph),
                                 .found = {INDEX_NONE, INDEX_NONE, INDEX_NONE, INDEX_NONE}};
    memset(answer, 0, sizeof *answer);
    walk.subsets = subsets_create(question->graph, question->weak, question->most, run, error);
    int failed = walk.subsets == NULL || walk_all(&walk) != 0;
    answer->pairs = walk.pairs.count;
    for (int end = WORD_END_LABEL; end <= WORD_END_DEADLOCK && !failed && answer->end == WORD_END_NONE;
         end++) {
        failed = walk.found[end] != INDEX_NONE && take_word(&walk, (enum word_end)end, answer) != 0;
    }
    subsets_free(walk.subsets);
    GROWING_FREE(run->memory, walk.pairs);
    GROWING_FREE(run->memory, walk.first_moves);
    index_free(&walk.index, run->memory);
    return failed ? -1 : 0;
}

void set_pairs_answer_free(struct set_pairs_answer *answer, struct memory *memory) {
    memory_free(memory, answer->word, answer->length * sizeof *answer->word);
    answer->word = NULL;
}
