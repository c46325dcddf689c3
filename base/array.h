#ifndef HEDDLE_BASE_ARRAY_H
#define HEDDLE_BASE_ARRAY_H

/* Elements of an array whose size the compiler knows. */
#define LENGTH(array) (sizeof(array) / sizeof *(array))

#endif
