#ifndef HEDDLE_CHECKER_COMPOSED_COMPOSED_CHECK_H
#define HEDDLE_CHECKER_COMPOSED_COMPOSED_CHECK_H

#include "checker/check.h"
#include "reduce/composition/composition.h"

struct network;
struct property;
struct run;

/* Properties that see the same of the network, and what it became for them. */
struct composed_group {
    uint32_t *properties; /* [count]: their numbers, ascending */
    uint32_t count;
    enum equivalence equivalence;
    uint8_t *hidden;          /* [labels of the network]: what is hidden for them */
    uint64_t hidden_count;    /* of labels that are not internal anyway */
    struct network *whole;    /* the network with these labels hidden; NULL: it could not be made */
    composition *composition; /* NULL: there is none, or a search of the whole network made it superfluous */
    struct composition_options how; /* to which the composition points */
    double seconds;                 /* of composing */
};

struct composed_options {
    /* States of searches of the whole network: before composing, and before larger products are tried (then
     * 16 times as many, and so on); 0: none. */
    uint64_t first_states, next_states;
    uint64_t most_states;                /* of a product of processes (composition.h) */
    uint64_t most_steps;                 /* of a trace that is expanded */
    const struct composition_plan *plan; /* what to join; NULL: what is best next */
    /* Called before a group's network is composed, and after each step of that; may be NULL. */
    void (*begin)(void *context, const struct composed_group *group);
    void (*report)(void *context, const struct composition_step *step);
    /* Called for a property that no smaller network decides, with the reason; may be NULL. */
    void (*refuse)(void *context, uint32_t property, const char *reason);
    void *context;
};

/* A check whose searches are of smaller networks, one for each group. */
struct composed_check {
    struct check *check; /* the caller takes it, and sets it to NULL; its traces are of the whole network */
    struct composed_group *groups; /* [properties] allocated */
    uint32_t group_count, properties;
    uint64_t labels, visible_labels; /* of the network; of these, those that are not internal */
    int lacked_memory;               /* for the search for a shorter trace, of some property */
};

/*
 * Checks the properties, as check_run does. First a search of the whole network, of a few states: what that
 * decides is decided. Longer ones follow in turn with composing, so that a check never takes much longer than
 * without it. Each other property is checked on a smaller network that is equivalent as far as the
 * property sees (property_view.h), and its trace is expanded to one of the whole network
 * (reduce/composition/expand.h); that may not be a shortest one, unless options->shortest asks for one
 * (a search of the whole network, no deeper than the trace). A trace that cannot be expanded, and the
 * evidence of a game, is looked for by a check of the whole network, if it is to be written; otherwise `why`
 * says how to get it. Properties that no smaller network decides are checked on the whole.
 *
 * The options may not ask for certificates, games, strategies or reduction. Returns 0, or -1 with *error
 * filled as of check_run; composed_check_free in any case.
 */
int composed_check_run(const struct network *network, const struct property *properties, uint32_t count,
                       const struct check_options *options, const struct composed_options *composing,
                       const struct run *run, struct composed_check *composed, struct error *error);
void composed_check_free(struct composed_check *composed, const struct run *run);

#endif
