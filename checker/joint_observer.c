/* The product of monitors (joint_observer.h). */
#include "checker/joint_observer.h"

#include <string.h>

#include "base/error.h"
#include "base/run.h"

#define MOST_CLASSES 256u /* of labels that members tell apart */
#define MOST_NODES 1024u  /* states, with PASS states */
#define GONE UINT32_MAX   /* the place of a member that nothing violates any more */
#define NONE UINT32_MAX

struct joining {
    const struct observer *const *member;
    uint32_t members, labels;
    struct scope scope; /* of what follows, without class_of_label */
    uint32_t *class_of_label;
    uint32_t *letter; /* [MOST_CLASSES * members]: what a class of labels is to them */
    uint32_t classes;
    uint32_t *place;      /* [MOST_NODES * members]: their states, or GONE */
    uint64_t *violates;   /* [MOST_NODES] */
    uint32_t *target;     /* [MOST_NODES * MOST_CLASSES]: moves, or NONE */
    uint32_t *next;       /* [members]: places after a move */
    uint32_t nodes, kept; /* kept: without PASS states */
    uint32_t most;        /* of `kept` */
};

int joint_observer_takes(const struct observer *observer) {
    for (uint32_t s = 0; s < observer->states; s++) {
        const uint64_t *row = &observer->row[(uint64_t)s * observer->classes];
        const uint8_t kind = observer->state[s].kind;
        int is_fine = kind == OBSERVER_STEP || kind == OBSERVER_PASS || kind == OBSERVER_STOP;
        for (uint32_t c = 0; c < observer->classes && is_fine; c++) {
            is_fine = row[c + 1] - row[c] <= 1;
        }
        if (!is_fine) {
            return 0;
        }
    }
    return observer->state[observer->initial].kind != OBSERVER_STOP &&
           !observer->state[observer->initial].error && observer->classes <= MOST_CLASSES;
}

/* --- classes of labels --- */

/* Splits the classes by those of a member. number: room for all pairs. Returns 0 if there are too many. */
static int split_classes(struct joining *joining, const struct observer *member, uint32_t *number) {
    uint32_t made = 0;
    memset(number, 0xff, (uint64_t)MOST_CLASSES * MOST_CLASSES * sizeof *number);
    for (uint32_t label = 0; label < joining->labels; label++) {
        uint32_t *own = &joining->class_of_label[label];
        uint32_t *pair = &number[*own * MOST_CLASSES + member->class_of_label[label]];
        if (*pair == NONE && made == MOST_CLASSES) {
            return 0;
        }
        *pair = *pair == NONE ? made++ : *pair;
        *own = *pair;
    }
    joining->classes = made;
    return 1;
}

/* 1; 0 if there are too many classes. */
static int find_classes(struct joining *joining) {
    for (uint32_t m = 0; m < joining->members; m++) {
        if (!split_classes(joining, joining->member[m], joining->target)) {
            return 0;
        }
    }
    for (uint32_t label = 0; label < joining->labels; label++) {
        for (uint32_t m = 0; m < joining->members; m++) {
            joining->letter[joining->class_of_label[label] * joining->members + m] =
                joining->member[m]->class_of_label[label];
        }
    }
    return 1;
}

/* --- states --- */

static int is_testing(const struct joining *joining, uint32_t m, uint32_t place) {
    return place != GONE && joining->member[m]->state[place].kind == OBSERVER_PASS;
}

/* The first member that tests a predicate in these places; the number of members if none does. */
static uint32_t testing_member(const struct joining *joining, const uint32_t *place) {
    uint32_t m = 0;
    while (m < joining->members && !is_testing(joining, m, place[m])) {
        m++;
    }
    return m;
}

static int is_all_gone(const struct joining *joining, const uint32_t *place) {
    uint32_t m = 0;
    while (m < joining->members && place[m] == GONE) {
        m++;
    }
    return m == joining->members;
}

/* The node of `next` with these violations, which may be new; NONE if there are too many. */
static uint32_t node_of_next(struct joining *joining, uint64_t violates) {
    const uint64_t bytes = joining->members * sizeof *joining->next;
    uint32_t node = 0;
    while (node < joining->nodes &&
           (joining->violates[node] != violates ||
            memcmp(joining->place + (uint64_t)node * joining->members, joining->next, bytes) != 0)) {
        node++;
    }
    if (node < joining->nodes) {
        return node;
    }
    joining->kept += testing_member(joining, joining->next) == joining->members;
    if (node == MOST_NODES || joining->kept > joining->most) {
        return NONE;
    }
    memcpy(joining->place + (uint64_t)node * joining->members, joining->next, bytes);
    joining->violates[node] = violates;
    return joining->nodes++;
}

/* Where a member goes from its state; an error state becomes a bit of *violates. */
static uint32_t move_member(const struct joining *joining, uint32_t m, uint32_t state, uint32_t letter,
                            uint64_t *violates) {
    const struct observer *member = joining->member[m];
    const uint64_t *row = &member->row[(uint64_t)state * member->classes + letter];
    if (row[0] == row[1]) {
        return GONE;
    }
    const uint32_t target = member->target[row[0]];
    *violates |= (uint64_t)(member->state[target].error != 0) << m;
    return member->state[target].kind == OBSERVER_STOP ? GONE : target;
}

/* Makes the move of a node on a class. Returns 0 if there are too many nodes. */
static int make_move(struct joining *joining, uint32_t node, uint32_t class_index) {
    const uint32_t *place = joining->place + (uint64_t)node * joining->members;
    const uint32_t tests = testing_member(joining, place);
    const int is_test = tests < joining->members;
    uint64_t violates = is_test ? joining->violates[node] : 0;
    uint32_t *target = &joining->target[node * MOST_CLASSES + class_index];
    *target = NONE;
    if (class_index >= (is_test ? 2 : joining->classes)) {
        return 1;
    }
    for (uint32_t m = 0; m < joining->members; m++) {
        const uint32_t letter = is_test ? class_index : joining->letter[class_index * joining->members + m];
        joining->next[m] = place[m] == GONE || (is_test && m != tests)
                               ? place[m]
                               : move_member(joining, m, place[m], letter, &violates);
    }
    for (uint32_t m = 0; m < joining->members && violates != 0; m++) { /* but tests of this state go on */
        joining->next[m] = is_testing(joining, m, joining->next[m]) ? joining->next[m] : GONE;
    }
    if (!is_test && violates == 0 && is_all_gone(joining, joining->next)) {
        return 1;
    }
    *target = node_of_next(joining, violates);
    return *target != NONE;
}

/* 1; 0 if there are too many; or -1. */
static int find_nodes(struct joining *joining, const struct run *run, struct error *error) {
    for (uint32_t m = 0; m < joining->members; m++) {
        joining->next[m] = joining->member[m]->initial;
    }
    int fits = node_of_next(joining, 0) != NONE;
    for (uint32_t node = 0; node < joining->nodes && fits; node++) {
        if (run_should_stop(run)) {
            return error_set(error, ERROR_INTERRUPTED, "interrupted while properties were joined");
        }
        for (uint32_t c = 0; c < MOST_CLASSES && fits; c++) {
            fits = make_move(joining, node, c);
        }
    }
    return fits;
}

/* --- the observer --- */

static struct observer_state state_of(const struct joining *joining, uint32_t node) {
    const uint32_t *place = joining->place + (uint64_t)node * joining->members;
    const uint32_t tests = testing_member(joining, place);
    struct observer_state state = {.kind = OBSERVER_STOP, .quiet = 1};
    if (tests < joining->members) {
        state.kind = OBSERVER_PASS;
        state.predicate = joining->member[tests]->state[place[tests]].predicate;
        return state;
    }
    state.error = joining->violates[node] != 0;
    for (uint32_t m = 0; m < joining->members; m++) {
        if (place[m] != GONE) {
            state.kind = OBSERVER_STEP;
            state.quiet &= joining->member[m]->state[place[m]].quiet;
        }
    }
    return state;
}

static int write_observer(const struct joining *joining, struct joint_observer *joint, struct error *error) {
    const uint32_t classes = joining->classes < 2 ? 2 : joining->classes;
    const uint64_t rows = (uint64_t)joining->nodes * classes;
    struct observer_state *state = scope_array(&joint->scope, joining->nodes, sizeof *state);
    uint64_t *row = scope_array(&joint->scope, rows + 1, sizeof *row), moves = 0;
    uint32_t *target = scope_array(&joint->scope, rows, sizeof *target);
    joint->violates = scope_array(&joint->scope, joining->nodes, sizeof *joint->violates);
    if (scope_check(&joint->scope, "for the properties", error) != 0) {
        return -1;
    }
    for (uint32_t node = 0; node < joining->nodes; node++) {
        state[node] = state_of(joining, node);
        joint->violates[node] = joining->violates[node];
        for (uint32_t c = 0; c < classes; c++) {
            row[(uint64_t)node * classes + c] = moves;
            target[moves] = joining->target[node * MOST_CLASSES + c];
            moves += target[moves] != NONE;
        }
    }
    row[rows] = moves;
    joint->observer = (struct observer){.states = joining->nodes,
                                        .state = state,
                                        .classes = classes,
                                        .class_of_label = joining->class_of_label,
                                        .row = row,
                                        .target = target};
    return 0;
}

static int open_joining(struct joining *joining, struct joint_observer *joint, struct error *error) {
    struct scope *scope = &joining->scope;
    const uint64_t members = joining->members;
    joining->class_of_label = scope_zeroed(&joint->scope, joining->labels, sizeof *joining->class_of_label);
    joining->letter = scope_zeroed(scope, MOST_CLASSES * members, sizeof *joining->letter);
    joining->place = scope_array(scope, MOST_NODES * members, sizeof *joining->place);
    joining->violates = scope_array(scope, MOST_NODES, sizeof *joining->violates);
    joining->target = scope_array(scope, (uint64_t)MOST_NODES * MOST_CLASSES, sizeof *joining->target);
    joining->next = scope_array(scope, members, sizeof *joining->next);
    for (uint32_t m = 0; m < joining->members; m++) {
        for (uint32_t s = 0; s < joining->member[m]->states; s++) {
            joining->most += joining->member[m]->state[s].kind != OBSERVER_PASS;
        }
    }
    joining->most = joining->most < JOINT_MOST_STATES ? joining->most : JOINT_MOST_STATES;
    const int failed = scope_check(&joint->scope, "for the properties", error);
    return failed != 0 ? -1 : scope_check(scope, "for the properties", error);
}

int joint_observer_make(const struct observer *const *members, uint32_t count, uint32_t labels,
                        const struct run *run, struct joint_observer *joint, struct error *error) {
    struct joining joining = {
        .member = members, .members = count, .labels = labels, .scope = {.memory = run->memory}};
    *joint = (struct joint_observer){.scope = {.memory = run->memory}};
    int made = open_joining(&joining, joint, error) != 0 ? -1 : find_classes(&joining);
    made = made == 1 ? find_nodes(&joining, run, error) : made;
    made = made == 1 && write_observer(&joining, joint, error) != 0 ? -1 : made;
    scope_close(&joining.scope);
    return made;
}

void joint_observer_free(struct joint_observer *joint) {
    scope_close(&joint->scope);
}
