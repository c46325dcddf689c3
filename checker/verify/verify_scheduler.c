/* Checks schedulers; the proof is in decompose/almost_sure/scheduler_certificate.h. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/verify/verify_components_internal.h"
#include "model/digraph_core.h"
#include "model/mdp.h"

enum { GOAL_UNKNOWN, GOAL_NO, GOAL_YES };

/* --- goals --- */

static int compile_goal(struct component_check *check) {
    const struct exp_options *options = &check->evidence->options;
    unsigned flags =
        (options->regex_extended ? PATTERN_EXTENDED : 0) | (options->ignore_case ? PATTERN_IGNORE_CASE : 0);
    struct error *error = check->verifier->error;
    check->goal_pattern = pattern_compile(check->verifier->run, check->evidence->goal.text, flags, error);
    return check->goal_pattern != NULL
               ? 0
               : error_prefix(error, "the pattern %.200s of the evidence: ", check->evidence->goal.text);
}

/* Whether a state of a model has the label: 1, 0, or -1. */
static int has_label(struct component_check *check, uint32_t predicate, uint64_t state) {
    walker *walker = check->verifier->walker;
    const uint32_t *tuple = tuple_set_at(&check->set, state);
    const struct walker_transition *transitions;
    uint64_t count;
    if (predicate != LANGUAGE_DEADLOCK) {
        return walker_holds(walker, predicate, tuple, check->verifier->error);
    }
    return walker_transitions(walker, tuple, &transitions, &count, check->verifier->error) != 0 ? -1
                                                                                                : count == 0;
}

/* The states of a model that have the label. */
static int take_goal_states(struct component_check *check, const char *text) {
    const struct run *run = check->verifier->run;
    uint32_t predicate;
    if (property_state_label(check->input->tree, text, &predicate, run, check->verifier->error) != 0) {
        return -1;
    }
    uint32_t *goal_states = scope_zeroed(&check->scope, bitmap_bytes(check->states), 1);
    if (goal_states == NULL) {
        return verify_memory(check->verifier);
    }
    check->goal_states = goal_states;
    for (uint64_t state = 0; state < check->states; state++) {
        int has = verify_stopped(check->verifier, "verifying", state, check->states, "states") != 0
                      ? -1
                      : has_label(check, predicate, state);
        if (has < 0) {
            return -1;
        }
        if (has) {
            bitmap_set(goal_states, state);
        }
    }
    return 0;
}

static int take_goal(struct component_check *check) {
    const struct evidence_goal *goal = &check->evidence->goal;
    const struct mdp *mdp = check->input->mdp;
    check->goal_name = CHOICE_NO_NAME;
    if (goal->is_formula) {
        return 0;
    }
    if (goal->is_state_label && check->verifier->walker != NULL) {
        return take_goal_states(check, goal->text);
    }
    if (goal->is_state_label) {
        check->goal_states = mdp == NULL ? NULL : mdp_state_label(mdp, goal->text);
        return 0;
    }
    if (goal->is_pattern) {
        return compile_goal(check);
    }
    check->goal_name = choices_name(&check->choices, goal->text, check->verifier->error);
    return check->goal_name == LABEL_NONE ? -1 : 0;
}

static int is_goal_state(const struct component_check *check, uint32_t state) {
    return check->goal_states != NULL && bitmap_has(check->goal_states, state);
}

/* Whether a choice performs the goal: 1, 0, or -1. A pattern is matched once per name. */
static int is_goal_choice(struct component_check *check, const struct verified_choice *choice) {
    uint64_t before = check->goal_name_capacity;
    if (check->product != NULL) {
        return check->product->marked.data[choice - check->choices.choices];
    }
    if (check->goal_pattern == NULL || choice->name == CHOICE_NO_NAME) {
        return choice->name != CHOICE_NO_NAME && choice->name == check->goal_name;
    }
    if (MEMORY_GROW(check->verifier->run->memory, &check->is_goal_name, &check->goal_name_capacity,
                    (uint64_t)choice->name + 1) != 0) {
        return verify_memory(check->verifier);
    }
    memset(check->is_goal_name + before, GOAL_UNKNOWN, check->goal_name_capacity - before);
    unsigned char *known = &check->is_goal_name[choice->name];
    if (*known == GOAL_UNKNOWN) {
        const char *text = label_text(check->choices.names, choice->name);
        int matches = pattern_match_total(check->goal_pattern, text, strlen(text), check->verifier->error);
        if (matches < 0) {
            return -1;
        }
        *known = matches ? GOAL_YES : GOAL_NO;
    }
    return *known == GOAL_YES;
}

/* --- rows alone --- */

int check_scheduler_begin(struct component_check *check) {
    check->counts->initial = 0;
    if (take_goal(check) != 0) {
        return -1;
    }
    for (uint64_t state = 0; state < check->states; state++) {
        uint64_t at = check->rows[state].choices;
        struct verified_choice choice;
        if (check->rows[state].choice_count > 0 && !check_take_listed(check, (uint32_t)state, &at, &choice)) {
            return 0;
        }
    }
    return 1;
}

/* --- states --- */

/* The choice of the state that the scheduler takes; NULL if the state does not have this choice. */
static const struct verified_choice *find_taken(const struct component_check *check,
                                                const struct verified_choice *listed) {
    const struct choices *choices = &check->choices;
    uint64_t count = listed->end - listed->begin;
    for (uint64_t k = 0; k < choices->count; k++) {
        const struct verified_choice *choice = &choices->choices[k];
        if (choice->name == listed->name && choice->end - choice->begin == count &&
            memcmp(choices->targets + choice->begin, check->listed.numbers + listed->begin,
                   count * sizeof *choices->targets) == 0) {
            return choice;
        }
    }
    return NULL;
}

/* The choice of the state that its row lists; NULL if the state does not have it, which refutes the evidence.
 */
static const struct verified_choice *take_choice(struct component_check *check, uint32_t state) {
    uint64_t at = check->rows[state].choices;
    struct verified_choice listed;
    check_take_listed(check, state, &at, &listed);
    const struct verified_choice *choice = find_taken(check, &listed);
    if (choice == NULL) {
        check_refute_choice(check, state, &listed, check->listed.numbers,
                            "is not one of the state's choices");
    }
    return choice;
}

/* Checks a state from which the scheduler reaches the goal. */
static int check_taken(struct component_check *check, uint32_t state) {
    const struct evidence_row *rows = check->rows, *row = &rows[state];
    const uint32_t *targets = check->choices.targets;
    int repeatedly = check->evidence->goal.repeatedly, falls = 0, all = 1;
    if (row->choice_count == 0) {
        return is_goal_state(check, state) ? 1
                                           : check_refute(check, state, " has no choice and is not a goal");
    }
    const struct verified_choice *choice = take_choice(check, state);
    if (choice == NULL) {
        return 0;
    }
    for (uint64_t k = choice->begin; k < choice->end; k++) {
        all &= rows[targets[k]].rank != EVIDENCE_NULL;
        falls |= rows[targets[k]].rank < row->rank;
    }
    int goal = is_goal_choice(check, choice);
    if (goal < 0 || is_goal_state(check, state) || (goal && (all || !repeatedly))) {
        return goal < 0 ? -1 : 1;
    }
    return all && (falls || goal)
               ? 1
               : check_refute_choice(check, state, choice, targets,
                                     all ? "leads to no smaller rank" : "can lead to a state without a rank");
}

/* Checks a state from which no scheduler reaches the goal. */
static int check_fallen(struct component_check *check, uint32_t state) {
    const struct evidence_row *rows = check->rows;
    const struct choices *choices = &check->choices;
    uint32_t fell = rows[state].cut;
    if (is_goal_state(check, state)) {
        return check_refute(check, state, " is a goal, but has no rank");
    }
    for (uint64_t k = 0; k < choices->count; k++) {
        const struct verified_choice *choice = &choices->choices[k];
        int goal = is_goal_choice(check, choice), earlier = 0, together = 1;
        if (goal < 0) {
            return -1;
        }
        for (uint64_t t = choice->begin; t < choice->end; t++) {
            const struct evidence_row *target = &rows[choices->targets[t]];
            earlier |= target->rank == EVIDENCE_NULL && target->cut < fell;
            together &= target->rank == EVIDENCE_NULL && target->cut == fell;
        }
        if (goal && (!check->evidence->goal.repeatedly || !earlier)) {
            return check_refute_choice(check, state, choice, choices->targets,
                                       "is a goal, but the state has no rank");
        }
        if (!earlier && !together) {
            return check_refute_choice(check, state, choice, choices->targets,
                                       "leads to no state with a smaller time and to a state with another "
                                       "time, but the state has no rank");
        }
    }
    return 1;
}

/* --- of every scheduler --- */

/* Checks a state from which a scheduler avoids the goal with positive probability. */
static int check_avoiding(struct component_check *check, uint32_t state) {
    const struct evidence_row *rows = check->rows, *row = &rows[state];
    const uint32_t *targets = check->choices.targets;
    if (is_goal_state(check, state)) {
        return check_refute(check, state, " is a goal, but has a rank");
    }
    if (row->choice_count == 0) {
        return row->rank == 0 && check->choices.count == 0
                   ? 1
                   : check_refute(check, state, " has no choice to take, but is no deadlock of rank 0");
    }
    const struct verified_choice *choice = take_choice(check, state);
    if (choice == NULL) {
        return 0;
    }
    int goal = is_goal_choice(check, choice), stays = 1, falls = 0;
    for (uint64_t k = choice->begin; k < choice->end; k++) {
        stays &= rows[targets[k]].rank == 0;
        falls |= rows[targets[k]].rank < row->rank;
    }
    if (goal < 0) {
        return -1;
    }
    return !goal && (row->rank == 0 ? stays : falls)
               ? 1
               : check_refute_choice(check, state, choice, targets,
                                     goal             ? "performs the goal, which it should avoid"
                                     : row->rank == 0 ? "can lead to a state whose rank is not 0"
                                                      : "leads to no smaller rank");
}

/* Checks a state from which every scheduler reaches the goal: it is one, or whatever is chosen performs it,
 * or stays among such states and can lead to an earlier one. */
static int check_certain(struct component_check *check, uint32_t state) {
    const struct evidence_row *rows = check->rows;
    const struct choices *choices = &check->choices;
    if (is_goal_state(check, state)) {
        return 1;
    }
    if (choices->count == 0) {
        return check_refute(check, state, " is a deadlock and no goal, but has no rank");
    }
    for (uint64_t k = 0; k < choices->count; k++) {
        const struct verified_choice *choice = &choices->choices[k];
        int goal = is_goal_choice(check, choice), earlier = 0, all = 1;
        for (uint64_t t = choice->begin; t < choice->end; t++) {
            const struct evidence_row *target = &rows[choices->targets[t]];
            all &= target->rank == EVIDENCE_NULL;
            earlier |= target->rank == EVIDENCE_NULL && target->cut < rows[state].cut;
        }
        if (goal < 0) {
            return -1;
        }
        if (!goal && !(all && earlier)) {
            return check_refute_choice(check, state, choice, choices->targets,
                                       all ? "leads to no state with a smaller time"
                                           : "can lead to a state with a rank, but the state has none");
        }
    }
    return 1;
}

int check_scheduler_state(struct component_check *check, uint32_t state) {
    const int ranked = check->rows[state].rank != EVIDENCE_NULL;
    if (check->evidence->goal.every && check->product == NULL) {
        return ranked ? check_avoiding(check, state) : check_certain(check, state);
    }
    return ranked ? check_taken(check, state) : check_fallen(check, state);
}

/* Whether all initial states have a rank; or none has one if every scheduler satisfies the formula. */
static int end_product(struct component_check *check) {
    const int every = check->evidence->goal.every;
    uint64_t ranked = 0, lacking = 0, initial = 0;
    for (uint64_t state = 0; state < check->states; state++) {
        const int has = check->rows[state].rank != EVIDENCE_NULL;
        const int begins = verify_product_is_initial(check->product, tuple_set_at(&check->set, state));
        ranked += (uint64_t)has;
        initial += (uint64_t)begins;
        lacking += (uint64_t)(begins && !has);
    }
    check->counts->states_in_components = ranked;
    check->counts->initial = every ? ranked == 0 : initial != 0 && lacking == 0;
    return 1;
}

int check_scheduler_end(struct component_check *check) {
    if (check->product != NULL) {
        return end_product(check);
    }
    const struct mdp *mdp = check->input->mdp;
    const walker *walker = check->verifier->walker;
    uint32_t initial = check->input->graph != NULL ? check->input->graph->initial : 0, found = 0, good = 0;
    for (uint64_t state = 0; state < check->states; state++) {
        int wins = (check->rows[state].rank != EVIDENCE_NULL) != check->evidence->goal.every;
        int is_initial = mdp != NULL ? mdp_is_initial(mdp, state)
                         : walker != NULL
                             ? walker_is_initial(walker, tuple_set_at(&check->set, (uint32_t)state))
                             : state == initial;
        check->counts->states_in_components += (uint64_t)wins;
        found += (uint32_t)is_initial;
        good += (uint32_t)(is_initial && wins);
    }
    check->counts->initial = found > 0 && good == found;
    return 1;
}
