/* Naive MEC decompositions, of sets of states and by removal. */
#include "tests/oracle/oracle_mec.h"

#include <string.h>

#include "decompose/components/components.h"
#include "model/digraph_core.h"

void oracle_mdp_make(const struct digraph *graph, struct oracle_mdp *out) {
    out->states = graph->vertices;
    out->choice_count = 0;
    for (uint32_t v = 0; v < graph->vertices; v++) {
        for (uint64_t edge = graph->offsets[v]; edge < graph->offsets[v + 1]; edge++) {
            if (!digraph_is_live(graph, edge)) {
                continue;
            }
            if (digraph_begins(graph, edge)) {
                out->choices[out->choice_count++] = (struct oracle_choice){v, edge, edge, 0};
            }
            struct oracle_choice *choice = &out->choices[out->choice_count - 1];
            choice->support |= (uint64_t)1 << graph->targets[edge];
            choice->end = edge + 1;
        }
    }
}

/* What each state reaches by the choices that are `kept`, itself included. */
static void close(const struct oracle_mdp *mdp, const unsigned char *kept, uint64_t *reach) {
    for (uint64_t v = 0; v < mdp->states; v++) {
        reach[v] = (uint64_t)1 << v;
    }
    for (uint64_t i = 0; i < mdp->choice_count; i++) {
        if (kept[i]) {
            reach[mdp->choices[i].state] |= mdp->choices[i].support;
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

int oracle_is_end_component(const struct oracle_mdp *mdp, uint64_t set) {
    unsigned char kept[4096];
    uint64_t reach[ORACLE_STATES], closed = 0;
    for (uint64_t i = 0; i < mdp->choice_count; i++) {
        const struct oracle_choice *choice = &mdp->choices[i];
        kept[i] = (set >> choice->state & 1) && (choice->support & ~set) == 0;
        closed |= kept[i] ? (uint64_t)1 << choice->state : 0;
    }
    if (set == 0 || closed != set) {
        return 0;
    }
    close(mdp, kept, reach);
    for (uint64_t v = 0; v < mdp->states; v++) {
        if ((set >> v & 1) && reach[v] != set) {
            return 0;
        }
    }
    return 1;
}

static int set_size(uint64_t set) {
    return __builtin_popcountll(set);
}

void oracle_mec_by_sets(const struct oracle_mdp *mdp, uint32_t *component) {
    int size[ORACLE_STATES] = {0}; /* [state]: size of the largest end component with the state so far */
    for (uint64_t v = 0; v < mdp->states; v++) {
        component[v] = COMPONENT_NONE;
    }
    for (uint64_t set = 1; set < (uint64_t)1 << mdp->states; set++) {
        if (!oracle_is_end_component(mdp, set)) {
            continue;
        }
        for (uint64_t v = 0; v < mdp->states; v++) {
            if ((set >> v & 1) && set_size(set) > size[v]) {
                size[v] = set_size(set);
                component[v] = (uint32_t)__builtin_ctzll(set);
            }
        }
    }
}

/* Removes states without choices and the choices that lead to such states. */
static void remove_rest(const struct oracle_mdp *mdp, uint32_t round, unsigned char *kept, uint32_t *fell) {
    for (int changed = 1; changed;) {
        uint64_t standing = 0, gone = 0;
        changed = 0;
        for (uint64_t i = 0; i < mdp->choice_count; i++) {
            standing |= kept[i] ? (uint64_t)1 << mdp->choices[i].state : 0;
        }
        for (uint64_t v = 0; v < mdp->states; v++) {
            if (!(standing >> v & 1)) {
                fell[v] = fell[v] == 0 ? round : fell[v];
                gone |= (uint64_t)1 << v;
            }
        }
        for (uint64_t i = 0; i < mdp->choice_count; i++) {
            if (kept[i] && (mdp->choices[i].support & gone)) {
                kept[i] = 0;
                changed = 1;
            }
        }
    }
}

void oracle_mec(const struct oracle_mdp *mdp, uint32_t *component, uint32_t *fell) {
    unsigned char kept[4096];
    uint64_t reach[ORACLE_STATES];
    memset(kept, 1, sizeof kept);
    memset(fell, 0, mdp->states * sizeof *fell);
    int changed = 1;
    for (uint32_t round = 1; changed; round++) {
        changed = 0;
        close(mdp, kept, reach);
        for (uint64_t i = 0; i < mdp->choice_count; i++) {
            const struct oracle_choice *choice = &mdp->choices[i];
            for (uint64_t v = 0; kept[i] && v < mdp->states; v++) {
                if ((choice->support >> v & 1) && !(reach[v] >> choice->state & 1)) {
                    kept[i] = 0;
                    changed = 1;
                }
            }
        }
        remove_rest(mdp, round, kept, fell);
    }
    for (uint64_t v = 0; v < mdp->states; v++) {
        component[v] = COMPONENT_NONE;
        for (uint32_t w = 0; w < mdp->states && fell[v] == 0 && component[v] == COMPONENT_NONE; w++) {
            if ((reach[v] >> w & 1) && (reach[w] >> v & 1)) {
                component[v] = w;
            }
        }
    }
}
