/* Compiles a model to a network: a switch over the languages. */
#include "frontend/language/compile/language_compile.h"

#include <stddef.h>

#include "frontend/exp/compile/network_compose.h"
#include "frontend/prism/compile/prism_network.h"

struct network *language_compile(const language_tree *tree, const struct run *run, struct error *error) {
    switch (language_of(tree)) {
    case LANGUAGE_EXP:
        return network_compose(language_exp(tree), run, error);
    case LANGUAGE_PRISM:
        return prism_network(language_prism(tree), language_labels(tree), run, error);
    }
    return NULL;
}

int language_compile_predicates(const language_tree *tree, struct network *network, const struct run *run,
                                struct error *error) {
    switch (language_of(tree)) {
    case LANGUAGE_EXP:
        return compose_predicates(network, run, error);
    case LANGUAGE_PRISM:
        return prism_network_predicates(network, run, error);
    }
    return -1;
}

int language_load(const char *path, const struct exp_options *options, const struct run *run,
                  language_tree **tree, struct network **network, struct error *error) {
    *network = NULL;
    *tree = language_read(path, options, run, error);
    if (*tree != NULL) {
        *network = language_compile(*tree, run, error);
    }
    if (*network == NULL) {
        language_free(*tree);
        *tree = NULL;
        return -1;
    }
    return 0;
}
