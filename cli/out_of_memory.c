/* The end of the program where a library that cannot go on without memory gets none. */
#include "cli/out_of_memory.h"

#include <gmp.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/stream/output.h"
#include "cli/common.h"
#include "cli/terminal.h"

/* May run in any thread, and allocates nothing. */
static void *end_program(const char *message) {
    output_remove_temporaries();
    terminal_restore();
    ssize_t written = write(STDERR_FILENO, message, strlen(message));
    (void)written;
    _exit(EXIT_UNDECIDED);
}

static void *allocate_json(size_t bytes) {
    void *block = malloc(bytes);
    return block != NULL ? block : end_program("heddle: not enough memory for JSON\n");
}

static void *present_number(void *block) {
    return block != NULL ? block : end_program("heddle: not enough memory for numbers of this size\n");
}

static void *allocate_number(size_t bytes) {
    return present_number(malloc(bytes));
}

static void *reallocate_number(void *block, size_t old_bytes, size_t new_bytes) {
    (void)old_bytes;
    return present_number(realloc(block, new_bytes));
}

static void free_number(void *block, size_t bytes) {
    (void)bytes;
    free(block);
}

void out_of_memory_ends(void) {
    json_set_alloc_funcs(allocate_json, free);
    mp_set_memory_functions(allocate_number, reallocate_number, free_number);
}
