#ifndef HEDDLE_BASE_DEVICE_DEVICE_LIST_H
#define HEDDLE_BASE_DEVICE_DEVICE_LIST_H

#ifdef __cplusplus
extern "C" {
#endif

#define DEVICE_LIST_MOST 16u

/* The GPUs of one task, in the order in which the user named them. One may be there several times. */
struct device_list {
    unsigned count;
    unsigned number[DEVICE_LIST_MOST];
};

enum device_list_result {
    DEVICE_LIST_READ,
    DEVICE_LIST_MALFORMED,
    DEVICE_LIST_NUMBER, /* a number is larger than that of any GPU */
    DEVICE_LIST_LONG    /* there are more than DEVICE_LIST_MOST */
};

/*
 * Reads "0", "0,2", "0-3", or "0-1,4": numbers and ranges that ascend. "all" gives an empty list. The list is
 * undefined unless it was read.
 */
enum device_list_result device_list_read(const char *text, struct device_list *list);
/* How often the list has GPU `number`. */
unsigned device_list_uses(const struct device_list *list, unsigned number);

#ifdef __cplusplus
}
#endif
#endif
