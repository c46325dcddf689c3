#ifndef HEDDLE_BASE_ARRAY_H
#define HEDDLE_BASE_ARRAY_H

/* The number of elements of an array of known size. */
#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* An array that grows; a zeroed one is empty. */
#define GROWING(type)                                                                                        \
    struct {                                                                                                 \
        type *data;                                                                                          \
        uint64_t count, capacity;                                                                            \
    }
/* Appends a value to a growing array: 0, or -1 when memory runs out. */
#define GROWING_ADD(memory, array, ...)                                                                      \
    ((array).count == (array).capacity &&                                                                    \
             MEMORY_GROW(memory, &(array).data, &(array).capacity, (array).count + 1) != 0                   \
         ? -1                                                                                                \
         : ((array).data[(array).count++] = (__VA_ARGS__), 0))
#define GROWING_FREE(memory, array) memory_free(memory, (array).data, (array).capacity * sizeof *(array).data)

#endif
