/* The command on GPUs that fail. */
#include "tests/support/device_fault.h"

#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>

#include "explorer/backend.h"
#include "tests/support/command.h"
#include "tests/support/testing.h"

void device_fault_put_lines(const char *name, unsigned lines, char *path) {
    char text[1024], *at = text;
    for (unsigned i = 0; i < lines; i++) {
        at += sprintf(at, "%sline.aut\n", i == 0 ? "" : "||| ");
    }
    command_put_file(name, text);
    command_path(name, path);
}

void device_fault_run(const char *fault, struct process *process, const char *const *words) {
    if (fault != NULL) {
        setenv("HEDDLE_DEVICE_FAULT", fault, 1);
    }
    command_run(process, words[0], words[1], words[2], words[3], words[4], words[5], words[6], words[7]);
    unsetenv("HEDDLE_DEVICE_FAULT");
    CU_ASSERT_EQUAL(process->signal, 0);
}

int device_fault_is_testable(const char *suite) {
    const struct backend *cuda = backend_find("cuda");
    if (!command_available()) {
        test_skip(suite, "HEDDLE (the binary) and EXAMPLES (the models) are not set");
    } else if (cuda == NULL) {
        test_skip(suite, "this build has no cuda backend");
    } else {
        const char *reason;
        if (cuda->available(&reason)) {
            return 1;
        }
        test_skip(suite, reason);
    }
    return 0;
}
