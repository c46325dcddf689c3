#ifndef HEDDLE_CHECKER_CHECK_LTL_CHANCE_H
#define HEDDLE_CHECKER_CHECK_LTL_CHANCE_H

struct chance_model;
struct check_result;
struct component_subject;
struct error;
struct mdp;
struct property;
struct run;

/* Files about the MDP that the model is a view of. */
struct chance_files {
    const struct mdp *mdp;
    const struct mdp *weighed; /* the same with probabilities, or rates, for `product`; else NULL */
    const struct component_subject *subject;
    struct chance_file {
        const char *path;    /* NULL: none is wanted */
        int *written;        /* set to whether the file was written */
        struct error *error; /* why not */
    } evidence, product;
};

/*
 * Whether some scheduler satisfies a formula of linear time with probability 1 from all initial states, by
 * almost-sure reachability in the product with its automaton; or whether every scheduler does: then no end
 * component of the product with the automaton of the opposite has a choice with the mark. Fills the class and
 * the number of states of the automaton. Returns 1, 0, or -1 with *error filled:
 * ERROR_LIMIT, ERROR_INTERRUPTED, ERROR_MEMORY, or what a pattern or the model reports.
 */
int check_ltl_chance(const struct chance_model *model, const struct property *property,
                     const struct chance_files *files, struct check_result *result, const struct run *run,
                     struct error *error);

#endif
