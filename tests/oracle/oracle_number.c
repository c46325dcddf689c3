/* Formulas with numbers by their definitions. */
#include "tests/oracle/oracle_number.h"

#include <stdlib.h>
#include <string.h>

#define MOST_CANDIDATES 8192u

typedef uint32_t states; /* a set, by bits */

struct scene {
    const struct number_lts *lts;
    struct number_value variable[NUMBER_VARIABLES];
    uint8_t in_scope[NUMBER_VARIABLES]; /* and not guarded */
    unsigned levels;                    /* how many are */
    states sum[NUMBER_VARIABLES];
};

static states all_states(const struct scene *scene) {
    return (1u << scene->lts->states) - 1;
}

/* --- numbers --- */

static number floor_of(number value) {
    number rest = value % NUMBER_UNIT;
    return value - rest - (rest < 0 ? NUMBER_UNIT : 0);
}

int number_is_of(number value, enum number_test_sort sort) {
    return sort == NT_REAL ||
           (value % NUMBER_UNIT == 0 && (sort == NT_INT || value > 0 || (sort == NT_NAT && value == 0)));
}

/* --- lists, sets and bags --- */

static unsigned times_in(const struct number_value *of, number item) {
    unsigned times = 0;
    for (unsigned i = 0; i < of->count; i++) {
        times += of->item[i] == item ? of->kind == NUMBER_BAG ? of->times[i] : 1 : 0;
    }
    return times;
}

void number_normalise(struct number_value *value) {
    struct number_value old = *value;
    value->count = 0;
    for (unsigned i = 0; i < old.count; i++) {
        unsigned at = 0, times = times_in(&old, old.item[i]);
        while (at < value->count && value->item[at] < old.item[i]) {
            at++;
        }
        if (times == 0 || (at < value->count && value->item[at] == old.item[i])) {
            continue;
        }
        for (unsigned k = value->count++; k > at; k--) {
            value->item[k] = value->item[k - 1];
            value->times[k] = value->times[k - 1];
        }
        value->item[at] = old.item[i];
        value->times[at] = times;
    }
}

static struct number_value join(enum number_test_kind kind, struct number_value a,
                                const struct number_value *b) {
    struct number_value all = a;
    for (unsigned i = 0; i < b->count && kind == NT_ADD; i++) {
        all.item[all.count] = b->item[i];
        all.times[all.count++] = b->times[i];
    }
    if (a.kind == NUMBER_LIST) {
        return all;
    }
    for (unsigned i = 0; i < a.count && kind != NT_ADD; i++) {
        unsigned other = times_in(b, a.item[i]), own = a.kind == NUMBER_BAG ? a.times[i] : 1;
        unsigned both = own < other ? own : other;
        all.times[i] = kind == NT_MULTIPLY ? both : own - both;
    }
    if (a.kind == NUMBER_SET && kind != NT_ADD) {
        all.count = 0;
        for (unsigned i = 0; i < a.count; i++) {
            if ((times_in(b, a.item[i]) > 0) == (kind == NT_MULTIPLY)) {
                all.item[all.count++] = a.item[i];
            }
        }
    }
    number_normalise(&all);
    return all;
}

static int is_included(const struct number_value *a, const struct number_value *b) {
    for (unsigned i = 0; i < a->count; i++) {
        if (times_in(a, a->item[i]) > times_in(b, a->item[i])) {
            return 0;
        }
    }
    return 1;
}

static int is_equal(const struct number_value *a, const struct number_value *b) {
    int same = a->count == b->count;
    for (unsigned i = 0; i < a->count && same; i++) {
        same = a->item[i] == b->item[i] && (a->kind != NUMBER_BAG || a->times[i] == b->times[i]);
    }
    return same;
}

static int is_less(const struct number_value *a, const struct number_value *b) {
    if (a->kind == NUMBER_SET || a->kind == NUMBER_BAG) {
        return is_included(a, b) && !is_equal(a, b);
    }
    for (unsigned i = 0; i < a->count && i < b->count; i++) {
        if (a->item[i] != b->item[i]) {
            return a->item[i] < b->item[i];
        }
    }
    return a->count < b->count;
}

/* --- terms --- */

static struct number_value plain(number value) {
    return (struct number_value){.count = 1, .item = {value}};
}

static struct number_value term(const struct scene *scene, const struct number_test *of);

static struct number_value compute(const struct scene *scene, const struct number_test *of) {
    struct number_value left = term(scene, of->left), right = {.count = 0};
    number a = left.item[0], b = 0;
    if (of->right != NULL) {
        right = term(scene, of->right);
        b = right.item[0];
    }
    if (left.kind != NUMBER_PLAIN && of->kind <= NT_MULTIPLY) {
        return join(of->kind, left, &right);
    }
    switch (of->kind) {
    case NT_ADD:
        return plain(a + b);
    case NT_SUBTRACT:
        return plain(a - b);
    case NT_MULTIPLY:
        return plain(a * (b / NUMBER_UNIT));
    case NT_DIV:
        return plain(floor_of(a / (b / NUMBER_UNIT) - (a % (b / NUMBER_UNIT) < 0)));
    case NT_MOD:
        return plain((a % b + b) % b);
    case NT_MAX:
        return plain(a > b ? a : b);
    case NT_MIN:
        return plain(a < b ? a : b);
    case NT_ABS:
        return plain(a < 0 ? -a : a);
    case NT_NEGATE:
        return plain(-a);
    case NT_HEAD:
        return plain(a);
    case NT_COUNT:
        return plain((number)times_in(&right, a) * NUMBER_UNIT);
    default: { /* SIZE */
        number size = 0;
        for (unsigned i = 0; i < left.count; i++) {
            size += left.kind == NUMBER_BAG ? left.times[i] : 1;
        }
        return plain(size * NUMBER_UNIT);
    }
    }
}

static struct number_value term(const struct scene *scene, const struct number_test *of) {
    return of->kind == NT_CONSTANT   ? of->constant
           : of->kind == NT_VARIABLE ? scene->variable[of->index]
                                     : compute(scene, of);
}

/* --- the values of a variable --- */

struct candidates {
    number item[MOST_CANDIDATES];
    unsigned count;
};

static int compare(const void *left, const void *right) {
    number a = *(const number *)left, b = *(const number *)right;
    return (a > b) - (a < b);
}

static unsigned sort_distinct(number *item, unsigned count) {
    unsigned kept = 0;
    qsort(item, count, sizeof *item, compare);
    for (unsigned i = 0; i < count; i++) {
        if (i == 0 || item[i] != item[i - 1]) {
            item[kept++] = item[i];
        }
    }
    return kept;
}

/* The fractional parts of the numbers, and one between any two that follow each other. */
static unsigned fractions_of(const number *near, unsigned count, number *fraction) {
    unsigned fractions = 0, exact;
    for (unsigned i = 0; i < count; i++) {
        fraction[fractions++] = near[i] - floor_of(near[i]);
    }
    exact = fractions = sort_distinct(fraction, fractions);
    for (unsigned i = 0; i < exact; i++) {
        number next = i + 1 < exact ? fraction[i + 1] : NUMBER_UNIT;
        if (next - fraction[i] < 2) {
            abort(); /* the unit is too large */
        }
        fraction[fractions++] = (fraction[i] + next) / 2;
    }
    return fractions;
}

static void find_candidates(const struct scene *scene, const struct number_test *of, struct candidates *all) {
    number near[NUMBER_CRITICAL + NUMBER_VARIABLES + 1],
        fraction[2 * (NUMBER_CRITICAL + NUMBER_VARIABLES + 1)];
    unsigned count = 0, fractions;
    int reach = 2 * NUMBER_OFFSET * (2 - (int)scene->levels) + 1;
    near[count++] = 0;
    for (unsigned i = 0; i < scene->lts->criticals; i++) {
        near[count++] = scene->lts->critical[i];
    }
    for (unsigned i = 0; i < NUMBER_VARIABLES; i++) {
        if (scene->in_scope[i]) {
            near[count++] = scene->variable[i].item[0];
        }
    }
    fractions = fractions_of(near, count, fraction);
    all->count = 0;
    for (unsigned i = 0; i < count; i++) {
        for (int distance = -reach; distance <= reach; distance++) {
            for (unsigned k = 0; k < fractions; k++) {
                number value = floor_of(near[i]) + (number)distance * NUMBER_UNIT + fraction[k];
                if (number_is_of(value, of->sort)) {
                    if (all->count == MOST_CANDIDATES) {
                        all->count = sort_distinct(all->item, all->count);
                    }
                    if (all->count == MOST_CANDIDATES) {
                        abort();
                    }
                    all->item[all->count++] = value;
                }
            }
        }
    }
    all->count = sort_distinct(all->item, all->count);
}

/* Calls `inner` for each value of the variable, until it returns `stop`; returns whether it did. */
static int any(struct scene *scene, const struct number_test *of, int stop,
               int (*inner)(struct scene *scene, const struct number_test *of)) {
    static struct candidates room[2];
    struct candidates *all = &room[scene->levels];
    int found = 0;
    if (of->is_guarded) {
        for (uint32_t i = 0; i < scene->lts->edges && !found; i++) {
            const struct number_value *value = &scene->lts->edge[i].value;
            if (scene->lts->edge[i].name != scene->lts->plain_name && value->kind == of->of &&
                (of->of != NUMBER_PLAIN || number_is_of(value->item[0], of->sort))) {
                scene->variable[of->index] = *value;
                found = inner(scene, of) == stop;
            }
        }
        return found;
    }
    find_candidates(scene, of, all);
    scene->in_scope[of->index] = 1;
    scene->levels++;
    for (unsigned i = 0; i < all->count && !found; i++) {
        scene->variable[of->index] = plain(all->item[i]);
        found = inner(scene, of) == stop;
    }
    scene->levels--;
    scene->in_scope[of->index] = 0;
    return found;
}

/* --- truth values --- */

static int truth(struct scene *scene, const struct number_test *of);

static int truth_inside(struct scene *scene, const struct number_test *of) {
    return truth(scene, of->left);
}

static int truth(struct scene *scene, const struct number_test *of) {
    struct number_value left, right;
    switch (of->kind) {
    case NT_TRUE:
    case NT_FALSE:
        return of->kind == NT_TRUE;
    case NT_NOT:
        return !truth(scene, of->left);
    case NT_AND:
        return truth(scene, of->left) && truth(scene, of->right);
    case NT_OR:
        return truth(scene, of->left) || truth(scene, of->right);
    case NT_IMPLIES:
        return !truth(scene, of->left) || truth(scene, of->right);
    case NT_FORALL:
        return !any(scene, of, 0, truth_inside);
    case NT_EXISTS:
        return any(scene, of, 1, truth_inside);
    default:
        break;
    }
    left = term(scene, of->left);
    right = term(scene, of->right);
    switch (of->kind) {
    case NT_EQUAL:
    case NT_DIFFERENT:
        return is_equal(&left, &right) == (of->kind == NT_EQUAL);
    case NT_LESS:
        return is_less(&left, &right);
    case NT_AT_MOST:
        return is_less(&left, &right) || is_equal(&left, &right);
    case NT_MORE:
        return is_less(&right, &left);
    case NT_AT_LEAST:
        return is_less(&right, &left) || is_equal(&left, &right);
    default: /* IN */
        return times_in(&right, left.item[0]) > 0;
    }
}

/* --- formulas --- */

static int matches(const struct scene *scene, const struct number_action *action, uint32_t edge) {
    int is = scene->lts->edge[edge].name == action->name;
    if (is && action->argument != NULL) {
        struct number_value value = term(scene, action->argument);
        is = value.kind == scene->lts->edge[edge].value.kind &&
             is_equal(&value, &scene->lts->edge[edge].value);
    }
    return is != action->is_negated;
}

/* The states with an edge that the action matches, or any if there is none, into the set. */
static states before(const struct scene *scene, const struct number_action *action, states set) {
    states result = 0;
    for (uint32_t i = 0; i < scene->lts->edges; i++) {
        if (set >> scene->lts->edge[i].to & 1 && (action == NULL || matches(scene, action, i))) {
            result |= 1u << scene->lts->edge[i].from;
        }
    }
    return result;
}

static states diamond(const struct scene *scene, const struct number_action *action, states set) {
    states last;
    set = before(scene, action, set);
    do {
        last = set;
        set |= action->is_after_all ? before(scene, NULL, set) : 0;
    } while (set != last);
    return set;
}

static states evaluate(struct scene *scene, const struct number_test *of);

static int add_states(struct scene *scene, const struct number_test *of) {
    states part = evaluate(scene, of->left), *sum = &scene->sum[of->index];
    *sum = of->kind == NT_FORALL ? *sum & part : *sum | part;
    return *sum == (of->kind == NT_FORALL ? 0 : all_states(scene));
}

static states quantify(struct scene *scene, const struct number_test *of) {
    scene->sum[of->index] = of->kind == NT_FORALL ? all_states(scene) : 0;
    any(scene, of, 1, add_states);
    return scene->sum[of->index];
}

static states unroll(struct scene *scene, const struct number_test *of) {
    const struct number_action step = {.name = scene->lts->plain_name};
    states all = all_states(scene), result = of->kind == NT_NU ? all : 0;
    for (unsigned i = of->steps + 1; i-- > 0;) {
        scene->variable[of->index] = plain(of->constant.item[0] + (number)i * NUMBER_UNIT);
        states own = evaluate(scene, of->left);
        result = i == of->steps      ? own
                 : of->kind == NT_MU ? own | diamond(scene, &step, result)
                                     : own & all & ~diamond(scene, &step, all & ~result);
    }
    return result;
}

static states evaluate(struct scene *scene, const struct number_test *of) {
    states all = all_states(scene);
    switch (of->kind) {
    case NT_TRUE:
    case NT_FALSE:
        return of->kind == NT_TRUE ? all : 0;
    case NT_VALUE:
        return truth(scene, of->left) ? all : 0;
    case NT_NOT:
        return all & ~evaluate(scene, of->left);
    case NT_AND:
        return evaluate(scene, of->left) & evaluate(scene, of->right);
    case NT_OR:
        return evaluate(scene, of->left) | evaluate(scene, of->right);
    case NT_IMPLIES:
        return (all & ~evaluate(scene, of->left)) | evaluate(scene, of->right);
    case NT_DIAMOND:
        return diamond(scene, &of->action, evaluate(scene, of->left));
    case NT_BOX:
        return all & ~diamond(scene, &of->action, all & ~evaluate(scene, of->left));
    case NT_MU:
    case NT_NU:
        return unroll(scene, of);
    default:
        return quantify(scene, of);
    }
}

int number_test_holds(const struct number_test *formula, const struct number_lts *lts) {
    static struct scene scene;
    scene = (struct scene){.lts = lts};
    return (int)(evaluate(&scene, formula) & 1);
}
