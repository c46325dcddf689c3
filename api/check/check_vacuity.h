#ifndef HEDDLE_API_CHECK_CHECK_VACUITY_H
#define HEDDLE_API_CHECK_CHECK_VACUITY_H

#include <stdint.h>
#include <stdio.h>

struct check_antecedent;
struct checked;
struct memory;

/* A label or pattern in a property that matches no label of the network. The text is the property's. */
struct absent_label {
    const char *text;
    int is_pattern;
    char *guess; /* "; did you mean 'x'?", what the user may have meant; or empty */
    uint64_t guess_bytes;
};

/* Those of one property. Initialise it with zeros. */
struct absent_labels {
    struct absent_label *items;
    uint64_t count, capacity;
};

/* Adds a label with a copy of the guess. 0, or -1 with nothing added when memory runs out. */
int absent_labels_add(struct absent_labels *absent, struct memory *memory, const struct absent_label *label);
void absent_labels_free(struct absent_labels *absent, struct memory *memory);

/* Prints " vacuously: .." with the reason, if the property holds and says nothing about the network. Returns
 * whether it printed. */
int check_vacuity_print(const struct checked *checked, uint32_t index, FILE *stream);
/* Warns of the properties that hold vacuously as a search has shown; of absent labels, a warning was given.
 */
void check_vacuity_warn(const struct checked *checked);
/* For all other verdicts: names the absent labels of the property, " (no transition is ever labelled ..)". */
void check_vacuity_print_absent(const struct checked *checked, uint32_t index, FILE *stream);
/* The label that never occurs, or NULL; *is_pattern: whether it is a pattern. */
const char *check_unfired_label(const struct check_antecedent *antecedent, int *is_pattern);

#endif
