#ifndef HEDDLE_BASE_ARRAY_H
#define HEDDLE_BASE_ARRAY_H

/* The number of elements of an array of known size. */
#define LENGTH(array) (sizeof(array) / sizeof *(array))

#endif
