#ifndef HEDDLE_FRONTEND_FORMATS_AUT_LABEL_H
#define HEDDLE_FRONTEND_FORMATS_AUT_LABEL_H

#include "base/text/label.h"
#include "base/text/label_number.h"
#include "frontend/formats/scan.h"

struct lts;
struct lts_slip;

/* A label in a line of an AUT file, without its quotes. */
struct aut_label {
    const char *begin, *end;
    int quoted; /* quotes stand around it, at begin[-1] and *end */
};

/* The label between the comma of the source state (scan->at) and that of the target state. 0 or -1. */
int aut_label_scan(const struct scan *scan, const char *comma, struct aut_label *label);
/* Fails if the label holds another transition: `a", 1) (1, "b`. 0 or -1. */
int aut_label_check(const struct scan *scan, const struct aut_label *label);
/* Whether the label stands in quotes that do not count in AUT: 'a', or one of the typographic quotes. */
int aut_label_has_other_quotes(const struct aut_label *label);
/* Fills a warning about the label lts->number, if there is one: 1, else 0. `path`: the file's name. */
int aut_number_slip(const struct lts *lts, const label_table *labels, const char *path,
                    struct error *warning);
/* Notes a label in lts->faulty if its number cannot be used, and it is the first. */
void aut_number_note(struct lts *lts, enum label_kind kind, const struct lts_slip *label);
/* Fails if lts->faulty has a label for these numbers. `path`: the file's name. 0 or -1. */
int aut_number_check(const struct lts *lts, const char *path, enum label_numbers numbers,
                     struct error *error);

#endif
