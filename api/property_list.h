#ifndef HEDDLE_API_PROPERTY_LIST_H
#define HEDDLE_API_PROPERTY_LIST_H

#include "api/job.h"
#include "base/array.h"
#include "base/text/text_buffer.h"
#include "checker/property/fairness.h"
#include "checker/property/property.h"
#include "checker/suite/suite.h"

/* A property that a request has, or a suite that it names. */
struct property_entry {
    enum property_kind kind;
    const char *option; /* of a command line, as messages name it; NULL: they give the property's number */
    const char *text;   /* NULL for kinds without text */
    uint64_t index;     /* among the texts of this option */
    int is_file;        /* FORMULA: the text names its file */
    int by_every_scheduler;     /* ALMOST_SURELY */
    struct text_buffer content; /* of that file, if it was read */
    uint64_t suite_index;       /* among the properties of the suite, or PROPERTY_NOT_OF_SUITE */
};

#define PROPERTY_NOT_OF_SUITE UINT64_MAX

/* All properties of a request, in its order. A zeroed list is empty. */
struct property_list {
    GROWING(struct property_entry) entries;
    uint64_t kinds[PROPERTY_KINDS]; /* the number of properties of each kind */
    suite *suite;                   /* owns the properties of suites */
    uint64_t of_suites;             /* their number */
    /* By kind, formulas that are given as texts: if they are several, messages number them. */
    uint64_t formulas[PROPERTY_KINDS];
    enum formula_dialect dialect; /* of all formulas */
    int state_labels;             /* labels of properties about schedulers are labels of states */
    int every_scheduler;          /* properties about schedulers are about every one */
    const char *const *meaning;   /* of automata: NAME=ATOM, what their atoms mean; borrowed */
    uint64_t meaning_count;
    int fair_processes;             /* enum fairness_strength, for properties of cycles and runs; and .. */
    const char *fair_labels;        /* .. as fairness_read has it; or NULL */
    struct fairness fairness;       /* made of these by property_list_make */
    GROWING(uint64_t) error_states; /* of all monitors */
    GROWING(struct error) warnings; /* of formulas, until property_list_warn */
};

/* Adds a property, and takes its content over. Returns 0, or -1 with job->error and nothing taken. */
int property_list_add(struct job *job, struct property_list *list, struct property_entry entry);
void property_list_free(struct job *job, struct property_list *list);
/* The property of the suite that the entry stands for; NULL: it is not of a suite. */
const struct suite_property *property_list_suite(const struct property_list *list, uint64_t index);
/* The number of properties that this decides. */
uint64_t property_list_count(const struct property_list *list, enum property_ground ground);
/*
 * Makes the properties of the list. `properties`: one zeroed element for each. Keeps the warnings about
 * unusual formulas. Returns 0, or -1 with job->error; the caller frees all properties with property_free in
 * either case, before the list.
 */
int property_list_make(struct job *job, struct property_list *list, language_tree *tree,
                       struct property *properties);
/* Says the warnings, once. */
void property_list_warn(struct job *job, struct property_list *list);

/* Whether a file name has an ending of files with formulas. */
int property_is_formula_file(const char *path);
/* Writes the name of one of several formulas of a kind in messages; index counts from 0. */
void property_number_formula(char *name, size_t size, enum property_kind kind, uint64_t index);

#endif
