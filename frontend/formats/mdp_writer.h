#ifndef HEDDLE_FRONTEND_FORMATS_MDP_WRITER_H
#define HEDDLE_FRONTEND_FORMATS_MDP_WRITER_H

#include "base/array.h"
#include "base/stream/output.h"
#include "model/mdp.h"
#include "base/text/ratio.h"
#include "model/digraph_core.h"
#include "frontend/formats/mdp_write.h"
#include "frontend/formats/write_progress.h"

/* A number that was written, and its text: there are often few different ones. */
struct mdp_number {
    double value;
    char text[32]; /* empty: none yet */
};
#define MDP_NUMBERS 128u

/*
 * What the writers of MDPs share: an MDP and the file that is being written. While threads write parts of the
 * file, each has a copy, with an output, texts of numbers and valuations of its own (mdp_write_parts.c).
 */
struct mdp_writer {
    const struct mdp *mdp;
    struct mdp_write_options options;
    struct digraph graph; /* a view of the MDP */
    const char *path;     /* for messages */
    output *output;
    GROWING(output *) written; /* files that are whole, but do not have their names yet */
    const struct run *run;
    struct error *error;
    int fractions;                          /* numbers are written as fractions, else as decimals */
    struct mdp_number numbers[MDP_NUMBERS]; /* by a hash */
    char text[RATIO_TEXT];                  /* of another number */
    uint32_t init;                          /* .lab: the number of the label `init`, or UINT32_MAX */
    int in_line;                            /* .lab: the state's line has begun */
    uint32_t *used;        /* [label_count + 1]: the last state with a choice of that name; of parts alone */
    uint64_t choice;       /* choices before the current one */
    const double *rewards; /* .srew, .trew: what states or choices earn; NULL: nothing */
    const char *name;      /* .. and the name of the structure */
    uint64_t lines;        /* .trew: lines of rewards */
};

static inline struct mdp_writer mdp_writer_of(const struct mdp *mdp, const struct mdp_write_options *options,
                                              const struct run *run, struct error *error) {
    const struct mdp_write_options none = {0};
    return (struct mdp_writer){
        .mdp = mdp, .options = options != NULL ? *options : none, .run = run, .error = error};
}

/* Writes a file, which gets its name in mdp_writer_end. 0, or -1 with *error filled. */
int mdp_writer_file(struct mdp_writer *writer, const char *path, int (*write)(struct mdp_writer *writer));
/* Gives all files their names, or removes them if writing one has failed: they belong together. 0, or -1 with
 * *error filled. */
int mdp_writer_end(struct mdp_writer *writer, int failed);

/*
 * Calls `write` for the states below `states`, in their order as far as the file shows: threads write parts
 * of it at the same time. `write` may change its writer, but what it writes must depend on the state, on
 * `choice`, and on what was in the writer before this call alone. 0, or -1 with *error filled: by the first
 * state that failed.
 */
int mdp_writer_each_state(struct mdp_writer *writer, uint64_t states,
                          int (*write)(struct mdp_writer *writer, uint64_t state));

/* output_print to the file. */
#define mdp_print(writer, ...) output_print((writer)->output, (writer)->error, __VA_ARGS__)

/* Calls `write` for each choice of the state, with its number and edges; 0, or what `write` returned last. */
int mdp_writer_each_choice(struct mdp_writer *writer, uint64_t state,
                           int (*write)(struct mdp_writer *writer, uint64_t state, uint64_t choice,
                                        uint64_t begin, uint64_t end));

/* The probability of an edge in a choice of `count`; of an MDP without probabilities, 1 / count. */
double mdp_writer_probability(const struct mdp_writer *writer, uint64_t edge, uint64_t count);
/* Its text, valid until the next call. */
const char *mdp_writer_probability_text(struct mdp_writer *writer, uint64_t edge, uint64_t count);

/* The text of a number that is not negative, valid until the next call of either function. */
const char *mdp_writer_number_text(struct mdp_writer *writer, double number);
/* The sum of the rates or probabilities of edges. */
double mdp_writer_sum(const struct mdp_writer *writer, uint64_t begin, uint64_t end);

/* The name of the choice that begins there, or NULL. */
const char *mdp_writer_name(const struct mdp_writer *writer, uint64_t edge);
/*
 * Fails, because the name of the choice that begins there cannot be written in the format (".tra"). `why`
 * says what names cannot contain. -1.
 */
int mdp_writer_fail_name(struct mdp_writer *writer, uint64_t state, uint64_t edge, const char *format,
                         const char *why);

static inline int mdp_writer_is_deadlock(const struct mdp_writer *writer, uint64_t state) {
    return writer->mdp->offsets[state] == writer->mdp->offsets[state + 1];
}

uint64_t mdp_writer_deadlocks(const struct mdp_writer *writer);

/* --- files beside a .tra file, as far as the options name them (mdp_write_beside.c): 0, or -1 with *error
 * filled --- */

int mdp_write_values(struct mdp_writer *writer);
int mdp_write_rewards(struct mdp_writer *writer);

/* --- labels of states, by numbers from 0; the initial state is no label here --- */

uint32_t mdp_writer_label_count(const struct mdp_writer *writer);
const char *mdp_writer_label(const struct mdp_writer *writer, uint32_t label);
/* Whether it is the MDP's own `init`, which is not written. */
int mdp_writer_label_is_init(const struct mdp_writer *writer, uint32_t label);
/* Calls `write` for each label of the state except `init`; 0, or what `write` returned last. */
int mdp_writer_each_label(struct mdp_writer *writer, uint64_t state,
                          int (*write)(struct mdp_writer *writer, uint64_t state, uint32_t label));
/* Whether all of them can be written: 0 or -1. */
int mdp_writer_check_labels(struct mdp_writer *writer);

#endif
