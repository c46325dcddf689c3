#ifndef HEDDLE_BASE_TEXT_LISTED_H
#define HEDDLE_BASE_TEXT_LISTED_H

/* The first of several texts that commas separate, without blanks around it. A text in quotes may have
 * commas. */
struct listed_text {
    const char *begin, *end; /* with its quotes */
    const char *next;        /* the text after the comma; NULL after the last text */
};

struct listed_text listed_first(const char *list);

#endif
