#include "tests/support/place_model.h"

#include "base/text/definitions.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

int place_load_model(const char *text, const char *given, language_tree **tree, struct network **network) {
    struct definitions definitions = {.memory = &place.memory};
    struct exp_options options = {.definitions = &definitions};
    const char *path = test_folder_write(&place.folder, "model.prism", text);
    CU_ASSERT_FATAL(*given == '\0' || definitions_add(&definitions, given, &place.error) == 0);
    int failed = language_load(path, &options, &place.run, tree, network, &place.error);
    definitions_free(&definitions);
    return failed;
}
