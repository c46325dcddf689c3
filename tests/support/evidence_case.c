/* Evidence judged naively. */
#include "tests/support/evidence_case.h"

#define NONE UINT32_MAX

static uint64_t bit(uint64_t state) {
    return (uint64_t)1 << state;
}

/* --- rows --- */

/* The places of numbers in rows, by kind. */
enum { COMPONENT = 1, RANK = 2, SCC_TREES = 3, CUT = 3, MEC_TREES = 4, LISTED = 8 };

static uint64_t members_of(const struct evidence_file *file, uint64_t states, uint32_t component) {
    uint64_t members = 0;
    for (uint64_t state = 0; state < states && component != NONE; state++) {
        members |= evidence_file_number(file, state, COMPONENT) == component ? bit(state) : 0;
    }
    return members;
}

/* The support of a listed choice; 0 if a target does not exist. */
static uint64_t support_of(const json_t *choice, uint64_t states) {
    uint64_t support = 0;
    for (size_t k = 1; k < json_array_size(choice); k++) {
        json_int_t target = json_integer_value(json_array_get(choice, k));
        if (target < 0 || (uint64_t)target >= states) {
            return 0;
        }
        support |= bit((uint64_t)target);
    }
    return support;
}

static uint32_t label_of(const json_t *choice) {
    const json_t *label = json_array_get(choice, 0);
    return json_is_integer(label) ? (uint32_t)json_integer_value(label) : NONE;
}

static int lists(const json_t *list, const struct case_choice *choice, uint64_t states) {
    for (size_t k = 0; k < json_array_size(list); k++) {
        const json_t *one = json_array_get(list, k);
        if (label_of(one) == choice->label && support_of(one, states) == choice->support) {
            return 1;
        }
    }
    return 0;
}

/* Whether the list has exactly the choices of the state that stay among the members. */
static int lists_internal(const struct evidence_case *given, const json_t *list, uint64_t state,
                          uint64_t members) {
    for (uint64_t c = 0; c < given->choice_count; c++) {
        const struct case_choice *choice = &given->choices[c];
        if (choice->state == state && (choice->support & ~members) == 0 &&
            !lists(list, choice, given->states)) {
            return 0;
        }
    }
    for (size_t k = 0; k < json_array_size(list); k++) {
        const json_t *one = json_array_get(list, k);
        int is_one = 0;
        for (uint64_t c = 0; c < given->choice_count; c++) {
            const struct case_choice *choice = &given->choices[c];
            is_one |= choice->state == state && choice->label == label_of(one) &&
                      choice->support == support_of(one, given->states) && (choice->support & ~members) == 0;
        }
        if (!is_one) {
            return 0;
        }
    }
    return 1;
}

static int has_all_states(const struct evidence_case *given, const struct evidence_file *file) {
    int all = file->count == given->states + 1;
    for (uint64_t state = 0; all && state < given->states; state++) {
        all = evidence_file_number(file, state, 0) == state;
    }
    return all;
}

/* --- components --- */

int case_claims(const struct evidence_case *given, const struct evidence_file *file,
                const uint32_t *component, int choices) {
    if (!has_all_states(given, file)) {
        return 0;
    }
    for (uint64_t state = 0; state < given->states; state++) {
        if (evidence_file_number(file, state, COMPONENT) != component[state] ||
            (choices && component[state] != NONE &&
             !lists_internal(given, evidence_file_part(file, state, LISTED), state,
                             members_of(file, given->states, component[state])))) {
            return 0;
        }
    }
    return 1;
}

/* Whether some choice that stays inside the component leads from one state to the other. */
static int has_inner_edge(const struct evidence_case *given, uint64_t members, uint64_t from, uint64_t to) {
    for (uint64_t c = 0; c < given->choice_count; c++) {
        const struct case_choice *choice = &given->choices[c];
        if (choice->state == from && (choice->support & bit(to)) != 0 && (choice->support & ~members) == 0) {
            return 1;
        }
    }
    return 0;
}

static int tree_holds(const struct evidence_case *given, const struct evidence_file *file, uint64_t state,
                      size_t place, int backward) {
    uint32_t component = evidence_file_number(file, state, COMPONENT);
    uint32_t parent = evidence_file_number(file, state, place);
    uint32_t depth = evidence_file_number(file, state, place + 1);
    uint64_t members = members_of(file, given->states, component);
    if (component == state) {
        return parent == state && depth == 0;
    }
    if (parent >= given->states || (members & bit(parent)) == 0 ||
        (uint64_t)evidence_file_number(file, parent, place + 1) + 1 != depth) {
        return 0;
    }
    return backward ? has_inner_edge(given, members, state, parent)
                    : has_inner_edge(given, members, parent, state);
}

static int members_hold(const struct evidence_case *given, const struct evidence_file *file, size_t trees) {
    if (!has_all_states(given, file)) {
        return 0;
    }
    for (uint64_t state = 0; state < given->states; state++) {
        uint32_t component = evidence_file_number(file, state, COMPONENT);
        if (component == NONE) {
            continue;
        }
        if (component > state || evidence_file_number(file, component, COMPONENT) != component ||
            evidence_file_number(file, component, RANK) != evidence_file_number(file, state, RANK) ||
            !tree_holds(given, file, state, trees, 0) || !tree_holds(given, file, state, trees + 2, 1)) {
            return 0;
        }
    }
    return 1;
}

int case_scc_holds(const struct evidence_case *given, const struct evidence_file *file) {
    if (!members_hold(given, file, SCC_TREES)) {
        return 0;
    }
    for (uint64_t c = 0; c < given->choice_count; c++) {
        uint64_t from = given->choices[c].state, to = (uint64_t)__builtin_ctzll(given->choices[c].support);
        if (evidence_file_number(file, from, COMPONENT) != evidence_file_number(file, to, COMPONENT) &&
            evidence_file_number(file, from, RANK) <= evidence_file_number(file, to, RANK)) {
            return 0;
        }
    }
    return 1;
}

/* Whether each rank belongs to one leaf alone, and all states of a leaf have the same cut. */
static int ranks_hold(const struct evidence_case *given, const struct evidence_file *file) {
    for (uint64_t a = 0; a < given->states; a++) {
        uint32_t rank = evidence_file_number(file, a, RANK),
                 component = evidence_file_number(file, a, COMPONENT);
        if (rank >= given->states) {
            return 0;
        }
        for (uint64_t b = 0; b < a; b++) {
            int same = evidence_file_number(file, b, COMPONENT) == component && component != NONE;
            if ((rank == evidence_file_number(file, b, RANK)) != same ||
                (same && evidence_file_number(file, a, CUT) != evidence_file_number(file, b, CUT))) {
                return 0;
            }
        }
    }
    return 1;
}

/* The least cut between two ranks. */
static uint64_t cut_between(const struct evidence_case *given, const struct evidence_file *file, uint32_t low,
                            uint32_t high) {
    uint64_t least = UINT64_MAX;
    for (uint64_t state = 0; state < given->states; state++) {
        uint32_t rank = evidence_file_number(file, state, RANK), cut = evidence_file_number(file, state, CUT);
        least = rank > low && rank <= high && cut < least ? cut : least;
    }
    return least;
}

static int excluded_holds(const struct evidence_case *given, const struct evidence_file *file,
                          const struct case_choice *choice) {
    uint32_t rank = evidence_file_number(file, choice->state, RANK), low = rank, high = rank;
    for (uint64_t state = 0; state < given->states; state++) {
        uint32_t other = evidence_file_number(file, state, RANK);
        if ((choice->support & bit(state)) != 0) {
            low = other < low ? other : low;
            high = other > high ? other : high;
        }
    }
    return low < rank &&
           (high == rank || cut_between(given, file, low, rank) < cut_between(given, file, rank, high));
}

int case_mec_holds(const struct evidence_case *given, const struct evidence_file *file) {
    if (!members_hold(given, file, MEC_TREES) || !ranks_hold(given, file)) {
        return 0;
    }
    uint64_t with_choice = 0;
    for (uint64_t c = 0; c < given->choice_count; c++) {
        const struct case_choice *choice = &given->choices[c];
        uint32_t component = evidence_file_number(file, choice->state, COMPONENT);
        int internal =
            component != NONE && (choice->support & ~members_of(file, given->states, component)) == 0;
        with_choice |= internal ? bit(choice->state) : 0;
        if (!internal && !excluded_holds(given, file, choice)) {
            return 0;
        }
    }
    for (uint64_t state = 0; state < given->states; state++) {
        uint32_t component = evidence_file_number(file, state, COMPONENT);
        if (component != NONE && ((with_choice & bit(state)) == 0 ||
                                  !lists_internal(given, evidence_file_part(file, state, LISTED), state,
                                                  members_of(file, given->states, component)))) {
            return 0;
        }
    }
    return 1;
}

/* --- schedulers --- */

enum { SCHEDULER_RANK = 1, SCHEDULER_CHOICE = 2, FELL = 2 };

static uint64_t ranked(const struct evidence_case *given, const struct evidence_file *file) {
    uint64_t set = 0;
    for (uint64_t state = 0; state < given->states; state++) {
        set |= evidence_file_number(file, state, SCHEDULER_RANK) != NONE ? bit(state) : 0;
    }
    return set;
}

static uint64_t all_of(const struct evidence_case *given) {
    return given->states == 0 ? 0 : UINT64_MAX >> (64 - given->states);
}

static int is_deadlock(const struct evidence_case *given, uint64_t state) {
    for (uint64_t c = 0; c < given->choice_count; c++) {
        if (given->choices[c].state == state) {
            return 0;
        }
    }
    return 1;
}

/* The states of `set` that are no goals and stay in it: without choices, or by one that is no goal. */
static uint64_t staying(const struct evidence_case *given, uint64_t set) {
    uint64_t stays = 0;
    for (uint64_t state = 0; state < given->states; state++) {
        stays |= is_deadlock(given, state) ? bit(state) : 0;
    }
    for (uint64_t c = 0; c < given->choice_count; c++) {
        const struct case_choice *choice = &given->choices[c];
        stays |= !choice->goal && (choice->support & ~set) == 0 ? bit(choice->state) : 0;
    }
    return stays & set & ~given->goal_states;
}

/* The states from which some scheduler avoids the goal with positive probability. */
static uint64_t avoiding(const struct evidence_case *given) {
    uint64_t set = all_of(given), last;
    while (staying(given, set) != set) {
        set = staying(given, set);
    }
    do {
        last = set;
        for (uint64_t c = 0; c < given->choice_count; c++) {
            const struct case_choice *choice = &given->choices[c];
            set |=
                !choice->goal && (choice->support & set) != 0 ? bit(choice->state) & ~given->goal_states : 0;
        }
    } while (set != last);
    return set;
}

uint64_t case_winning(const struct evidence_case *given) {
    if (given->every) {
        return avoiding(given);
    }
    uint64_t all = given->states == 0 ? 0 : UINT64_MAX >> (64 - given->states), before;
    do {
        uint64_t reach = 0, last;
        before = all;
        do {
            last = reach;
            reach |= given->goal_states & all;
            for (uint64_t c = 0; c < given->choice_count; c++) {
                const struct case_choice *choice = &given->choices[c];
                int inside = (choice->support & ~all) == 0;
                if ((choice->goal && (inside || !given->repeatedly)) ||
                    (inside && (choice->support & reach) != 0)) {
                    reach |= bit(choice->state);
                }
            }
        } while (reach != last);
        all = reach & all;
    } while (all != before);
    return all;
}

/* The state's choice that is named in the row; NULL: it has no such choice. */
static const struct case_choice *taken(const struct evidence_case *given, const struct evidence_file *file,
                                       uint64_t state) {
    const json_t *one = evidence_file_part(file, state, SCHEDULER_CHOICE);
    for (uint64_t c = 0; c < given->choice_count; c++) {
        const struct case_choice *choice = &given->choices[c];
        if (choice->state == state && json_is_array(one) && choice->label == label_of(one) &&
            choice->support == support_of(one, given->states)) {
            return choice;
        }
    }
    return NULL;
}

/* Whether the choices of the rows avoid the goal with positive probability from all states of the set. */
static int avoids(const struct evidence_case *given, const struct evidence_file *file, uint64_t set) {
    uint64_t stays = set, last;
    do { /* where it is avoided surely */
        last = stays;
        for (uint64_t state = 0; state < given->states; state++) {
            const struct case_choice *choice = taken(given, file, state);
            int good =
                choice == NULL ? is_deadlock(given, state) : !choice->goal && (choice->support & ~last) == 0;
            stays &= good && (given->goal_states & bit(state)) == 0 ? UINT64_MAX : ~bit(state);
        }
    } while (stays != last);
    do {
        last = stays;
        for (uint64_t state = 0; state < given->states; state++) {
            const struct case_choice *choice = taken(given, file, state);
            stays |= choice != NULL && !choice->goal && (choice->support & stays) != 0
                         ? bit(state) & set & ~given->goal_states
                         : 0;
        }
    } while (stays != last);
    return stays == set;
}

int case_scheduler_wins(const struct evidence_case *given, const struct evidence_file *file,
                        uint64_t winning) {
    if (!has_all_states(given, file) || ranked(given, file) != winning) {
        return 0;
    }
    if (given->every) {
        return avoids(given, file, winning);
    }
    uint64_t reach = 0, last;
    do { /* the states from which the goal is reached with positive probability */
        last = reach;
        for (uint64_t state = 0; state < given->states; state++) {
            const struct case_choice *choice = taken(given, file, state);
            int goal =
                (given->goal_states & bit(state)) != 0 ||
                (choice != NULL && choice->goal && (!given->repeatedly || (choice->support & ~winning) == 0));
            if ((winning & bit(state)) != 0 &&
                (goal ||
                 (choice != NULL && (choice->support & ~winning) == 0 && (choice->support & reach) != 0))) {
                reach |= bit(state);
            }
        }
    } while (reach != last);
    return reach == winning;
}

static int taken_holds(const struct evidence_case *given, const struct evidence_file *file, uint64_t state) {
    uint64_t set = ranked(given, file);
    int goal_state = (given->goal_states & bit(state)) != 0, falls = 0;
    const struct case_choice *choice = taken(given, file, state);
    if (choice == NULL) {
        return goal_state && json_is_null(evidence_file_part(file, state, SCHEDULER_CHOICE));
    }
    for (uint64_t to = 0; to < given->states; to++) {
        falls |= (choice->support & bit(to)) != 0 && evidence_file_number(file, to, SCHEDULER_RANK) <
                                                         evidence_file_number(file, state, SCHEDULER_RANK);
    }
    int inside = (choice->support & ~set) == 0;
    return goal_state || (choice->goal && (inside || !given->repeatedly)) || (inside && falls);
}

static int fallen_holds(const struct evidence_case *given, const struct evidence_file *file,
                        const struct case_choice *choice) {
    uint64_t state = choice->state;
    uint32_t fell = evidence_file_number(file, state, FELL);
    int earlier = 0, together = 1;
    for (uint64_t to = 0; to < given->states; to++) {
        if ((choice->support & bit(to)) != 0) {
            int out = evidence_file_number(file, to, SCHEDULER_RANK) == NONE;
            earlier |= out && evidence_file_number(file, to, FELL) < fell;
            together &= out && evidence_file_number(file, to, FELL) == fell;
        }
    }
    return choice->goal ? given->repeatedly && earlier : earlier || together;
}

/* --- of every scheduler --- */

static uint32_t rank_of(const struct evidence_file *file, uint64_t state) {
    return evidence_file_number(file, state, SCHEDULER_RANK);
}

static int avoiding_holds(const struct evidence_case *given, const struct evidence_file *file,
                          uint64_t state) {
    const struct case_choice *choice = taken(given, file, state);
    const uint32_t rank = rank_of(file, state);
    int all = 1, falls = 0;
    if (choice == NULL) {
        return rank == 0 && is_deadlock(given, state) &&
               json_is_null(evidence_file_part(file, state, SCHEDULER_CHOICE));
    }
    for (uint64_t to = 0; to < given->states; to++) {
        if ((choice->support & bit(to)) != 0) {
            all &= rank_of(file, to) == 0;
            falls |= rank_of(file, to) < rank;
        }
    }
    return !choice->goal && (rank == 0 ? all : falls);
}

static int certain_holds(const struct evidence_case *given, const struct evidence_file *file,
                         const struct case_choice *choice) {
    int all = 1, earlier = 0;
    for (uint64_t to = 0; to < given->states; to++) {
        if ((choice->support & bit(to)) != 0) {
            int out = rank_of(file, to) == NONE;
            all &= out;
            earlier |=
                out && evidence_file_number(file, to, FELL) < evidence_file_number(file, choice->state, FELL);
        }
    }
    return choice->goal || (all && earlier);
}

static int every_holds(const struct evidence_case *given, const struct evidence_file *file) {
    for (uint64_t state = 0; state < given->states; state++) {
        const int goal = (given->goal_states & bit(state)) != 0;
        if (rank_of(file, state) != NONE ? goal || !avoiding_holds(given, file, state)
                                         : !json_is_integer(evidence_file_part(file, state, FELL)) ||
                                               (!goal && is_deadlock(given, state))) {
            return 0;
        }
    }
    for (uint64_t c = 0; c < given->choice_count; c++) {
        const struct case_choice *choice = &given->choices[c];
        if (rank_of(file, choice->state) == NONE && (given->goal_states & bit(choice->state)) == 0 &&
            !certain_holds(given, file, choice)) {
            return 0;
        }
    }
    return 1;
}

int case_scheduler_holds(const struct evidence_case *given, const struct evidence_file *file) {
    if (!has_all_states(given, file)) {
        return 0;
    }
    if (given->every) {
        return every_holds(given, file);
    }
    uint64_t set = ranked(given, file);
    for (uint64_t state = 0; state < given->states; state++) {
        if ((set & bit(state)) != 0 ? !taken_holds(given, file, state)
                                    : (given->goal_states & bit(state)) != 0 ||
                                          !json_is_integer(evidence_file_part(file, state, FELL))) {
            return 0;
        }
    }
    for (uint64_t c = 0; c < given->choice_count; c++) {
        if ((set & bit(given->choices[c].state)) == 0 && !fallen_holds(given, file, &given->choices[c])) {
            return 0;
        }
    }
    return 1;
}
