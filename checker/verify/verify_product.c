/* The product of a Markov decision process with the automaton of a formula (verify_product.h): letters are
 * read by the walker, and the automaton is made again from the formula. */
#include "checker/verify/verify_product.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "model/mdp.h"

/* The place of the automaton's state in a tuple. */
static uint32_t last(const struct verify_product *product) {
    return product->set->width - 1;
}

static int no_memory(const struct verify_product *product) {
    return verify_memory(product->verifier);
}

/* --- the automaton --- */

static int make_formula(struct verify_product *product, const char *text) {
    struct verifier *verifier = product->verifier;
    struct error warning;
    const struct property_maker maker = {
        .tree = verifier->input->tree, .run = verifier->run, .error = verifier->error, .warning = &warning};
    return property_make(&maker, PROPERTY_ALMOST_SURELY_LTL, text, &product->formula) != 0
               ? -1
               : verify_expand(verifier, &product->formula);
}

static int open_scratch(struct verify_product *product) {
    struct memory *memory = product->verifier->run->memory;
    const uint32_t states = product->limit.automaton.states;
    product->value = memory_allocate_zeroed(memory, product->limit.atoms);
    product->tuple = memory_allocate_array(memory, product->set->width, sizeof *product->tuple);
    product->moves = memory_allocate_array(memory, states, sizeof *product->moves);
    product->marked_move = memory_allocate_zeroed(memory, states);
    return product->value == NULL || product->tuple == NULL || product->moves == NULL ||
                   product->marked_move == NULL
               ? no_memory(product)
               : 0;
}

int verify_product_open(struct verify_product *product, const char *formula, int every) {
    struct verifier *verifier = product->verifier;
    product->states = (struct tuple_set){.memory = verifier->run->memory, .width = last(product)};
    product->model.states = product->model.added = &product->states;
    return make_formula(product, formula) != 0 ||
                   ltl_limit_open(&product->limit, product->formula.formula, every, verifier->run,
                                  verifier->error) != 0 ||
                   choices_open(&product->model, verifier->error) != 0
               ? -1
               : open_scratch(product);
}

void verify_product_close(struct verify_product *product) {
    const struct run *run = product->verifier->run;
    struct memory *memory = run->memory;
    memory_free(memory, product->value, product->limit.atoms);
    memory_free(memory, product->tuple, product->set->width * sizeof *product->tuple);
    memory_free(memory, product->moves, product->limit.automaton.states * sizeof *product->moves);
    memory_free(memory, product->marked_move, product->limit.automaton.states);
    GROWING_FREE(memory, product->marked);
    if (product->limit.text != NULL) {
        ltl_limit_close(&product->limit);
    }
    if (product->model.run != NULL) {
        choices_free(&product->model);
    }
    property_free(&product->formula, run);
    tuple_set_free(&product->states);
}

/* --- states --- */

int verify_product_add(struct verify_product *product, const uint32_t *tuple, uint64_t states) {
    struct verifier *verifier = product->verifier;
    const uint32_t state = tuple[last(product)];
    if (state >= product->limit.automaton.states) {
        return verify_say(verifier, "the automaton of the formula has no state %u: its states are below %u",
                          state, product->limit.automaton.states);
    }
    if (verifier->walker == NULL) {
        return tuple[0] < states ? 1
                                 : verify_say(verifier, "there are %llu states, and no state %u",
                                              (unsigned long long)states, tuple[0]);
    }
    return !verify_in_range(verifier, tuple)                             ? 0
           : tuple_set_add(&product->states, tuple, verifier->error) < 0 ? -1
                                                                         : 1;
}

int verify_product_is_initial(const struct verify_product *product, const uint32_t *tuple) {
    const struct verifier *verifier = product->verifier;
    return tuple[last(product)] == product->limit.automaton.initial &&
           (verifier->walker != NULL ? walker_is_initial(verifier->walker, tuple)
                                     : mdp_is_initial(verifier->input->mdp, tuple[0]));
}

void verify_product_say(const struct verify_product *product, const uint32_t *tuple) {
    struct verifier *verifier = product->verifier;
    if (verifier->walker != NULL) {
        verify_say_state(verifier, tuple);
    } else {
        verify_say(verifier, "(%u)", tuple[0]);
    }
    verify_say(verifier, " with %u", tuple[last(product)]);
}

/* --- letters --- */

/* Whether a state of the model has the label of a predicate. */
static int has_label(const struct mdp *mdp, const char *predicate, uint64_t state) {
    const uint32_t *states = mdp_state_label_of(mdp, predicate);
    return states != NULL ? bitmap_has(states, state) : mdp->offsets[state] == mdp->offsets[state + 1];
}

/* The values of the predicates. 0, or -1. */
static int read_state(struct verify_product *product, const uint32_t *tuple) {
    struct verifier *verifier = product->verifier;
    for (uint32_t a = 0; a < product->limit.atoms; a++) {
        const struct formula *predicate = product->limit.atom[a].predicate;
        const int holds = predicate == NULL ? 0
                          : verifier->walker != NULL
                              ? walker_holds(verifier->walker, predicate->predicate, tuple, verifier->error)
                              : has_label(verifier->input->mdp, predicate->name, tuple[0]);
        if (holds < 0) {
            return -1;
        }
        product->value[a] = (uint8_t)holds;
    }
    return 0;
}

/* The values of the events. label: NULL for a choice without one. 0, or -1. */
static int read_event(struct verify_product *product, const char *label, int ended) {
    struct verifier *verifier = product->verifier;
    for (uint32_t a = 0; a < product->limit.atoms; a++) {
        const struct ltl_atom *atom = &product->limit.atom[a];
        if (atom->predicate != NULL) {
            continue;
        }
        const int holds = atom->action == NULL ? ended
                          : label == NULL      ? 0
                                               : action_matches_text(atom->action, label, verifier->error);
        if (holds < 0) {
            return -1;
        }
        product->value[a] = (uint8_t)holds;
    }
    return 0;
}

/* The moves of the automaton on the letter that was read: each target once. */
static void find_moves(struct verify_product *product, uint32_t state) {
    const struct tgba *automaton = &product->limit.automaton;
    product->move_count = 0;
    for (uint64_t i = automaton->row.data[state]; i < automaton->row.data[state + 1]; i++) {
        const struct tgba_edge *edge = &automaton->edge.data[i];
        const uint8_t marked = automaton->marks == 0 || edge->marks != 0;
        if (!bdd_value(automaton->pool, edge->guard, product->value)) {
            continue;
        }
        uint64_t at = 0;
        while (at < product->move_count && product->moves[at] != edge->target) {
            at++;
        }
        if (at == product->move_count) {
            product->moves[product->move_count] = edge->target;
            product->marked_move[product->move_count++] = 0;
        }
        product->marked_move[at] |= marked;
    }
}

/* --- choices --- */

static int compare_targets(const void *a, const void *b) {
    return sort_compare(*(const uint32_t *)a, *(const uint32_t *)b);
}

/* Adds the target to the last choice. 1; 0 if it is not in the evidence; or -1. */
static int add_target(struct verify_product *product, const uint32_t *model, uint32_t state) {
    memcpy(product->tuple, model, last(product) * sizeof *product->tuple);
    product->tuple[last(product)] = state;
    const uint32_t target = tuple_set_index(product->set, product->tuple);
    return target == UINT32_MAX ? 0 : choices_add_target(product->choices, target) != 0 ? -1 : 1;
}

/* Adds a choice of the model with each move of the automaton. model: the state, where the run has ended. */
static int add_choice(struct verify_product *product, const struct verified_choice *choice,
                      const uint32_t *model) {
    struct choices *choices = product->choices;
    const char *label =
        choice->name == CHOICE_NO_NAME ? NULL : label_text(product->model.names, choice->name);
    const uint32_t name =
        label == NULL ? CHOICE_NO_NAME : choices_name(choices, label, product->verifier->error);
    if (label != NULL && name == LABEL_NONE) {
        return -1;
    }
    int status = 1;
    for (uint64_t m = 0; m < product->move_count && status == 1; m++) {
        if (choices_begin(choices, name) != 0 ||
            GROWING_ADD(product->verifier->run->memory, product->marked, product->marked_move[m]) != 0) {
            return no_memory(product);
        }
        for (uint64_t k = choice->begin; k < choice->end && status == 1; k++) {
            const uint32_t *target = model != NULL ? model
                                     : product->verifier->walker != NULL
                                         ? tuple_set_at(&product->states, product->model.targets[k])
                                         : &product->model.targets[k];
            status = add_target(product, target, product->moves[m]);
        }
        const struct verified_choice *made = &choices->choices[choices->count - 1];
        sort_items(choices->targets + made->begin, made->end - made->begin, sizeof *choices->targets,
                   compare_targets);
    }
    return status;
}

/* The run has ended: the state is repeated. */
static int add_end(struct verify_product *product, const uint32_t *tuple) {
    const struct verified_choice repeated = {CHOICE_NO_NAME, 0, 1};
    if (read_event(product, NULL, 1) != 0) {
        return -1;
    }
    find_moves(product, tuple[last(product)]);
    product->choices->missing_label = "deadlock";
    return add_choice(product, &repeated, tuple);
}

int verify_product_find(struct verify_product *product, uint32_t state) {
    struct verifier *verifier = product->verifier;
    const uint32_t *tuple = tuple_set_at(product->set, state);
    const uint32_t of_model = verifier->walker != NULL ? tuple_set_index(&product->states, tuple) : tuple[0];
    choices_clear(product->choices);
    product->marked.count = 0;
    if (choices_find(&product->model, of_model, verifier->error) != 1 || read_state(product, tuple) != 0) {
        return -1;
    }
    int status = 1;
    if (product->model.ended) {
        return add_end(product, tuple);
    }
    for (uint64_t c = 0; c < product->model.count && status == 1; c++) {
        const struct verified_choice *choice = &product->model.choices[c];
        const char *label =
            choice->name == CHOICE_NO_NAME ? NULL : label_text(product->model.names, choice->name);
        status = read_event(product, label, 0) != 0 ? -1 : 1;
        if (status == 1) {
            find_moves(product, tuple[last(product)]);
            status = add_choice(product, choice, NULL);
            product->choices->missing_label =
                status == 0 ? (label == NULL ? "a choice without a label" : label) : NULL;
        }
    }
    return status;
}
