/* Formulas with data by their definitions. */
#include "tests/oracle/oracle_data.h"

#include <string.h>

typedef uint32_t states; /* a set, by bits */

struct scene {
    const struct data_test_lts *lts;
    int variable[TEST_DEPTH];
    states fixpoint[TEST_DEPTH][TEST_VALUES];
};

static states all_states(const struct scene *scene) {
    return (1u << scene->lts->states) - 1;
}

/* --- data --- */

static int value_of(const struct scene *scene, const struct data_test *data) {
    return data->kind == DT_CONSTANT   ? data->value
           : data->kind == DT_VARIABLE ? scene->variable[data->index]
                                       : value_of(scene, data->left) + data->value;
}

static int truth_of(struct scene *scene, const struct data_test *data) {
    int all = data->kind == DT_FORALL;
    switch (data->kind) {
    case DT_TRUE:
    case DT_FALSE:
        return data->kind == DT_TRUE;
    case DT_TRUTH:
        return value_of(scene, data->left);
    case DT_EQUAL:
    case DT_DIFFERENT:
        return (value_of(scene, data->left) == value_of(scene, data->right)) == (data->kind == DT_EQUAL);
    case DT_LESS:
        return value_of(scene, data->left) < value_of(scene, data->right);
    case DT_LEAST:
        return value_of(scene, data->left) <= value_of(scene, data->right);
    case DT_NOT:
        return !truth_of(scene, data->left);
    case DT_AND:
        return truth_of(scene, data->left) && truth_of(scene, data->right);
    case DT_OR:
        return truth_of(scene, data->left) || truth_of(scene, data->right);
    case DT_IMPLIES:
        return !truth_of(scene, data->left) || truth_of(scene, data->right);
    default: /* FORALL, EXISTS */
        for (int i = 0; i < scene->lts->values[data->sort]; i++) {
            scene->variable[data->index] = i;
            if (truth_of(scene, data->left) != all) {
                return !all;
            }
        }
        return all;
    }
}

/* --- actions --- */

static int part_is(const struct scene *scene, int action, const struct data_test *left,
                   const struct data_test *right, int label_action, const int *argument) {
    return action == label_action && (left == NULL || value_of(scene, left) == argument[0]) &&
           (right == NULL || value_of(scene, right) == argument[1]);
}

static int label_is(const struct scene *scene, const struct data_test *action,
                    const struct data_test_label *label) {
    int parts = 1 + (action->other >= 0), other[2] = {label->other_argument, 0};
    if (parts != 1 + (label->other >= 0)) {
        return 0;
    }
    if (parts == 1) {
        return part_is(scene, action->action, action->left, action->right, label->action, label->argument);
    }
    return (part_is(scene, action->action, action->left, action->right, label->action, label->argument) &&
            part_is(scene, action->other, action->third, NULL, label->other, other)) ||
           (part_is(scene, action->action, action->left, action->right, label->other, other) &&
            part_is(scene, action->other, action->third, NULL, label->action, label->argument));
}

static int matches(struct scene *scene, const struct data_test *action, const struct data_test_label *label) {
    int all = action->kind == DT_FORALL;
    switch (action->kind) {
    case DT_TRUE:
    case DT_FALSE:
        return action->kind == DT_TRUE;
    case DT_VALUE:
        return truth_of(scene, action->left);
    case DT_LABEL:
        return label_is(scene, action, label);
    case DT_NOT:
        return !matches(scene, action->left, label);
    case DT_AND:
        return matches(scene, action->left, label) && matches(scene, action->right, label);
    case DT_OR:
        return matches(scene, action->left, label) || matches(scene, action->right, label);
    case DT_IMPLIES:
        return !matches(scene, action->left, label) || matches(scene, action->right, label);
    default:
        for (int i = 0; i < scene->lts->values[action->sort]; i++) {
            scene->variable[action->index] = i;
            if (matches(scene, action->left, label) != all) {
                return !all;
            }
        }
        return all;
    }
}

/* --- regular expressions --- */

/* The states from which some word leads into the set. */
static states before(struct scene *scene, const struct data_test *regular, states set) {
    states result = 0, last;
    if (regular->kind == DT_THEN) {
        return before(scene, regular->left, before(scene, regular->right, set));
    }
    if (regular->kind == DT_STAR) {
        do {
            last = set;
            set |= before(scene, regular->left, set);
        } while (set != last);
        return set;
    }
    for (uint32_t i = 0; i < scene->lts->edges; i++) {
        if (set >> scene->lts->edge[i].to & 1 && matches(scene, regular->left, &scene->lts->edge[i].label)) {
            result |= 1u << scene->lts->edge[i].from;
        }
    }
    return result;
}

/* --- formulas --- */

static states evaluate(struct scene *scene, const struct data_test *formula);

static states iterate(struct scene *scene, const struct data_test *formula) {
    states *table = scene->fixpoint[formula->action], next[TEST_VALUES] = {0};
    int count = formula->value ? scene->lts->values[formula->sort] : 1, changed;
    int initial = formula->value ? value_of(scene, formula->left) : 0;
    for (int i = 0; i < count; i++) {
        table[i] = formula->kind == DT_NU ? all_states(scene) : 0;
    }
    do {
        changed = 0;
        for (int i = 0; i < count; i++) {
            scene->variable[formula->index] = i;
            next[i] = evaluate(scene, formula->right);
            changed |= next[i] != table[i];
        }
        memcpy(table, next, sizeof *table * (size_t)count);
    } while (changed);
    return table[initial];
}

static states quantify(struct scene *scene, const struct data_test *formula) {
    states result = formula->kind == DT_FORALL ? all_states(scene) : 0;
    for (int i = 0; i < scene->lts->values[formula->sort]; i++) {
        scene->variable[formula->index] = i;
        states part = evaluate(scene, formula->left);
        result = formula->kind == DT_FORALL ? result & part : result | part;
    }
    return result;
}

static states evaluate(struct scene *scene, const struct data_test *formula) {
    states all = all_states(scene);
    switch (formula->kind) {
    case DT_TRUE:
        return all;
    case DT_FALSE:
        return 0;
    case DT_VALUE:
        return truth_of(scene, formula->left) ? all : 0;
    case DT_NOT:
        return all & ~evaluate(scene, formula->left);
    case DT_AND:
        return evaluate(scene, formula->left) & evaluate(scene, formula->right);
    case DT_OR:
        return evaluate(scene, formula->left) | evaluate(scene, formula->right);
    case DT_IMPLIES:
        return (all & ~evaluate(scene, formula->left)) | evaluate(scene, formula->right);
    case DT_DIAMOND:
        return before(scene, formula->left, evaluate(scene, formula->right));
    case DT_BOX:
        return all & ~before(scene, formula->left, all & ~evaluate(scene, formula->right));
    case DT_MU:
    case DT_NU:
        return iterate(scene, formula);
    case DT_CALL:
        return scene->fixpoint[formula->action][formula->left == NULL ? 0 : value_of(scene, formula->left)];
    default:
        return quantify(scene, formula);
    }
}

int data_test_holds(const struct data_test *formula, const struct data_test_lts *lts) {
    static struct scene scene;
    scene.lts = lts;
    return (int)(evaluate(&scene, formula) & 1);
}
