#ifndef HEDDLE_REDUCE_EQUIVALENCE_H
#define HEDDLE_REDUCE_EQUIVALENCE_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Equivalences of states of a labelled transition system, whose internal label is `i`.
 * - strong: the largest symmetric R such that s R t and s -a-> s' give t -a-> t' with s' R t'; `i` is a label
 *   like others.
 * - branching: the largest symmetric R such that s R t and s -a-> s' give either a = i and s' R t, or
 *   t => t1 -a-> t' with s R t1 and s' R t', where => are internal steps. An internal step between equivalent
 *   states is inert (van Glabbeek, Weijland 1996).
 * - divbranching: branching, and if s begins an infinite run of `i` through states that are all related to s,
 *   so does every t that is related to s (van Glabbeek, Luttik, Trcka 2009).
 * - weak: as strong, but s -a-> s' is answered by t => -a-> => t', and for a = i by t => t'.
 * - trace: the same finite sequences of labels; weaktrace: the same once `i` is left out.
 * - probabilistic: as strong, but the labels "L; rate R" and "L; prob P" are numbers: s R t implies that the
 *   rates of each L from s and from t to each class have the same sum, and that each distribution of an L
 *   that s can draw from (a choice of `prob` labels) has one of the same L at t that gives each class the
 * same probability (Larsen, Skou 1991; Segala, Lynch 1995).
 */
enum equivalence {
    EQUIVALENCE_STRONG,
    EQUIVALENCE_BRANCHING,
    EQUIVALENCE_DIVBRANCHING,
    EQUIVALENCE_WEAK,
    EQUIVALENCE_TRACE,
    EQUIVALENCE_WEAKTRACE,
    EQUIVALENCE_PROBABILISTIC
};

#define EQUIVALENCES (EQUIVALENCE_PROBABILISTIC + 1)

/* The names in the order of the enum, for options that are a choice. */
#define EQUIVALENCE_NAMES "strong|branching|divbranching|weak|trace|weaktrace|probabilistic"

/* "strong", "branching", .. */
const char *equivalence_name(enum equivalence equivalence);

#ifdef __cplusplus
}
#endif
#endif
