/* Lists of GPUs as users write them (device_list.h). */
#include "base/device/device_list.h"

#include <limits.h>
#include <string.h>

/* Reads a number and goes past it. */
static enum device_list_result read_number(const char **text, unsigned *number) {
    unsigned value = 0;
    const char *at = *text;
    for (; *at >= '0' && *at <= '9'; at++) {
        if (value > (INT_MAX - 9) / 10) {
            return DEVICE_LIST_NUMBER;
        }
        value = 10 * value + (unsigned)(*at - '0');
    }
    if (at == *text) {
        return DEVICE_LIST_MALFORMED;
    }
    *text = at;
    *number = value;
    return DEVICE_LIST_READ;
}

static enum device_list_result add_range(struct device_list *list, unsigned first, unsigned last) {
    if (last < first) {
        return DEVICE_LIST_MALFORMED;
    }
    if (last - first >= DEVICE_LIST_MOST - list->count) {
        return DEVICE_LIST_LONG;
    }
    for (unsigned number = first; number <= last; number++) {
        list->number[list->count++] = number;
    }
    return DEVICE_LIST_READ;
}

enum device_list_result device_list_read(const char *text, struct device_list *list) {
    list->count = 0;
    if (strcmp(text, "all") == 0) {
        return DEVICE_LIST_READ;
    }
    for (;; text++) {
        unsigned first, last;
        enum device_list_result result = read_number(&text, &first);
        last = first;
        if (result == DEVICE_LIST_READ && *text == '-') {
            text++;
            result = read_number(&text, &last);
        }
        result = result == DEVICE_LIST_READ ? add_range(list, first, last) : result;
        if (result != DEVICE_LIST_READ || *text == '\0') {
            return result;
        }
        if (*text != ',') {
            return DEVICE_LIST_MALFORMED;
        }
    }
}

unsigned device_list_uses(const struct device_list *list, unsigned number) {
    unsigned uses = 0;
    for (unsigned i = 0; i < list->count; i++) {
        uses += list->number[i] == number;
    }
    return uses;
}
