#ifndef HEDDLE_CHECKER_SIMULATE_LIST_VIEW_H
#define HEDDLE_CHECKER_SIMULATE_LIST_VIEW_H

#include <stdint.h>

/*
 * A list of which a window shows some rows: one item is selected, and always visible. A zeroed one is empty.
 */
struct list_view {
    uint64_t count;    /* items */
    uint64_t rows;     /* rows of the window */
    uint64_t selected; /* below count, or 0 */
    uint64_t top;      /* the item in the first row */
};

/* Sets the sizes; keeps the selected item, if there is still one of its number, and the window full. */
void list_view_resize(struct list_view *view, uint64_t count, uint64_t rows);
/* Selects an item; after the last one: the last one. */
void list_view_select(struct list_view *view, uint64_t item);
/* Selects the item `by` items further down, or up if negative; the first or last one if there is none. */
void list_view_move(struct list_view *view, int64_t by);

/*
 * Selects the nearest item after the selected one (or before it, if backwards) for which matches() returns
 * non-zero; it continues at the other end, up to the selected item itself. at_selected: the selected item is
 * the first to look at, not the last. Returns whether there is one.
 */
int list_view_search(struct list_view *view, int (*matches)(const void *context, uint64_t item),
                     const void *context, int backwards, int at_selected);

#endif
