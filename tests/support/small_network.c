/* Networks that tests write by hand. */
#include "tests/support/small_network.h"

#include <CUnit/CUnit.h>
#include <string.h>

#include "tests/support/backend_test.h"

void small_network_open(struct small_network *small) {
    memset(small, 0, sizeof *small);
    test_folder_create(&small->folder);
    memory_init(&small->memory, (uint64_t)1 << 30);
    small->run = (struct run){.memory = &small->memory, .threads = 2, .device_bytes = TEST_DEVICE_BYTES};
}

void small_network_compose(struct small_network *small, const char *text) {
    static const struct exp_options options;
    const char *path = test_folder_write(&small->folder, "main.exp", text);
    CU_ASSERT_EQUAL_FATAL(
        language_load(path, &options, &small->run, &small->tree, &small->network, &small->error), 0);
}

void small_network_close(struct small_network *small) {
    network_free(&small->memory, small->network);
    language_free(small->tree);
    CU_ASSERT_EQUAL(memory_used(&small->memory), 0);
    test_folder_remove(&small->folder);
}
