/* `heddle explore` of the PRISM models of examples/prism: the counts of their table, on several threads, too.
 */
#include <CUnit/CUnit.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/prism_example.h"
#include "tests/support/testing.h"

struct counting {
    struct test_folder folder;
    unsigned models;
};

/* With a row's number of threads: 1 to 3. */
static void count_states(struct counting *counting, const struct prism_example *example, const char *path) {
    char threads[8];
    struct process process;
    snprintf(threads, sizeof threads, "-j%u", 1 + counting->models % 3);
    if (*example->constants == '\0') {
        command_run(&process, "explore", "--json", "--device=cpu", threads, path);
    } else {
        command_run(&process, "explore", "--json", "--device=cpu", threads, path, "--const",
                    example->constants);
    }
    command_expect(&process, 0, NULL);
    json_t *object = command_json(process.out);
    int same = command_number(object, "states") == example->states &&
               command_number(object, "choices") == example->choices &&
               command_number(object, "transitions") == example->transitions &&
               command_number(object, "deadlocks") == example->deadlocks &&
               command_number(object, "initial") == example->initial;
    if (!same) {
        printf("\n%s %u %s: %s", example->model, example->processes, example->constants, process.out);
        CU_FAIL("other counts");
    }
    json_decref(object);
    process_free(&process);
}

static void explore_example(const struct prism_example *example, void *context) {
    struct counting *counting = context;
    char path[PATH_BYTES];
    char *text = prism_example_text(example, &counting->folder);
    command_put_file("model.prism", text);
    free(text);
    count_states(counting, example, command_path("model.prism", path));
    counting->models++;
}

static void test_table(void) {
    struct counting counting;
    memset(&counting, 0, sizeof counting);
    CU_ASSERT(prism_example_each(UINT64_MAX, explore_example, &counting) >= 50);
    test_folder_remove(&counting.folder);
}

void suite_prism_command(void) {
    command_suite("PRISM models, explored", "the table of examples", test_table, NULL);
}
