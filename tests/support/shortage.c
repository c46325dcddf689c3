/* Attempts with too little memory (shortage.h). */
#include "tests/support/shortage.h"

#include <CUnit/CUnit.h>

#define MOST ((uint64_t)1 << 30) /* more than any test needs */

static void judge_attempt(struct shortage *shortage) {
    const struct error *error = shortage->error;
    CU_ASSERT(shortage->done || error == NULL || error->code == ERROR_MEMORY);
    CU_ASSERT_EQUAL(memory_used(shortage->memory), shortage->used);
    shortage->failures += !shortage->done;
    shortage->successes += shortage->done != 0;
    shortage->more += shortage->step + (shortage->part == 0 ? 0 : shortage->more / shortage->part);
}

int shortage_goes_on(struct shortage *shortage) {
    struct memory *memory = shortage->memory;
    if (shortage->begun) {
        judge_attempt(shortage);
    } else {
        shortage->used = memory_used(memory);
        shortage->limit = memory->limit;
        shortage->begun = 1;
    }
    const int ends = shortage->successes >= (shortage->enough == 0 ? 1 : shortage->enough);
    CU_ASSERT(ends || shortage->more < MOST);
    memory->limit = ends ? shortage->limit : shortage->used + shortage->more;
    shortage->done = 0;
    if (shortage->error != NULL) {
        shortage->error->code = ERROR_NONE;
    }
    return !ends && shortage->more < MOST;
}
