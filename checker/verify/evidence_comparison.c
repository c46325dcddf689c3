/* Converts evidence about two inputs: the relation, what is hidden, and formulas with numbers. */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/run.h"
#include "base/text/ratio.h"
#include "checker/verify/evidence_object.h"
#include "checker/verify/evidence_scan.h"

static const char *const relations[] = {"strong",    "branching",     "divbranching", "weak",  "trace",
                                        "weaktrace", "probabilistic", "simulation",   "trace", "weaktrace"};

const char *evidence_relation_name(enum evidence_relation relation) {
    return relations[relation];
}

static int take_relation(const struct evidence_object *root, struct evidence *evidence) {
    static const char *const keys[] = {"equivalence", "preorder", NULL};
    const char *name;
    int is_preorder;
    if (evidence_take_key(root, keys, "an equivalence or a preorder", &is_preorder) != 0) {
        return -1;
    }
    const char *key = keys[is_preorder];
    const int first = is_preorder ? RELATION_FIRST_PREORDER : 0;
    const int end = is_preorder ? (int)LENGTH(relations) : RELATION_FIRST_PREORDER;
    if (evidence_take_text(root, key, &name) != 0) {
        return -1;
    }
    for (int k = first; k < end; k++) {
        if (strcmp(relations[k], name) == 0) {
            evidence->relation = (enum evidence_relation)k;
            return 0;
        }
    }
    return evidence_expected(
        root, key,
        is_preorder ? "simulation, trace or weaktrace"
                    : "strong, branching, divbranching, weak, trace, weaktrace or probabilistic");
}

/* {"all_but": BOOL, "labels": [{"label": ..}, {"pattern": ..}]} */
static int take_hidden(const struct evidence_object *root, struct evidence *evidence) {
    const struct evidence_object hidden = {root->reader, evidence_get(root, "hidden"), "hidden"};
    const json_t *list = evidence_get(&hidden, "labels");
    if (hidden.json == NULL) {
        return 0;
    }
    if (!json_is_array(list)) {
        return evidence_expected(&hidden, "labels", "a list of labels and patterns");
    }
    evidence->hides = 1;
    evidence->property_count = (uint32_t)json_array_size(list);
    evidence->properties = evidence_allocate(&hidden, evidence->property_count, sizeof *evidence->properties);
    if (evidence->properties == NULL) {
        return -1;
    }
    for (uint32_t k = 0; k < evidence->property_count; k++) {
        const struct evidence_object item = {root->reader, json_array_get(list, k), "hidden.labels"};
        struct evidence_property *one = &evidence->properties[k];
        if (evidence_take_label(&item, &one->text, &one->is_pattern) != 0) {
            return -1;
        }
    }
    return evidence_take_flag(&hidden, "all_but", &evidence->hides_others);
}

/* The second input, the relation and what is hidden. */
static int take_two(const struct evidence_object *root, struct evidence *evidence) {
    const struct evidence_object second = {root->reader, evidence_get(root, "second"), "second"};
    evidence->second = evidence_allocate(root, 1, sizeof *evidence->second);
    if (evidence->second == NULL) {
        return -1;
    }
    evidence->second->kind = evidence->kind;
    if (take_relation(root, evidence) != 0 || take_hidden(root, evidence) != 0 ||
        evidence_take_inputs(&second, evidence->second) != 0 ||
        (evidence->second->input == EVIDENCE_NETWORK &&
         evidence_take_texts(&second, "components", &evidence->second->components,
                             &evidence->second->component_count) != 0)) {
        return -1;
    }
    const int networks = evidence->input == EVIDENCE_NETWORK && evidence->second->input == EVIDENCE_NETWORK;
    return networks || evidence->relation == RELATION_PROBABILISTIC
               ? 0
               : evidence_expected(root, "inputs", "networks, unless the equivalence is probabilistic");
}

int evidence_take_comparison(const struct evidence_object *root, struct evidence *evidence) {
    if (take_two(root, evidence) != 0 ||
        evidence_take_number(root, "first_states", &evidence->first_states) != 0) {
        return -1;
    }
    return evidence->first_states > evidence->states
               ? evidence_expected(root, "first_states", "at most as many as states")
               : 0;
}

/* --- formulas with numbers --- */

/* A number of at least 0, with its text if `text` is not NULL. */
static int take_fraction(const struct evidence_object *node, const char *key, const json_t *value,
                         struct fraction *number) {
    const char *text = json_string_value(value);
    const size_t length = text == NULL ? 0 : strlen(text);
    return length == 0 || ratio_parse(text, length, NULL) != length ||
                   fraction_parse(text, length, number) != 0
               ? evidence_expected(node, key, "a number of at most 128 bits, as a string")
               : 0;
}

/* The text of a reward's value, which may be longer. */
static int take_value(const struct evidence_object *node, const char *key, const json_t *value,
                      const char **text) {
    const char *given = json_string_value(value);
    const size_t length = given == NULL ? 0 : strlen(given);
    if (length == 0 || ratio_parse(given, length, NULL) != length) {
        return evidence_expected(node, key, "a number, as a string");
    }
    *text = arena_copy(node->reader->arena, given, length);
    return *text == NULL ? evidence_no_memory(node) : 0;
}

/* The number of a node before this one. */
static int take_reference(const struct evidence_object *node, const char *key, const json_t *value,
                          uint64_t own, uint32_t *reference) {
    uint64_t number;
    if (evidence_take_natural(node, key, value, &number) != 0) {
        return -1;
    }
    *reference = (uint32_t)number;
    return number >= own ? evidence_expected(node, key, "numbers of nodes before this one") : 0;
}

/* Adds the references of `value`, or of its elements. */
static int take_references(const struct evidence_object *node, struct evidence *evidence, const char *key,
                           struct measured_node *made) {
    const json_t *value = evidence_get(node, key);
    struct measured_formula *formula = &evidence->formula;
    const size_t count = json_is_array(value) ? json_array_size(value) : 1;
    made->begin = (uint32_t)formula->references.count;
    made->count = (uint32_t)count;
    for (size_t i = 0; i < count; i++) {
        uint32_t reference;
        if (take_reference(node, key, json_is_array(value) ? json_array_get(value, i) : value,
                           formula->nodes.count, &reference) != 0) {
            return -1;
        }
        if (GROWING_ADD(node->reader->run->memory, formula->references, reference) != 0) {
            return evidence_no_memory(node);
        }
    }
    return 0;
}

/* [[NODE, ">=", "BOUND"], ..] */
static int take_bounds(const struct evidence_object *node, struct evidence *evidence,
                       struct measured_node *made) {
    const json_t *list = evidence_get(node, "gives");
    struct measured_formula *formula = &evidence->formula;
    if (!json_is_array(list)) {
        return evidence_expected(node, "gives", "a list of bounds");
    }
    made->begin = (uint32_t)formula->bounds.count;
    made->count = (uint32_t)json_array_size(list);
    for (uint32_t i = 0; i < made->count; i++) {
        const json_t *item = json_array_get(list, i);
        const char *order = json_string_value(json_array_get(item, 1));
        struct measured_bound bound = {.at_most = order != NULL && strcmp(order, "<=") == 0};
        if (json_array_size(item) != 3 || order == NULL || (!bound.at_most && strcmp(order, ">=") != 0)) {
            return evidence_expected(node, "gives", "bounds: [NODE, \">=\" or \"<=\", NUMBER]");
        }
        if (take_reference(node, "gives", json_array_get(item, 0), formula->nodes.count, &bound.node) != 0 ||
            take_fraction(node, "gives", json_array_get(item, 2), &bound.bound) != 0) {
            return -1;
        }
        if (GROWING_ADD(node->reader->run->memory, formula->bounds, bound) != 0) {
            return evidence_no_memory(node);
        }
    }
    return 0;
}

/* {"REWARDS": "VALUE", ..} */
static int take_earnings(const struct evidence_object *node, struct evidence *evidence,
                         struct measured_node *made) {
    const json_t *object = evidence_get(node, "earns");
    struct measured_formula *formula = &evidence->formula;
    const char *key;
    json_t *value;
    made->earnings_begin = (uint32_t)formula->earnings.count;
    if (object != NULL && !json_is_object(object)) {
        return evidence_expected(node, "earns", "an object");
    }
    json_object_foreach((json_t *)object, key, value) {
        struct measured_earning earning = {arena_copy(node->reader->arena, key, strlen(key)), NULL};
        if (take_value(node, "earns", value, &earning.value) != 0) {
            return -1;
        }
        if (earning.rewards == NULL ||
            GROWING_ADD(node->reader->run->memory, formula->earnings, earning) != 0) {
            return evidence_no_memory(node);
        }
    }
    made->earnings_count = (uint32_t)formula->earnings.count - made->earnings_begin;
    return 0;
}

/* Whether the node has nothing that its text would not say: 0, or -1 with *error filled. */
static int check_move(const struct evidence_object *node, const struct evidence *evidence,
                      const struct measured_node *made) {
    const struct fraction one = {1, 1};
    const int is_chain = made->move == MEASURED_CHAIN || made->move == MEASURED_RACE;
    if (made->move == MEASURED_STEP && made->text == NULL) {
        return evidence_expected(node, "label", "the label of the step");
    }
    if (is_chain && made->text != NULL) {
        return evidence_expected(node, "label", "none, as the moves of a Markov chain have no action");
    }
    if (made->move != MEASURED_DRAW && evidence_get(node, "earns") != NULL) {
        return evidence_expected(node, "earns", "none, as only the moves \"choice\" have rewards");
    }
    for (uint32_t i = 0; i < made->count && made->move == MEASURED_STEP; i++) {
        const struct measured_bound *bound = &evidence->formula.bounds.data[made->begin + i];
        if (bound->at_most || fraction_compare(bound->bound, one) != 0) {
            return evidence_expected(node, "gives", "bounds [NODE, \">=\", \"1\"], as a step gives 1");
        }
    }
    return 0;
}

static int take_move(const struct evidence_object *node, struct evidence *evidence,
                     struct measured_node *made) {
    const char *name = json_string_value(evidence_get(node, "move"));
    const int move = name == NULL ? -1 : measured_move_find(name);
    if (move < 0) {
        return evidence_expected(node, "move", "step, prob, rate, choice, chain or race");
    }
    made->kind = MEASURED_MOVE;
    made->move = (enum measured_move)move;
    return (evidence_get(node, "label") != NULL && evidence_take_text(node, "label", &made->text) != 0) ||
                   take_bounds(node, evidence, made) != 0 || take_earnings(node, evidence, made) != 0
               ? -1
               : check_move(node, evidence, made);
}

static int take_node(const struct evidence_object *node, struct evidence *evidence) {
    static const char *const keys[] = {"move", "label", "reward", "choice_reward", "not", "all"};
    struct measured_node made = {.kind = MEASURED_ALL};
    uint32_t key = 0;
    while (key < LENGTH(keys) && evidence_get(node, keys[key]) == NULL) {
        key++;
    }
    for (uint32_t other = key + 1; other < LENGTH(keys); other++) { /* a move has a label */
        if (evidence_get(node, keys[other]) != NULL && (key != 0 || other != 1)) {
            return evidence_expected(node, NULL, "one node in each object, and not two");
        }
    }
    int failed = 0;
    switch (key) {
    case 0:
        failed = take_move(node, evidence, &made);
        break;
    case 1:
        made.kind = MEASURED_LABEL;
        failed = evidence_take_text(node, "label", &made.text);
        break;
    case 2:
    case 3:
        made.kind = key == 2 ? MEASURED_REWARD : MEASURED_EARNED;
        failed = evidence_take_text(node, keys[key], &made.text) != 0 ||
                 take_value(node, "value", evidence_get(node, "value"), &made.value) != 0;
        break;
    case 4:
        made.kind = MEASURED_NOT;
        failed = json_is_array(evidence_get(node, "not"))
                     ? evidence_expected(node, "not", "the number of a node")
                     : take_references(node, evidence, "not", &made);
        break;
    case 5:
        failed = json_is_array(evidence_get(node, "all")) ? take_references(node, evidence, "all", &made)
                                                          : evidence_expected(node, "all", "a list of nodes");
        break;
    default:
        return evidence_expected(node, NULL, "an object with move, label, reward, choice_reward, not or all");
    }
    if (!failed && GROWING_ADD(node->reader->run->memory, evidence->formula.nodes, made) != 0) {
        failed = evidence_no_memory(node);
    }
    return failed ? -1 : 0;
}

int evidence_take_difference(const struct evidence_object *root, struct evidence *evidence) {
    const json_t *list = evidence_get(root, "formula");
    if (take_two(root, evidence) != 0 || evidence_take_number(root, "holds_in", &evidence->holds_in) != 0) {
        return -1;
    }
    if (evidence->relation != RELATION_PROBABILISTIC) {
        return evidence_expected(root, "equivalence", "probabilistic");
    }
    if (evidence->holds_in != 1 && evidence->holds_in != 2) {
        return evidence_expected(root, "holds_in", "1 or 2");
    }
    if (json_array_size(list) == 0 || json_array_size(list) >= UINT32_MAX) {
        return evidence_expected(root, "formula", "a list of nodes");
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        char name[64];
        snprintf(name, sizeof name, "formula[%llu]", (unsigned long long)i);
        if (take_node(&(struct evidence_object){root->reader, json_array_get(list, i), name}, evidence) !=
            0) {
            return -1;
        }
    }
    return 0;
}
