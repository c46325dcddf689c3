/* Checks strongly connected components: ranks decrease from component to component, trees connect the
 * states of each. */
#include "checker/verify/verify_components_internal.h"

int check_scc_begin(struct component_check *check) {
    return check_members(check);
}

int check_scc_state(struct component_check *check, uint32_t state) {
    const struct evidence_row *rows = check->rows;
    for (uint64_t k = 0; k < check->choices.target_count; k++) {
        uint32_t target = check->choices.targets[k];
        if (rows[target].component == rows[state].component) {
            check_inner_edge(check, state, target);
            continue;
        }
        check->found[rows[state].component] |= CHECK_LEFT;
        if (rows[target].rank >= rows[state].rank) {
            verify_say(check->verifier, "ranks do not decrease along the edge from state ");
            check_say_state(check, state);
            verify_say(check->verifier, ", of component %u and rank %u, to state ", rows[state].component,
                       rows[state].rank);
            check_say_state(check, target);
            verify_say(check->verifier, ", of component %u and rank %u", rows[target].component,
                       rows[target].rank);
            return 0;
        }
    }
    return 1;
}

int check_scc_end(struct component_check *check) {
    return check_trees(check);
}
