#ifndef HEDDLE_TESTS_ORACLE_STUBBORN_CHOICE_H
#define HEDDLE_TESTS_ORACLE_STUBBORN_CHOICE_H

#include <stdint.h>

#define ORACLE_PROCESSES 200u /* or commands, at most */
#define ORACLE_SET_WORDS 4u

struct process_set {
    uint64_t word[ORACLE_SET_WORDS];
};

/* What processes, or commands, need in a state, and their moves. roots: where a choice looks for sets, which
 * all with moves are among. closures: filled by needs_relation_choose. */
struct needs_relation {
    uint32_t count, words;
    uint64_t needs[ORACLE_PROCESSES * ORACLE_SET_WORDS]; /* [count * words] */
    uint32_t moves[ORACLE_PROCESSES];
    struct process_set roots, closures[ORACLE_PROCESSES];
};

int process_set_has(const struct process_set *set, uint32_t process);
void process_set_put(struct process_set *set, uint32_t process);
int process_set_is_same(const struct process_set *one, const struct process_set *other);
uint64_t process_set_size(const struct process_set *set);

/* Those of a set that have moves. */
struct process_set needs_relation_movers(const struct needs_relation *relation,
                                         const struct process_set *set);
/* Whether some moves can be left out; *chosen is the set that stubborn.h defines then. */
int needs_relation_choose(struct needs_relation *relation, struct process_set *chosen);

#endif
