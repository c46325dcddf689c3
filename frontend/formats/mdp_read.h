#ifndef HEDDLE_FRONTEND_FORMATS_MDP_READ_H
#define HEDDLE_FRONTEND_FORMATS_MDP_READ_H

#include "base/text/label.h"
#include "model/mdp.h"
#include "frontend/formats/table/file_format.h"

/*
 * Reads an MDP (or a discrete-time Markov chain) from a file ("-" is standard input; .gz and .zst are
 * recognised by their first bytes), in memory proportional to it. The file's first word shows the format
 * (docs/mdp.md): PRISM's explicit transitions, Storm's dialect of them, Storm's DRN, AUT, and mCRL2's
 * probabilistic AUT, by name for files that end in .aut, .aut.gz or .aut.zst in any case.
 *
 * label_path: the .lab file that belongs to explicit transitions. NULL: the file of the same name with .lab
 * in place of .tra, where it exists; a .sta file beside it is checked to be of as many states. The state with
 * the label `init` is initial, else state 0; AUT names it in the header.
 *
 * Probabilities are positive and sum to 1 within 1e-6 in each choice; then they are dropped. The transitions
 * of AUT files are a choice each, but for distributions and stochastic labels, which are read as in a network
 * of the file alone (decompose/mdp/mdp_network.h).
 *
 * NULL with *error filled: ERROR_INPUT with the place for what is wrong or of another kind (CTMC, Markov
 * automaton, POMDP, intervals, parameters), ERROR_IO, ERROR_USAGE (label_path for a format that has none),
 * ERROR_LIMIT, ERROR_MEMORY, ERROR_INTERRUPTED. The caller frees with mdp_free.
 */
struct mdp *mdp_read(const char *path, const char *label_path, const struct run *run, struct error *error);

/* The name of a file that belongs to a .tra file: the same with another ending. */
struct mdp_beside {
    char *path; /* NULL where the .tra file's name does not end in .tra, .tra.gz or .tra.zst */
    uint64_t bytes;
};

/* mdp_beside_free frees it. 0, or -1 with *error filled (ERROR_MEMORY). */
int mdp_beside_find(const char *path, const char *ending, struct memory *memory, struct mdp_beside *beside,
                    struct error *error);
void mdp_beside_free(struct mdp_beside *beside, struct memory *memory);

struct mdp_read_options {
    const char *label_path;  /* as above, or NULL */
    enum file_format format; /* FILE_UNKNOWN: as above; FILE_AUT, _TRA or _DRN: another one is an error */
    /* The caller writes the MDP: probabilities are kept; choices of AUT files that are no distributions are
     * sorted by the bytes of their labels; labels `rate R` are an ERROR_INPUT, unless they are plain. */
    int keep;
    int plain; /* in AUT files without distributions, `prob P` and `rate R` are labels like any other */
    /* Of AUT files: labels are folded to upper case, and more names of the internal action. */
    int ignore_case;
    const char *const *internal;
    uint32_t internal_count;
    struct error *warning; /* filled if a label of an AUT file probably should have a number; or NULL */
};

struct lts;

/* The MDP of an AUT file, which mdp_read_as has read; `path`: its name. Sorts the labels of the file. */
struct mdp *mdp_of_aut(struct lts *lts, const label_table *labels, const char *path,
                       const struct mdp_read_options *options, const struct run *run, struct error *error);

/* mdp_read with all options. */
struct mdp *mdp_read_as(const char *path, const struct mdp_read_options *options, const struct run *run,
                        struct error *error);
#endif
