/* GPUs that fail on purpose (device_fault.h). */
#include "base/device/device_fault.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/quantity.h"

enum fault { FAULT_NONE = 0, FAULT_DRIVER, FAULT_OPEN, FAULT_MEMORY, FAULT_LOST, FAULT_UNKNOWN };

/* State of the whole process, like that of the driver. */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static enum fault fault;
static uint64_t amount; /* bytes, or the number of the call that fails */
static uint64_t calls;  /* calls since a GPU was opened */
static int armed;

static enum fault parse_fault(const char *text) {
    if (text == NULL || *text == '\0') {
        return FAULT_NONE;
    }
    if (strcmp(text, "driver") == 0) {
        return FAULT_DRIVER;
    }
    if (strcmp(text, "open") == 0) {
        return FAULT_OPEN;
    }
    if (strncmp(text, "memory:", 7) == 0 && quantity_parse_size(text + 7, &amount) == 0) {
        return FAULT_MEMORY;
    }
    if (strncmp(text, "lost:", 5) == 0 && quantity_parse_number(text + 5, &amount) == 0) {
        return FAULT_LOST;
    }
    return FAULT_UNKNOWN;
}

static void read_environment(void) {
    fault = parse_fault(getenv("HEDDLE_DEVICE_FAULT"));
}

static enum fault wanted(void) {
    pthread_once(&once, read_environment);
    return fault;
}

const char *device_fault_driver(void) {
    switch (wanted()) {
    case FAULT_DRIVER:
        return "no driver, as HEDDLE_DEVICE_FAULT says";
    case FAULT_UNKNOWN:
        return "HEDDLE_DEVICE_FAULT is not one of driver, open, memory:SIZE, lost:N";
    default:
        return NULL;
    }
}

int device_fault_open(struct error *error) {
    return wanted() != FAULT_OPEN
               ? 0
               : error_set(error, ERROR_DEVICE, "the GPU cannot be opened, as HEDDLE_DEVICE_FAULT says");
}

int device_fault_memory(uint64_t bytes, struct error *error) {
    return wanted() != FAULT_MEMORY || bytes <= amount ? 0 : error_memory(error, "on the GPU");
}

void device_fault_arm(void) {
    __atomic_store_n(&armed, 1, __ATOMIC_RELAXED);
}

int device_fault_lost(void) {
    return wanted() == FAULT_LOST && __atomic_load_n(&armed, __ATOMIC_RELAXED) &&
           __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED) >= amount;
}

int device_fault_is_wanted(void) {
    return wanted() != FAULT_NONE;
}
