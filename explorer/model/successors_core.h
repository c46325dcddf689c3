#ifndef HEDDLE_EXPLORER_MODEL_SUCCESSORS_CORE_H
#define HEDDLE_EXPLORER_MODEL_SUCCESSORS_CORE_H

/*
 * Successors of a state vector, computed from the model image. For each component, first come the moves by
 * fast rules, which need no other component; then the entries of its row whose class leads rules. For each
 * such rule it is checked whether the other participants can move; each combination of their moves is one
 * transition. Guards are evaluated stratum by stratum before the final rules: enabled sub-rules falsify
 * guards in a bit set of the caller's. Nothing is stored per participant, so rules of any width take constant
 * space: combinations are numbered and decoded.
 *
 * `words` is the number of words of a vector; a constant 1 or 2 in the call gives a specialised fast path.
 */
#include "explorer/model/data/data_priority_core.h"
#include "explorer/model/model_core.h"
#include "model/observer.h"

/*
 * Called for each transition: result label, choice of the leading move (or MODEL_NONE), and the target.
 * Returns non-zero to end the visits (when memory runs out, say); a few more calls may still follow.
 */
typedef int (*successors_visit)(void *context, uint32_t label, uint32_t choice, const uint64_t *target);

/* A state to expand. All functions here are inlined, so these structs cost nothing. */
struct successors_source {
    const struct model_view *model;
    const uint64_t *state;
    uint64_t *scratch; /* for targets: as many words as the state has; twice as many for successors_all */
    uint64_t *work;    /* header->work_words words; their initial content does not matter */
    int tabled;        /* successors_have_tables: blocks and links are used */
    int grouped;       /* of a network with PRISM models: choices are those of the graph */
};

/* A component in its local state; and while it leads rules, the entry of their class in its row. */
struct successors_mover {
    const struct model_component *component;
    const struct model_row *row;
    uint32_t local, entry;
};

/* Rules of one stratum; those of class c are [begins[c], ends[c]). */
struct successors_rules {
    const uint32_t *begins, *ends;
    int fire; /* non-zero: the rules make transitions; in lower strata they falsify guards */
};

/* The component with this number in its local state. Returns 0 if it has no moves there. */
CORE_FUNCTION int successors_mover_of(const struct successors_source *from, uint32_t number,
                                      struct successors_mover *mover) {
    mover->component = from->model->component + number;
    mover->local = model_field(mover->component, from->state);
    mover->row = from->model->row + mover->component->row + mover->local;
    return mover->local < mover->component->rows;
}

/* The index of the entry of the participant's class in the component's row, or MODEL_NONE. */
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

/* A product that saturates at UINT64_MAX, so that huge numbers of combinations never look small. */
CORE_FUNCTION uint64_t successors_multiply(uint64_t a, uint64_t b) {
    return core_multiply_high(a, b) != 0 ? UINT64_MAX : a * b;
}

/*
 * Whether all other participants can move. If so, *target is the source after each of them made the first
 * move of its entry, and *combinations is the number of combinations of their targets.
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

/* Computes the target of combination `number`, without the leader's move. */
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

/* The number of a move's choice, among the choices of all components. */
CORE_FUNCTION uint32_t successors_choice(const struct model_view *model,
                                         const struct model_component *component, const uint32_t *choices,
                                         uint32_t move) {
    if (model->header->choices == 0 || choices[move] == MODEL_NONE) {
        return MODEL_NONE;
    }
    return choices[move] + component->choice;
}

/*
 * Makes all transitions of one rule, from the leader's entry and the others'. Returns whether there are any.
 */
CORE_FUNCTION int successors_fire(const struct successors_source *from, const struct model_rule *rule,
                                  const struct successors_mover *leader, const uint32_t words,
                                  successors_visit visit, void *context) {
    const struct model_view *model = from->model;
    uint64_t *target = from->scratch, combinations = 1;
    for (uint32_t i = 0; i < words; i++) {
        target[i] = from->state[i];
    }
    if (rule->other_count != 0 && !successors_join(model, rule, from->state, target, &combinations)) {
        return 0;
    }
    uint32_t first = model->entry[leader->entry].targets;
    uint32_t count = model->entry[leader->entry + 1].targets - first;
    for (uint64_t number = 0; number < combinations; number++) {
        if (number != 0) {
            for (uint32_t i = 0; i < words; i++) {
                target[i] = from->state[i];
            }
            successors_decode(model, rule, from->state, number, target);
        }
        uint32_t at = leader->local;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t to = model->target[first + i];
            model_move(leader->component, target, at, to);
            at = to;
            uint32_t choice = successors_choice(model, leader->component, model->choice, first + i);
            if (visit(context, rule->label, choice, target)) {
                return 1;
            }
        }
    }
    return 1;
}

/* Makes the moves of a component by fast rules. Returns whether there are any. */
CORE_FUNCTION int successors_move_alone(const struct successors_source *from,
                                        const struct successors_mover *mover, const uint32_t words,
                                        successors_visit visit, void *context) {
    const struct model_view *model = from->model;
    const struct model_component *component = mover->component;
    uint32_t begin = mover->row[0].moves, end = mover->row[1].moves;
    if (begin == end) {
        return 0;
    }
    for (uint32_t i = 0; i < words; i++) {
        from->scratch[i] = from->state[i];
    }
    for (uint32_t i = begin; i < end; i++) {
        from->scratch[component->word] =
            from->state[component->word] +
            (((uint64_t)model->move_target[i] - mover->local) << component->shift);
        if (visit(context, model->fast_label[component->lead + model->move_class[i]],
                  successors_choice(model, component, model->move_choice, i), from->scratch)) {
            break;
        }
    }
    return 1;
}

/* Marks the guards that a sub-rule falsifies if it is enabled. */
CORE_FUNCTION void successors_falsify(const struct successors_source *from, const struct model_rule *rule) {
    const struct model_view *model = from->model;
    for (uint32_t i = 0; i < rule->other_count; i++) {
        const struct model_other *other = model->other + rule->others + i;
        uint32_t local = model_field(model->component + other->component, from->state);
        if (successors_find_entry(model, other, local) == MODEL_NONE) {
            return;
        }
    }
    for (uint32_t i = 0; i < rule->falsify_count; i++) {
        uint32_t guard = model->guard[rule->falsifies + i];
        from->work[guard / 64] |= (uint64_t)1 << (guard % 64);
    }
}

/*
 * Applies the given rules that the component's entries lead: makes transitions, or falsifies guards. Returns
 * whether there are transitions.
 */
CORE_FUNCTION int successors_lead(const struct successors_source *from, struct successors_mover *leader,
                                  const struct successors_rules *rules, const uint32_t words,
                                  successors_visit visit, void *context) {
    const struct model_view *model = from->model;
    int fired = 0;
    for (leader->entry = leader->row->begin; leader->entry < leader->row->lead_end; leader->entry++) {
        uint32_t class_number = leader->component->lead + model->entry[leader->entry].class_index;
        for (uint32_t r = rules->begins[class_number]; r < rules->ends[class_number]; r++) {
            const struct model_rule *rule = model->rule + r;
            if (rule->need_count != 0 && !successors_guards_hold(model, rule, from->work)) {
                continue;
            }
            if (rules->fire) {
                fired |= successors_fire(from, rule, leader, words, visit, context);
            } else {
                successors_falsify(from, rule);
            }
        }
    }
    return fired;
}

/*
 * Makes the network's transitions from a state; an observer's field stays unchanged. Returns whether there
 * are any.
 */
CORE_FUNCTION int successors_network(const struct successors_source *from, const uint32_t words,
                                     successors_visit visit, void *context) {
    const struct model_header *header = from->model->header;
    const uint32_t components = header->components, strata = header->strata;
    int fired = 0;
    for (uint32_t i = 0; i < header->work_words; i++) {
        from->work[i] = 0;
    }
    const uint32_t *lead = from->model->lead;
    for (uint32_t stratum = 0; stratum < strata; stratum++, lead += header->classes + 1) {
        const struct successors_rules rules = {lead, lead + 1, stratum + 1 == strata};
        for (uint32_t c = 0; c < components; c++) {
            struct successors_mover mover;
            if (!successors_mover_of(from, c, &mover)) {
                continue;
            }
            if (rules.fire) {
                fired |= successors_move_alone(from, &mover, words, visit, context);
            }
            fired |= successors_lead(from, &mover, &rules, words, visit, context);
        }
    }
    return fired;
}

/* Makes the moves of a component alone, and those by rules that it leads, in a network without guards. */
CORE_FUNCTION void successors_process(const struct successors_source *from, uint32_t number,
                                      const uint32_t words, successors_visit visit, void *context) {
    const struct successors_rules rules = {from->model->lead, from->model->lead + 1, 1};
    struct successors_mover mover;
    if (successors_mover_of(from, number, &mover)) {
        successors_move_alone(from, &mover, words, visit, context);
        successors_lead(from, &mover, &rules, words, visit, context);
    }
}

/* --- the same by blocks and links, in another order --- */

/*
 * Whether the tables of blocks and links say all that is needed: labels, or choices, if these are not 0. What
 * they do not say is MODEL_NONE.
 */
CORE_FUNCTION int successors_have_tables(const struct model_header *header, int labels, int choices) {
    return header->blocks != 0 && (header->labelled || !labels) && (header->choices == 0 || !choices);
}

/* Makes the moves by rules that component `number` leads and that join other blocks, except by links. */
CORE_FUNCTION int successors_lead_out(const struct successors_source *from, uint32_t number,
                                      const uint32_t words, successors_visit visit, void *context) {
    const struct successors_rules outer = {from->model->lead, from->model->lead_cross, 1};
    struct successors_mover mover;
    return successors_mover_of(from, number, &mover) &&
           successors_lead(from, &mover, &outer, words, visit, context);
}

/* Makes the moves within a fused block, and those that its components lead and that join others. */
CORE_FUNCTION int successors_block(const struct successors_source *from, const struct model_block *block,
                                   const uint32_t words, successors_visit visit, void *context) {
    const struct model_view *model = from->model;
    const uint32_t shift = block->shift, word = words == 1 ? 0 : block->word;
    const uint64_t value = from->state[word] >> shift & block->mask;
    const struct model_block_row *row = model->block_row + block->row + value;
    const uint32_t begin = row[0].targets, end = row[1].targets;
    int fired = begin != end;
    if (fired) {
        for (uint32_t w = 0; w < words; w++) {
            from->scratch[w] = from->state[w];
        }
        const uint64_t base = from->state[word] - (value << shift);
        for (uint32_t i = begin; i < end; i++) {
            from->scratch[word] = base + ((uint64_t)model->block_target[i] << shift);
            if (visit(context, model->header->labelled ? model->block_label[block->labels + i] : MODEL_NONE,
                      MODEL_NONE, from->scratch)) {
                return 1;
            }
        }
    }
    for (uint32_t leads = row->leads; leads != 0; leads &= leads - 1) {
        fired |=
            successors_lead_out(from, block->first + core_count_trailing_zeros(leads), words, visit, context);
    }
    return fired;
}

/* Makes the moves by the links of one linker. */
CORE_FUNCTION int successors_link(const struct successors_source *from, const struct model_linker *linker,
                                  const uint32_t words, successors_visit visit, void *context) {
    const struct model_view *model = from->model;
    const uint32_t word = words == 1 ? 0 : linker->word;
    const uint64_t local = from->state[word] >> linker->shift & linker->mask;
    const uint32_t *range = model->link_begin + linker->begin + local;
    int fired = 0;
    for (uint32_t number = range[0]; number < range[1]; number++) {
        const struct model_link *link = model->link + number;
        const uint32_t partner = words == 1 ? 0 : model_place_word(link->place);
        const uint32_t shift = model_place_shift(link->place);
        const uint64_t joins = from->state[partner] >> shift & model_place_mask(link->place);
        const uint32_t row = model->link_row[link->row + joins], begin = row >> 16;
        const uint32_t end = begin + (row & 0xffff);
        fired |= begin != end;
        for (uint32_t i = begin; i < end; i++) {
            const uint32_t target = model->link_target[i];
            uint32_t label = model->header->labelled ? model->link_label[number] : MODEL_NONE;
            if (model->header->labelled && label == MODEL_NONE) {
                label = model->link_target_label[i];
            }
            for (uint32_t w = 0; w < words; w++) {
                from->scratch[w] = from->state[w];
            }
            from->scratch[word] += (link->to + (target & 0xffff) - local) << linker->shift;
            from->scratch[partner] += ((target >> 16) - joins) << shift;
            if (visit(context, label, MODEL_NONE, from->scratch)) {
                return 1;
            }
        }
    }
    return fired;
}

/* successors_network by tables, which successors_have_tables allows. */
CORE_FUNCTION int successors_tables(const struct successors_source *from, const uint32_t words,
                                    successors_visit visit, void *context) {
    const struct model_view *model = from->model;
    int fired = 0;
    for (uint32_t b = 0; b < model->header->blocks; b++) {
        const struct model_block *block = model->block + b;
        if (block->fused) {
            fired |= successors_block(from, block, words, visit, context);
        } else {
            struct successors_mover mover;
            if (successors_mover_of(from, block->first, &mover)) {
                fired |= successors_move_alone(from, &mover, words, visit, context);
                fired |= successors_lead_out(from, block->first, words, visit, context);
            }
        }
    }
    for (uint32_t l = 0; l < model->header->linkers; l++) {
        fired |= successors_link(from, model->linker + l, words, visit, context);
    }
    return fired;
}

/* What functions that make transitions return, besides 0 (none) and 1 (some): the model has an error in the
 * state. Some of its transitions may have been visited. */
#define SUCCESSORS_FAULT 2
/* Of a model with data, instead of 1: several commands or combinations of commands have transitions. */
#define SUCCESSORS_SEVERAL 3

/* Moves the variables from their values to others. */
CORE_FUNCTION void successors_assign(const struct successors_source *from, const struct data_scratch *values,
                                     const uint32_t words) {
    const struct model_component *component = from->model->component;
    for (uint32_t i = 0; i < words; i++) {
        from->scratch[i] = from->state[i];
    }
    for (uint32_t i = 0; i < from->model->header->components; i++) {
        from->scratch[component[i].word] += (uint64_t)(values->target[i] - values->fields[i])
                                            << component[i].shift;
    }
}

/* On a GPU the callback becomes a part of the caller: calls by pointer have a stack of unknown size there. */
#ifdef __CUDACC__
#define SUCCESSORS_CALL CORE_FUNCTION
#else
#define SUCCESSORS_CALL CORE_CALL
#endif

/* The number of the last choice, in a network with PRISM models. */
CORE_FUNCTION uint32_t successors_choice_of_data(const struct successors_source *from,
                                                 const struct data_scratch *values,
                                                 const struct data_step *step) {
    const struct data_header *image = (const struct data_header *)from->model->data;
    return from->grouped ? data_process_choice(image, values, step) : data_choice_number(image, values, step);
}

/*
 * Where a table moves alone: makes all moves of its class, without what only commands need. 1 to end the
 * visits.
 */
CORE_FUNCTION int successors_move_table(const struct successors_source *from, struct data_scratch *values,
                                        const struct data_step *step, const uint32_t words,
                                        successors_visit visit, void *context) {
    const struct data_header *image = (const struct data_header *)from->model->data;
    const struct data_rule *rule = &data_rules(image)[step->rule];
    const struct data_class *moving = &data_classes(image)[data_rule_classes(image)[rule->classes]];
    const uint32_t variable = data_located(image)[moving->located].variable;
    const struct model_component *component = from->model->component + variable;
    const int64_t local = values->fields[variable];
    for (;; values->chosen[0]++) {
        for (uint32_t i = 0; i < words; i++) {
            from->scratch[i] = from->state[i];
        }
        from->scratch[component->word] += (uint64_t)(data_chosen(image, values, 0) - local)
                                          << component->shift;
        if (visit(context, rule->label, successors_choice_of_data(from, values, step), from->scratch)) {
            return 1;
        }
        if (values->chosen[0] + 1 == values->ends[0]) {
            return 0;
        }
    }
}

/*
 * Makes the transitions of a model with data, one for each branch of a choice, in the order of its rules.
 * Choices are numbered from 0 in each state; all that can happen in a state of a DTMC or CTMC is choice 0. In
 * a network, the number says which branches to the same state are one transition, or (from->grouped) what is
 * one choice in the graph.
 */
SUCCESSORS_CALL int successors_data(const struct successors_source *from, const uint32_t words,
                                    successors_visit visit, void *context) {
    const struct data_header *image = (const struct data_header *)from->model->data;
    struct data_scratch scratch = data_scratch_at(image, from->work);
    struct data_step step;
    uint32_t choice = 0;
    int fired = 0;
    data_unpack(image, from->state, scratch.fields);
    if (data_begin(image, &scratch, &step) != DATA_FINE) {
        return SUCCESSORS_FAULT;
    }
    if (image->guards > 0) {
        data_prioritise(image, &scratch);
    }
    while (data_next_choice(image, &scratch, &step)) {
#ifndef __CUDACC__ /* on a GPU, one way for all lanes */
        if (data_rules(image)[step.rule].located_count == 1 &&
            data_rules(image)[step.rule].class_count == 1) {
            fired++;
            if (successors_move_table(from, &scratch, &step, words, visit, context)) {
                return 1;
            }
            continue;
        }
#endif
        if (image->kind == DATA_NETWORK) {
            choice = successors_choice_of_data(from, &scratch, &step);
        }
        if (data_check_weights(image, &scratch, &step) != DATA_FINE) {
            return SUCCESSORS_FAULT;
        }
        for (int first = 1;; first = 0) {
            int found;
            if (data_next_branch(image, &scratch, &step, &found) != DATA_FINE) {
                return SUCCESSORS_FAULT;
            }
            if (!found) {
                break;
            }
            fired += first;
            successors_assign(from, &scratch, words);
            if (visit(context, data_rules(image)[step.rule].label, choice, from->scratch)) {
                return 1;
            }
        }
        choice += image->kind == DATA_MDP;
    }
    return fired > 1 ? SUCCESSORS_SEVERAL : fired;
}

/*
 * All transitions of a model of any kind. This is the only place, on the host and on a GPU, where kinds
 * differ. (Searches without labels read the tables of blocks and links themselves.) On a GPU, kernels of
 * files that define SUCCESSORS_OF_DATA know models with data alone, and others know networks alone.
 */
CORE_FUNCTION int successors_system(const struct successors_source *from, const uint32_t words,
                                    successors_visit visit, void *context) {
#if defined(__CUDA_ARCH__) && defined(SUCCESSORS_OF_DATA)
    return successors_data(from, words, visit, context);
#else
#ifndef __CUDA_ARCH__
    if (from->model->header->kind == MODEL_DATA) {
        return successors_data(from, words, visit, context);
    }
#endif
    return from->tabled ? successors_tables(from, words, visit, context)
                        : successors_network(from, words, visit, context);
#endif
}

/* The state of the observer after its PASS states, beginning with `state`; or the one whose predicate has no
 * value. `fields`: the values of the model's variables. */
SUCCESSORS_CALL uint32_t successors_pass(const struct model_view *model, const struct data_header *image,
                                         const int64_t *fields, uint64_t *registers, uint32_t state) {
    while (model->observer_state[state].kind == OBSERVER_PASS) {
        const struct model_observer_state *test = &model->observer_state[state];
        uint64_t holds;
        if (data_run(image, test->predicate, fields, registers, &holds) != PROGRAM_FINE) {
            break;
        }
        state = model->observer_target[model->observer_row[test->row + (holds != 0)]];
    }
    return state;
}

struct successors_product {
    const struct model_view *model;
    const struct model_component *field; /* for the observer */
    uint32_t state;
    successors_visit visit;
    void *context;
    uint64_t *scratch, *work;
    uint32_t words;
};

/* The observer's state after a move to `target`, without those that it passes. Kinds of models make targets
 * in different ways, so the values of variables are taken from the words. */
CORE_FUNCTION uint32_t successors_end(const struct successors_product *product, uint32_t state,
                                      const uint64_t *target) {
#if !defined(__CUDA_ARCH__) || defined(SUCCESSORS_OF_DATA)
    if (product->model->header->passes && product->model->observer_state[state].kind == OBSERVER_PASS) {
        const struct data_header *image = (const struct data_header *)product->model->data;
        const struct data_scratch scratch = data_scratch_at(image, product->work);
        data_unpack(image, target, scratch.target); /* which nobody needs any more */
        return successors_pass(product->model, image, scratch.target, scratch.registers, state);
    }
#else
    (void)product;
    (void)target;
#endif
    return state;
}

/*
 * Makes the observer's moves on class `class_index` from the product's state; they are applied to `target`.
 */
CORE_FUNCTION int successors_observe(const struct successors_product *product, uint32_t class_index,
                                     uint32_t label, uint32_t choice, const uint64_t *target) {
    const struct model_view *model = product->model;
    const uint32_t *row = model->observer_row + model->observer_state[product->state].row + class_index;
    for (uint32_t i = row[0]; i < row[1]; i++) {
        for (uint32_t w = 0; w < product->words; w++) {
            product->scratch[w] = target[w];
        }
        model_move(product->field, product->scratch, product->state,
                   successors_end(product, model->observer_target[i], target));
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

/* Makes the observer's move from a TEST state, or a PASS state whose predicate has no value. Returns 1 or
 * SUCCESSORS_FAULT. */
SUCCESSORS_CALL int successors_test(const struct successors_source *from,
                                    const struct successors_product *product) {
    const struct data_header *image = (const struct data_header *)from->model->data;
    struct data_scratch scratch = data_scratch_at(image, from->work);
    uint64_t holds;
    data_unpack(image, from->state, scratch.fields);
    if (data_run(image, from->model->observer_state[product->state].predicate, scratch.fields,
                 scratch.registers, &holds) != PROGRAM_FINE) {
        return SUCCESSORS_FAULT;
    }
    successors_observe(product, holds != 0, MODEL_NONE, MODEL_NONE, from->state);
    return 1;
}

/* Makes the observer's moves from its ROOT state, to the initial states of the model. */
CORE_FUNCTION void successors_root(const struct successors_product *product) {
    const struct model_header *header = product->model->header;
    for (uint64_t i = 1; i <= header->root_count; i++) {
        if (product->visit(product->context, MODEL_NONE, MODEL_NONE,
                           product->model->initial + i * product->words)) {
            return;
        }
    }
}

/* The product of a state of a model with an observer; or what stands for it without one, in state 0. */
CORE_FUNCTION struct successors_product successors_product_of(const struct successors_source *from,
                                                              const uint32_t words, successors_visit visit,
                                                              void *context) {
    const struct model_view *model = from->model;
    struct successors_product product;
    product.model = model;
    product.field = model->component + model->header->components;
    product.state = model->header->observer_states != 0 ? model_field(product.field, from->state) : 0;
    product.visit = visit;
    product.context = context;
    product.scratch = from->scratch + words;
    product.work = from->work;
    product.words = words;
    return product;
}

/* Whether the end of a run in this state of the observer is no deadlock of the search. */
CORE_FUNCTION int successors_end_quietly(const struct successors_product *product) {
    return product->model->header->observer_states != 0 &&
           product->model->observer_state[product->state].quiet;
}

/*
 * Makes the transitions of the searched product: the model's, or with an observer those that the observer
 * joins (model/observer.h). A move of the observer alone has the label MODEL_NONE. Returns 0 if the
 * *model* has no transition from the state, else 1, SUCCESSORS_SEVERAL or SUCCESSORS_FAULT; also 1 in states
 * of the observer that are quiet, or in which the model does not move.
 */
CORE_FUNCTION int successors_all(const struct successors_source *from, const uint32_t words,
                                 successors_visit visit, void *context) {
    const struct model_view *model = from->model;
    if (model->header->observer_states == 0) {
        return successors_system(from, words, visit, context);
    }
    struct successors_product product = successors_product_of(from, words, visit, context);
    switch ((enum observer_kind)model->observer_state[product.state].kind) {
    case OBSERVER_STEP: {
        const int moves = successors_system(from, words, successors_step, &product);
        return moves == 0 ? successors_end_quietly(&product) : moves;
    }
    case OBSERVER_EPSILON:
        successors_observe(&product, 0, MODEL_NONE, MODEL_NONE, from->state);
        return 1;
#if !defined(__CUDA_ARCH__) || defined(SUCCESSORS_OF_DATA)
    case OBSERVER_TEST:
    case OBSERVER_PASS:
        return successors_test(from, &product);
    case OBSERVER_ROOT:
        successors_root(&product);
        return 1;
#endif
    default:
        return 1;
    }
}

#endif
