/* Opposites of automata (hoa.h). */
#include "specs/ltl/hoa.h"

#define MOST_STATES 4096u /* of a complement by sets of states */
#define MOST_RANKINGS 5000u

/* By the dual acceptance of a deterministic automaton: 1, 0 or -1. */
static int by_dual(const struct hoa *hoa, struct tgba *made) {
    struct hoa negated;
    int found = hoa_negate(hoa, &negated);
    if (found == 1 && hoa_tgba_obstacle(&negated) != NULL) {
        found = 0;
    }
    if (found == 1 && hoa_to_tgba(&negated, made) != 0) {
        found = -1;
    }
    hoa_free(&negated);
    return found;
}

static int by_dual_of_reduced(const struct tgba *reduced, uint32_t atoms, struct tgba *made) {
    struct hoa hoa;
    const int found = hoa_of_tgba(reduced, atoms, &hoa) != 0 ? -1 : by_dual(&hoa, made);
    hoa_free(&hoa);
    return found;
}

int hoa_opposite(const struct hoa *hoa, const struct tgba *reduced, struct tgba *made) {
    struct bdd_pool *pool = reduced->pool;
    int found = 0;
    tgba_init(made, pool);
    if (tgba_is_deterministic(reduced)) {
        found = by_dual_of_reduced(reduced, hoa->atoms, made);
    }
    if (found == 0 && hoa_is_deterministic(hoa)) {
        found = by_dual(hoa, made);
    }
    if (found == 0) {
        found = tgba_complement(reduced, MOST_STATES, made);
    }
    if (found == 0) {
        tgba_free(made);
        found = tgba_complement_by_ranks(reduced, MOST_RANKINGS, made);
    }
    return pool->failed || (found == 1 && tgba_reduce(made) != 0) ? -1 : found;
}
