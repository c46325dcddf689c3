#ifndef HEDDLE_EXPLORER_MODEL_SUCCESSORS_CORE_H
#define HEDDLE_EXPLORER_MODEL_SUCCESSORS_CORE_H

/*
 * Successors of a state vector, read off the model image: for each component, the entries of its row whose
 * class leads rules (after the moves by fast rules, which need nobody else); for each such rule, whether the
 * other participants can move; for each combination of their moves, one transition. Guards are evaluated
 * stratum by stratum before the final rules: sub-rules that are enabled falsify guards, in a bit set that the
 * caller provides. Nothing is stored per participant, so rules of any width take constant space: combinations
 * are numbered and decoded.
 *
 * `words` is the number of words of a vector; a constant 1 or 2 at the call makes a fast path of its own.
 */
#include "explorer/model/model_core.h"

/*
 * Called for each transition: result label, choice of the leading move (or MODEL_NONE), and the target.
 * Returns non-zero to be spared the rest (as no memory is left, say); a few more calls may still follow.
 */
typedef int (*successors_visit)(void *context, uint32_t label, uint32_t choice, const uint64_t *target);

/* Index of the entry of the participant's class in the component's row, or MODEL_NONE. */
CORE_FUNCTION uint32_t successors_find_entry(const struct model_view *model, const struct model_other *other,
                                             uint32_t local) {
    const struct model_component *component = model->component + other->component;
    if (local >= component->rows) {
        return MODEL_NONE;
    }
    const struct model_row *row = model->row + component->row + local;
    uint32_t low = other->leads ? row[0].begin : row[0].lead_end;
    uint32_t high = other->leads ? row[0].lead_end : row[1].begin;
    while (high - low > 8) {
        uint32_t middle = low + (high - low) / 2;
        if (model->entry[middle].class_index <= other->class_index) {
            low = middle;
        } else {
            high = middle;
        }
    }
    for (; low < high; low++) {
        if (model->entry[low].class_index == other->class_index) {
            return low;
        }
    }
    return MODEL_NONE;
}

CORE_FUNCTION uint32_t successors_targets(const struct model_view *model, uint32_t entry) {
    return model->entry[entry + 1].targets - model->entry[entry].targets;
}

CORE_FUNCTION int successors_guards_hold(const struct model_view *model, const struct model_rule *rule,
                                         const uint64_t *falsified) {
    for (uint32_t i = 0; i < rule->need_count; i++) {
        uint32_t guard = model->guard[rule->needs + i];
        if (falsified[guard / 64] >> (guard % 64) & 1) {
            return 0;
        }
    }
    return 1;
}

/* At most UINT64_MAX: nobody lives to see that many combinations, but they must not seem to be few. */
CORE_FUNCTION uint64_t successors_multiply(uint64_t a, uint64_t b) {
    return core_multiply_high(a, b) != 0 ? UINT64_MAX : a * b;
}

/*
 * Whether all other participants can move. If so, *target is the source with each of them moved to the first
 * target of its entry, and *combinations how many combinations their targets make.
 */
CORE_FUNCTION int successors_join(const struct model_view *model, const struct model_rule *rule,
                                  const uint64_t *source, uint64_t *target, uint64_t *combinations) {
    for (uint32_t i = 0; i < rule->other_count; i++) {
        const struct model_other *other = model->other + rule->others + i;
        const struct model_component *component = model->component + other->component;
        uint32_t local = model_field(component, source);
        uint32_t entry = successors_find_entry(model, other, local);
        if (entry == MODEL_NONE) {
            return 0;
        }
        model_move(component, target, local, model->target[model->entry[entry].targets]);
        *combinations = successors_multiply(*combinations, successors_targets(model, entry));
    }
    return 1;
}

/* The target of combination `number`, the leader left out. */
CORE_FUNCTION void successors_decode(const struct model_view *model, const struct model_rule *rule,
                                     const uint64_t *source, uint64_t number, uint64_t *target) {
    for (uint32_t i = 0; i < rule->other_count; i++) {
        const struct model_other *other = model->other + rule->others + i;
        const struct model_component *component = model->component + other->component;
        uint32_t local = model_field(component, source);
        uint32_t entry = successors_find_entry(model, other, local);
        uint32_t count = successors_targets(model, entry);
        uint32_t pick = (uint32_t)(number % count);
        number /= count;
        model_move(component, target, local, model->target[model->entry[entry].targets + pick]);
    }
}

/* The number of the choice that a component's move belongs to, among those of all components. */
CORE_FUNCTION uint32_t successors_choice(const struct model_view *model,
                                         const struct model_component *component, const uint32_t *choices,
                                         uint32_t move) {
    if (model->header->choices == 0 || choices[move] == MODEL_NONE) {
        return MODEL_NONE;
    }
    return choices[move] + component->choice;
}

/* All transitions of one rule that its leader's entry and the others make. Returns whether there are any. */
CORE_FUNCTION int successors_fire(const struct model_view *model, const struct model_rule *rule,
                                  const struct model_component *leader, uint32_t local, uint32_t entry,
                                  const uint32_t words, const uint64_t *source, uint64_t *scratch,
                                  successors_visit visit, void *context) {
    uint64_t combinations = 1;
    for (uint32_t i = 0; i < words; i++) {
        scratch[i] = source[i];
    }
    if (rule->other_count != 0 && !successors_join(model, rule, source, scratch, &combinations)) {
        return 0;
    }
    uint32_t first = model->entry[entry].targets;
    uint32_t count = model->entry[entry + 1].targets - first;
    for (uint64_t number = 0; number < combinations; number++) {
        if (number != 0) {
            for (uint32_t i = 0; i < words; i++) {
                scratch[i] = source[i];
            }
            successors_decode(model, rule, source, number, scratch);
        }
        uint32_t at = local;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t to = model->target[first + i];
            model_move(leader, scratch, at, to);
            at = to;
            uint32_t choice = successors_choice(model, leader, model->choice, first + i);
            if (visit(context, rule->label, choice, scratch)) {
                return 1;
            }
        }
    }
    return 1;
}

/* The moves that a component makes by fast rules. Returns whether there are any. */
CORE_FUNCTION int successors_move_alone(const struct model_view *model,
                                        const struct model_component *component, const struct model_row *row,
                                        uint32_t local, const uint32_t words, const uint64_t *source,
                                        uint64_t *scratch, successors_visit visit, void *context) {
    uint32_t begin = row[0].moves, end = row[1].moves;
    if (begin == end) {
        return 0;
    }
    for (uint32_t i = 0; i < words; i++) {
        scratch[i] = source[i];
    }
    for (uint32_t i = begin; i < end; i++) {
        scratch[component->word] =
            source[component->word] + (((uint64_t)model->move_target[i] - local) << component->shift);
        if (visit(context, model->fast_label[component->lead + model->move_class[i]],
                  successors_choice(model, component, model->move_choice, i), scratch)) {
            break;
        }
    }
    return 1;
}

/* Marks the guards that the enabled sub-rules of one stratum falsify. */
CORE_FUNCTION void successors_falsify(const struct model_view *model, const struct model_rule *rule,
                                      const uint64_t *source, uint64_t *falsified) {
    for (uint32_t i = 0; i < rule->other_count; i++) {
        const struct model_other *other = model->other + rule->others + i;
        uint32_t local = model_field(model->component + other->component, source);
        if (successors_find_entry(model, other, local) == MODEL_NONE) {
            return;
        }
    }
    for (uint32_t i = 0; i < rule->falsify_count; i++) {
        uint32_t guard = model->guard[rule->falsifies + i];
        falsified[guard / 64] |= (uint64_t)1 << (guard % 64);
    }
}

/*
 * The component's moves that a row's entries lead by rules of one stratum: they make transitions, or in lower
 * strata falsify guards. The rules of a class are [begins, ends) of it. Returns whether there are
 * transitions.
 */
CORE_FUNCTION int successors_lead(const struct model_view *model, uint32_t stratum, const uint32_t *begins,
                                  const uint32_t *ends, const struct model_component *component,
                                  const struct model_row *row, uint32_t local, const uint32_t words,
                                  const uint64_t *source, uint64_t *scratch, uint64_t *falsified,
                                  successors_visit visit, void *context) {
    int fired = 0;
    for (uint32_t entry = row->begin; entry < row->lead_end; entry++) {
        uint32_t class_number = component->lead + model->entry[entry].class_index;
        for (uint32_t r = begins[class_number]; r < ends[class_number]; r++) {
            const struct model_rule *rule = model->rule + r;
            if (rule->need_count != 0 && !successors_guards_hold(model, rule, falsified)) {
                continue;
            }
            if (stratum + 1 == model->header->strata) {
                fired |= successors_fire(model, rule, component, local, entry, words, source, scratch, visit,
                                         context);
            } else {
                successors_falsify(model, rule, source, falsified);
            }
        }
    }
    return fired;
}

/*
 * The network's transitions from `source` (an observer's field stays as it is). scratch: `words` words;
 * falsified: header->guard_words words, their content does not matter. Returns whether there are any.
 */
CORE_FUNCTION int successors_network(const struct model_view *model, const uint32_t words,
                                     const uint64_t *source, uint64_t *scratch, uint64_t *falsified,
                                     successors_visit visit, void *context) {
    const uint32_t components = model->header->components;
    const uint32_t strata = model->header->strata;
    int fired = 0;
    for (uint32_t i = 0; i < model->header->guard_words; i++) {
        falsified[i] = 0;
    }
    const uint32_t *lead = model->lead;
    for (uint32_t stratum = 0; stratum < strata; stratum++, lead += model->header->classes + 1) {
        for (uint32_t c = 0; c < components; c++) {
            const struct model_component *component = model->component + c;
            uint32_t local = model_field(component, source);
            if (local >= component->rows) {
                continue;
            }
            const struct model_row *row = model->row + component->row + local;
            if (stratum + 1 == strata) {
                fired |= successors_move_alone(model, component, row, local, words, source, scratch, visit,
                                               context);
            }
            fired |= successors_lead(model, stratum, lead, lead + 1, component, row, local, words, source,
                                     scratch, falsified, visit, context);
        }
    }
    return fired;
}

struct successors_product {
    const struct model_view *model;
    const struct model_component *field; /* the observer's */
    uint32_t state;
    successors_visit visit;
    void *context;
    uint64_t *scratch;
    uint32_t words;
};

/* The observer's moves on class `class_index` from the product's state, on top of `target`. */
CORE_FUNCTION int successors_observe(const struct successors_product *product, uint32_t class_index,
                                     uint32_t label, uint32_t choice, const uint64_t *target) {
    const struct model_view *model = product->model;
    const uint32_t *row = model->observer_row + model->observer_state[product->state].row + class_index;
    for (uint32_t i = row[0]; i < row[1]; i++) {
        for (uint32_t w = 0; w < product->words; w++) {
            product->scratch[w] = target[w];
        }
        model_move(product->field, product->scratch, product->state, model->observer_target[i]);
        if (product->visit(product->context, label, choice, product->scratch)) {
            return 1;
        }
    }
    return 0;
}

CORE_FUNCTION int successors_step(void *context, uint32_t label, uint32_t choice, const uint64_t *target) {
    const struct successors_product *product = (const struct successors_product *)context;
    return successors_observe(product, product->model->observer_class[label], label, choice, target);
}

/*
 * The transitions of the searched product: the network's, or with an observer those that it follows
 * (explorer/model/observer.h). An epsilon move carries the label MODEL_NONE. scratch: 2 * words words.
 * Returns 0 when the *network* has no transition from here, else 1; in EPSILON and STOP states, where the
 * network stands still, that is not asked.
 */
CORE_FUNCTION int successors_all(const struct model_view *model, const uint32_t words, const uint64_t *source,
                                 uint64_t *scratch, uint64_t *falsified, successors_visit visit,
                                 void *context) {
    if (model->header->observer_states == 0) {
        return successors_network(model, words, source, scratch, falsified, visit, context);
    }
    struct successors_product product;
    product.model = model;
    product.field = model->component + model->header->components;
    product.state = model_field(product.field, source);
    product.visit = visit;
    product.context = context;
    product.scratch = scratch + words;
    product.words = words;
    uint32_t kind = model->observer_state[product.state].kind;
    if (kind == 0) { /* OBSERVER_STEP */
        return successors_network(model, words, source, scratch, falsified, successors_step, &product);
    }
    if (kind == 1) { /* OBSERVER_EPSILON */
        successors_observe(&product, 0, MODEL_NONE, MODEL_NONE, source);
    }
    return 1;
}

#endif
