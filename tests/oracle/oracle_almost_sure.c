/* Naive almost-sure reachability, over sets of states as words. */
#include "tests/oracle/oracle_almost_sure.h"

#include <string.h>

#define NOTHING UINT64_MAX

uint64_t oracle_schedulers(const struct oracle_mdp *mdp, uint64_t most) {
    uint64_t count[ORACLE_STATES] = {0}, product = 1;
    for (uint64_t i = 0; i < mdp->choice_count; i++) {
        count[mdp->choices[i].state]++;
    }
    for (uint64_t v = 0; v < mdp->states && product < most; v++) {
        product *= count[v] == 0 ? 1 : count[v];
    }
    return product < most ? product : most;
}

/* Makes the first scheduler, or the next one; returns whether there is one. The choices of a state are
 * adjacent. */
static int next_scheduler(const struct oracle_mdp *mdp, uint64_t *taken, int *begun) {
    if (!*begun) {
        *begun = 1;
        for (uint64_t v = 0; v < mdp->states; v++) {
            taken[v] = NOTHING;
        }
        for (uint64_t i = mdp->choice_count; i-- > 0;) {
            taken[mdp->choices[i].state] = i;
        }
        return 1;
    }
    for (uint64_t v = 0; v < mdp->states; v++) {
        if (taken[v] == NOTHING) {
            continue;
        }
        if (taken[v] + 1 < mdp->choice_count && mdp->choices[taken[v] + 1].state == v) {
            taken[v]++;
            return 1;
        }
        while (taken[v] > 0 && mdp->choices[taken[v] - 1].state == v) {
            taken[v]--;
        }
    }
    return 0;
}

/* What each state reaches under the scheduler, itself included; states of `ends` are not left. */
static void follow(const struct oracle_mdp *mdp, const uint64_t *taken, uint64_t ends, uint64_t *reach) {
    for (uint64_t v = 0; v < mdp->states; v++) {
        reach[v] = (uint64_t)1 << v;
        if (taken[v] != NOTHING && !(ends >> v & 1)) {
            reach[v] |= mdp->choices[taken[v]].support;
        }
    }
    for (uint64_t k = 0; k < mdp->states; k++) {
        for (uint64_t v = 0; v < mdp->states; v++) {
            if (reach[v] >> k & 1) {
                reach[v] |= reach[k];
            }
        }
    }
}

static uint64_t performers(const struct oracle_mdp *mdp, const uint64_t *taken, const unsigned char *goal) {
    uint64_t set = 0;
    for (uint64_t v = 0; v < mdp->states; v++) {
        set |= taken[v] != NOTHING && goal[taken[v]] ? (uint64_t)1 << v : 0;
    }
    return set;
}

/* The states from which only states are reachable that can reach `ends`. */
static uint64_t surely(const struct oracle_mdp *mdp, const uint64_t *reach, uint64_t ends) {
    uint64_t won = 0;
    for (uint64_t v = 0; v < mdp->states; v++) {
        int all = 1;
        for (uint64_t w = 0; w < mdp->states; w++) {
            all = all && (!(reach[v] >> w & 1) || (reach[w] & ends) != 0);
        }
        won |= all ? (uint64_t)1 << v : 0;
    }
    return won;
}

uint64_t oracle_reach_by_schedulers(const struct oracle_mdp *mdp, const unsigned char *goal,
                                    uint64_t states) {
    uint64_t taken[ORACLE_STATES], reach[ORACLE_STATES], won = 0;
    for (int begun = 0; next_scheduler(mdp, taken, &begun);) {
        uint64_t ends = states | performers(mdp, taken, goal);
        follow(mdp, taken, ends, reach);
        won |= surely(mdp, reach, ends);
    }
    return won;
}

/* Succeeds where every reachable state can reach a performer again, and none is without a choice. */
uint64_t oracle_repeat_by_schedulers(const struct oracle_mdp *mdp, const unsigned char *goal) {
    uint64_t taken[ORACLE_STATES], reach[ORACLE_STATES], won = 0;
    for (int begun = 0; next_scheduler(mdp, taken, &begun);) {
        follow(mdp, taken, 0, reach);
        won |= surely(mdp, reach, performers(mdp, taken, goal));
    }
    return won;
}

uint64_t oracle_certain_by_schedulers(const struct oracle_mdp *mdp, const unsigned char *goal,
                                      uint64_t states) {
    uint64_t taken[ORACLE_STATES], reach[ORACLE_STATES], certain = ~(uint64_t)0;
    for (int begun = 0; next_scheduler(mdp, taken, &begun);) {
        uint64_t ends = states | performers(mdp, taken, goal);
        follow(mdp, taken, ends, reach);
        certain &= surely(mdp, reach, ends);
    }
    return certain;
}

/* The states of `set` that can stay in it without a goal: by a choice, or because they have none. */
static uint64_t staying(const struct oracle_mdp *mdp, const unsigned char *goal, uint64_t set) {
    uint64_t stays = 0, moves = 0;
    for (uint64_t i = 0; i < mdp->choice_count; i++) {
        const uint64_t state = (uint64_t)1 << mdp->choices[i].state;
        moves |= state;
        stays |= !goal[i] && (mdp->choices[i].support & ~set) == 0 ? state : 0;
    }
    return set & (stays | ~moves);
}

static void set_ranks(const struct oracle_mdp *mdp, uint64_t set, uint32_t level, uint32_t *rank) {
    for (uint64_t v = 0; v < mdp->states; v++) {
        rank[v] = set >> v & 1 ? level : rank[v];
    }
}

uint64_t oracle_avoid(const struct oracle_mdp *mdp, const unsigned char *goal, uint64_t states,
                      uint32_t *rank) {
    uint64_t all = mdp->states == 64 ? ~(uint64_t)0 : ((uint64_t)1 << mdp->states) - 1;
    uint64_t found = all & ~states, more;
    while (staying(mdp, goal, found) != found) {
        found = staying(mdp, goal, found);
    }
    memset(rank, 0xff, mdp->states * sizeof *rank);
    more = found;
    for (uint32_t level = 0; more != 0; level++) {
        set_ranks(mdp, more, level, rank);
        found |= more;
        more = 0;
        for (uint64_t i = 0; i < mdp->choice_count; i++) {
            const uint64_t state = (uint64_t)1 << mdp->choices[i].state;
            more |= !goal[i] && (mdp->choices[i].support & found) != 0 ? state & ~states & ~found : 0;
        }
    }
    return found;
}

uint64_t oracle_reach(const struct oracle_mdp *mdp, const unsigned char *goal, uint64_t states,
                      uint32_t *rank) {
    uint64_t all = mdp->states == 64 ? ~(uint64_t)0 : ((uint64_t)1 << mdp->states) - 1, goals = states;
    for (uint64_t i = 0; i < mdp->choice_count; i++) {
        goals |= goal[i] ? (uint64_t)1 << mdp->choices[i].state : 0;
    }
    for (uint64_t stays = all;;) {
        uint64_t found = goals, more = goals;
        memset(rank, 0xff, mdp->states * sizeof *rank);
        for (uint32_t level = 0; more != 0; level++) {
            set_ranks(mdp, more, level, rank);
            found |= more;
            more = 0;
            for (uint64_t i = 0; i < mdp->choice_count; i++) {
                const struct oracle_choice *choice = &mdp->choices[i];
                if ((choice->support & ~stays) == 0 && (choice->support & found) != 0) {
                    more |= (uint64_t)1 << choice->state & ~found;
                }
            }
        }
        if (found == stays) {
            return found;
        }
        stays = found;
    }
}
