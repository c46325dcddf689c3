/* A list in a window: which item is selected, and which are visible. */
#include "checker/simulate/list_view.h"

/* Moves the window so that the selected item is visible, and no row is empty that need not be. */
static void scroll(struct list_view *view) {
    uint64_t most = view->count > view->rows ? view->count - view->rows : 0;
    if (view->selected < view->top) {
        view->top = view->selected;
    } else if (view->rows > 0 && view->selected - view->top >= view->rows) {
        view->top = view->selected - view->rows + 1;
    }
    view->top = view->top > most ? most : view->top;
}

void list_view_resize(struct list_view *view, uint64_t count, uint64_t rows) {
    view->count = count;
    view->rows = rows;
    list_view_select(view, view->selected);
}

void list_view_select(struct list_view *view, uint64_t item) {
    uint64_t last = view->count > 0 ? view->count - 1 : 0;
    view->selected = item > last ? last : item;
    scroll(view);
}

void list_view_move(struct list_view *view, int64_t by) {
    uint64_t distance = by < 0 ? 0 - (uint64_t)by : (uint64_t)by;
    if (by < 0) {
        list_view_select(view, distance > view->selected ? 0 : view->selected - distance);
    } else {
        uint64_t left = view->count - view->selected; /* no overflow: at least 0 */
        list_view_select(view, distance > left ? view->count : view->selected + distance);
    }
}

int list_view_search(struct list_view *view, int (*matches)(const void *context, uint64_t item),
                     const void *context, int backwards, int at_selected) {
    for (uint64_t i = at_selected ? 0 : 1; i < view->count + !at_selected; i++) {
        uint64_t step = backwards ? view->count - i % view->count : i;
        uint64_t item = (view->selected + step) % view->count;
        if (matches(context, item)) {
            list_view_select(view, item);
            return 1;
        }
    }
    return 0;
}
