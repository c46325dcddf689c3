# fault: a list scrolls one row too late
# function: scroll
# file: list_view.c
# suites: choose
s/view->top >= view->rows/view->top > view->rows/
