/* A folder and a memory for the tests of a suite; kept here, for CUnit's tests take no context. */
#include "tests/support/workplace.h"

#include "base/memory.h"
#include "tests/support/command.h"

static struct memory memory;

int workplace_open(void) {
    memory_init(&memory, (uint64_t)1 << 30);
    return command_open();
}

int workplace_close(void) {
    return command_close() || memory_used(&memory) != 0;
}

struct memory *workplace_memory(void) {
    return &memory;
}
