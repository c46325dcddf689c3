#ifndef HEDDLE_BASE_ERROR_SYSTEM_H
#define HEDDLE_BASE_ERROR_SYSTEM_H

#include <errno.h>

#include "base/error.h"

/* The kind of an error of the system, by its errno value: ERROR_MEMORY for ENOMEM, else ERROR_IO. */
static inline enum error_code error_of_system(int reason) {
    return reason == ENOMEM ? ERROR_MEMORY : ERROR_IO;
}

#endif
