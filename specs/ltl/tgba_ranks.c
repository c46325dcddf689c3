/*
 * Complements of any small automata (tgba.h), by ranks, after Kupferman and Vardi, Weak alternating automata
 * are not that weak (2001), and Schewe, Büchi complementation made tight (2009). A word is not accepted if
 * the states that its runs reach can have ranks that never rise along an edge, are even in accepting states,
 * and do not stay even for ever. From some time on the ranks are tight: the largest one is odd, and all
 * smaller odd ones are there. So a state is first the set of states that are reached; then these with tight
 * ranks, of which one even rank at a time is watched: there is a mark when all states that had it have lost
 * it.
 */
#include <string.h>

#include "base/memory.h"
#include "specs/ltl/tgba.h"
#include "specs/ltl/tgba_sets.h"

#define MOST_STATES 20u    /* of a Büchi automaton */
#define MOST_EDGES 100000u /* of the result */
#define MOST_WORK 2000000u /* rankings that are tried */
#define ABSENT 0xffu
#define UNRANKED 0xfeu

/* A set of states as it is numbered: a byte for each, and one for the rank that is watched. */
struct ranking {
    uint8_t rank[MOST_STATES]; /* by state: ABSENT; UNRANKED, of all that are there; or the rank */
    uint8_t owes[MOST_STATES]; /* it had the watched rank all the time */
    uint8_t watched;
};
#define RANKING_WORDS ((sizeof(struct ranking) + 7) / 8)

struct ranks {
    struct tgba of; /* a Büchi automaton with marks on states */
    struct tgba *made;
    struct bdd_pool *pool;
    uint8_t is_accepting[MOST_STATES];
    struct tgba_sets states; /* rankings, by number */
    struct tgba_sets edges;  /* parts of the letters, by the edges that have them */
    uint64_t work;
    int is_too_large;
};

static int may_go_on(const struct ranks *ranks) {
    return tgba_sets_go_on(&ranks->states) && tgba_sets_go_on(&ranks->edges) && !ranks->is_too_large;
}

static void add_edge(struct ranks *ranks, const struct ranking *target, bdd guard, uint64_t mark) {
    uint64_t words[RANKING_WORDS] = {0};
    memcpy(words, target, sizeof *target);
    const uint32_t number = tgba_sets_number(&ranks->states, words);
    if (may_go_on(ranks)) {
        tgba_add_edge(ranks->made, (struct tgba_edge){number, guard, mark});
        ranks->is_too_large |= ranks->made->edge.count > MOST_EDGES;
    }
}

static int is_ranked(const struct ranking *ranking, uint32_t states) {
    for (uint32_t s = 0; s < states; s++) {
        if (ranking->rank[s] != ABSENT) {
            return ranking->rank[s] != UNRANKED;
        }
    }
    return 0;
}

/* The largest rank, if the ranks are tight; ABSENT otherwise. */
static unsigned tight_rank(const uint8_t *rank, uint32_t states) {
    uint64_t seen = 0;
    for (uint32_t s = 0; s < states; s++) {
        seen |= rank[s] == ABSENT ? 0 : (uint64_t)1 << rank[s];
    }
    if (seen == 0) {
        return ABSENT;
    }
    const unsigned largest = 63 - (unsigned)__builtin_clzll(seen);
    const uint64_t odd = 0xaaaaaaaaaaaaaaaau & (UINT64_MAX >> (63 - largest));
    return largest % 2 == 1 && (seen & odd) == odd ? largest : ABSENT;
}

/* What is common to the successors of a ranking by some letters. */
struct step {
    bdd guard;
    uint8_t most[MOST_STATES]; /* by state: the largest rank that it may have; ABSENT: it is not reached */
    uint8_t owes[MOST_STATES]; /* an edge leads to it from a state that owes */
    unsigned largest;          /* rank of the successors; ABSENT: any */
    int owed;                  /* some state owes */
    uint8_t watched;
};

/* A successor with these ranks. */
static void add_ranked(struct ranks *ranks, const struct step *step, const uint8_t *rank, unsigned largest) {
    struct ranking next;
    memset(&next, 0, sizeof next);
    memset(next.rank, ABSENT, sizeof next.rank);
    next.watched = step->owed || step->largest == ABSENT ? step->watched
                                                         : (uint8_t)((step->watched + 2) % (largest + 1));
    for (uint32_t s = 0; s < ranks->of.states; s++) {
        next.rank[s] = rank[s];
        next.owes[s] = rank[s] == next.watched && (step->owed ? step->owes[s] : step->largest != ABSENT);
    }
    add_edge(ranks, &next, step->guard, step->largest != ABSENT && !step->owed);
}

/* Counts down from the largest ranks: 0 after the least ones. */
static int next_ranks(const struct ranks *ranks, const struct step *step, uint8_t *rank) {
    for (uint32_t s = 0; s < ranks->of.states; s++) {
        const unsigned by = ranks->is_accepting[s] ? 2 : 1;
        if (rank[s] != ABSENT && rank[s] >= by) {
            rank[s] = (uint8_t)(rank[s] - by);
            return 1;
        }
        rank[s] = step->most[s];
    }
    return 0;
}

/* All successors with tight ranks. */
static void add_all_ranked(struct ranks *ranks, const struct step *step) {
    uint8_t rank[MOST_STATES];
    memcpy(rank, step->most, sizeof rank);
    do {
        const unsigned largest = tight_rank(rank, ranks->of.states);
        ranks->is_too_large |= ++ranks->work > MOST_WORK;
        if (largest != ABSENT && (step->largest == ABSENT || step->largest == largest)) {
            add_ranked(ranks, step, rank, largest);
        }
    } while (may_go_on(ranks) && bdd_step(ranks->pool) && next_ranks(ranks, step, rank));
}

/* Where a set of edges leads. */
static void follow(const struct ranks *ranks, const struct ranking *from, const uint64_t *edges,
                   struct step *step) {
    memset(step->most, ABSENT, sizeof step->most);
    memset(step->owes, 0, sizeof step->owes);
    for (uint32_t s = 0; s < ranks->of.states; s++) {
        for (uint64_t i = ranks->of.row.data[s]; i < ranks->of.row.data[s + 1]; i++) {
            const uint32_t target = ranks->of.edge.data[i].target;
            if (bitset_has(edges, (uint32_t)i)) {
                const uint8_t even = (uint8_t)(ranks->is_accepting[target] ? 0xfe : 0xff),
                              rank = from->rank[s] & even;
                step->most[target] = rank < step->most[target] ? rank : step->most[target];
                step->owes[target] |= from->owes[s];
            }
        }
    }
}

/* Successors of a set without ranks: another one, and all with ranks. */
static void leave_unranked(struct ranks *ranks, struct step *step) {
    struct ranking next;
    unsigned rejecting = 0, reached = 0;
    memset(&next, 0, sizeof next);
    memset(next.rank, ABSENT, sizeof next.rank);
    for (uint32_t s = 0; s < ranks->of.states; s++) {
        if (step->most[s] != ABSENT) {
            next.rank[s] = UNRANKED;
            rejecting += !ranks->is_accepting[s];
            reached++;
        }
    }
    add_edge(ranks, &next, step->guard, reached == 0);
    for (uint32_t s = 0; s < ranks->of.states && rejecting > 0; s++) {
        if (step->most[s] != ABSENT) {
            step->most[s] = (uint8_t)(2 * rejecting - (ranks->is_accepting[s] ? 2 : 1));
        }
    }
    if (rejecting > 0) {
        add_all_ranked(ranks, step);
    }
}

static void make_state(struct ranks *ranks, uint64_t number) {
    struct ranking from;
    struct step step = {.largest = ABSENT};
    memcpy(&from, tgba_set(&ranks->states, number), sizeof from);
    tgba_sets_begin(&ranks->edges);
    for (uint32_t s = 0; s < ranks->of.states; s++) {
        step.owed |= from.owes[s];
        for (uint64_t i = ranks->of.row.data[s]; i < ranks->of.row.data[s + 1] && from.rank[s] != ABSENT;
             i++) {
            tgba_sets_split(&ranks->edges, ranks->of.edge.data[i].guard, (uint32_t)i, TGBA_SETS_NONE);
        }
    }
    step.watched = from.watched;
    step.largest = is_ranked(&from, ranks->of.states) ? tight_rank(from.rank, ranks->of.states) : ABSENT;
    for (uint64_t p = 0; p < ranks->edges.part.count && may_go_on(ranks); p++) {
        step.guard = ranks->edges.part.data[p];
        follow(ranks, &from, tgba_sets_target(&ranks->edges, p), &step);
        if (step.largest == ABSENT) {
            leave_unranked(ranks, &step);
        } else {
            add_all_ranked(ranks, &step);
        }
    }
    tgba_end_state(ranks->made);
}

static void make_states(struct ranks *ranks) {
    struct ranking first;
    uint64_t words[RANKING_WORDS] = {0};
    memset(&first, 0, sizeof first);
    memset(first.rank, ABSENT, sizeof first.rank);
    first.rank[ranks->of.initial] = UNRANKED;
    memcpy(words, &first, sizeof first);
    tgba_sets_number(&ranks->states, words);
    for (uint64_t s = 0; s < ranks->states.count && may_go_on(ranks); s++) {
        make_state(ranks, s);
    }
}

int tgba_complement_by_ranks(const struct tgba *automaton, uint32_t most, struct tgba *made) {
    struct bdd_pool *pool = automaton->pool;
    struct ranks ranks = {.made = made, .pool = pool};
    tgba_init(made, pool);
    made->marks = 1;
    if (tgba_degeneralise(automaton, &ranks.of) != 0) {
        tgba_free(&ranks.of);
        return -1;
    }
    const uint32_t states = ranks.of.states;
    ranks.is_too_large = states == 0 || states > MOST_STATES;
    tgba_sets_init(&ranks.states, pool, RANKING_WORDS, most);
    tgba_sets_init(&ranks.edges, pool, bitset_words(ranks.of.edge.count), UINT64_MAX);
    for (uint32_t s = 0; s < states && !ranks.is_too_large; s++) {
        const uint64_t begin = ranks.of.row.data[s];
        ranks.is_accepting[s] = begin < ranks.of.row.data[s + 1] && ranks.of.edge.data[begin].marks != 0;
    }
    if (!ranks.is_too_large) {
        make_states(&ranks);
    }
    const int is_made = may_go_on(&ranks);
    tgba_sets_free(&ranks.states);
    tgba_sets_free(&ranks.edges);
    tgba_free(&ranks.of);
    return pool->failed ? -1 : is_made;
}
