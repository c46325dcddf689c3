/* PRISM models as processes: each is compiled once, and its actions are labels as those of an AUT of it. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "explorer/model/data/data_model.h"
#include "frontend/exp/compile/compose.h"
#include "frontend/prism/compile/prism_compile.h"

/* The number of a label among those of the model, to which it is added if new; -1 when memory runs out. */
static int64_t number_label(struct composer *composer, struct compose_model *model, uint32_t label) {
    uint64_t at = 0;
    while (at < model->labels.count && model->labels.data[at] != label) {
        at++;
    }
    return at == model->labels.count && GROWING_ADD(composer->memory, model->labels, label) != 0
               ? -1
               : (int64_t)at;
}

/* Rules are sorted by action, so that the label is mostly that of the rule before. */
static int take_labels(struct composer *composer, struct compose_model *model) {
    const struct prism_model *tree = prism_tree_model(model->tree);
    const struct data_rule *rules = data_rules(model->image);
    model->label_of =
        memory_allocate_array(composer->memory, model->image->rules.count, sizeof *model->label_of);
    if (model->label_of == NULL) {
        return -1;
    }
    for (uint64_t i = 0; i < model->image->rules.count; i++) {
        if (i > 0 && rules[i].action == rules[i - 1].action) {
            model->label_of[i] = model->label_of[i - 1];
            continue;
        }
        const char *text = rules[i].action == DATA_NONE ? "i" : tree->actions[rules[i].action];
        const uint32_t label = label_intern(composer->labels, text, strlen(text));
        const int64_t number = label == LABEL_NONE ? -1 : number_label(composer, model, label);
        if (number < 0) {
            return -1;
        }
        model->label_of[i] = (uint32_t)number;
    }
    return 0;
}

/* In a network, weights only say which branches can happen. */
static int warn_weights(struct composer *composer, const struct exp_node *leaf,
                        const struct compose_model *model) {
    const struct data_branch *branches = data_branches(model->image);
    const int rated = prism_tree_model(model->tree)->kind == PRISM_CTMC;
    char text[200];
    uint64_t i = 0;
    while (i < model->image->branches.count && branches[i].weight == DATA_NONE) {
        i++;
    }
    if (i == model->image->branches.count) {
        return 0;
    }
    snprintf(text, sizeof text,
             "the %s of this model are ignored in a network: whatever has %s above 0 can happen",
             rated ? "rates" : "probabilities", rated ? "a rate" : "a probability");
    return compose_warn(composer, &leaf->position, 0, text);
}

int64_t compose_model(struct composer *composer, const struct exp_node *leaf) {
    for (uint64_t i = 0; i < composer->models.count; i++) {
        if (composer->models.data[i].tree == leaf->prism) {
            return (int64_t)i;
        }
    }
    if (GROWING_ADD(composer->memory, composer->models, (struct compose_model){.tree = leaf->prism}) != 0) {
        return compose_memory(composer);
    }
    struct compose_model *model = &composer->models.data[composer->models.count - 1];
    model->image = prism_compile(leaf->prism, composer->run, composer->error);
    if (model->image == NULL) {
        return -1;
    }
    if (take_labels(composer, model) != 0) {
        return compose_memory(composer);
    }
    return warn_weights(composer, leaf, model) != 0 ? -1 : (int64_t)composer->models.count - 1;
}

void compose_models_free(struct composer *composer) {
    for (uint64_t i = 0; i < composer->models.count; i++) {
        struct compose_model *model = &composer->models.data[i];
        if (model->image != NULL) {
            memory_free(composer->memory, model->label_of,
                        model->image->rules.count * sizeof *model->label_of);
        }
        GROWING_FREE(composer->memory, model->labels);
        data_model_free(composer->memory, model->image);
    }
    GROWING_FREE(composer->memory, composer->models);
}
