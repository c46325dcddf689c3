/* Reads the letters of a run: predicates in its states, events in its labels. */
#include "checker/evidence/run_letters.h"

#include <jansson.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text/json_text.h"
#include "base/text/text_buffer.h"
#include "checker/evidence/evidence.h"
#include "checker/property/atom_texts.h"
#include "checker/property/property.h"
#include "frontend/walk/walker.h"
#include "model/trace.h"
#include "specs/syntax/ltl_tree.h"

#define MOST_VALUES ((uint64_t)1 << 22)

/* --- values --- */

/* Of an atom about the end of the run, or an event. label: NULL at the end of the run. */
static int find_event(const struct ltl_atom *atom, const char *label, struct error *error) {
    return atom->action == NULL || label == NULL ? atom->action == NULL && label == NULL
                                                 : action_matches_text(atom->action, label, error);
}

static int find_value(const struct evidence_claim *claim, const struct ltl_atom *atom,
                      const struct run_letters *letters, uint64_t position, struct error *error) {
    const struct trace *trace = claim->trace;
    if (atom->predicate != NULL) {
        return walker_holds(claim->subject->walker, atom->predicate->predicate, trace_state(trace, position),
                            error);
    }
    if (letters->is_open && position == trace->steps) {
        return atom->action == NULL ? 0 : -1; /* it does not end there, but it is not known what is next */
    }
    return find_event(atom, position < trace->steps ? trace->labels[position] : NULL, error);
}

static int find_values(const struct evidence_claim *claim, const struct ltl_atom *atoms,
                       struct run_letters *letters) {
    for (uint64_t position = 0; position < letters->positions; position++) {
        for (uint32_t a = 0; a < letters->atoms; a++) {
            struct error error = {.code = ERROR_NONE};
            const int holds = find_value(claim, &atoms[a], letters, position, &error);
            if (holds < 0 && error.code == ERROR_MEMORY) {
                return -1;
            }
            letters->value[position * letters->atoms + a] = (uint8_t)(holds < 0 ? RUN_LETTER_UNKNOWN
                                                                      : holds   ? RUN_LETTER_TRUE
                                                                                : RUN_LETTER_FALSE);
        }
    }
    return 0;
}

/* Whether the trace leads into a state without transitions: 1, 0 or -1. */
static int find_end(const struct evidence_claim *claim) {
    const struct trace *trace = claim->trace;
    const struct walker_transition *transitions;
    struct error error;
    uint64_t count = 0;
    if (trace->lasso != TRACE_NO_LASSO) {
        return 0;
    }
    return walker_transitions(claim->subject->walker, trace_state(trace, trace->steps), &transitions, &count,
                              &error) == 0
               ? count == 0
           : error.code == ERROR_MEMORY ? -1
                                        : 0;
}

/* Whether there is something to say of the state after a trace that goes on somehow. */
static int has_open_end(const struct evidence_claim *claim, const struct ltl_tree *tree) {
    uint64_t a = 0;
    while (a < tree->atom.count && tree->atom.data[a].predicate == NULL) {
        a++;
    }
    return claim->trace->lasso == TRACE_NO_LASSO && (a < tree->atom.count || claim->trace->steps == 0);
}

static int find_letters(const struct evidence_claim *claim, struct memory *memory,
                        struct run_letters *letters) {
    struct ltl_atom *atoms = NULL;
    struct error error;
    const int found = ltl_atoms_find(claim->property->formula, memory, &atoms, &error) == 0;
    int failed = !found && error.code == ERROR_MEMORY;
    if (found) {
        letters->value = memory_allocate(memory, letters->positions * letters->atoms);
        letters->text = memory_allocate_zeroed(memory, letters->atoms * sizeof *letters->text);
        failed = letters->value == NULL || letters->text == NULL ||
                 atom_texts_write(claim->property, memory, letters->text) != 0 ||
                 find_values(claim, atoms, letters) != 0;
        letters->is_known = !failed;
    }
    ltl_atoms_free(claim->property->formula, memory, atoms);
    return failed ? -1 : 0;
}

int run_letters_make(const struct evidence_claim *claim, struct memory *memory, struct run_letters *letters) {
    *letters = (struct run_letters){.is_known = 0};
    if (claim->property == NULL || !property_is_of_runs(claim->property->kind) ||
        claim->subject->walker == NULL || claim->trace == NULL) {
        return 0;
    }
    const int ends = find_end(claim);
    const struct ltl_tree *tree = formula_ltl(claim->property->formula);
    const uint64_t atoms = tree->atom.count;
    letters->ends = ends == 1;
    letters->is_open = ends == 0 && has_open_end(claim, tree);
    letters->positions = claim->trace->steps + (uint64_t)(letters->ends || letters->is_open);
    letters->atoms = (uint32_t)atoms;
    if (ends >= 0 && atoms != 0 && letters->positions > MOST_VALUES / atoms) {
        *letters = (struct run_letters){.is_known = 0};
        return 0;
    }
    return ends < 0 ? -1 : find_letters(claim, memory, letters);
}

void run_letters_free(struct memory *memory, struct run_letters *letters) {
    for (uint32_t a = 0; a < letters->atoms && letters->text != NULL; a++) {
        text_buffer_free(memory, &letters->text[a]);
    }
    memory_free(memory, letters->text, letters->atoms * sizeof *letters->text);
    memory_free(memory, letters->value, letters->positions * letters->atoms);
    *letters = (struct run_letters){.is_known = 0};
}

enum run_letter run_letters_at(const struct run_letters *letters, uint64_t position, uint32_t atom) {
    return (enum run_letter)letters->value[position * letters->atoms + atom];
}

int run_letters_change(const struct run_letters *letters, uint32_t atom) {
    uint64_t position = 1;
    while (position < letters->positions &&
           run_letters_at(letters, position, atom) == run_letters_at(letters, 0, atom)) {
        position++;
    }
    return position < letters->positions;
}

/* --- JSON --- */

static json_t *position_json(const struct run_letters *letters, uint64_t position) {
    json_t *list = json_array();
    int failed = list == NULL;
    for (uint32_t a = 0; a < letters->atoms && !failed; a++) {
        const enum run_letter letter = run_letters_at(letters, position, a);
        failed = json_array_append_new(list, letter == RUN_LETTER_UNKNOWN
                                                 ? json_null()
                                                 : json_integer(letter == RUN_LETTER_TRUE)) != 0;
    }
    return failed ? (json_decref(list), NULL) : list;
}

json_t *run_letters_json(const struct run_letters *letters, struct memory *memory) {
    if (!letters->is_known) {
        return json_null();
    }
    json_t *texts = json_array(), *values = json_array();
    int failed = texts == NULL || values == NULL;
    for (uint32_t a = 0; a < letters->atoms && !failed; a++) {
        failed = json_array_append_new(texts, json_text(memory, letters->text[a].data)) != 0;
    }
    for (uint64_t position = 0; position < letters->positions && !failed; position++) {
        failed = json_array_append_new(values, position_json(letters, position)) != 0;
    }
    if (failed) {
        json_decref(texts);
        json_decref(values);
        return NULL;
    }
    return json_pack("{s:o, s:o}", "texts", texts, "values", values);
}
