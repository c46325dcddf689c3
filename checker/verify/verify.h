#ifndef HEDDLE_CHECKER_VERIFY_VERIFY_H
#define HEDDLE_CHECKER_VERIFY_VERIFY_H

#include <stdint.h>

#include "base/text/text_buffer.h"
#include "checker/verify/evidence_read.h"
#include "frontend/language/language.h"

struct error;
struct lts;
struct mdp;
struct memory;
struct property;
struct run;
struct trace_labels;

/* Checks evidence against a network by walking the network's tree (frontend/walk/walker.h), or against
 * a stored graph or Markov decision process, independently of the code that made the evidence. */
#define VERIFICATION_REASON 4096

/* Counts from evidence of components and schedulers that is confirmed. */
struct verified_counts {
    uint64_t states;     /* all states except those that maximal progress cuts off */
    uint64_t components; /* as in struct component_counts (decompose/components/components.h) */
    uint64_t trivial, bottom, largest, states_in_components;
    int initial; /* SCHEDULER: whether the scheduler (or every scheduler, if the goal says so) reaches the
                    goal from the initial state */
};

struct verification {
    int confirmed;
    uint64_t steps;  /* steps of a trace that were followed */
    uint64_t states; /* states of a certificate, or of an input, that were checked */
    uint64_t nodes;  /* nodes of a strategy that was confirmed */
    struct verified_counts counts;
    struct text_buffer properties;    /* this program's names of the properties */
    char reason[VERIFICATION_REASON]; /* the confirmed statement, or the fault */
};

void verification_free(struct verification *verification, const struct run *run);

/* The input that evidence is about: the field that evidence->input selects is set, the others are NULL. */
struct verify_input {
    language_tree *tree;
    const struct lts *graph;
    const label_table *labels; /* the table that the graph was read with */
    const struct mdp *mdp;
    language_tree *second;        /* of a comparison, beside `tree` or `mdp`; or */
    const struct mdp *second_mdp; /* .. with probabilities, as `mdp` then */
};

/*
 * Checks a piece of evidence; the reader reads its lines, if it has any, next.
 * - A trace: every step is possible, and its end violates the property.
 * - A certificate: its states include every reachable state, and none of them violates a property.
 * - A strategy (evidence->has_strategy): it is a strategy of the game of network (whose labels are in the
 *   evidence) and formula, and it wins from the initial state; with a trace, all plays follow the trace.
 * - Components and schedulers: decompose/components/component_certificate.h and
 *   decompose/almost_sure/scheduler_certificate.h explain why the checks that docs/evidence-format.md lists
 * are sufficient. Except in a stored graph or MDP, every state must be reachable from the initial one. Needs
 *   about 60 bytes per state (MECs: 72) besides tuples and listed choices.
 * - A difference: evaluated where its steps lead, the formula holds in an initial state of one input alone.
 * - A comparison: no step leads out of the listed states of both inputs, the states of each class have the
 * same steps to classes as the relation counts them, and the classes of the initial states are related.
 *
 * Fills *verification and returns 0; or, if neither verdict can be given, it returns -1 with *error filled:
 * ERROR_INPUT (the form of evidence or network is wrong), ERROR_MEMORY, ERROR_LIMIT, ERROR_INTERRUPTED. The
 * caller frees *verification with verification_free, even after an error.
 */
int verify_evidence(evidence_reader *reader, const struct evidence *evidence,
                    const struct verify_input *input, const struct run *run,
                    struct verification *verification, struct error *error);
/*
 * Checks a trace of labels alone (trace_read_labels), with texts of the tree's table, in the same way. It is
 * confirmed if the network has a path with these labels whose end violates the property (NULL: any path will
 * do). For a formula it is confirmed if such a path alone decides it, whatever else the network does; the
 * reason then says whether the formula holds.
 */
int verify_labels(const struct trace_labels *labels, const struct property *property, language_tree *tree,
                  const struct run *run, struct verification *verification, struct error *error);
/* What a comparison claims: whether it hides labels; "hiding all but 'put.*'", if it does; and all of it,
 * "branching, hiding all but 'put.*'" or "preorder trace". Short: without some labels of a long list, and cut
 * ones. These add to a text: 0, or -1 when memory runs out. */
int verify_hides(const struct evidence *evidence);
int verify_add_hidden(const struct evidence *evidence, int is_short, struct memory *memory,
                      struct text_buffer *text);
int verify_add_claim(const struct evidence *evidence, int is_short, struct memory *memory,
                     struct text_buffer *text);
/* Whether the evidence names the same processes as the network. Returns 1, or 0 with the difference in
 * *error (ERROR_INPUT). */
int verify_same_components(const struct evidence *evidence, const walker *walker, struct error *error);

#endif
